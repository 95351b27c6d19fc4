# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verification in pieces, as fast as C: a key of 300 kB byte by byte is as many calls, each some microseconds from
Python. What is fed as a whole goes through the tool's own code."""
from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from kilosig.library import x509 as device
from kilosig.library.binding import (PART_KEY, PART_MESSAGE, PART_SIGNATURE, Arguments, Chunk, LibraryScheme, Streaming,
                                     chunk_sizes, ffi, prepare)
from kilosig.library.verdicts import PENDING, Verdict

ROOT = Path(__file__).resolve().parents[2]
DRAWN = 1000  # pieces of random sizes, then the same again
PARTS = 8  # more than there are

ffi.cdef("""
    typedef struct streaming_input { const uint8_t *data; size_t length; } streaming_input;
    void stream(const void *want, const void *feed, void *state, size_t state_bytes, const streaming_input *inputs,
                const uint32_t *sizes, size_t count, int move);
""")


@cache
def _streaming() -> Any:
    """streaming.c, built anew: that takes no longer than to find out whether it is new."""
    with tempfile.TemporaryDirectory() as folder:
        made = f"{folder}/streaming.so"
        # The sanitizers' allocator would make the compiler slow.
        plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-std=c99", "-Wall", "-Wextra", "-Werror", "-I",
                        ROOT / "include", "-o", made, ROOT / "test/support/streaming.c"], check=True, env=plain)
        return ffi.dlopen(made)


def feed_all(run: Streaming, size: int, parts: Mapping[int, bytes], chunk: Chunk, move: bool) -> None:
    """Feeds an opened one, whose state has `size` bytes, what it wants. parts: by number."""
    wants, feeds = (ffi.cast("void *", getattr(run, name)) for name in ("_want", "_feed"))
    sizes = [min(one, (1 << 32) - 1) for one in islice(chunk_sizes(chunk), 1 if isinstance(chunk, int) else DRAWN)]
    inputs = ffi.new("streaming_input[]", PARTS)
    kept = []
    for number, data in parts.items():
        kept.append(ffi.from_buffer("uint8_t[]", data))
        inputs[number].data, inputs[number].length = kept[-1], len(data)
    _streaming().stream(wants, feeds, run.state, size, inputs, sizes, len(sizes), move)


def stream(scheme: LibraryScheme, key: bytes, message: bytes, signature: bytes, arguments: Arguments = Arguments(),
           chunk: Chunk = None, move: bool = False) -> Verdict:
    """What scheme.library.verify says of the same."""
    if chunk is None:
        return scheme.library.verify(scheme, key, message, signature, arguments, chunk, move)
    run = scheme.verification(prepare(scheme, arguments, key, message, signature))
    if run.opened.code == PENDING:
        parts = {PART_KEY: key, PART_MESSAGE: message, PART_SIGNATURE: signature}
        feed_all(run, scheme.state_bytes, parts, chunk, move)
    return run.close()


def read_chain(trusting: device.Device, chain: bytes, key: bytes, chunk: Chunk = None,
               move: bool = False) -> tuple[int, device.End]:
    """What x509.verify says of the same."""
    if chunk is None:
        return device.verify(trusting, chain, key, chunk, move)
    reading = device.Reading(trusting, len(chain))
    if reading.opened == PENDING:
        feed_all(reading, reading.size, {device.PART_X509: chain, PART_KEY: key}, chunk, move)
    return reading.close()
