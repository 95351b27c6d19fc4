# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The bound of the stack by the call graph (bench/static_stack.py), on routines whose stack is counted by hand."""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.board

BENCH = Path(__file__).resolve().parents[2] / "bench"
ARM, RISCV = "arm-none-eabi-", "riscv64-unknown-elf-"
FLAGS = {"cortex-m3": ["-mcpu=cortex-m3", "-mthumb"], "cortex-m0": ["-mcpu=cortex-m0", "-mthumb"],
         "rv32imac": ["-march=rv32imac", "-mabi=ilp32"]}
CALLS = """\
table operations first second
calls caller .first
calls any .first .second
calls tail leaf40
"""


def function(name: str, *lines: str) -> str:
    body = "\n".join(lines).replace(";", "\n")
    return f".global {name}\n.type {name}, %function\n{name}:\n{body}\n.size {name}, . - {name}\n"


LEAVES = function("leaf8", "push {r4, lr}; pop {r4, pc}") + function("leaf40", "sub sp, #40; add sp, #40; bx lr")
TABLE = ".balign 4\n.type operations, %object\noperations: .word leaf8, leaf40\n.size operations, . - operations\n"


def image(tmp_path: Path, core: str, text: str) -> Any:
    """The call graph of a linked assembly text; root is the function `root`."""
    prefix = RISCV if core == "rv32imac" else ARM
    if not shutil.which(prefix + "gcc"):
        pytest.skip(f"needs {prefix}gcc")
    sys.path.insert(0, str(BENCH))
    try:
        import static_stack  # type: ignore[import-not-found]
    finally:
        sys.path.pop(0)
    source, elf, calls = tmp_path / "code.S", tmp_path / "image.elf", tmp_path / "calls.txt"
    head = "" if core == "rv32imac" else ".syntax unified\n.thumb\n"
    source.write_text(f"{head}.text\n{text}")
    calls.write_text(CALLS)
    subprocess.run([prefix + "gcc", *FLAGS[core], "-nostdlib", "-Wl,-Ttext=0x1000", "-Wl,-e,root",
                    f"-Wl,-Map={tmp_path / 'image.map'}", source, "-o", elf], check=True)
    return static_stack, static_stack.Image(elf, prefix, calls)


def bound(tmp_path: Path, core: str, text: str) -> int:
    return int(image(tmp_path, core, text)[1].root("root").bytes)


THUMB: list[Any] = [
    ("leaf", "bx lr", 0),
    ("push", "push {r0-r3, lr}; pop {r0-r3, pc}", 20),
    ("wide push", "stmdb sp!, {r4-r11, lr}; ldmia sp!, {r4-r11, pc}", 36),
    ("store that pushes", "str r4, [sp, #-16]!; ldr r4, [sp], #16; bx lr", 16),
    ("double store that pushes", "strd r4, r5, [sp, #-8]!; ldrd r4, r5, [sp], #8; bx lr", 8),
    ("link register from the stack", "str lr, [sp, #-4]!; bl leaf40; ldr pc, [sp], #4", 44),
    ("frame", "push {r4, lr}; sub sp, #100; add sp, #100; pop {r4, pc}", 108),
    ("large frame", "push {r4, lr}; subw sp, sp, #1001; addw sp, sp, #1001; pop {r4, pc}", 1009),
    ("call", "push {r4, lr}; bl leaf40; pop {r4, pc}", 48),
    ("two calls", "push {r4, lr}; bl leaf40; bl leaf8; pop {r4, pc}", 48),
    ("tail call behind the frame", "push {r4, lr}; pop {r4, lr}; b.w leaf40", 40),
    ("deeper behind the call", "push {r4, lr}; bl leaf8; sub sp, #64; add sp, #64; pop {r4, pc}", 72),
    ("frame on one path", "cbz r0, 1f; push {r4, lr}; bl leaf40; pop {r4, pc}; 1: bx lr", 48),
    ("conditional tail call", "cmp r0, #0; beq.w leaf40; bx lr", 40),
    ("loop", "push {r4, lr}; 1: subs r0, #1; bne 1b; pop {r4, pc}", 8),
    ("conditional return", "push {r4, lr}; cmp r0, #0; it eq; popeq {r4, pc}; bl leaf40; pop {r4, pc}", 48),
    ("switch", "push {r4, lr}; tbb [pc, r0]; 0: .byte (1f - 0b) / 2, (2f - 0b) / 2; 1: bl leaf40; pop {r4, pc}; "
               "2: sub sp, #8; bl leaf40; add sp, #8; pop {r4, pc}", 56),
]


