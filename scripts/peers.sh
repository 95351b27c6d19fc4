#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR MIT
# Other implementations for test/tool/test_peers.py, in build/peers: OpenSSL 3.6, whose source is in the crate
# openssl-src, and the jars of Bouncy Castle. Needs cargo, perl, a compiler and make; for the jars a JDK and Maven.
# usage: scripts/peers.sh
set -eu
cd "$(dirname "$0")/.."
mkdir -p build/peers
cd build/peers
crate=300.6.1+3.6.3
castle=1.81

if [ ! -x openssl ] && command -v cargo >/dev/null && command -v perl >/dev/null; then
    rm -rf crate && mkdir crate
    (
        cd crate
        printf '%s\n' '[package]' 'name = "peers"' 'version = "0.0.0"' '[workspace]' '[lib]' 'path = "lib.rs"' \
            '[dependencies]' "openssl-src = \"=$crate\"" >Cargo.toml
        : >lib.rs
        cargo vendor --quiet vendor >/dev/null
        mkdir build
        cd build
        # What neither keys nor CMS need takes most of the time.
        ../vendor/openssl-src/openssl/Configure no-shared no-tests no-docs no-quic no-dtls no-comp no-legacy no-engine \
            no-module no-dso no-srp no-psk no-ct no-ocsp no-ts no-ml-kem no-camellia no-aria no-sm2 no-sm3 no-sm4 \
            no-idea no-seed no-bf no-cast no-rc2 no-rc4 no-whirlpool no-ec2m >configure.log
        make -j"$(getconf _NPROCESSORS_ONLN)" build_programs >make.log 2>&1
    )
    cp crate/build/apps/openssl openssl
    rm -rf crate
fi

if [ ! -d java ] && command -v mvn >/dev/null; then
    rm -rf java.new
    for jar in bcprov bcpkix bcutil; do
        mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy \
            -Dartifact="org.bouncycastle:$jar-jdk18on:$castle" -DoutputDirectory="$PWD/java.new"
    done
    mv java.new java
fi

if [ -x openssl ]; then ./openssl version; else echo "peers: no OpenSSL (needs cargo and perl)"; fi
if [ -d java ]; then echo "Bouncy Castle $castle"; else echo "peers: no Bouncy Castle (needs mvn and a JDK)"; fi
