# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fixtures: the library in each variant, vectors, and a running board."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

from kilosig.device.emulator import Emulator
from kilosig.device.link import Link
from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library.binding import VARIANTS, Library, load
from sampling import left_out
from support import VECTORS
from unchanged import REASON, not_repeated


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A sample of what is marked so, or all: sampling.py. Of campaigns none that `make test` need not repeat:
    unchanged.py."""
    dropped = left_out(items)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        gone = {id(item) for item in dropped}
        items[:] = [item for item in items if id(item) not in gone]
    for item in not_repeated(items):
        item.add_marker(pytest.mark.skip(reason=REASON))


@pytest.fixture(params=VARIANTS)
def library(request: pytest.FixtureRequest) -> Library:
    """Each variant of the library in turn."""
    return load(request.param)


@pytest.fixture(scope="session")
def dilithium_vectors() -> list[Vector]:
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
