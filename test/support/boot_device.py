# SPDX-License-Identifier: Apache-2.0 OR MIT
"""firmware/boot on this computer: its verification, and its slots on a simulated flash."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cffi import FFI

from kilosig.device.update import BAD_SIGNATURE, REASONS
from kilosig.files.images import COMPOSITE_TYPES, DIGEST_SIGNATURE, OWN_TYPES
from kilosig.library.catalog import SCHEMES

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = ROOT / "build/host/boot/libboot_simulated.so"
NEVER = 0xFFFFFFFF
SIGNS_IMAGE, SIGNS_DIGEST, SIGNS_COMPOSITE = range(3)
KSIG_ACCEPT = 0xA5C3963C

ffi = FFI()
ffi.cdef("""
    typedef struct { uint8_t major, minor; uint16_t revision; uint32_t build; } version;
    typedef struct { uint32_t header_bytes, code_bytes, signed_bytes, total_bytes, counter, product,
                     digest_at;
                     version version; } image;
    typedef struct { uint32_t verdict, again, reason, base; image image; } result;
    typedef struct { uint32_t magic, sequence, kind, pages, active, counter, rejected; version rejected_version;
    } memory;
    typedef uint32_t classical(const uint8_t *, const uint8_t *, uint32_t, const uint8_t *, uint32_t);
    void simulated_policy(uint32_t, uint32_t, uint32_t);
    int simulated_rule(const char *, uint16_t, uint8_t, const char *, classical *);
    void simulated_anchor(const uint8_t *, uint16_t, uint32_t, const uint8_t *, uint32_t);
    uint32_t simulated_verify(const uint8_t *, uint32_t, uint32_t, uint32_t);
    void simulated_layout(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint8_t);
    int simulated_choose(void);
    int simulated_ask(int);
    int simulated_confirm(void);
    uint32_t simulated_update_slot(void);
    const result *simulated_result(void);
    uint32_t simulated_remembered(memory *);
    int simulated_remember(uint32_t, uint32_t);
    extern uint32_t flash_erases, flash_watched;
    void flash_fail(uint32_t, int, uint32_t);
    void flash_stick(uint32_t, uint8_t, uint8_t, uint32_t);
    uint8_t *simulated_flash(void);
""")

Classical = Callable[[bytes, bytes, bytes], bool]


@dataclass(frozen=True)
class Anchor:
    """A trusted key. classical: of a composite signature's other half."""

    anchor: bytes
    retired_from: int = NEVER
    classical: bytes = b""


@dataclass
class Rule:
    """A signature that is asked for."""

    scheme: str
    anchors: list[Anchor]
    signs: int = SIGNS_IMAGE
    label: str = ""
    classical: Classical | None = None
    tlv: int = field(init=False)

    def __post_init__(self) -> None:
        self.tlv = (DIGEST_SIGNATURE if self.signs == SIGNS_DIGEST else
                    COMPOSITE_TYPES[self.label] if self.signs == SIGNS_COMPOSITE else OWN_TYPES[self.scheme])


def anchor_of(scheme: str, key: bytes) -> bytes:
    """As the device has it."""
    known = SCHEMES[scheme]
    return key if known.key_anchor else known.anchor(key)


def name_of(reason: int) -> str:
    """The sentence of a reason; of the library's reasons, their number."""
    return f"library {reason - BAD_SIGNATURE}" if reason >= BAD_SIGNATURE else REASONS[reason]


class Device:
    """One policy, and the one flash."""

    current: Device | None = None

    def __init__(self, rules: list[Rule], ram: tuple[int, int] = (0, 0), product: int = 0) -> None:
        self._c: Any = ffi.dlopen(str(LIBRARY))
        self._kept: list[Any] = []
        self._rules, self._ram, self._product = rules, ram, product

    @property
    def c(self) -> Any:
        """The library, which has one policy: this one."""
        if Device.current is self:
            return self._c
        Device.current = self
        self._c.simulated_policy(*self._ram, self._product)
        for rule in self._rules:
            callback = self._callback(rule.classical) if rule.classical else ffi.NULL
            label = ffi.new("char[]", rule.label.encode())
            self._kept += [callback, label]
            assert self._c.simulated_rule(rule.scheme.encode(), rule.tlv, rule.signs, label, callback)
            for anchor in rule.anchors:
                self._c.simulated_anchor(anchor.anchor, len(anchor.anchor), anchor.retired_from, anchor.classical,
                                         len(anchor.classical))
        return self._c

    @staticmethod
    def _callback(check: Classical) -> Any:
        def called(key: Any, message: Any, length: int, signature: Any, signature_length: int) -> int:
            good = check(bytes(ffi.buffer(key, 65)), bytes(ffi.buffer(message, length)),
                         bytes(ffi.buffer(signature, signature_length)))
            return KSIG_ACCEPT if good else 0

        return ffi.callback("classical", called)

    def verify(self, data: bytes, run: int = 0, counter: int = 0) -> str:
        """The reason for which an image is rejected, or "none"."""
        return name_of(self.c.simulated_verify(data, len(data), run, counter))

    # ---- Slots ------------------------------------------------------------------------------------------------------

    def layout(self, in_place: bool = False) -> None:
        """An erased flash: two slots of 32 kB in pages of 1 kB."""
        self.slots, self.slot_bytes = (0x1000, 0xA000), 32 * 1024
        self.c.simulated_layout(1024, *self.slots, 32, 0x800, in_place)

    def put(self, slot: int, data: bytes) -> None:
        """An image into a slot, past the boot loader."""
        self.flash[self.slots[slot]:self.slots[slot] + self.slot_bytes] = data.ljust(self.slot_bytes, b"\xff")

    @property
    def flash(self) -> Any:
        """All of it."""
        return ffi.buffer(self.c.simulated_flash(), 128 * 1024)

    def boot(self) -> str | None:
        """The version of the image that is started, from its slot, or None."""
        slot = self.c.simulated_choose()
        if slot < 0:
            return None
        head = self.flash[self.slots[slot]:self.slots[slot] + 32]
        return f"{head[20]}.{head[21]}"

    def ask(self, for_good: bool = False) -> bool:
        return self.c.simulated_ask(for_good) == 0

    def confirm(self) -> bool:
        return self.c.simulated_confirm() == 0

    def update_slot(self) -> int:
        return int(self.c.simulated_update_slot())

    @property
    def memory(self) -> Any:
        """What is remembered."""
        memory = ffi.new("memory *")
        assert self.c.simulated_remembered(memory) == 0, "the flash was misused"
        return memory
