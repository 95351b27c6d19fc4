#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the QEMU plugin that measures. usage: bench/plugin/build.sh [OUTPUT], default build/bench/plugin.so
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../build/bench/plugin.so}
mkdir -p "$(dirname "$out")"
# Built beside the target and moved: a QEMU that runs keeps the plugin it loaded.
${CC:-cc} -std=c11 -O2 -g -shared -fPIC -fvisibility=hidden -Wall -Wextra -Wshadow -Werror -o "$out.$$" "$here"/*.c
mv "$out.$$" "$out"
