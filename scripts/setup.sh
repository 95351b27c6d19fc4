#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Installs what is missing for `make tool`, `make demo`, `make site`, `make test` or `make bench`, and nothing else.
# usage: scripts/setup.sh tool|demo|site|test|bench [system]
# System tools come from apt-get where there is one, Python packages go into .venv. With everything present it needs no
# network and changes nothing. system: the former alone.
set -eu
cd "$(dirname "$0")/.."
goal=${1:-demo}
case $goal in tool | demo | site | test | bench) ;; *) echo "usage: $0 tool|demo|site|test|bench [system]" >&2; exit 2 ;; esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# ---- What is there: each probe asks the tool itself, not a package manager ------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }

has_cmake() { has cmake && cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] * 1000 + v[2] >= 3022) }'; }

has_host_gcc() {
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/gcc.c"
    has gcc && gcc "$scratch/gcc.c" -o "$scratch/gcc" 2>/dev/null
}

has_sanitizers() {
    printf 'int main(void) { return 0; }\n' >"$scratch/san.c"
    has gcc && gcc -fsanitize=address,undefined "$scratch/san.c" -o "$scratch/san" 2>/dev/null
}

has_picolibc() {
    printf '#include <string.h>\n' >"$scratch/pico.c"
    has arm-none-eabi-gcc && arm-none-eabi-gcc --specs=picolibc.specs -mcpu=cortex-m3 -mthumb -c "$scratch/pico.c" \
        -o "$scratch/pico.o" 2>/dev/null
}

has_riscv_picolibc() {
    printf '#include <string.h>\n' >"$scratch/pico.c"
    has riscv64-unknown-elf-gcc && riscv64-unknown-elf-gcc --specs=picolibc.specs -march=rv32imac -mabi=ilp32 -c \
        "$scratch/pico.c" -o "$scratch/pico.o" 2>/dev/null
}

has_qemu() { has qemu-system-arm && qemu-system-arm -machine help | grep -q '^stm32vldiscovery '; }

has_fuzzer() {
    printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *d, size_t n) { return d[0] - (int)n; }\n' \
        >"$scratch/fuzz.c"
    has clang && clang -fsanitize=fuzzer,address,undefined "$scratch/fuzz.c" -o "$scratch/fuzz" 2>/dev/null
}

has_wasm() {
    printf 'int page(void) { return 1; }\n' >"$scratch/wasm.c"
    has clang && has wasm-ld && clang --target=wasm32 -c "$scratch/wasm.c" -o "$scratch/wasm.o" 2>/dev/null &&
        wasm-ld --no-entry --export=page "$scratch/wasm.o" -o "$scratch/wasm" 2>/dev/null
}

has_valgrind() {
    printf '#include <valgrind/memcheck.h>\nint main(void) { return RUNNING_ON_VALGRIND != 0; }\n' >"$scratch/vg.c"
    has valgrind && has gcc && gcc "$scratch/vg.c" -o "$scratch/vg" 2>/dev/null
}

has_powerpc() {
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/ppc.c"
    has powerpc-linux-gnu-gcc && powerpc-linux-gnu-gcc -static "$scratch/ppc.c" -o "$scratch/ppc" 2>/dev/null
}

has_avr_libc() {
    printf '#include <avr/io.h>\n#include <string.h>\n' >"$scratch/avr.c"
    has avr-gcc && avr-gcc -mmcu=atmega2560 -c "$scratch/avr.c" -o "$scratch/avr.o" 2>/dev/null
}

has_aarch64() {
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/arm64.c"
    has aarch64-linux-gnu-gcc && aarch64-linux-gnu-gcc "$scratch/arm64.c" -o "$scratch/arm64" 2>/dev/null
}

has_simavr() {
    printf '#include <simavr/sim_avr.h>\nint main(void) { return !avr_make_mcu_by_name("atmega2560"); }\n' \
        >"$scratch/simavr.c"
    has gcc && gcc "$scratch/simavr.c" -o "$scratch/simavr" -lsimavr 2>/dev/null
}

