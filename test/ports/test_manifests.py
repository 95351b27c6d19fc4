# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The manifests of ports/: they are what ports/description.toml says, name every file that there is, and where a
program or a schema can be had, it accepts them, and builds and runs a consumer."""
from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from port_rows import BUILD, ROOT, output, record, skip

PORTS = ROOT / "ports"
sys.path.insert(0, str(ROOT / "scripts"))
manifests: Any = importlib.import_module("manifests")
described: Any = importlib.import_module("description")


def sources() -> set[str]:
    """What git has below src, and what is new there."""
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*") if path.suffix in (".c", ".S")}


def test_no_drift(tmp_path: Path) -> None:
    """Every manifest is what it would be; a change of one is seen."""
    assert manifests.wrong(PORTS, write=False) == []
    shutil.copytree(PORTS / "meson", tmp_path / "meson")
    file = tmp_path / "meson/meson.build"
    file.write_text(file.read_text().replace("    'src/api/verify.c',\n", ""))
    assert "meson/meson.build" in manifests.wrong(tmp_path, write=False)


@pytest.mark.parametrize("name", ("meson/meson.build", "esp-idf/component.cmake", "cmsis-pack/kilosig.kilosig.pdsc"))
def test_file_lists(name: str) -> None:
    """A list has every source once, and nothing else of src/."""
    listed = re.findall(r"src/[\w/]+\.[cS]\b", (PORTS / name).read_text())
    assert len(listed) == len(set(listed)) > 100 and set(listed) == sources()


@pytest.mark.parametrize("name", ("arduino/library.properties", "cmsis-pack/kilosig.kilosig.pdsc", "conan/conanfile.py",
                                  "esp-idf/idf_component.yml", "meson/meson.build", "platformio/library.json",
                                  "riot/pkg/kilosig/Makefile", "sbom/kilosig.cdx.json", "vcpkg/vcpkg.json"))
def test_one_version(name: str) -> None:
    """Name and version are the header's."""
    text = (PORTS / name).read_text()
    assert described.read().version in text and "kilosig" in text


def test_every_option_is_in_kconfig() -> None:
    """Switches and options of the headers, each with a default; the header passes each on."""
    text, header = (PORTS / "kconfig/Kconfig").read_text(), (PORTS / "kconfig/kilosig_kconfig.h").read_text()
    wanted = set(re.findall(r"^#ifndef (KSIG_\w+)$", (ROOT / "include/kilosig/config.h").read_text(), re.MULTILINE))
    schemes = (ROOT / "include/kilosig/schemes.def").read_text()
    wanted |= set(re.findall(r"^#if (KSIG_ENABLE_\w+)$", schemes, re.MULTILINE))
    wanted -= {"KSIG_CONFIG_H", "KSIG_CONFIG_FILE", "KSIG_RESEARCH"}
    assert len(wanted) > 50
    for name in wanted:
        assert re.search(rf"^config {name}(_IS_\w+)?$", text, re.MULTILINE), name
        assert f"#define {name} " in header, name


@pytest.mark.parametrize("chosen, seen", (
    ((), {"KSIG_ENABLE_ML_DSA_44": "1", "KSIG_ENABLE_PREHASH": "1", "KSIG_OPTIMIZE": "1"}),  # Kconfig was not used
    (("KSIG_KCONFIG", "KSIG_ENABLE_LMS", "KSIG_OPTIMIZE_IS_SIZE", "KSIG_ENABLE_LINK_CHECK"),
     {"KSIG_ENABLE_ML_DSA_44": "0", "KSIG_ENABLE_LMS": "1", "KSIG_ENABLE_PREHASH": "0", "KSIG_OPTIMIZE": "0",
      "KSIG_ENABLE_LINK_CHECK": "1"}),
    (("KSIG_KCONFIG", "KSIG_ML_DSA_VARIANT_IS_SMALL", "KSIG_COMPACT_HASH_IS_1"),
     {"KSIG_ML_DSA_VARIANT": "2", "KSIG_COMPACT_HASH": "1"})))
def test_kconfig_header(chosen: tuple[str, ...], seen: dict[str, str]) -> None:
    """What the compiler sees of a choice."""
    program = '#include "kilosig/config.h"\n' + "".join(f"seen {name[5:]}={name}\n" for name in seen)
    done = subprocess.run(["gcc", "-E", "-P", "-x", "c", "-", "-I", ROOT / "include", "-I", PORTS / "kconfig",
                           '-DKSIG_CONFIG_FILE="kilosig_kconfig.h"', *[f"-DCONFIG_{name}=1" for name in chosen]],
                          input=program, stdout=subprocess.PIPE, text=True, check=True)
    values = dict(re.findall(r"seen (\w+)=(\w+)", done.stdout))
    assert {f"KSIG_{name}": value for name, value in values.items()} == seen


def test_cmsis_pack() -> None:
    """Every file that the pack names is there. KSIG_PACK_XSD names the schema of Open-CMSIS-Pack, if there is one."""
    path = PORTS / "cmsis-pack/kilosig.kilosig.pdsc"
    tree = ElementTree.parse(path).getroot()
    for file in tree.iter("file"):
        assert (ROOT / file.attrib["name"]).exists(), file.attrib
    for name in ("vendor", "name", "description", "url", "license", "releases/release", "components/component"):
        assert tree.find(name) is not None, name
    schema = os.environ.get("KSIG_PACK_XSD")
    if schema is None:
        record("CMSIS-Pack", "files and elements checked", skipped="KSIG_PACK_XSD names no schema")
        return
    xmlschema = pytest.importorskip("xmlschema")
    assert not list(xmlschema.XMLSchema(schema).iter_errors(str(path)))
    record("CMSIS-Pack", "files checked, valid for PACK.xsd")


