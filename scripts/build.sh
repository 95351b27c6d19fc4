#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds CMake presets; says nothing but the name unless something is wrong.
# usage: scripts/build.sh PRESET[:TARGET]...
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
for goal; do
    preset=${goal%%:*}
    target=all
    case $goal in *:*) target=${goal#*:} ;; esac
    echo "build: $goal"
    log=build/$preset.log
    { cmake --preset "$preset" && cmake --build --preset "$preset" --target "$target"; } >"$log" 2>&1 || {
        tail -n 60 "$log" >&2
        echo "build: $preset failed, the whole output is in $log" >&2
        exit 1
    }
done
