# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The manifests of ports/ as their own tools and schemas see them.

VCPKG_ROOT names a checkout of vcpkg, KSIG_VCPKG_SCHEMAS the folder docs/ of vcpkg-tool, KSIG_ARDUINO_SCHEMAS the
folder etc/schemas/ of arduino-lint; what is not named is skipped. PlatformIO and Espressif's component manager come
from PyPI, into an environment of their own: in `make ports`, by KSIG_PACKAGES."""
from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from typing import Any

import pytest

from port_rows import BUILD, ROOT, output, record, skip

PORTS = ROOT / "ports"
CONSUMER = PORTS / "conan/test_package"
sys.path.insert(0, str(ROOT / "scripts"))
description: Any = importlib.import_module("description").read()
SOURCES = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*") if path.suffix in (".c", ".S")}


def valid(schemas: Path, name: str, data: Any) -> bool:
    """Whether data is what a schema of a folder asks for; others of that folder may be referred to."""
    jsonschema, referencing = pytest.importorskip("jsonschema"), pytest.importorskip("referencing")
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schemas.glob("*.schema.json")}
    files.update({path.name: json.loads(path.read_text(encoding="utf-8")) for path in schemas.glob("*-schema.json")})
    registry = referencing.Registry()
    for file, content in files.items():
        for uri in {file, content.get("$id", file)}:
            registry = registry.with_resource(uri, referencing.Resource.from_contents(
                content, default_specification=referencing.jsonschema.DRAFT202012))
    validator = jsonschema.validators.validator_for(files[name])(files[name], registry=registry)
    return not list(validator.iter_errors(data))


# ---- vcpkg -----------------------------------------------------------------------------------------------------------


def test_vcpkg_files() -> None:
    """Every file that the portfile names is there; it calls nothing that no dependency brings."""
    text = (PORTS / "vcpkg/portfile.cmake").read_text()
    named = re.findall(r"\$\{SOURCE_PATH\}/([\w.-]+)", text)
    assert set(named) == set(description.licence_files) and all((ROOT / name).is_file() for name in named)
    manifest = json.loads((PORTS / "vcpkg/vcpkg.json").read_text())
    helpers = {entry["name"] for entry in manifest["dependencies"] if entry["host"]}
    called = set(re.findall(r"^(vcpkg_cmake_\w+)\(", text, re.MULTILINE))
    assert called == {"vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup"}
    assert helpers == {"vcpkg-cmake", "vcpkg-cmake-config"}


def test_vcpkg_schema() -> None:
    """vcpkg.json by vcpkg's own schema, which sees what is wrong."""
    schemas = os.environ.get("KSIG_VCPKG_SCHEMAS")
    if schemas is None:
        skip("vcpkg, manifest", "KSIG_VCPKG_SCHEMAS names no schemas")
    manifest = json.loads((PORTS / "vcpkg/vcpkg.json").read_text())
    assert valid(Path(schemas), "vcpkg.schema.json", manifest)
    for damage in ({"name": "Kilo sig"}, {"version-semver": "one"}, {"dependencies": [{"host": True}]}):
        assert not valid(Path(schemas), "vcpkg.schema.json", {**manifest, **damage}), damage
    record("vcpkg, manifest", "valid for vcpkg.schema.json")