@pytest.mark.parametrize("body, expected", [case[1:] for case in THUMB], ids=[case[0] for case in THUMB])
def test_thumb(tmp_path: Path, body: str, expected: int) -> None:
    assert bound(tmp_path, "cortex-m3", LEAVES + function("root", body)) == expected


@pytest.mark.parametrize("name, body, expected", [
    ("caller", "push {r4, lr}; blx r3; pop {r4, pc}", 16),
    ("any", "push {r4, lr}; blx r3; pop {r4, pc}", 48),
    ("tail", "bx r3", 40),
])
def test_calls_through_pointers(tmp_path: Path, name: str, body: str, expected: int) -> None:
    """A call reaches the deepest of what its list allows."""
    text = LEAVES + function(name, body) + function("root", "push {r4, lr}", f"bl {name}", "pop {r4, pc}") + TABLE
    assert bound(tmp_path, "cortex-m3", text) == expected + 8


@pytest.mark.parametrize("body, why", [
    ("push {r4, lr}; bl root; pop {r4, pc}", "recursion: root -> root"),
    ("push {r4, lr}; bl other; pop {r4, pc}", "recursion: root -> other -> root"),
    ("push {r4, lr}; blx r3; pop {r4, pc}", "calls.txt does not list"),
    ("bx r3", "calls.txt does not list"),
    ("mov sp, r0; bx lr", "unknown way"),
    ("sub sp, sp, r0; bx lr", "unknown way"),
    ("msr msp, r0; bx lr", "unknown way"),
    ("cmp r0, #0; it eq; pusheq {r4}; bx lr", "unknown way"),
    ("cbz r0, 1f; push {r4}; 1: bx lr", "reached with SP at"),
    ("1: push {r4}; b 1b", "reached with SP at"),
    ("pop {r4}; push {r4}; bx lr", "pops more than was pushed"),
    ("push {r4, lr}", "runs out of the function"),
    ("bx lr; nop; mov r0, r1; bx lr", "reached by no branch"),
    ("b other + 2", "goes to no function"),
])
def test_what_has_no_bound(tmp_path: Path, body: str, why: str) -> None:
    """An error that names the function, and never a figure."""
    other = function("other", "push {r4, lr}", "bl root", "pop {r4, pc}")
    module, graph = image(tmp_path, "cortex-m3", LEAVES + function("root", body) + other)
    with pytest.raises(module.StackError) as error:
        graph.root("root")
    assert why in str(error.value) and "root" in str(error.value)


@pytest.mark.parametrize("core, body, expected", [
    ("cortex-m0", "push {r4, lr}; sub sp, #16; bl leaf40; add sp, #16; pop {r4, pc}", 64),
    # A far branch within the function.
    ("cortex-m0", "push {r4, lr}; bl 1f; .space 4000, 0xbf; 1: bl leaf40; pop {r4, pc}", 48),
])
def test_thumb_of_armv6m(tmp_path: Path, core: str, body: str, expected: int) -> None:
    if ".space" in body:
        body = body.replace(".space 4000, 0xbf", ".rept 2000; nop; .endr")
    assert bound(tmp_path, core, LEAVES + function("root", body)) == expected


RISCV_LEAF = function("leaf48", "addi sp, sp, -48; addi sp, sp, 48; ret")


@pytest.mark.parametrize("body, expected", [
    ("ret", 0),
    ("addi sp, sp, -32; sw ra, 28(sp); call leaf48; lw ra, 28(sp); addi sp, sp, 32; ret", 80),
    ("addi sp, sp, -16; addi sp, sp, 16; tail leaf48", 48),
    ("beqz a0, 1f; addi sp, sp, -16; call leaf48; addi sp, sp, 16; 1: ret", 64),
    ("addi sp, sp, -16; la a5, 3f; lw a5, 0(a5); jr a5; 1: call leaf48; 2: addi sp, sp, 16; ret; 3: .word 1b, 2b", 64),
])
def test_riscv(tmp_path: Path, body: str, expected: int) -> None:
    assert bound(tmp_path, "rv32imac", RISCV_LEAF + function("root", body)) == expected


def test_riscv_pointers_are_not_taken_for_switches(tmp_path: Path) -> None:
    module, graph = image(tmp_path, "rv32imac", function("root", "jr a5"))
    with pytest.raises(module.StackError, match="calls.txt does not list"):
        graph.root("root")
