# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cores that are disturbed: registers, lengths of instructions, what stands for one that is left out, and
conditional branches that decide the other way."""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from unicorn import UC_ARCH_ARM, UC_ARCH_RISCV, UC_MODE_MCLASS, UC_MODE_RISCV32, UC_MODE_THUMB, Uc
from unicorn.arm_const import (UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2,
                               UC_ARM_REG_R3, UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7,
                               UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12,
                               UC_ARM_REG_SP, UC_ARM_REG_XPSR, UC_CPU_ARM_CORTEX_M0)
from unicorn.riscv_const import (UC_RISCV_REG_A0, UC_RISCV_REG_PC, UC_RISCV_REG_RA, UC_RISCV_REG_SP, UC_RISCV_REG_X0)

from cortex import NOP_16, NOP_32, thumb_width

IT_STATE = 0x0600FC00  # of xPSR: conditions of the instructions that follow


class Processor(NamedTuple):
    """general: the registers that an instruction may write, without the stack pointer. rest: what else there is to keep
    of a core that stands still. bit: of an address of code. width: of the instruction that begins with these 2 bytes.
    inverse: the conditional branch that decides the other way, if this is one."""

    emulator: Callable[[], Uc]
    general: tuple[int, ...]
    rest: tuple[int, ...]
    counter: int
    stack: int
    link: int
    arguments: tuple[int, ...]
    bit: int
    width: Callable[[bytes], int]
    inverse: Callable[[bytes], bytes | None]

    @property
    def result(self) -> int:
        """The register of a call's result."""
        return self.arguments[0]

    def nop(self, uc: Uc, width: int) -> bytes:
        """What has to stand for an instruction that is left out; empty if it is enough to go past it."""
        if not self.bit or not uc.reg_read(UC_ARM_REG_XPSR) & IT_STATE:
            return b""
        return NOP_16 if width == 2 else NOP_32


# ---- Thumb ----------------------------------------------------------------------------------------------------------


def _thumb_inverse(code: bytes) -> bytes | None:
    """Of a branch, or of the first condition of an IT block."""
    low, high = code[0], code[1]
    if 0xD0 <= high <= 0xDD:  # B<cond>
        return bytes([low, high ^ 1])
    if high in (0xB1, 0xB3, 0xB9, 0xBB):  # CBZ, CBNZ
        return bytes([low, high ^ 8])
    if high == 0xBF and low & 15:  # IT
        return bytes([low ^ 0x10, high])
    if high >> 3 == 0b11110 and code[3] & 0xD0 == 0x80 and high & 3 != 3:  # B<cond>.W
        return bytes([low ^ 0x40, high, code[2], code[3]])
    return None


def _cortex_m() -> Uc:
    return Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)


def _cortex_m0() -> Uc:
    uc = _cortex_m()
    uc.ctl_set_cpu_model(UC_CPU_ARM_CORTEX_M0)  # to which what only others have is undefined
    return uc


_R0_TO_R12_AND_LR = (UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4, UC_ARM_REG_R5,
                     UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11,
                     UC_ARM_REG_R12, UC_ARM_REG_LR)
_CORTEX_M = Processor(_cortex_m, _R0_TO_R12_AND_LR, (UC_ARM_REG_SP, UC_ARM_REG_XPSR), UC_ARM_REG_PC, UC_ARM_REG_SP,
                      UC_ARM_REG_LR, _R0_TO_R12_AND_LR[:4], 1, thumb_width, _thumb_inverse)


# ---- RISC-V ---------------------------------------------------------------------------------------------------------


def _riscv_width(code: bytes) -> int:
    return 4 if code[0] & 3 == 3 else 2


def _riscv_inverse(code: bytes) -> bytes | None:
    """The lowest bit of funct3 says for which result it branches."""
    if len(code) == 4 and code[0] & 0x7F == 0x63:  # BEQ, BNE, BLT, BGE, BLTU, BGEU
        return bytes([code[0], code[1] ^ 0x10, *code[2:]])
    if len(code) == 2 and code[0] & 3 == 1 and code[1] >> 6 == 3:  # C.BEQZ, C.BNEZ
        return bytes([code[0], code[1] ^ 0x20])
    return None


# gp and tp, x3 and x4, are nobody's.
_RISCV_GENERAL = tuple(UC_RISCV_REG_X0 + number for number in (1, *range(5, 32)))
_RV32 = Processor(lambda: Uc(UC_ARCH_RISCV, UC_MODE_RISCV32), _RISCV_GENERAL, (UC_RISCV_REG_SP,), UC_RISCV_REG_PC,
                  UC_RISCV_REG_SP, UC_RISCV_REG_RA, tuple(UC_RISCV_REG_A0 + number for number in range(8)), 0,
                  _riscv_width, _riscv_inverse)

# By the preset that builds for it.
CORTEX_M3, CORTEX_M0, RV32IMAC = "cortex-m3", "cortex-m0", "rv32imac"
PROCESSORS: dict[str, Processor] = {
    CORTEX_M3: _CORTEX_M, CORTEX_M0: _CORTEX_M._replace(emulator=_cortex_m0), RV32IMAC: _RV32}