def test_vcpkg(tmp_path: Path) -> None:
    """vcpkg's scripts build the port, as `vcpkg install` has them do it; a consumer finds it and runs. Not vcpkg's
    program itself, which resolves dependencies before that and looks through the package after it."""
    tree = Path(os.environ.get("VCPKG_ROOT", "none"))
    if not (tree / "scripts/ports.cmake").is_file():
        skip("vcpkg", "VCPKG_ROOT names no vcpkg")
    share = tmp_path / "installed/x64-linux/share"
    for helper in ("vcpkg-cmake", "vcpkg-cmake-config"):
        shutil.copytree(tree / "ports" / helper, share / helper)
    configs = ";".join(str(path) for path in sorted(share.glob("*/vcpkg-port-config.cmake")))
    options = {
        "CMD": "BUILD", "PORT": "kilosig", "VERSION": description.version, "FEATURES": "core", "ALL_FEATURES": "",
        "CURRENT_PORT_DIR": PORTS / "vcpkg", "_HOST_TRIPLET": "x64-linux", "TARGET_TRIPLET": "x64-linux",
        "TARGET_TRIPLET_FILE": tree / "triplets/x64-linux.cmake", "VCPKG_BASE_VERSION": "2026-01-01",
        "VCPKG_PLATFORM_TOOLSET": "external", "VCPKG_ROOT_DIR": tree, "_VCPKG_INSTALLED_DIR": tmp_path / "installed",
        "BUILDTREES_DIR": tmp_path / "buildtrees", "PACKAGES_DIR": tmp_path / "packages",
        "DOWNLOADS": tmp_path / "downloads", "VCPKG_CONCURRENCY": "2", "VCPKG_USE_HEAD_VERSION": "0",
        "_VCPKG_EDITABLE": "0", "VCPKG_PORT_CONFIGS": configs,
        "Z_VCPKG_CHAINLOAD_TOOLCHAIN_FILE": tree / "scripts/toolchains/linux.cmake",
        "VCPKG_CMAKE_CONFIGURE_OPTIONS": "-DKSIG_ONLY=ml-dsa-44",
    }
    output("cmake", *(f"-D{name}={value}" for name, value in options.items()), "-P", tree / "scripts/ports.cmake",
           VCPKG_FORCE_SYSTEM_BINARIES="1")
    package = tmp_path / "packages/kilosig_x64-linux"
    there = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    headers = {f"include/kilosig/{path.name}" for path in (ROOT / "include/kilosig").iterdir()}
    assert there >= headers | {"lib/libkilosig.a", "debug/lib/libkilosig.a", "share/kilosig/kilosigConfig.cmake",
                               "share/kilosig/copyright", "lib/pkgconfig/kilosig.pc"}
    assert not any(name.startswith(("debug/include", "debug/share")) for name in there)
    assert "Apache License" in (package / "share/kilosig/copyright").read_text()
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(consumer C)\nfind_package(kilosig CONFIG REQUIRED)\n"
        f"add_executable(consumer {CONSUMER}/consumer.c)\n"
        "target_link_libraries(consumer PRIVATE kilosig::kilosig)\n")
    output("cmake", "-S", tmp_path, "-B", tmp_path / "out", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={package}")
    output("cmake", "--build", tmp_path / "out")
    assert output(tmp_path / "out/consumer").strip() == description.version
    record("vcpkg", "by vcpkg's scripts, x64-linux", "consumer, this computer")


# ---- Arduino ---------------------------------------------------------------------------------------------------------


def test_arduino_schema() -> None:
    """library.properties by the schema of arduino-lint: the strict one but for the address, which is nobody's yet."""
    schemas = os.environ.get("KSIG_ARDUINO_SCHEMAS")
    if schemas is None:
        skip("Arduino, manifest", "KSIG_ARDUINO_SCHEMAS names no schemas")
    lines = (PORTS / "arduino/library.properties").read_text().splitlines()
    fields = dict(line.split("=", 1) for line in lines)
    name = "arduino-library-properties-strict-schema.json"
    assert valid(Path(schemas), name, fields)
    for damage in ({"version": "1.x"}, {"category": "Cryptography"}, {"name": "-kilosig"}):
        assert not valid(Path(schemas), name, {**fields, **damage}), damage
    record("Arduino, manifest", "valid for arduino-lint's schema")


# ---- PlatformIO, ESP-IDF: their tools --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tools() -> Path:
    """An environment with both."""
    if "KSIG_PACKAGES" not in os.environ:
        pytest.skip("KSIG_PACKAGES=1, make ports")
    folder = BUILD / "ports/tools"
    if not (folder / "bin/compote").exists() or not (folder / "bin/pio").exists():
        venv.create(folder, with_pip=True, clear=True)
        done = subprocess.run([folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
                               "--require-hashes", "--only-binary", ":all:",
                               "-r", ROOT / "tools/requirements/packages.txt"],
                              check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            skip("PlatformIO, ESP-IDF", "pip cannot install their tools: " + done.stdout.splitlines()[-1])
    return folder / "bin"


def package(folder: Path, *names: str) -> Path:
    """What a release has at its root, and these files."""
    for part in ("src", "include"):
        shutil.copytree(ROOT / part, folder / part)
    for name in (*description.licence_files, "README.md"):
        shutil.copy(ROOT / name, folder)
    for name in names:
        shutil.copy(ROOT / name, folder)
    return folder


def packed(archive: Path) -> set[str]:
    """Names of the files in an archive."""
    with tarfile.open(archive) as tar:
        return {member.name for member in tar.getmembers() if member.isfile()}


# pio asks spdx.org for the names of licences; these are two of them.
PACK = """
import sys
from platformio.package.manifest.schema import ManifestSchema
from platformio.package.pack import PackagePacker
ManifestSchema.load_spdx_licenses = staticmethod(
    lambda *_: {"licenses": [{"licenseId": "Apache-2.0"}, {"licenseId": "MIT"}]})
print(PackagePacker(sys.argv[1]).pack(sys.argv[2]))
"""


def test_platformio(tools: Path, tmp_path: Path) -> None:
    """PlatformIO's packer takes library.json, and packs every source. It builds nothing: its builder is not on PyPI."""
    folder = package(tmp_path / "kilosig", "ports/platformio/library.json")
    archive = tmp_path / "kilosig.tar.gz"
    environment = {"PLATFORMIO_CORE_DIR": str(tmp_path / "core"), "PLATFORMIO_SETTING_ENABLE_TELEMETRY": "no"}
    output(tools / "python", "-c", PACK, folder, archive, **environment)
    names = packed(archive)
    assert SOURCES <= names and "include/kilosig/kilosig.h" in names and not any("test" in name for name in names)
    text = (folder / "library.json").read_text()
    for old, new in (('"Apache-2.0 OR MIT"', '"Apache-3.0"'), (f'"{description.version}"', '"one"')):
        assert old in text
        (folder / "library.json").write_text(text.replace(old, new))
        with pytest.raises(AssertionError):
            output(tools / "python", "-c", PACK, folder, archive, **environment)
    record("PlatformIO", "packed by PlatformIO; licences checked offline", skipped="its builder is not on PyPI")


def test_esp_idf_component(tools: Path, tmp_path: Path) -> None:
    """Espressif's component manager takes idf_component.yml, and packs every source."""
    folder = package(tmp_path / "kilosig", "ports/esp-idf/idf_component.yml", "CMakeLists.txt")
    pack = (tools / "compote", "--warnings-as-errors", "component", "pack", "--name", "kilosig", "--project-dir",
            folder)
    environment = {"IDF_TOOLS_PATH": str(tmp_path / "idf"), "IDF_COMPONENT_CHECK_NEW_VERSION": "0"}
    output(*pack, **environment)
    names = {name.replace("./", "", 1) for name in packed(folder / f"dist/kilosig_{description.version}.tgz")}
    assert SOURCES <= names and {"idf_component.yml", "CMakeLists.txt", "LICENSE"} <= names
    text = (folder / "idf_component.yml").read_text()
    for old, new in ((f'version: "{description.version}"', 'version: "one"'), ('">=5.0"', '">=five"'),
                     ('license: "Apache-2.0 OR MIT"', 'license: ["MIT"]')):
        assert old in text
        (folder / "idf_component.yml").write_text(text.replace(old, new))
        with pytest.raises(AssertionError):
            output(*pack, **environment)
    record("ESP-IDF, manifest", "packed by Espressif's component manager")
