#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the wheel of the host tool, with the library inside, into build/wheel. It works without the checkout.
# usage: scripts/wheel.sh [sdist | aarch64]
#   sdist     the source archive instead: an installation of it needs a C compiler
#   aarch64   a wheel for Linux on 64-bit Arm, by CC or aarch64-linux-gnu-gcc
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh tool
goal=${1:-here}
# By the setuptools that setup.sh installed, whose digest is known.
wheel="env PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/python -m pip wheel --quiet --no-index --no-deps --no-build-isolation"
mkdir -p build/wheel
case $goal in
    here)
        scripts/build.sh host:tool
        rm -f build/wheel/*"$(uname -m)".whl
        $wheel --wheel-dir build/wheel ./tools
        ls build/wheel/*"$(uname -m)".whl
        ;;
    sdist)
        rm -f build/wheel/*.tar.gz
        cd tools
        ../.venv/bin/python setup.py --quiet sdist --dist-dir ../build/wheel
        cd ..
        ls build/wheel/*.tar.gz
        ;;
    aarch64)
        rm -rf build/wheel/lib-aarch64 build/wheel/*aarch64.whl
        CC=${CC:-aarch64-linux-gnu-gcc} .venv/bin/python tools/native/compile.py . build/wheel/lib-aarch64
        KSIG_LIBRARY_DIR=$PWD/build/wheel/lib-aarch64 _PYTHON_HOST_PLATFORM=linux-aarch64 $wheel \
            --wheel-dir build/wheel ./tools
        ls build/wheel/*aarch64.whl
        ;;
    *)
        echo "usage: $0 [sdist | aarch64]" >&2
        exit 2
        ;;
esac
