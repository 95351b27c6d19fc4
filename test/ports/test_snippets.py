# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ports/README.md tells a user to type: run where its tool is here; elsewhere the names in it are those of the
ports."""
from __future__ import annotations

import configparser
import importlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from port_rows import BUILD, ROOT, output
from sampling import FULL
from test_registries import package, tools  # noqa: F401

PORTS = ROOT / "ports"
TEXT = (PORTS / "README.md").read_text()
sys.path.insert(0, str(ROOT / "scripts"))
VERSION: str = importlib.import_module("description").read().version
ONE = ["-DKSIG_ENABLE_DEFAULT=0", "-DKSIG_ENABLE_ML_DSA_44=1"]

# What the sketch knows of an Arduino: a serial port that answers nothing but the bytes of a file.
ARDUINO = """#include <cstdint>
#include <cstdio>
#include <string>
struct String {
    std::string text;
    explicit String(unsigned long n) : text(std::to_string(n)) {}
    String(const char *from) : text(from) {}
    String operator+(const String &other) const { return String((text + other.text).c_str()); }
};
struct {
    void begin(long) {}
    void println(const String &line) { std::puts(line.text.c_str()); }
    size_t readBytes(uint8_t *to, size_t n) { return std::fread(to, 1, n, stdin); }
} Serial;
"""


def block(language: str, containing: str = "") -> str:
    found = [text for text in re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL) if containing in text]
    assert len(found) == 1, (language, containing)
    return str(found[0])


def program(name: str) -> Path:
    path = Path(sys.executable).parent / name
    found = path if path.is_file() else shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed")
    return Path(found)


def test_versions() -> None:
    """Those of files that are named."""
    section = TEXT[TEXT.index("## What you type"):TEXT.index("## One description")]
    assert set(re.findall(r"kilosig[-./](\d+\.\d+\.\d+)", section)) == {VERSION}


def test_platformio() -> None:
    file = configparser.ConfigParser()
    file.read_string(block("ini"))
    settings = file["env:bluepill_f103c8"]
    assert settings["lib_deps"].startswith("kilosig=file://") and settings["build_flags"].split() == ONE


def test_platformio_installs_it(tools: Path, tmp_path: Path) -> None:  # noqa: F811
    """PlatformIO reads the lines, and installs what lib_deps names. The platform is on no registry of Python packages:
    the compiler of this machine builds what was unpacked, by the flags of the lines and of library.json."""
    release = tmp_path / f"kilosig-{VERSION}.tar.gz"
    with tarfile.open(release, "w:gz") as archive:
        archive.add(package(tmp_path / f"kilosig-{VERSION}", "ports/platformio/library.json"), f"kilosig-{VERSION}")
    project = tmp_path / "project"
    project.mkdir()
    text, count = re.subn(r"file:///\S+", release.as_uri(), block("ini"))
    assert count == 1
    (project / "platformio.ini").write_text(text)
    environment = {"PLATFORMIO_CORE_DIR": str(tmp_path / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    said = json.loads(output(tools / "pio", "project", "config", "-d", project, "--json-output", **environment))
    settings = dict(dict(said)["env:bluepill_f103c8"])
    output(tools / "pio", "pkg", "install", "-d", project, "--no-save", "-l", *settings["lib_deps"], **environment)
    place = project / ".pio/libdeps/bluepill_f103c8/kilosig"
    library = json.loads((place / "library.json").read_text())
    assert library["version"] == VERSION
    flags = [*" ".join(settings["build_flags"]).split(), "-I", place / library["build"]["includeDir"],
             *(flag.replace("-I", f"-I{place}/") for flag in library["build"]["flags"])]
    sources = [path for end in ("c", "S") for path in (place / library["build"]["srcDir"]).rglob(f"*.{end}")]
    output("gcc", "-O0", *flags, *sources, PORTS / "conan/test_package/consumer.c", "-o", tmp_path / "app")
    assert output(tmp_path / "app").strip() == VERSION


def test_arduino(tmp_path: Path) -> None:
    """The sketch, with the library as `make release` lays it out: it says what it wants, and refuses zeros."""
    output(sys.executable, ROOT / "scripts/amalgamate.py", tmp_path)
    (tmp_path / "kilosig.h").write_text('#include "kilosig/kilosig.h"\n')
    (tmp_path / "sketch.cpp").write_text(f"{ARDUINO}{block('cpp')}\nint main() {{\n    setup();\n    loop();\n}}\n")
    output("gcc", "-std=c99", "-O0", *ONE, "-I", tmp_path, "-c", tmp_path / "kilosig.c", "-o", tmp_path / "kilosig.o")
    output("g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", *ONE, "-I", tmp_path,
           tmp_path / "sketch.cpp", tmp_path / "kilosig.o", "-o", tmp_path / "sketch")
    done = subprocess.run([tmp_path / "sketch"], input=bytes(10_000), capture_output=True, check=True)
    said = done.stdout.split(b"\n")
    assert len(said) > 5 and said[-2] == b"rejected" and re.fullmatch(rb"\d+ \d+ \d+", said[0])


def test_esp_idf() -> None:
    import yaml
    dependency = yaml.safe_load(block("yaml", "dependencies:"))["dependencies"]["kilosig"]
    assert dependency["path"].endswith(f"kilosig-{VERSION}")


# What `idf.py` has done first: the dependency is read, found at its path, and of this version.
COMPONENT = """
import sys
from idf_component_tools.manager import ManifestManager
one, = (each for each in ManifestManager(sys.argv[1], "main").load().requirements if each.name == "kilosig")
print(*(each.version for each in one.source.versions(one.name).versions))
"""


def test_esp_idf_finds_it(tools: Path, tmp_path: Path) -> None:  # noqa: F811
    """By Espressif's component manager; ESP-IDF itself is on no registry of Python packages."""
    place = package(tmp_path / f"kilosig-{VERSION}", "ports/esp-idf/idf_component.yml", "CMakeLists.txt")
    (tmp_path / "main").mkdir()
    text = block("yaml", "dependencies:").replace(f"/home/me/kilosig-{VERSION}", str(place))
    (tmp_path / "main/idf_component.yml").write_text(text)
    environment = {"IDF_TOOLS_PATH": str(tmp_path / "idf"), "IDF_COMPONENT_CHECK_NEW_VERSION": "0"}
    assert output(tools / "python", "-c", COMPONENT, tmp_path / "main", **environment).split() == [VERSION]


