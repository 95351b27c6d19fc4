#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the wheel of the host tool, with the library inside, into build/wheel. It works without the checkout.
set -eu
cd "$(dirname "$0")/.."
scripts/setup.sh tool
scripts/build.sh host:tool
rm -rf build/wheel
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel ./tools
ls build/wheel/*.whl
