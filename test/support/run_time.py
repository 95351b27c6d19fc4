# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The compiler's run-time functions that key generation and signing call, and why each of them may be."""
from __future__ import annotations

import re
from collections.abc import Set
from pathlib import Path

from secret_sites import encoder, run

# No branch at all, which `branches` shows, or none but on a count that is a constant of the source.
STRAIGHT = "has no branch"
COUNT = "branches on the count, which is public in every call"
# By name.
ALLOWED: dict[str, str] = {
    **dict.fromkeys(("__mulsi3", "__muluhisi3", "__umulhisi3", "__mulohisi3", "__adddi3", "__adddi3_s8", "__subdi3",
                     "__negdi2", "__cmpdi2", "__cmpdi2_s8"), STRAIGHT),
    **dict.fromkeys(("__aeabi_llsl", "__aeabi_llsr", "__aeabi_lasr", "__ashldi3", "__lshrdi3", "__ashrdi3",
                     "__rotldi3"), COUNT),
    **dict.fromkeys(("__aeabi_memcpy", "__aeabi_memset", "__aeabi_memclr"), "places and lengths are public"),
    **dict.fromkeys(("__tablejump2__", "__gnu_thumb1_case_uqi", "__gnu_thumb1_case_sqi", "__gnu_thumb1_case_uhi",
                     "__gnu_thumb1_case_shi", "__gnu_thumb1_case_si"), "a jump by the stage of an operation"),
}
ENCODER = encoder().reason
BLOCKS = "of lengths of the transform's blocks"
TOP = "of the bounds of a coefficient"
# Those whose time depends on what they get, by caller: there it is public.
PUBLIC: dict[tuple[str, str], str] = {
    **{(function, "ksig_rans_encode"): ENCODER for function in ("__udivmodsi4", "__aeabi_uidiv", "__udivsi3")},
    **{(function, caller): BLOCKS for function in ("__udivmodhi4", "__aeabi_uidiv", "__udivsi3")
       for caller in ("two_layers", "two_inverse_layers")},
    ("__mulshisi3", "fields_of"): TOP,
}


def functions(image: Path, objdump: str) -> dict[str, list[str]]:
    """The instructions of each function."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in run(objdump, "-d", "--no-show-raw-insn", image).splitlines():
        head = re.match(r"[0-9a-f]+ <([^>]+)>:", line)
        if head:
            current = found.setdefault(re.sub(r"\.(isra|part|constprop|lto_priv)\b.*", "", head[1]), [])
        elif "\t" in line:
            current.append(line)
    return found


def calls(code: dict[str, list[str]], outside: Set[str]) -> set[tuple[str, str]]:
    """(run-time function, its caller), but not of the functions that are no part of the library."""
    found = set()
    for caller, lines in code.items():
        if caller.startswith("__") or caller in outside:
            continue
        for line in lines:
            target = re.search(r"\t(?:r?call|r?jmp|bl|b|jal|j)(?:\.[nw])?\s.*<(__\w+)[^>]*>$", line)
            if target and target[1] in code:  # not a length of the linker that is as large as the address
                found.add((target[1], caller))
    return found


def branches(lines: list[str]) -> list[str]:
    """The conditional branches of a function; but a skip of one short instruction takes as long as executing it."""
    found = []
    for number, line in enumerate(lines):
        operation = line.split("\t")[1].split()[0].split(".")[0]
        following = lines[number + 1].split("\t")[1].split()[0] if number + 1 < len(lines) else "ret"
        if operation in ("sbrc", "sbrs", "cpse"):
            if following in ("ret", "jmp", "call", "rjmp", "rcall", "ld", "st", "ldd", "std", "lds", "sts"):
                found.append(line)
        elif re.match(r"(br(?!k)|b(eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)$|cbn?z)", operation):
            found.append(line)
    return found


def unexpected(image: Path, objdump: str, outside: Set[str] = frozenset()) -> tuple[list[tuple[str, str]], int]:
    """What is called without being on one of the lists, or is not as its reason says; and how many calls there are."""
    code = functions(image, objdump)
    called = calls(code, outside)
    wrong = [(name, caller) for name, caller in called if name not in ALLOWED and (name, caller) not in PUBLIC]
    wrong += [(name, caller) for name, caller in called if ALLOWED.get(name) == STRAIGHT and branches(code[name])]
    return sorted(wrong), len(called)
