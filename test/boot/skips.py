# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The boot loader with one instruction left out, from its main to what it starts: how often is an image started that
must not be? `make boot-skips` leaves out every instruction outside hashes and transforms and writes the counts to
build/results/boot-skips.txt; test_boot_skips.py takes a sample.

The boot loaders are those of mps2-an385, whose flash is memory, in the Unicorn emulator. An attack is what lies in the
slots and in the pages that remember."""
from __future__ import annotations

import struct
import sys
import time
import zlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path

from unicorn import UC_PROT_ALL, UcError
from unicorn.arm_const import UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_SP, UC_ARM_REG_XPSR

from cortex import NOP_16, NOP_32, RETURN, Machine, functions
from faults.campaign import ends
from faults.layout import WORKERS
from faults.processors import CORTEX_M3, IT_STATE, PROCESSORS
from kilosig.device.boot_firmware import MEMORY_MAGIC, SLOTS
from kilosig.device.emulator import build_directory
from kilosig.files import images
from kilosig.files.boot_loaders import NEVER, provisioned
from kilosig.files.images import Image, Tlv, Version
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.family import Signature
from kilosig.files.data import Data
from kilosig.schemes.registry import signer_of
from kilosig.schemes.stateful import LMS_SETS
from kilosig.schemes.stateful_material import LmsPair

BOARD, LATTICE = "mps2-an385", "ml-dsa-44"
# The rule of composite_policy.c, and the key of its classical function.
COMPOSITE, LABEL, WORD = "composite", "COMPSIG-MLDSA44-ECDSA-P256-SHA256", 0x1234ABCD
LMS_SET = LMS_SETS["LMS_SHA256_M24_H5/LMOTS_SHA256_N24_W2"]
# Of that board's flash.c, and its RAM: the stack lies below the static data.
PAGE, PRIMARY, SECONDARY, MEMORY = 1024, SLOTS[BOARD], 0x20400, 0xF800
SLOTS_END = 0x30800
WRITABLE = (0xF000, 0x31000)  # whole pages of the emulator; a chip's boot loader is protected
RAM, STACK_TOP, RAM_BYTES = 0x20000000, 0x20002000, 0x4000
PERIPHERALS = ((0x40000000, 0x20000), (0xE0000000, 0x10000))
MPU_CTRL = 0xE000ED94  # the emulator has no MPU: this word says whether the chip's would be on
THUMB = 1 << 24  # of xPSR
IDLE, VALID = 1, 60  # state, and where the first mark lies in its page; that of a request lies after it
HEADER_BYTES, PRODUCT = 32, 7
# movw r3, #1; movt r3, #RETURN >> 16; bx r3
GO_HOME = bytes.fromhex("40f20103c0f23f03") + bytes.fromhex("1847")
NO_SLOT = bytes.fromhex("0020")  # movs r0, #0
UNDEFINED = bytes.fromhex("00de")
# Loops over bytes, which decide nothing: the first and last rounds of theirs are taken, as of all that is not a worker.
ROUNDS = 3
ALL = (*PROCESSORS[CORTEX_M3].general, *PROCESSORS[CORTEX_M3].rest)
SECONDS = 0.4  # of this process, on however busy a machine: a run is over in a tenth of it, or lost


def _code(version: int) -> bytes:
    """Code that ends the run with an exception in the slot, should anything jump there."""
    return struct.pack("<II", STACK_TOP, PRIMARY + HEADER_BYTES + 8 | 1) + UNDEFINED * (40 + version)


class Signers:
    """The keys that the boot loader trusts."""

    def __init__(self) -> None:
        self.lms = LmsPair(LMS_SET, b"skips", 0)
        self.lattice = signer_of(LATTICE).generate(LATTICE, bytes(32))

    def anchors(self, policy: str) -> dict[int, list[tuple[bytes, int]]]:
        trusted = {images.DIGEST_SIGNATURE: [(self.lms.key, NEVER)]}
        if policy == "hybrid":
            trusted[images.OWN_TYPES[LATTICE]] = [(SCHEMES[LATTICE].anchor(self.lattice.public), NEVER)]
        return trusted

    def tlvs(self, image: Image, scheme: str) -> list[Tlv]:
        if scheme == images.DIGEST_SCHEME:
            return images.digest_tlvs(self.lms.key, self.lms.sign(image.digest()))
        signature = signer_of(scheme).sign(scheme, self.lattice.secret,
                                           Signature(Data(image.to_sign()), deterministic=True))
        return [images.own_tlv(scheme, SCHEMES[scheme].anchor(self.lattice.public), self.lattice.public, signature)]

    def composite(self, image: Image, forged: str = "") -> Tlv:
        """forged: half of which this is wrong."""
        message = image.composite_message(LABEL)
        half = bytearray(signer_of(LATTICE).sign(LATTICE, self.lattice.secret, Signature(
            Data(message), LABEL.encode(), deterministic=True)))
        half[len(half) // 2] ^= 0x10 * (forged == LATTICE)
        word = WORD ^ int.from_bytes(message[-4:], "little") ^ (forged == "classical")
        return images.composite_tlv(LABEL, SCHEMES[LATTICE].anchor(self.lattice.public), self.lattice.public,
                                    bytes(half), word.to_bytes(4, "little"))

    def with_composite(self, number: int, forged: str = "", of: int = 0) -> bytes:
        """of: the number of the image that the signature is of."""
        made = [images.build(_code(one), Version.parse(f"1.{one}.0"), 5, HEADER_BYTES, product=PRODUCT)
                for one in (number, of or number)]
        made[0].tlvs.append(self.composite(made[1], forged))
        return made[0].encode()

    def image(self, number: int, counter: int, schemes: Sequence[str], forged: Sequence[str] = (),
              product: int = PRODUCT) -> bytes:
        """forged: their signatures are right but for one byte."""
        image = images.build(_code(number), Version.parse(f"1.{number}.0"), counter, HEADER_BYTES, product=product)
        for scheme in schemes:
            tlvs = self.tlvs(image, scheme)
            if scheme in forged:
                value = bytearray(tlvs[-1].value)
                value[len(value) // 2] ^= 0x10
                tlvs[-1] = Tlv(tlvs[-1].type, bytes(value))
            image.tlvs += tlvs
        return image.encode()


def remembered(counter: int, asked: bool = False) -> bytes:
    """The page of an idle device: a record twice, the mark that it is valid, and that of a request."""
    head = struct.pack("<IIBBHI", MEMORY_MAGIC, 1, IDLE, 0, 0, counter)
    record = head + struct.pack("<I", zlib.crc32(head))
    return (record * 2).ljust(VALID, b"\xff") + bytes(4) + (bytes(4) if asked else b"")


@dataclass(frozen=True)
class Attack:
    """What lies in flash. good: images that may be started; starts: whether one is, undisturbed. before: the image that
    was started before the reset, which has left its stack."""

    name: str
    policy: str
    primary: bytes
    secondary: bytes = b""
    memory: bytes = b""
    good: tuple[bytes, ...] = ()
    before: bytes = b""

    @property
    def starts(self) -> bool:
        return bool(self.good)


def attacks(signers: Signers) -> list[Attack]:
    """By whoever can write the slots."""
    lms, both = (images.DIGEST_SCHEME,), (images.DIGEST_SCHEME, LATTICE)
    genuine = signers.image(1, 5, lms)
    return [
        Attack("forged image in the primary slot", "lms", signers.image(2, 5, lms, lms)),
        Attack("forged image in the second slot", "lms", genuine, signers.image(2, 6, lms, lms), remembered(5, True),
               (genuine,)),
        Attack("older security counter in the primary slot", "lms", signers.image(1, 4, lms), b"", remembered(5)),
        Attack("older security counter in the second slot", "lms", genuine, signers.image(2, 4, lms),
               remembered(5, True), (genuine,)),
        Attack("another product in the second slot", "lms", genuine, signers.image(2, 6, lms, product=PRODUCT + 1),
               remembered(5, True), (genuine,)),
        Attack("no signature at all", "lms", signers.image(2, 5, ())),
        Attack("ML-DSA-44 missing", "hybrid", signers.image(2, 5, lms)),
        Attack("LMS missing", "hybrid", signers.image(2, 5, both[1:])),
        Attack("ML-DSA-44 forged", "hybrid", signers.image(2, 5, both, both[1:])),
        Attack("composite, its classical half forged", COMPOSITE, signers.with_composite(2, "classical")),
        Attack("composite, its ML-DSA-44 half forged", COMPOSITE, signers.with_composite(2, LATTICE)),
        Attack("composite of the image before", COMPOSITE, signers.with_composite(2, of=1),
               before=signers.with_composite(1)),
    ]


@dataclass
class Outcome:
    """Of one attack: faults, and the places of those that started what must not be."""

    tried: int = 0
    started: Counter[str] = field(default_factory=Counter)
    lost: int = 0  # crashed, did not end, or jumped to where no slot is


class Device:
    """A boot loader with provisioned anchors, between main and what it starts. One emulator runs, another one steps:
    what is translated for one is wrong for the other."""

    def __init__(self, policy: str, signers: Signers, folder: Path) -> None:
        elf = build_directory() / "cortex-m3/firmware" / f"boot-{BOARD}-{policy}.elf"
        made = folder / f"{policy}.elf"
        made.write_bytes(elf.read_bytes() if policy == COMPOSITE else
                         provisioned(elf.read_bytes(), str(elf), signers.anchors(policy), PRODUCT))
        self.run_on, self.step_on = Machine(made), Machine(made)
        self.functions = sorted(functions(made))
        self.data = b""
        for machine in (self.run_on, self.step_on):
            machine.unicorn.mem_protect(WRITABLE[0], WRITABLE[1] - WRITABLE[0], UC_PROT_ALL)
            for at, length in PERIPHERALS:
                machine.unicorn.mem_map(at, length)
            if policy == COMPOSITE:
                machine.write(machine.symbols["composite_anchor"], SCHEMES[LATTICE].anchor(signers.lattice.public)
                              + WORD.to_bytes(4, "little"))
            machine.write(machine.symbols["board_start"], GO_HOME)
            machine.write(machine.symbols["update_serve"], NO_SLOT + GO_HOME)
        self.home = {at for name in ("board_start", "update_serve")
                     for at in range(self.run_on.symbols[name], self.run_on.symbols[name] + 16)}
        self.ram, self.stack = self.run_on.read(RAM, RAM_BYTES), b""
        self.resets = {machine: machine.unicorn.context_save() for machine in (self.run_on, self.step_on)}

    def function(self, address: int) -> tuple[int, str]:
        """Where the function of an instruction begins, and its name."""
        number = bisect_right(self.functions, address, key=itemgetter(0))
        return self.functions[number - 1] if number else (0, "?")

    def name(self, address: int) -> str:
        return self.function(address)[1]

    def place(self, address: int) -> str:
        begin, name = self.function(address)
        return f"{name} + {address - begin:#x}"

    def load(self, machine: Machine, attack: Attack) -> None:
        """As after a reset."""
        flash = bytearray(b"\xff" * (SLOTS_END - MEMORY))
        for at, data in ((MEMORY, attack.memory), (PRIMARY, attack.primary), (SECONDARY, attack.secondary)):
            flash[at - MEMORY:at - MEMORY + len(data)] = data
        machine.write(MEMORY, bytes(flash))
        machine.write(RAM, self.ram)
        machine.write(RAM, self.stack)
        machine.write(MPU_CTRL, bytes(4))
        uc = machine.unicorn
        uc.context_restore(self.resets[machine])
        uc.reg_write(UC_ARM_REG_SP, STACK_TOP)
        uc.reg_write(UC_ARM_REG_LR, RETURN | 1)
        uc.reg_write(UC_ARM_REG_PC, machine.symbols["main"] | 1)

    def bad(self, attack: Attack) -> bool:
        """Whether the run has ended with the start of an image that must not be."""
        uc = self.run_on.unicorn
        at = uc.reg_read(UC_ARM_REG_PC) & ~1
        if PRIMARY <= at < SLOTS_END or RAM <= at < RAM + RAM_BYTES:  # jumped there; an even address faults
            return bool(uc.reg_read(UC_ARM_REG_XPSR) & THUMB) and not self.run_on.read(MPU_CTRL, 1)[0] & 1
        if at != RETURN:
            return False
        address = uc.reg_read(UC_ARM_REG_R0)
        if address == 0:
            return False
        slot = address - HEADER_BYTES
        return slot in (PRIMARY, SECONDARY) and \
            not any(self.run_on.read(slot, len(image)) == image for image in attack.good)

    def elsewhere(self) -> bool:
        """Whether something was started that is no slot: what lies there nobody chose."""
        uc = self.run_on.unicorn
        return uc.reg_read(UC_ARM_REG_PC) & ~1 == RETURN and \
            uc.reg_read(UC_ARM_REG_R0) not in (0, PRIMARY + HEADER_BYTES, SECONDARY + HEADER_BYTES)

    def finish(self) -> bool:
        """Runs on; False if that does not come to an end."""
        uc, end = self.run_on.unicorn, time.process_time() + SECONDS
        try:
            while uc.reg_read(UC_ARM_REG_PC) & ~1 != RETURN and time.process_time() < end:
                uc.emu_start(uc.reg_read(UC_ARM_REG_PC) | 1, RETURN, timeout=int(1e6 * SECONDS))
        except UcError:
            return False
        return bool(uc.reg_read(UC_ARM_REG_PC) & ~1 == RETURN)

    def trace(self, attack: Attack) -> list[int]:
        """The addresses of the instructions of an undisturbed run."""
        uc, self.stack = self.run_on.unicorn, b""
        if attack.before:
            self.load(self.run_on, replace(attack, primary=attack.before))
            assert self.finish() and uc.reg_read(UC_ARM_REG_R0) != 0
            self.stack = self.run_on.read(RAM, STACK_TOP - RAM)
        self.load(self.run_on, attack)
        with self.run_on.instructions.noted() as addresses:
            uc.emu_start(uc.reg_read(UC_ARM_REG_PC) | 1, RETURN)
        assert not self.bad(attack), f"{attack.name}: without any fault"
        assert (uc.reg_read(UC_ARM_REG_R0) != 0) == attack.starts, attack.name
        return addresses

    def chosen(self, addresses: Sequence[int], thin: int, phase: int) -> list[int]:
        """Numbers of instructions: the first and last ROUNDS executions of each address outside WORKERS. thin: of one
        address in so many."""
        first, last = ends(addresses)
        taken = sorted(address for address in first
                       if address not in self.home and self.name(address) not in WORKERS)[phase % thin::thin]
        if thin > 1:
            return sorted({which[address] for which in (first, last) for address in taken})
        rounds: dict[int, list[int]] = {address: [] for address in taken}
        for number, address in enumerate(addresses):
            if address in rounds:
                rounds[address].append(number)
        return sorted({number for found in rounds.values() for number in found[:ROUNDS] + found[-ROUNDS:]})

    def faults(self, attack: Attack, addresses: Sequence[int], numbers: Sequence[int]) -> Iterator[int]:
        """Leaves out each of those instructions; then the running emulator stands after it."""
        self.load(self.step_on, attack)
        stepper, runner, done = self.step_on.unicorn, self.run_on.unicorn, 0
        for number in numbers:
            if number > done:
                at = stepper.reg_read(UC_ARM_REG_PC) | 1
                stepper.emu_start(at, RETURN, count=number - done)
                at, done = stepper.reg_read(UC_ARM_REG_PC) & ~1, number
                # The emulator does not stop at what an IT block does not execute; a NOP there changes nothing.
                done = next(n for n in range(done, done + 5) if addresses[n] == at)
            if done != number:
                continue
            self.run_on.write(MEMORY, self.step_on.read(MEMORY, SLOTS_END - MEMORY))
            self.run_on.write(RAM, self.step_on.read(RAM, RAM_BYTES))
            self.run_on.write(MPU_CTRL, self.step_on.read(MPU_CTRL, 4))
            runner.context_restore(self.resets[self.run_on])
            runner.reg_write_batch(list(zip(ALL, stepper.reg_read_batch(ALL))))
            self._skip(addresses[number])
            yield number

    def _skip(self, at: int) -> None:
        uc = self.run_on.unicorn
        wide = self.run_on.read(at + 1, 1)[0] >> 3 in (0b11101, 0b11110, 0b11111)
        if uc.reg_read(UC_ARM_REG_XPSR) & IT_STATE:  # the block goes on after a NOP, whose condition is consumed
            code = self.run_on.read(at, 4 if wide else 2)
            self.run_on._patch(at, NOP_32 if wide else NOP_16)
            uc.emu_start(at | 1, RETURN, count=1)
            self.run_on._patch(at, code)
        else:
            uc.reg_write(UC_ARM_REG_PC, at + (4 if wide else 2) | 1)

    def campaign(self, attack: Attack, thin: int = 1, functions: Sequence[str] = ()) -> Outcome:
        """Every chosen instruction left out, once. functions: of these the first and last execution of each."""
        addresses = self.trace(attack)
        outcome, chosen = Outcome(), self.chosen(addresses, thin, zlib.crc32(attack.name.encode()))
        if functions:
            chosen = sorted({number for numbers in ends(addresses) for address, number in numbers.items()
                             if self.name(address) in functions})
        for number in self.faults(attack, addresses, chosen):
            outcome.tried += 1
            outcome.lost += not self.finish() or self.elsewhere()
            if self.bad(attack):
                outcome.started[self.place(addresses[number])] += 1
        return outcome


if __name__ == "__main__":
    import tempfile
    results = Path(__file__).resolve().parents[2] / "build/results/boot-skips.txt"
    results.parent.mkdir(parents=True, exist_ok=True)
    lines, wrong = [], 0
    with tempfile.TemporaryDirectory() as folder:
        keys = Signers()
        for one in attacks(keys):
            if sys.argv[1:] and not any(word in one.name for word in sys.argv[1:]):
                continue
            found = Device(one.policy, keys, Path(folder)).campaign(one)
            wrong += found.started.total()
            lines.append(f"{one.name} ({one.policy}): {found.tried:,} instructions left out, {found.lost:,} crashes, "
                         f"{found.started.total()} starts of it")
            print(lines[-1], *(f"\n    {place}: {count}" for place, count in found.started.items()), flush=True)
    if not sys.argv[1:]:
        results.write_text("\n".join(lines) + "\n")
    sys.exit(wrong != 0)
