#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Puts the sources of the FreeRTOS kernel (MIT) below build/freertos and prints their folder. They come from crates.io,
# with the version and checksum of kernel/Cargo.lock. Needs the network once.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^freertos-next = "=\(.*\)"$/\1/p' ports/freertos/kernel/Cargo.toml)
folder=build/freertos/$version
if [ ! -e "$folder/done" ]; then
    mkdir -p "$folder"
    cargo vendor --quiet --locked --manifest-path ports/freertos/kernel/Cargo.toml "$folder/crates" >/dev/null
    touch "$folder/done"
fi
kernel=$folder/crates/freertos-next/FreeRTOS-Kernel
[ -e "$kernel/tasks.c" ] || { echo "$kernel has no kernel" >&2; exit 1; }
echo "$PWD/$kernel"
