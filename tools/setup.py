# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Puts the compiled library and the accepted rows into wheels, and what they are made of into source archives. What
else a package says is in pyproject.toml.

A wheel for another system: its libraries in KSIG_LIBRARY_DIR, and _PYTHON_HOST_PLATFORM (linux-aarch64)."""
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
PACKED = HERE / "checkout"  # in a source archive: what it needs of the checkout
ROOT = PACKED if PACKED.is_dir() else HERE.parent
COMPILED = Path(tempfile.mkdtemp(prefix="kilosig-build-"))
PATTERN = re.compile(r"libkilosig-research(-fast|-small)?\.(so|dylib|dll)")
VARIANTS = 3


def library_files():
    """The shared libraries of all variants; builds them if they are not there."""
    named = os.environ.get("KSIG_LIBRARY_DIR")
    folder = Path(named) if named else COMPILED if PACKED.is_dir() else ROOT / "build" / "host" / "lib"

    def found():
        return sorted(path for path in folder.glob("*") if PATTERN.fullmatch(path.name))

    if len(found()) < VARIANTS and folder == COMPILED:
        subprocess.run([sys.executable, str(HERE / "native" / "compile.py"), str(PACKED), str(folder)], check=True)
    elif len(found()) < VARIANTS and not named and (ROOT / "scripts" / "build.sh").is_file():
        subprocess.run([str(ROOT / "scripts" / "build.sh"), "host:tool"], check=True)
    if len(found()) < VARIANTS:
        raise SystemExit(f"{folder} has no libkilosig-research in {VARIANTS} variants: run 'make tool' in the checkout,"
                         " or name the directory in KSIG_LIBRARY_DIR.")
    return found()


class BuildWithLibrary(build_py):
    """Copies what is not Python. An editable installation finds it in the checkout."""

    def run(self):
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / "kilosig"
        native = package / "library" / "native"
        native.mkdir(parents=True, exist_ok=True)
        for path in library_files():
            shutil.copy2(path, native)
        shutil.copy2(ROOT / "bench" / "accepted.json", package / "files")
        # What `kilosig-bench site` opens, if the environment names it: `make site` made it before.
        if os.environ.get("KSIG_SITE_DIR"):
            shutil.copytree(os.environ["KSIG_SITE_DIR"], package / "site", dirs_exist_ok=True)


class PlatformWheel(bdist_wheel):
    """A wheel for this system and any Python 3: the library is loaded, not linked."""

    def get_tag(self):
        if "editable_wheel" in self.distribution.command_obj:
            return "py3", "none", "any"  # the library stays in the checkout, and may not be built yet
        platform = sysconfig.get_platform()
        if platform.startswith("linux-"):
            # The newest symbol version of the C library that is asked for, 2.5 at least (PEP 600).
            asked = [int(minor) for path in library_files()
                     for minor in re.findall(rb"GLIBC_2\.(\d+)", path.read_bytes())]
            platform = f"manylinux_2_{max([5, *asked])}_{platform[len('linux-'):]}"
        return "py3", "none", re.sub(r"[-.]", "_", platform)


class SourcesOfLibrary(sdist):
    """Adds the C library: a compiler is all that an installation needs."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        target = Path(base_dir) / "checkout"
        for name in ("src", "include", "research"):
            shutil.copytree(ROOT / name, target / name)
        shutil.copy2(ROOT / "schemes.toml", target)
        (target / "bench").mkdir()
        shutil.copy2(ROOT / "bench" / "accepted.json", target / "bench")
        shutil.copytree(HERE / "native", Path(base_dir) / "native", dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))
        licences = HERE.parent if ROOT == HERE.parent else HERE
        for path in licences.glob("LICENSE*"):
            shutil.copy2(path, base_dir)


class WithLibrary(Distribution):
    """Not pure: its files are for one system."""

    def has_ext_modules(self):
        return True


setup(distclass=WithLibrary,
      cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel, "sdist": SourcesOfLibrary},
      # Nothing is left beside the sources.
      options={"build": {"build_base": str(COMPILED / "build")}})