def test_cmsis_pack() -> None:
    import yaml
    project = yaml.safe_load(block("yaml", "packs:"))["project"]
    pack = ElementTree.parse(PORTS / "cmsis-pack/kilosig.kilosig.pdsc").getroot()
    component = next(pack.iter("component"))
    assert project["packs"] == [{"pack": f"{pack.findtext('vendor')}::{pack.findtext('name')}"}]
    assert project["components"] == [
        {"component": f"{pack.findtext('vendor')}::{component.get('Cclass')}:{component.get('Cgroup')}"}]


def test_vcpkg() -> None:
    line = block("sh", "vcpkg")
    folder = re.search(r'--overlay-ports="\$KILOSIG/([^"]+)"', line)
    assert folder and (ROOT / folder[1] / "portfile.cmake").is_file() and line.startswith("vcpkg install kilosig ")


def test_meson(tmp_path: Path) -> None:
    meson, place = program("meson"), tmp_path / "project/subprojects" / f"kilosig-{VERSION}"
    place.mkdir(parents=True)
    for name in ("src", "include"):
        shutil.copytree(ROOT / name, place / name)
    for name in ("meson.build", "meson_options.txt"):
        shutil.copy(PORTS / "meson" / name, place)
    shutil.copy(PORTS / "meson/kilosig.wrap", place.parent)
    shutil.copy(PORTS / "conan/test_package/consumer.c", tmp_path / "project/app.c")
    (tmp_path / "project/meson.build").write_text(block("meson"))
    output(meson, "setup", tmp_path / "out", tmp_path / "project")
    if FULL:  # test_manifests.py compiles and runs such a project, too
        output(meson, "compile", "-C", tmp_path / "out")
        assert output(tmp_path / "out/app").strip() == VERSION


@pytest.mark.full  # test_manifests.py creates the package too
def test_conan() -> None:
    """The command as it stands."""
    conan = program("conan")
    environment = {"CONAN_HOME": str(BUILD / "conan"), "CC": "gcc", "KILOSIG": str(ROOT)}
    output(conan, "profile", "detect", "--force", **environment)
    said = output("sh", "-ec", block("sh", "conan").replace("conan create", f"{conan} create"), **environment)
    assert re.search(rf"^{re.escape(VERSION)}$", said, re.MULTILINE)


def test_riot(tmp_path: Path) -> None:
    """As make reads the lines, the module is where they say; test_riot.py builds with them where a tree is."""
    (tmp_path / "Makefile").write_text(f"{block('make')}\nfind:\n"
                                       "\t@ls $(addsuffix /$(USEMODULE)/Makefile,$(EXTERNAL_MODULE_DIRS))\n"
                                       "\t@echo $(CFLAGS)\n")
    found, flags = output("make", "-s", "-C", tmp_path, "find", f"KILOSIG={ROOT}").splitlines()
    assert Path(found) == PORTS / "riot/kilosig/Makefile" and flags.split() == ONE


def test_zephyr() -> None:
    """Every option is one of the menu; test_zephyr.py builds where a tree is."""
    menu = "".join((PORTS / name).read_text() for name in ("zephyr/Kconfig", "kconfig/Kconfig"))
    names = re.findall(r"^CONFIG_(\w+)=y$", block("kconfig"), re.MULTILINE)
    assert len(names) == 2 and all(re.search(rf"config {name}$", menu, re.MULTILINE) for name in names)


def test_zephyr_reads_them(tmp_path: Path) -> None:
    """By the library that Zephyr reads its menus with: no warning, and one scheme is chosen."""
    kconfiglib = pytest.importorskip("kconfiglib")
    (tmp_path / "prj.conf").write_text(block("kconfig"))
    menu = kconfiglib.Kconfig(str(PORTS / "zephyr/Kconfig"), warn_to_stderr=False)
    menu.load_config(str(tmp_path / "prj.conf"))
    assert not menu.warnings
    assert [name for name, one in menu.syms.items() if name.startswith("KSIG_ENABLE_ML") and one.str_value == "y"] == \
        ["KSIG_ENABLE_ML_DSA_44"]
