# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fixtures: the library in each variant, vectors, and a running board."""
from __future__ import annotations

from typing import Iterator, List

import pytest

from kilosig.device.emulator import Emulator
from kilosig.device.link import Link
from kilosig.files.vectors import Vector, read_vectors
from kilosig.library.binding import VARIANTS, Library, load
from support import VECTORS


@pytest.fixture(params=VARIANTS)
def library(request: pytest.FixtureRequest) -> Library:
    """Each variant of the library in turn."""
    return load(request.param)


@pytest.fixture(scope="session")
def dilithium_vectors() -> List[Vector]:
    """The Dilithium2 round 3 vectors."""
    return read_vectors(VECTORS / "dilithium2.json")


@pytest.fixture(scope="module")
def board() -> Iterator[Emulator]:
    """An emulated stm32vldiscovery with 8 kB of RAM, for VERIFY: it is never provisioned."""
    with Emulator("stm32vldiscovery") as emulator:
        yield emulator


@pytest.fixture
def link(board: Emulator) -> Iterator[Link]:
    """A fresh connection to `board`."""
    transport = board.connect()
    connection = Link(transport)
    connection.hello()
    yield connection
    transport.close()