# For the classical halves of hybrids: ports/classical.
has_bearssl() {
    printf '#include <bearssl.h>\nint main(void) { return br_ec_p256_m31.supported_curves == 0; }\n' >"$scratch/bear.c"
    has gcc && gcc "$scratch/bear.c" -o "$scratch/bear" -lbearssl 2>/dev/null
}

# A browser for the page of `kilosig report`. Ubuntu's package of that name only points to a store of its own.
has_chromium() { has chromium || has chromium-browser || has google-chrome; }

# Prints the first Python >= 3.11 that can make virtual environments.
find_python() {
    for candidate in python3 /usr/bin/python3; do
        if has $candidate &&
            $candidate -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo $candidate
            return 0
        fi
    done
    return 1
}

# For packages that come as source.
has_python_headers() {
    python=$(find_python) &&
        [ -e "$($python -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ]
}

# Sets `missing` to apt's names of what this goal lacks.
find_missing() {
    missing=
    has_cmake || missing="$missing cmake"
    has ninja || missing="$missing ninja-build"
    has_host_gcc || missing="$missing gcc libc6-dev"
    hint=
    find_python >/dev/null || {
        missing="$missing python3 python3-venv"
        hint=' (Python 3.11 or newer: Debian 12, Ubuntu 24.04)'
    }
    [ "$goal" = tool ] && return
    has arm-none-eabi-gcc || missing="$missing gcc-arm-none-eabi"
    if [ "$goal" = site ] || [ "$goal" = test ]; then
        has_wasm || missing="$missing clang lld"
        has doxygen || missing="$missing doxygen"
        [ "$goal" = site ] && return
    fi
    has_picolibc || [ -e /usr/lib/picolibc/arm-none-eabi/picolibc.specs ] || missing="$missing picolibc-arm-none-eabi"
    has_qemu || missing="$missing qemu-system-arm"
    [ "$goal" = demo ] && return
    has riscv64-unknown-elf-gcc || missing="$missing gcc-riscv64-unknown-elf"
    has_riscv_picolibc || [ -e /usr/lib/picolibc/riscv64-unknown-elf/picolibc.specs ] ||
        missing="$missing picolibc-riscv64-unknown-elf"
    has qemu-system-riscv32 || missing="$missing qemu-system-misc"
    [ "$goal" = bench ] && return
    has_chromium || missing="$missing chromium"
    has_python_headers || missing="$missing python3-dev"
    has_sanitizers || missing="$missing gcc libc6-dev"
    has_fuzzer || missing="$missing clang"
    has_valgrind || missing="$missing valgrind"
    has_powerpc || missing="$missing gcc-powerpc-linux-gnu libc6-dev-powerpc-cross"
    has_aarch64 || missing="$missing gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
    has tcc || missing="$missing tcc"
    has qemu-ppc || missing="$missing qemu-user"
    has_avr_libc || missing="$missing gcc-avr avr-libc"
    has_simavr || missing="$missing libsimavr-dev"
    has qemu-system-avr || missing="$missing qemu-system-misc"
    has_bearssl || missing="$missing libbearssl-dev"
}

# ---- System packages ------------------------------------------------------------------------------------------------

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }

install() {
    echo "setup: installing with apt-get: $*"
    # A mirror that is down need not matter for these packages.
    apt_get update -qq || echo "setup: apt-get update failed, going on" >&2
    apt_get install -y -qq --no-install-recommends "$@" </dev/null >"$scratch/apt.log" 2>&1 || {
        cat "$scratch/apt.log" >&2
        exit 1
    }
}

