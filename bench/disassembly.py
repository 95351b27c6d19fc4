# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What each instruction of an image does to the flow of control and to the stack pointer: Thumb and RISC-V.

Read from objdump's text. An instruction that changes SP in a way not known here is UNKNOWN, never passed over.
"""
import re
import subprocess
from dataclasses import dataclass

# Where control goes: on; to target or on; to target; into target and on; ...
PLAIN, BRANCH, JUMP, CALL, CALL_POINTER, JUMP_POINTER, TABLE, RETURN, MAY_RETURN, STOP, DATA, UNKNOWN = (
    "plain", "branch", "jump", "call", "call pointer", "jump pointer", "table", "return", "may return", "stop", "data",
    "unknown")
ENDS_FLOW = {JUMP, JUMP_POINTER, TABLE, RETURN, STOP, DATA}


@dataclass
class Instruction:
    address: int
    text: str
    kind: str = PLAIN
    push: int = 0  # bytes by which SP falls
    target: int | None = None

    @property
    def is_padding(self):
        return self.kind == DATA or self.text.startswith(("nop", "unimp", "c.nop"))


CONDITION = "(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)"
ARM_LIST = re.compile(r"\{(.*)\}")
ARM_WRITEBACK = re.compile(r"\[sp, #-?\d+\]!|\[sp\], #-?\d+")
HEX_TARGET = re.compile(r"(?:^|[\s,])([0-9a-f]+)(?: <|$)")


def first_target(operands):
    match = HEX_TARGET.search(operands)
    return int(match[1], 16) if match else None


def list_bytes(operands):
    """Bytes of a register list: {r4, r5, lr}, {d8-d11}."""
    registers = 0
    for part in ARM_LIST.search(operands)[1].split(","):
        low, _, high = part.strip().partition("-")
        registers += int(high[1:]) - int(low[1:]) + 1 if high else 1
    return registers * (8 if "{d" in operands else 4)


def decode_arm(mnemonic, operands):
    """(kind, push, target)"""
    name = re.sub(r"\.[nw]$", "", mnemonic)
    first = operands.split(",")[0].strip()
    if name in ("cbz", "cbnz") or re.fullmatch(f"b{CONDITION}", name):
        return BRANCH, 0, first_target(operands)
    if name == "b":
        return JUMP, 0, first_target(operands)
    if re.fullmatch(f"bl{CONDITION}?", name):
        return CALL, 0, first_target(operands)
    if re.fullmatch(f"blx{CONDITION}?", name):
        return CALL_POINTER, 0, None
    if re.fullmatch(f"bx{CONDITION}", name) and first == "lr":
        return MAY_RETURN, 0, None
    if name == "bx" or (name == "mov" and operands == "pc, lr"):
        return (RETURN if first in ("lr", "pc") else JUMP_POINTER), 0, None
    if name in ("tbb", "tbh") or (name in ("mov", "add", "ldr") and first == "pc" and "[sp" not in operands):
        return TABLE, 0, None
    if name == "udf":
        return STOP, 0, None

    stacked = re.fullmatch(f"(push|pop|vpush|vpop)({CONDITION})?", name)
    if not stacked and first == "sp!":
        stacked = re.fullmatch(f"(stmdb|ldmia|ldm|vstmdb|vldmia)({CONDITION})?", name)
    if stacked:
        loads = stacked[1] in ("pop", "vpop", "ldmia", "ldm", "vldmia")
        if loads and "pc" in operands:
            return (MAY_RETURN if stacked[2] else RETURN), 0, None
        if stacked[2]:
            return UNKNOWN, 0, None
        return PLAIN, -list_bytes(operands) if loads else list_bytes(operands), None
    if name in ("sub", "subw", "add", "addw") and first == "sp" and operands.split("#")[0] in ("sp, ", "sp, sp, "):
        number = int(operands.split("#")[1], 0)
        return PLAIN, number if name.startswith("sub") else -number, None
    if ARM_WRITEBACK.search(operands) and re.fullmatch("(str|ldr)(d|b|h|sb|sh)?", name):
        if first == "pc":
            return RETURN, 0, None
        return PLAIN, -int(operands.rsplit("#", 1)[1].rstrip("]!")), None
    # What is left must not write SP: stores and compares have it as a source.
    if "sp!" in operands or ARM_WRITEBACK.search(operands) or operands.endswith("sp}") or (
            first == "sp" and not re.match("str|cmp|cmn|tst|teq", name)) or first.lower() in (
                "msp", "psp", "msplim", "psplim", "control"):
        return UNKNOWN, 0, None
    return PLAIN, 0, None


RISCV_BRANCH = re.compile(r"b(eq|ne|lt|ge|gt|le)u?z?")
RISCV_STORE = re.compile(r"s[bhwd]|fs[wd]|sc\.w.*|b.*")


def decode_riscv(mnemonic, operands, comment):
    """(kind, push, target)"""
    fields = [field.strip() for field in operands.split(",")]
    if RISCV_BRANCH.fullmatch(mnemonic):
        return BRANCH, 0, first_target(operands)
    # `jalr -12(ra)` and `jr 20(t1)` after an auipc: objdump works out where they go.
    where = first_target(comment) if comment else None
    if mnemonic == "j":
        return JUMP, 0, first_target(operands)
    if mnemonic == "jal":
        if len(fields) == 2 and fields[0] != "ra":
            return UNKNOWN, 0, None
        return CALL, 0, first_target(operands)
    if mnemonic == "jalr":
        return (CALL, 0, where) if where is not None else (CALL_POINTER, 0, None)
    if mnemonic == "jr":
        return (JUMP, 0, where) if where is not None else (JUMP_POINTER, 0, None)
    if mnemonic == "ret":
        return RETURN, 0, None
    if mnemonic in ("unimp", "ebreak"):
        return STOP, 0, None
    if mnemonic in ("add", "addi") and fields[:2] == ["sp", "sp"] and re.fullmatch(r"-?\d+", fields[2]):
        return PLAIN, -int(fields[2]), None
    if fields[0] == "sp" and not RISCV_STORE.fullmatch(mnemonic):
        return UNKNOWN, 0, None
    return PLAIN, 0, None


BX_LOW = re.compile(r"bx (r[0-7])")


def mark_popped_returns(code):
    """ARMv6-M has no pop into pc after which SP moves on: pop {r3}; add sp, #8; bx r3. The frame's arguments lie
    there."""
    order = [code[address] for address in sorted(code)]
    for pop, add, jump in zip(order, order[1:], order[2:]):
        register = BX_LOW.fullmatch(jump.text)
        if register and pop.text == f"pop {{{register[1]}}}" and add.text.startswith("add sp, #"):
            jump.kind = RETURN


LINE = re.compile(r"^\s*([0-9a-f]+):\t(\S+)(?:\t(.*))?$")


def disassemble(path, prefix, is_arm):
    """{address: Instruction} of an image."""
    text = subprocess.run([prefix + "objdump", "-d", "-z", "--no-show-raw-insn", path], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    separator = r"\s*[@;]\s*" if is_arm else r"\s*#\s*"
    code = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if not match:
            continue
        address, mnemonic, operands = int(match[1], 16), match[2], match[3] or ""
        # A comment gives a value of the operands in other words.
        operands, _, comment = re.sub(separator, "\0", operands, count=1).partition("\0")
        instruction = Instruction(address, f"{mnemonic} {operands}".strip())
        if mnemonic.startswith("."):
            instruction.kind = DATA
        elif is_arm:
            instruction.kind, instruction.push, instruction.target = decode_arm(mnemonic, operands)
        else:
            instruction.kind, instruction.push, instruction.target = decode_riscv(mnemonic, operands, comment)
        code[address] = instruction
    if is_arm:
        mark_popped_returns(code)
    return code
