#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes the static site, dist/site. `make site` calls it after scripts/setup.sh and the build of the tool.

usage: make.py [--output DIRECTORY]

The site is made beside the directory and moved there when it is whole. It needs clang and wasm-ld, arm-none-eabi-gcc
for the memory maps, doxygen for the reference of the headers, and no network."""
from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from kilosig_site import BUILD, ROOT, SITE, advisor, api, handbook, memory_map, run_page  # noqa: E402
from kilosig.errors import UserError  # noqa: E402


def make(output: Path) -> None:
    """Everything, into a fresh directory."""
    BUILD.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(SITE / "static", output)
    run_page.make(output)
    memory_map.make(output)
    advisor.make(output)
    handbook.make(output, api.reference())


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the static site.")
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "site", help="default: dist/site")
    output = parser.parse_args().output.resolve()
    if output.exists() and any(output.iterdir()) and not (output / "js" / "library.js").is_file():
        print(f"{output} is not a site that this program made: name an empty directory.", file=sys.stderr)
        return 2
    fresh = output.with_name(output.name + ".new")
    try:
        make(fresh)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except FileNotFoundError as error:
        print(f"{error.filename} is missing: run 'scripts/setup.sh site'.", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"{error.cmd[0]} failed: see above.", file=sys.stderr)
        return 2
    shutil.rmtree(output, ignore_errors=True)
    fresh.rename(output)
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    print(f"{output}: {size:,} bytes; open {output / 'index.html'}, or 'kilosig-bench site'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