find_missing
if [ -n "$missing" ]; then
    if ! has apt-get; then
        echo "setup: please install these (names as in Debian), then run again:$missing$hint" >&2
        exit 1
    fi
    if [ "$(id -u)" != 0 ] && ! has sudo; then
        echo "setup: needs root to run: apt-get install$missing$hint" >&2
        exit 1
    fi
    # shellcheck disable=SC2086 # a list of names
    install $missing
    # clang's run-time libraries are a package of their own on newer systems, with clang's version in its name.
    if [ "$goal" = test ] && ! has_fuzzer; then
        version=$(clang -dumpversion | cut -d. -f1)
        for package in "libclang-rt-$version-dev" "libclang-common-$version-dev"; do
            if apt-cache show "$package" >/dev/null 2>&1; then
                install "$package"
                break
            fi
        done
    fi
    find_missing
    if [ -n "$missing" ]; then
        echo "setup: still missing, or too old on this system:$missing$hint" >&2
        exit 1
    fi
fi
[ "${2:-}" = system ] && exit 0

# ---- Python packages ------------------------------------------------------------------------------------------------

# Of each package one version, known by its digests: tools/requirements/GOAL.txt, by scripts/requirements.py. What was
# installed for another goal stays.
[ "$goal" = demo ] && goal=tool

# What the environment was made from; the path counts because a virtual environment does not survive a move.
key="$(pwd) $(cat tools/pyproject.toml tools/requirements/*.txt | cksum)"
stamped() { [ -e .venv/kilosig-stamp ] && grep -qxF "$1 $key" .venv/kilosig-stamp; }
works() { .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

# Sources of others for the tests of ports/classical, by digest. Without a network those tests skip, and say so.
bring_foreign() {
    [ "$goal" = test ] && ! [ -e build/foreign/stamp ] || return 0
    mkdir -p build/foreign
    if .venv/bin/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
        --no-build-isolation --require-hashes -r ports/classical/requirements.txt -d build/foreign; then
        for archive in build/foreign/*.tar.gz; do tar xzf "$archive" -C build/foreign; done
        touch build/foreign/stamp
    else
        echo "setup: no archives of ports/classical/requirements.txt: its tests will skip" >&2
    fi
}

# The emulator of an RP2040, for test/bench/test_pico.py, by digest. Without node, npm or a network that test skips.
bring_rp2040() {
    [ "$goal" = test ] && ! cmp -s test/bench/pico/package-lock.json build/rp2040/stamp || return 0
    if ! has node || ! has npm; then
        echo "setup: no node and npm: the images of the Pico will not be run" >&2
        return 0
    fi
    mkdir -p build/rp2040
    cp test/bench/pico/package.json test/bench/pico/package-lock.json build/rp2040
    if npm ci --prefix build/rp2040 --silent --ignore-scripts --no-audit --no-fund; then
        cp test/bench/pico/package-lock.json build/rp2040/stamp
    else
        echo "setup: no rp2040js: the images of the Pico will not be run" >&2
    fi
}

if works && [ -x .venv/bin/kilosig ]; then
    bring_foreign
    bring_rp2040
    # test has what the others have, and each of them has what tool has.
    if stamped "$goal" || stamped test; then exit 0; fi
    [ "$goal" = tool ] && { stamped site || stamped bench; } && exit 0
fi
python=$(find_python)
if ! works; then
    rm -rf .venv
    $python -m venv .venv
fi
echo "setup: installing into .venv: tools/requirements/$goal.txt"
# Compiled when imported: most modules never are.
pip() { .venv/bin/python -m pip install --quiet --no-compile --disable-pip-version-check "$@"; }
# A package that comes as source is built by what is locked, too: in an environment of its own, pip would fetch its build
# requirements without a digest.
pip --require-hashes --only-binary :all: -r tools/requirements/build.txt
pip --require-hashes --no-build-isolation -r "tools/requirements/$goal.txt"
pip --no-index --no-deps --no-build-isolation -e tools
bring_foreign
bring_rp2040
echo "$goal $key" >>.venv/kilosig-stamp
