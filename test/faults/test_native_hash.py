# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hash functions that run natively in place of emulated ones: the same results, and nothing that a fault may do is
hidden."""
from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import images, native_hash, signers  # noqa: E402
from faults.campaign import select  # noqa: E402
from faults.core import Core, Lost  # noqa: E402
from faults.messages import SHORT  # noqa: E402
from faults.native_hash import (IS_OWN, KECCAK, PLACE, SHA256, SHA256_FROM, SHA512, STACK, STAYS_OWN,  # noqa: E402
                                NativeHash)
from faults.processors import CORTEX_M3, PROCESSORS  # noqa: E402
from faults.verification import Verification  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from cortex import LARGE, RAM, RAM_BYTES, RETURN, Machine  # noqa: E402

pytestmark = pytest.mark.board

SCHEME = "ml-dsa-44"  # its image has all of them
ARGUMENTS = [KECCAK + f" {rate}" for rate in (8, 40, 72, 136, 168, 200, 136 | STAYS_OWN, 40 | STAYS_OWN, 168 | IS_OWN,
                                              168 | IS_OWN | STAYS_OWN)]


@pytest.mark.parametrize("what", [*ARGUMENTS, SHA256, SHA256_FROM, SHA512])
@pytest.mark.parametrize("on", PROCESSORS)
def test_same_memory(on: str, what: str) -> None:
    """All that is in an image runs natively and leaves the same."""
    core = images.core(SCHEME, on=on)
    name, *numbers = what.split()
    if name not in core.machine.symbols:
        assert {SHA256, SHA256_FROM} - {name} <= set(core.machine.symbols) and name != KECCAK
        pytest.skip(f"{on} has the other form of SHA-256")
    if name == KECCAK:
        _known(core.hashes, name, PLACE, int(numbers[0]))
        cases = [(PLACE, int(numbers[0]))]
    elif name == SHA256_FROM:
        cases = [(PLACE, PLACE + 64, at) for at in (PLACE + 64, PLACE + 128, PLACE + 129)] + [(PLACE, PLACE + 65, 0)]
    else:
        cases = [(PLACE, PLACE + 64)]
    assert all(core.hashes.same(name, *case) for case in cases for _ in range(100))


def _known(hashes: NativeHash, function: str, *arguments: int) -> None:
    """Met once, so that it would run natively from then on."""
    hashes.left(True, bytes(256), function, *arguments)
    hashes.learn()


@pytest.mark.parametrize("on", PROCESSORS)
def test_what_is_tried_meanwhile_changes_no_memory(on: str) -> None:
    """A fault may have called a hash with any address: what is tried there comes between a run and its outcome."""
    core = images.core(SCHEME, on=on)
    core.machine.write(core.state, bytes(range(256)) * 4)
    before = bytes(core.uc.mem_read(RAM, RAM_BYTES))
    core.hashes.left(True, bytes(256), KECCAK, PLACE, 104)  # a rate that it has not met
    core.uc.mem_write(RAM, before)
    runs = core.hashes.runs
    core.hashes.learn()
    assert core.hashes.runs > runs and bytes(core.uc.mem_read(RAM, RAM_BYTES)) == before


def _ended(go: Callable[[], int], core: Core) -> tuple[int, bytes, bytes]:
    try:
        result = go()
    except Lost:
        return -1, b"", b""
    memory = core.memory()
    return result, memory.state, memory.results


@pytest.mark.parametrize("scheme, share", [("ml-dsa-44", 6), ("haetae-2", 6), ("slh-dsa-sha2-128s", 20),
                                           ("slh-dsa-sha2-192s", 40)])
@pytest.mark.parametrize("on", PROCESSORS)
def test_faults_end_alike(on: str, scheme: str, share: int) -> None:
    """After a fault the result and the state are those of a core that executes every instruction."""
    core = images.core(scheme, on=on)
    run = Verification(core, signers.signer(scheme).sign(SHORT, b"", ""))
    verdict, reached = run.course()
    assert verdict == verdicts.ACCEPT
    ran, tried, lost = core.hashes.runs, 0, 0
    for stop in (reached[0], reached[len(reached) // 2], reached[-1]):
        run.at(stop)
        addresses = core.trace(stop.call.function, *stop.call.arguments)
        run.at(stop)
        for _ in core.walk(addresses, select(core, addresses, 4001)[::share], stop.call.function, *stop.call.arguments):
            core.skip()
            with core.longer(1):
                natively = _ended(core.go_on, core)
            tried, lost = tried + 1, lost + (natively[0] < 0)
            core.back()
            core.skip()
            with core.hashes.emulated(), core.longer(60):  # one may hash all of the memory
                assert natively[0] < 0 or _ended(core.go_on, core) == natively
    assert tried > 50 and lost < tried / 4 and core.hashes.runs > ran


@pytest.mark.parametrize("on", PROCESSORS)
def test_strange_calls_are_emulated(on: str) -> None:
    """Whatever address or rate a fault makes of it, and from wherever it would return: in the other instruction set."""
    core = images.core(SCHEME, on=on)
    _known(core.hashes, KECCAK, PLACE, 136)
    assert core.hashes.same(KECCAK, PLACE, 136)
    end = RAM + RAM_BYTES
    places = 0, PLACE + 1, PLACE + 2, STACK - 8, STACK - 200, STACK - 204, end - 196, end
    strange = [(KECCAK, at, 136) for at in places]
    strange += [(KECCAK, PLACE, rate) for rate in (0, 4, 137, 208, 248, 136 | 1024, 136 | IS_OWN * 5, 1 << 31)]
    name = SHA256 if SHA256 in core.machine.symbols else SHA256_FROM
    strange += [(name, PLACE, at, at) for at in (0, PLACE, PLACE + 28, PLACE + 66, STACK - 40, end - 60)]
    for function, *arguments in strange:
        _known(core.hashes, function, *arguments)
        ran = core.hashes.runs
        core.hashes.left(True, bytes(256), function, *arguments)
        assert core.hashes.runs == ran, (function, arguments)
    for function, *arguments in ((KECCAK, PLACE, 136), (name, PLACE, PLACE + 64, PLACE + 64)):
        for bit, natively in ((PROCESSORS[on].bit, 1), (PROCESSORS[on].bit ^ 1, 0)):
            ran = core.hashes.runs
            core.hashes.left(True, bytes(256), function, *arguments, link=RETURN | bit)
            assert core.hashes.runs == ran + natively, (function, bit)


# The last round constant that is in no other table.
@pytest.mark.parametrize("name, constant", [(KECCAK, "8a000080"), (SHA256_FROM, "f27871c6"), (SHA512, "1758474a")])
def test_other_code_is_emulated(name: str, constant: str) -> None:
    """A function that is not the standard's: with another constant."""
    machine = Machine(images.verifier(SCHEME))
    at = machine.read(0, LARGE).index(bytes.fromhex(constant))
    machine.write(at, bytes([machine.read(at, 1)[0] ^ 4]))
    changed = NativeHash(machine, PROCESSORS[CORTEX_M3])
    arguments = (PLACE, 136) if name == KECCAK else (PLACE, PLACE + 64, PLACE + 64)
    _known(changed, name, *arguments)
    ran = changed.runs
    assert changed.left(True, bytes(range(256)), name, *arguments) and changed.runs == ran


def test_round_constants() -> None:
    """FIPS 180-4, section 4.2.3: the first and the last."""
    constants = native_hash.round_constants()
    assert (constants[0], constants[79], len(constants)) == (0x428A2F98D728AE22, 0x6C44198C4A475817, 80)
