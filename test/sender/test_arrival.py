# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/push: bytes in every order, in pieces of every size, with any room: the verdict is that of the library."""
from __future__ import annotations

import itertools
import random
import subprocess
from typing import Any

import cffi
import pytest

from kilosig.library.binding import load, want_order
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes.registry import example
from support import VECTORS, flipped

ROOT = VECTORS.parents[1]
KEY, MESSAGE, SIGNATURE = 1, 2, 3
OVERFEED = 7
DRIVER = """
#include "ksig_arrival.h"
#include <stdlib.h>
/* Gives the runs as they are, in pieces; then what is missing. counts: bytes given, bytes brought again. */
uint32_t run(const char *name, const uint8_t *anchor, const uint8_t *const parts[4], const uint32_t lengths[4],
             const uint32_t (*runs)[3], unsigned count, unsigned piece, size_t room, uint32_t counts[2]) {
    const ksig_scheme *scheme = ksig_scheme_by_name(name);
    static const uint8_t secret[16] = {7};
    const ksig_verify_args args = {.anchor = anchor, .key_length = lengths[1], .message_length = lengths[2],
                                   .signature_length = lengths[3], .secret = scheme->secret_bytes ? secret : NULL};
    void *state = malloc(scheme->state_bytes);
    uint8_t *keep = malloc(room ? room : 1);
    ksig_arrival arrival;
    ksig_want want;
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, &args);
    ksig_arrival_open(&arrival, state, &args, keep, room);
    for (unsigned i = 0; i < count && verdict == KSIG_PENDING; i++)
        for (uint32_t at = 0, n; at < runs[i][2] && verdict == KSIG_PENDING; at += n) {
            n = runs[i][2] - at < piece ? runs[i][2] - at : piece;
            uint8_t *copy = malloc(n); /* ends where the piece ends */
            for (uint32_t j = 0; j < n; j++)
                copy[j] = parts[runs[i][0]][runs[i][1] + at + j];
            verdict = ksig_arrival_take(&arrival, (uint8_t)runs[i][0], runs[i][1] + at, copy, n);
            counts[0] += n;
            free(copy);
        }
    while (verdict == KSIG_PENDING && ksig_arrival_missing(&arrival, &want)) {
        const uint32_t n = want.length < piece ? want.length : piece;
        verdict = ksig_arrival_take(&arrival, want.part, want.offset, parts[want.part] + want.offset, n);
        counts[1] += n;
    }
    verdict = ksig_verify_close(state);
    free(keep);
    free(state);
    return verdict;
}
"""


class Arrivals:
    """The helper and the library in one shared library."""

    def __init__(self, folder: Any, variant: str) -> None:
        (folder / "driver.c").write_text(DRIVER)
        suffix = "" if variant == "default" else f"-{variant}"
        definitions = [f"-DKSIG_ML_DSA_VARIANT=KSIG_VARIANT_{variant.upper()}"] if suffix else []
        subprocess.run(["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        "-fsanitize=undefined", "-fno-sanitize-recover=all", *definitions, f"-I{ROOT / 'include'}",
                        f"-I{ROOT / 'ports/push'}", str(folder / "driver.c"), str(ROOT / "ports/push/ksig_arrival.c"),
                        f"{ROOT}/build/host/lib/libkilosig{suffix}.a", "-o", str(folder / "driver.so")], check=True)
        self.ffi = cffi.FFI()
        self.ffi.cdef("uint32_t run(const char *, const uint8_t *, const uint8_t *const parts[4], const uint32_t "
                      "lengths[4], const uint32_t (*runs)[3], unsigned, unsigned, size_t, uint32_t counts[2]);")
        self.c = self.ffi.dlopen(str(folder / "driver.so"))

    def run(self, scheme: str, anchor: bytes, parts: tuple[bytes, ...], runs: list[tuple[int, int, int]], piece: int,
            room: int, lengths: tuple[int, ...] = ()) -> tuple[int, int]:
        """The verdict, and the bytes that had to be brought again."""
        counts = self.ffi.new("uint32_t[2]")
        buffers = [self.ffi.from_buffer("uint8_t[]", part or b"\0") for part in parts]
        verdict = self.c.run(scheme.encode(), anchor, buffers, lengths or [len(part) for part in parts], runs,
                             len(runs), piece, room, counts)
        return int(verdict), int(counts[1])


@pytest.fixture(scope="module", params=["default", "small"])
def arrivals(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Arrivals, str]:
    return Arrivals(tmp_path_factory.mktemp("arrival"), request.param), request.param