def test_sbom() -> None:
    """CycloneDX 1.6: by the schema of cyclonedx-python-lib."""
    text = (PORTS / "sbom/kilosig.cdx.json").read_text()
    component = json.loads(text)["metadata"]["component"]
    assert component["licenses"] == [{"expression": "Apache-2.0 OR MIT"}]
    validation = pytest.importorskip("cyclonedx.validation.json")
    schema = pytest.importorskip("cyclonedx.schema")
    assert validation.JsonStrictValidator(schema.SchemaVersion.V1_6).validate_str(text) is None
    damaged = text.replace('"type": "library"', '"type": "librarian"')
    assert validation.JsonStrictValidator(schema.SchemaVersion.V1_6).validate_str(damaged) is not None
    record("SBOM", "CycloneDX 1.6, valid for its schema")


def test_arduino() -> None:
    """The fields that the Arduino library specification asks for."""
    lines = (PORTS / "arduino/library.properties").read_text().splitlines()
    fields = dict(line.split("=", 1) for line in lines)
    assert {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url"} <= set(fields)
    assert fields["category"] == "Data Processing" and re.fullmatch(r"\d+\.\d+\.\d+", fields["version"])


def program(name: str, port: str) -> str:
    """A program of the extra `ports`, or a skip."""
    path = Path(sys.executable).parent / name
    if not path.exists():
        skip(port, f"{name} is not installed: pip install 'tools[ports]'")
    return str(path)


def test_meson(tmp_path: Path) -> None:
    """A stranger's project takes a release as a wrap, builds and runs."""
    meson = program("meson", "Meson wrap")
    project, release = tmp_path / "project", tmp_path / "project/subprojects/kilosig"
    release.mkdir(parents=True)
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, release / name)
    for name in ("meson.build", "meson_options.txt"):
        shutil.copy(PORTS / "meson" / name, release)
    (project / "subprojects/kilosig.wrap").write_text("[wrap-file]\ndirectory = kilosig\n"
                                                      "[provide]\nkilosig = kilosig_dep\n")
    shutil.copy(PORTS / "conan/test_package/consumer.c", project)
    (project / "meson.build").write_text("project('consumer', 'c')\n"
                                         "executable('consumer', 'consumer.c', dependencies: dependency('kilosig'))\n")
    output(meson, "setup", tmp_path / "out", project, "--wrap-mode=nodownload", "-Dkilosig:only=ml-dsa-44")
    output(meson, "compile", "-C", tmp_path / "out")
    assert output(tmp_path / "out/consumer").strip() == described.read().version
    record("Meson wrap", "subproject with one scheme", "consumer, this computer")


def test_conan() -> None:
    """`conan create` builds the package and runs its consumer, with no remote."""
    conan = program("conan", "Conan")
    home = BUILD / "conan"
    environment = {"CONAN_HOME": str(home), "CC": "gcc"}
    output(conan, "profile", "detect", "--force", **environment)
    said = output(conan, "create", PORTS / "conan", "--no-remote", "-o", "kilosig/*:only=ml-dsa-44",
                  "-c", "tools.cmake.cmaketoolchain:generator=Ninja", **environment)
    assert re.search(rf"^{re.escape(described.read().version)}$", said, re.MULTILINE)
    record("Conan", "conan create, no remote", "test_package, this computer")


def test_esp_idf(tmp_path: Path) -> None:
    """The component's list compiles: ESP-IDF's function is replaced by one that makes a library."""
    (tmp_path / "sdkconfig.h").write_text("#define CONFIG_KSIG_KCONFIG 1\n#define CONFIG_KSIG_ENABLE_LMS 1\n"
                                          "#define CONFIG_KSIG_ENABLE_LINK_CHECK 1\n")
    (tmp_path / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.22)
project(model C)
function(idf_component_register)
    cmake_parse_arguments(arg "" "KCONFIG" "SRCS;INCLUDE_DIRS;PRIV_INCLUDE_DIRS" ${{ARGN}})
    list(TRANSFORM arg_SRCS PREPEND {ROOT}/)
    list(FILTER arg_SRCS INCLUDE REGEX "/(api|util|hash|stream|lms)/.*c$")
    list(TRANSFORM arg_INCLUDE_DIRS PREPEND {ROOT}/)
    add_library(component STATIC ${{arg_SRCS}})
    target_include_directories(component PUBLIC ${{arg_INCLUDE_DIRS}} {tmp_path}
        PRIVATE {ROOT}/${{arg_PRIV_INCLUDE_DIRS}})
    set(COMPONENT_LIB component PARENT_SCOPE)
endfunction()
include({PORTS}/esp-idf/component.cmake)
""")
    output("cmake", "-S", tmp_path, "-B", tmp_path / "out", "-G", "Ninja")
    output("cmake", "--build", tmp_path / "out")
    record("ESP-IDF", "component compiled by a model of idf_component_register", skipped="no ESP-IDF here")
