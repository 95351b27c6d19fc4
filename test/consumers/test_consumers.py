# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig in a stranger's project: installed and found, as a subdirectory, in one file, for several compilers; and
what the linker says where something is missing."""
from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from support import flipped, private_key, public_key

ROOT = Path(__file__).resolve().parents[2]
CONSUMERS = ROOT / "test/consumers"
BUILD = ROOT / "build/consumers"
ONLY = "-DKSIG_ONLY=ml-dsa-44, slh-dsa-sha2-128s"
MESSAGE = b"activate 33 units of the machine."
# How fast it is, these do not ask: compiled in half the time.
QUICKLY = "-DCMAKE_BUILD_TYPE=Debug"
ARM = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"]


def run(*command: object, **options: object) -> str:
    """Output of a command, stderr too; AssertionError with it if it fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return str(done.stdout)


def fails(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    assert done.returncode != 0
    return done.stdout


def build(source: Path, folder: str, *options: str) -> str:
    """Configures and builds; what both said."""
    out = BUILD / folder
    return run("cmake", "-S", source, "-B", out, "-G", "Ninja", *options) + run("cmake", "--build", out)


def install(folder: str, *options: str) -> Path:
    said = build(ROOT, folder, ONLY, "-DKSIG_OPTIMIZE=size", *options)
    assert "warning" not in said.lower()
    prefix = BUILD / f"{folder}-prefix"
    shutil.rmtree(prefix, ignore_errors=True)
    run("cmake", "--install", BUILD / folder, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def prefix() -> Path:
    return install("static", QUICKLY)


def check(program: Path, folder: Path, **environment: str) -> None:
    """The program accepts a genuine signature, and no other."""
    key, signature = public_key("ml-dsa-44"), private_key("ml-dsa-44").sign(MESSAGE)
    for status, message in ((0, MESSAGE), (1, flipped(MESSAGE, 9))):
        for name, data in (("key", key), ("message", message), ("signature", signature)):
            (folder / name).write_bytes(data)
        done = subprocess.run([program, folder / "key", folder / "message", folder / "signature"], check=False,
                              env={**os.environ, **environment})
        assert done.returncode == status


def test_default_build_is_the_library_alone(tmp_path: Path) -> None:
    """No tests, no tool, no second variant; warnings that are no errors."""
    run("cmake", "-S", ROOT, "-B", tmp_path, "-G", "Ninja")
    commands = run("cmake", "--build", tmp_path, "--", "-t", "commands")
    assert set(re.findall(r" -o (\w+)", commands)) == {"CMakeFiles"}
    assert re.findall(r"(\S+\.(?:a|so)\S*)", commands.splitlines()[-1])[0] == "lib/libkilosig.a"
    sources = [path for path in (ROOT / "src").rglob("*") if path.suffix in (".c", ".S")]
    assert len(commands.splitlines()) == len(sources) + 1
    assert "-Wall" in commands and "-O2" in commands and "-Werror" not in commands


def test_only_what_is_named_is_built(tmp_path: Path) -> None:
    run("cmake", "-S", ROOT, "-B", tmp_path, "-G", "Ninja", "-DKSIG_ONLY=lms")
    commands = run("cmake", "--build", tmp_path, "--", "-t", "commands")
    assert "/lms_verify.c" in commands and "-DKSIG_ENABLE_LMS=1" in commands
    assert not re.search("mldsa|haetae|falcon|slhdsa|xmss|rainbow", commands)


def test_configuration_is_recorded(tmp_path: Path) -> None:
    """All that a build can choose stands in the config.h that it installs; nothing else may be included there."""
    (tmp_path / "mine.h").write_text("#define KSIG_ENABLE_PREHASH 0\n#define KSIG_ENABLE_FALCON 1\n")
    run("cmake", "-S", ROOT, "-B", tmp_path, "-G", "Ninja", ONLY, "-DKSIG_OPTIMIZE=size",
        f"-DKSIG_CONFIG={tmp_path}/mine.h")
    (tmp_path / "kilosig").mkdir()
    (tmp_path / "kilosig/config.h").write_text((tmp_path / "install/config.h").read_text())
    names = ["KSIG_ENABLE_PREHASH", "KSIG_ENABLE_FN_DSA_512", "KSIG_ENABLE_ML_DSA_44", "KSIG_ENABLE_ML_DSA_65",
             "KSIG_ENABLE_SLH_DSA_SHA2_128S", "KSIG_ENABLE_LMS", "KSIG_COMPACT_HASH"]
    (tmp_path / "seen.c").write_text('#include "kilosig/config.h"\n' + "\n".join(f"seen {name}" for name in names))
    text = run("cc", "-E", "-P", "-I", tmp_path, "-I", ROOT / "include", tmp_path / "seen.c")
    assert re.findall(r"seen (.+)", text) == ["0", "1", "1", "0", "1", "0", "(0 == 0)"]


def test_find_package(prefix: Path, tmp_path: Path) -> None:
    """C99 and C++17, the configuration from the installed headers."""
    build(CONSUMERS, "find_package", f"-DCMAKE_PREFIX_PATH={prefix}")
    check(BUILD / "find_package/c", tmp_path)
    check(BUILD / "find_package/cpp", tmp_path)
    assert run(BUILD / "find_package/hpp") == "kilosig.hpp: all as expected\n"


@pytest.fixture(scope="module")
def variants() -> Path:
    return install("variants", QUICKLY, "-DKSIG_VARIANTS=default;fast;small")


@pytest.mark.parametrize("variant, number", [("", 0), ("fast", 1), ("small", 2)])
def test_a_target_for_each_variant(variants: Path, variant: str, number: int, tmp_path: Path) -> None:
    """The target of a variant brings the library and the configuration of that variant."""
    suffix = f"_{variant}" if variant else ""
    folder = f"find_variant{suffix}"
    build(CONSUMERS, folder, f"-DCMAKE_PREFIX_PATH={variants}", f"-DLIBRARY=kilosig{suffix}")
    if variant != "small":  # which needs a secret, that the program does not have: it is linked
        check(BUILD / folder / "c", tmp_path)
        check(BUILD / folder / "cpp", tmp_path)
    commands = run("cmake", "--build", BUILD / folder, "--", "-t", "commands")
    includes = list(dict.fromkeys(re.findall(r"-isystem (\S+)", commands)))
    seen = run("cc", "-E", "-dM", *(f"-I{path}" for path in includes), "-include", "kilosig/kilosig.h", "-x", "c",
               "/dev/null")
    values = re.findall(r"^#define KSIG_ML_DSA_VARIANT (\w+)$", seen, re.MULTILINE)
    assert values == [("KSIG_VARIANT_DEFAULT", "KSIG_VARIANT_FAST", "KSIG_VARIANT_SMALL")[number]]
    assert re.search(rf"#define KSIG_LINKED_ML_DSA \"{number}\"", seen)


def test_the_wrong_variant(variants: Path) -> None:
    """Headers of one variant with the library of another do not link; two variants in a program are not configured."""
    options = (f"-DCMAKE_PREFIX_PATH={variants}", "-DLIBRARY=kilosig_fast")
    run("cmake", "-S", CONSUMERS, "-B", BUILD / "wrong_headers", "-G", "Ninja", *options, "-DMISTAKE=headers")
    said = fails("cmake", "--build", BUILD / "wrong_headers", "--target", "c")
    assert "ksig_the_library_was_not_built_with_KSIG_ML_DSA_VARIANT_0" in said
    said = fails("cmake", "-S", CONSUMERS, "-B", BUILD / "wrong_both", "-G", "Ninja", *options, "-DMISTAKE=both")
    assert "KSIG_VARIANT" in said and "kilosig::kilosig_fast" in said


def test_fetch_content(tmp_path: Path) -> None:
    """From a local folder, in C and C++17, two variants in one project."""
    build(CONSUMERS / "fetch_content", "fetch_content", QUICKLY, f"-DKILOSIG={ROOT}")
    for program in ("c", "cpp"):
        check(BUILD / "fetch_content" / program, tmp_path)
    assert not list((BUILD / "fetch_content").rglob("test_*"))


@pytest.mark.parametrize("variant", ["", "-fast"])
def test_pkg_config_of_a_variant(variants: Path, variant: str, tmp_path: Path) -> None:
    """kilosig-fast.pc has the flags of that variant."""
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is not installed")
    folder = next(variants.rglob("kilosig.pc")).parent
    flags = run("pkg-config", "--cflags", "--libs", f"kilosig{variant}",
                env={**os.environ, "PKG_CONFIG_PATH": str(folder)})
    run("cc", "-std=c99", "-Wall", "-Werror", CONSUMERS / "app.c", "-o", tmp_path / "app", *flags.split())
    check(tmp_path / "app", tmp_path)


def test_pkg_config(prefix: Path, tmp_path: Path) -> None:
    """Also from a prefix that was moved."""
    if shutil.which("pkg-config") is None:
        pytest.skip("pkg-config is not installed")
    moved = tmp_path / "moved"
    shutil.copytree(prefix, moved, symlinks=True)
    folder = next(moved.rglob("kilosig.pc")).parent
    flags = run("pkg-config", "--cflags", "--libs", "kilosig", env={**os.environ, "PKG_CONFIG_PATH": str(folder)})
    run("cc", "-std=c99", "-Wall", "-Werror", CONSUMERS / "app.c", "-o", tmp_path / "app", *flags.split())
    check(tmp_path / "app", tmp_path)


def test_shared_library(tmp_path: Path) -> None:
    """The public headers' names, all and alone; a name that changes with the interface."""
    folder = install("shared", QUICKLY, "-DBUILD_SHARED_LIBS=ON")
    library = next(folder.rglob("libkilosig.so"))
    exported = {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()}
    checks = {name for name in exported if name.startswith("ksig_the_library_was_not_built_with_")}
    assert len(checks) == 9
    headers = " ".join(path.read_text() for path in (ROOT / "include/kilosig").glob("*.h"))
    functions = set(re.findall(r"\b(ksig_\w+)\((?:void|const|size_t|uint|ksig_verdict)[^#]*?\);", headers))
    functions -= set(re.findall(r"typedef \w+ (ksig_\w+)\(", headers))
    functions.remove("ksig_verify_again")  # of KSIG_FAULTS_DOUBLE alone
    assert {"ksig_verify_push", "ksig_version", "ksig_sign_take"} <= functions
    (tmp_path / "list.c").write_text('#include "kilosig/x509_classical.h"\n'
                                     "#define KSIG_SCHEME(ID, id, ...) data ksig_##id\n"
                                     "#define KSIG_KEYGEN_SCHEME(id) data ksig_##id##_keygen\n"
                                     "#define KSIG_SIGN_SCHEME(id) data ksig_##id##_sign\n"
                                     '#include "kilosig/schemes.def"\n')
    listed = run("cc", "-E", "-P", "-I", folder / "include", tmp_path / "list.c")
    data = set(re.findall(r"data (ksig_\w+)", listed))
    assert {"ksig_ml_dsa_44", "ksig_ml_dsa_44_sign", "ksig_slh_dsa_sha2_128s"} <= data
    data |= {"ksig_schemes", "ksig_keygen_schemes", "ksig_sign_schemes"}
    for declared in re.findall(r"extern const ksig_(?:composite_)?scheme ([^;]*);", listed):
        data |= set(re.findall(r"ksig_(?:composite|x509)_\w+", declared))
    assert exported - checks - functions == data
    assert functions <= exported
    version = re.search(r'KSIG_VERSION "(\d+\.\d+)\.', headers)
    assert version and f"[libkilosig.so.{version[1]}]" in run("readelf", "-d", library)
    run("cc", "-I", folder / "include", CONSUMERS / "app.c", library, "-o", tmp_path / "app")
    check(tmp_path / "app", tmp_path, LD_LIBRARY_PATH=str(library.parent))


def test_shared_library_for_aarch64(tmp_path: Path) -> None:
    """Its linker takes no reference to an absolute symbol of value 0 into a shared library. A program links, runs, and
    does not link with another configuration."""
    for program in ("aarch64-linux-gnu-gcc", "qemu-aarch64"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    folder = install("shared-aarch64", QUICKLY, "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_SYSTEM_NAME=Linux",
                     "-DCMAKE_SYSTEM_PROCESSOR=aarch64", "-DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc")
    library = next(folder.rglob("libkilosig.so"))
    assert library.read_bytes()[18:20] == b"\xb7\0"  # EM_AARCH64
    build_app = ("aarch64-linux-gnu-gcc", "-I", folder / "include", CONSUMERS / "app.c", library, "-o")
    run(*build_app, tmp_path / "app")
    said = fails(*build_app, tmp_path / "wrong", "-DKSIG_ML_DSA_VARIANT=KSIG_VARIANT_FAST")
    assert set(re.findall(r"the_library_was_not_built_with_KSIG_(\w+)", said)) == {"ML_DSA_VARIANT_1"}
    emulated = tmp_path / "emulated"
    emulated.write_text("#!/bin/sh\nexec qemu-aarch64 -L /usr/aarch64-linux-gnu "
                        f"-E LD_LIBRARY_PATH={library.parent} {tmp_path / 'app'} \"$@\"\n")
    emulated.chmod(0o755)
    check(emulated, tmp_path)


@pytest.mark.parametrize("cpu, flags", [("cortex-m3", "project"), ("cortex-m33", "toolchain"),
                                        ("cortex-m55", "target")])
def test_subdirectory_of_firmware(cpu: str, flags: str) -> None:
    """Wherever the flags are set, the core gets its assembly; "project" has -flto and -Werror, too."""
    folder = f"firmware-{cpu}"
    optimized = [] if flags == "project" else ["-DCMAKE_BUILD_TYPE=MinSizeRel"]  # at -O0 the library refuses
    build(CONSUMERS / "subdirectory", folder, f"-DCPU={cpu}", f"-DFLAGS={flags}", f"-DKILOSIG={ROOT}", *optimized,
          "-DKSIG_ONLY=ml-dsa-44",
          f"-DCMAKE_TOOLCHAIN_FILE={CONSUMERS}/subdirectory/toolchain.cmake")
    names = run("arm-none-eabi-nm", BUILD / folder / "firmware")
    assert "ksig_keccak_f1600" in names
    archive = run("arm-none-eabi-nm", BUILD / folder / "kilosig/lib/libkilosig.a")
    member = re.search(r"keccak_f1600_armv7m\.S\.o\w*:\n((?:.+\n)+)", archive)
    assert member and " T ksig_keccak_f1600\n" in member[1]


@pytest.fixture(scope="module")
def arm() -> Path:
    """Objects for Cortex-M3: kilosig.o, the library in one file; *_armv7m.o, its assembly; firmware.o, an
    application."""
    folder = BUILD / "arm"
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, ROOT / "scripts/amalgamate.py", folder, "--only", "ml-dsa-44")
    only = ["-DKSIG_ENABLE_DEFAULT=0", "-DKSIG_ENABLE_ML_DSA_44=1"]
    run(*ARM, "-DKSIG_ENABLE_ASSEMBLY=1", "-O2", "-ffreestanding", "-ffunction-sections", "-I", folder, "-c",
        "kilosig.c", cwd=folder)
    run(*ARM, *only, "-O1", *INCLUDE, "-c", CONSUMERS / "subdirectory/firmware.c",
        *sorted((ROOT / "src").rglob("*.S")), cwd=folder)
    return folder


INCLUDE = ["-I", ROOT / "include", "-I", ROOT / "src"]
LINK = [*ARM, "--specs=picolibc.specs", "-nostartfiles", "-Wl,-e,main,--gc-sections", "-Wl,--defsym=__flash=0",
        "-Wl,--defsym=__flash_size=0x40000,--defsym=__ram=0x20000000,--defsym=__ram_size=0x4000"]


def test_assembly_forgotten(arm: Path, tmp_path: Path) -> None:
    """The linker says what is missing, and with it, all is well."""
    said = fails(*LINK, arm / "firmware.o", arm / "kilosig.o", "-o", tmp_path / "image")
    assert "ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0" in said
    run(*LINK, *arm.glob("*.o"), "-o", tmp_path / "image")


def test_stack_of_verify_with_key(arm: Path, tmp_path: Path) -> None:
    """The call accepts on an emulated Cortex-M3, with the stack that verify.h states."""
    pytest.importorskip("unicorn", exc_type=ImportError)
    from cortex import STACK_TOP, Machine
    run(*LINK, "-Wl,-u,ksig_verify_with_key", *arm.glob("*.o"), "-o", tmp_path / "image")
    machine = Machine(tmp_path / "image")
    key, signature = public_key("ml-dsa-44"), private_key("ml-dsa-44").sign(MESSAGE)
    places = [machine.allocate(data) for data in (key, MESSAGE, signature)]
    args = machine.allocate(struct.pack("<7I2B", 0, 0, 0, 0, len(MESSAGE), len(signature), len(key), 0, 0))
    state, paint = machine.allocate(bytes(4384)), bytes(range(1, 251))
    machine.write(STACK_TOP - 4 * len(paint), 4 * paint)
    machine.write(STACK_TOP, struct.pack("<3I", *places))
    accepted = machine.call("ksig_verify_with_key", state, 4384, machine.symbols["ksig_ml_dsa_44"], args)
    assert accepted == 0xA5C3963C
    left = machine.read(STACK_TOP - 4 * len(paint), 4 * len(paint))
    untouched = next(i for i, byte in enumerate(left) if byte != (4 * paint)[i])
    header = (ROOT / "include/kilosig/verify.h").read_text()
    stated = re.search(r"KSIG_VERIFY_WITH_KEY_STACK_BYTES (\d+)", header)
    assert stated and 300 < len(left) - untouched <= int(stated[1])


@pytest.mark.parametrize("option, differs", [
    ("KSIG_ML_DSA_VARIANT=KSIG_VARIANT_FAST", ["ML_DSA_VARIANT_1"]),
    ("KSIG_OPTIMIZE=KSIG_OPTIMIZE_SPEED", ["ML_DSA_VARIANT_1", "ML_DSA_SIGN_VARIANT_1", "HAETAE_SIGN_VARIANT_1"]),
    ("KSIG_ENABLE_XMSS_RFC8391=1", ["ENABLE_XMSS_RFC8391_1"]),
    ("KSIG_ENABLE_LMS_SHAKE=0", ["ENABLE_LMS_SHAKE_0"]),
    ("KSIG_FAULTS=KSIG_FAULTS_NONE", ["FAULTS_NONE"]),
    ("KSIG_FAULTS=KSIG_FAULTS_DOUBLE", ["FAULTS_DOUBLE"]),
    ("KSIG_ANCHOR_HASH=KSIG_HASH_SHAKE256", ["ANCHOR_HASH_SHAKE256"])])
def test_two_configurations(arm: Path, option: str, differs: list[str], tmp_path: Path) -> None:
    """An application that sees another configuration than its library does not link, whatever the linker may drop."""
    application = tmp_path / "firmware.o"
    run(*ARM, f"-D{option}", "-O1", "-ffunction-sections", *INCLUDE, "-c", CONSUMERS / "subdirectory/firmware.c", "-o",
        application)
    library = [path for path in arm.glob("*.o") if path.name != "firmware.o"]
    said = fails(*LINK, application, *library, "-o", tmp_path / "image")
    found = set(re.findall(r"undefined reference to `ksig_the_library_was_not_built_with_KSIG_(\w+)'", said))
    assert found == set(differs)


def test_no_flash_for_the_check(tmp_path: Path) -> None:
    """What the linker is asked for takes no byte of an image."""
    sizes: set[str] = set()
    for switch in (0, 1):
        folder = tmp_path / str(switch)
        folder.mkdir()
        run(*ARM, f"-DKSIG_ENABLE_LINK_CHECK={switch}", "-O1", "-ffunction-sections", *INCLUDE, "-c",
            CONSUMERS / "subdirectory/firmware.c", ROOT / "src/api/verify.c",
            ROOT / "src/hash/keccak.c", cwd=folder)
        sizes.add(re.sub(r"\S*/", "", run("arm-none-eabi-size", *sorted(folder.glob("*.o")))))
    assert len(sizes) == 1


def test_only_unknown_schemes(tmp_path: Path) -> None:
    said = fails("cmake", "-S", ROOT, "-B", tmp_path, "-DKSIG_ONLY=ml-dsa-44,ml-dsa-45")
    assert "KSIG_ONLY: there is no scheme 'ml-dsa-45'" in said.replace("\n", " ")
    assert "slh-dsa-sha2-128s" in said


@pytest.mark.parametrize("definitions, schemes", [
    (["KSIG_ENABLE_DEFAULT=0", "KSIG_ENABLE_ML_DSA_44=1"], {"ml-dsa-44"}),
    (["KSIG_ENABLE_DEFAULT=0", "KSIG_ENABLE_ML_DSA=1"], {"ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "dilithium2-r3"}),
    (["KSIG_ENABLE_DEFAULT=0", "KSIG_ENABLE_HAETAE=1", "KSIG_ENABLE_HAETAE_2=0", "KSIG_ENABLE_HAETAE_3=0"],
     {"haetae-5", "haetae-5-kpqc"}),
    (["KSIG_ENABLE_DEFAULT=0", "KSIG_ENABLE_FALCON=1", "KSIG_ENABLE_FALCON_1024=0", "KSIG_ENABLE_FALCON_512=0"],
     {"fn-dsa-512", "fn-dsa-1024"})])
def test_families(definitions: list[str], schemes: set[str], tmp_path: Path) -> None:
    (tmp_path / "list.c").write_text('#include "kilosig/kilosig.h"\n'
                                     "#define KSIG_SCHEME(ID, id, name, ...) scheme name\n"
                                     '#include "kilosig/schemes.def"\n')
    text = run("cc", "-E", "-P", *(f"-D{one}" for one in definitions), "-I", ROOT / "include", tmp_path / "list.c")
    assert set(re.findall(r'scheme "([^"]+)"', text)) == schemes


@pytest.mark.parametrize("compiler", ["gcc -m32", "clang --target=thumbv7m-none-eabi -nostdlibinc",
                                      "clang --target=riscv32-none-elf -nostdlibinc"])
def test_without_libc_headers(compiler: str, tmp_path: Path) -> None:
    """A freestanding compiler that has no string.h."""
    run(sys.executable, ROOT / "scripts/amalgamate.py", tmp_path)
    said = run(*compiler.split(), "-std=c99", "-ffreestanding", "-Wall", "-Wextra", "-Wno-unused-function",
               "-Werror", "-O1", "-fsyntax-only", "-I", tmp_path, tmp_path / "kilosig.c")
    assert said == ""