@pytest.mark.parametrize("scheme", ["ml-dsa-44", "slh-dsa-sha2-128s", "fn-dsa-512", "haetae-2", "lms"])
def test_every_order(arrivals: tuple[Arrivals, str], scheme: str) -> None:
    helper, variant = arrivals
    target, draw = load(variant).scheme(scheme), random.Random(1)
    assert target is not None
    material = example(target, bytes(range(33)), b"", ())
    parts = (b"", material.key, bytes(range(33)), material.signature)
    anchor = target.anchor(material.key)
    # Signing with some schemes takes too long here: what they are given is rejected, but only at the end.
    _, expected = want_order(target, material.key, parts[2], material.signature)
    assert expected.accepted or not material.accepted
    everything = sum(map(len, parts)) + 3 * 9
    twice = scheme.startswith("haetae") or variant == "small"  # wants bytes that it has had
    for order in itertools.permutations((KEY, MESSAGE, SIGNATURE)):
        runs = [(part, 0, len(parts[part])) for part in order]
        for room in (0, 8, 9, 10, 100, 1321, 2430, everything):
            for piece in (1 << 20, draw.randrange(1, 300), 1) if room in (0, everything) else (97,):
                verdict, again = helper.run(scheme, anchor, parts, runs, piece, room)
                assert verdict == expected.code, (order, room, piece)
                if room == everything and not twice:
                    assert again == 0
        wrong = (b"", parts[1], flipped(parts[2], 9), parts[3])
        assert helper.run(scheme, anchor, wrong, runs, 64, 700)[0] not in (ACCEPT, 0)
    if scheme == "ml-dsa-44" and variant == "default":
        # The figures of ports/push/README.md.
        assert [helper.run(scheme, anchor, parts, [(p, 0, len(parts[p])) for p in order], 64, room)[1] == 0
                for order, room in (((2, 3, 1), 0), ((1, 2, 3), 1321), ((1, 2, 3), 1320), ((3, 1, 2), 3750),
                                    ((3, 1, 2), 3749))] == [True, True, False, True, False]


def test_longer_shorter_and_interleaved(arrivals: tuple[Arrivals, str]) -> None:
    helper, variant = arrivals
    target, draw = load(variant).scheme("ml-dsa-44"), random.Random(2)
    assert target is not None
    message = bytes(33)
    material = example(target, message, b"", ())
    anchor = target.anchor(material.key)
    parts = (b"", material.key, message, material.signature)
    announced = tuple(map(len, parts))
    longer = (b"", material.key + b"\0", message + b"\0", material.signature + b"\0")
    for part in (KEY, MESSAGE, SIGNATURE):
        # A byte after the end of any part, before and after the rest.
        for order in ((1, 2, 3), (2, 3, 1), (3, 2, 1)):
            runs = [(p, 0, len(parts[p]) + (p == part)) for p in order]
            assert helper.run("ml-dsa-44", anchor, longer, runs, 64, 4000, announced)[0] == OVERFEED
        runs = [(2, 0, 33), (3, 0, 2420), (1, 0, 1312), (part, announced[part], 1)]
        assert helper.run("ml-dsa-44", anchor, longer, runs, 4096, 0, announced)[0] == OVERFEED
        runs = [(p, 0, announced[p] - (p == part)) for p in (2, 3, 1)]
        if variant == "small":
            continue  # which asks for the row or the z again, and then the driver has all of it
        assert helper.run("ml-dsa-44", anchor, parts, runs, 64, 0)[0] != ACCEPT
    for part, offset in ((0, 0), (4, 0), (1, 1 << 31), (2, (1 << 32) - 1), (3, 2421)):
        buffers = (parts[1], *parts[1:])
        runs = [(min(part, 3), offset, 0), (2, 0, 33), (3, 0, 2420), (1, 0, 1312)]
        assert helper.run("ml-dsa-44", anchor, buffers, runs, 64, 0, announced)[0] == ACCEPT
    for _ in range(30):
        # Parts mixed in random runs, some of them twice.
        places, runs = [0, 0, 0, 0], []
        while any(places[p] < announced[p] for p in (1, 2, 3)):
            part = draw.randrange(1, 4)
            n = min(draw.randrange(1, 500), announced[part] - places[part])
            if n:
                runs.append((part, places[part], n))
                if draw.random() < 0.3:
                    runs.append(runs[draw.randrange(len(runs))])
            places[part] += n
        assert helper.run("ml-dsa-44", anchor, parts, runs, 200, draw.choice((0, 500, 5000)))[0] == ACCEPT
