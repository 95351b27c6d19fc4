# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library with one defence removed: the row that is there for it must then let a forgery pass. What no row notices,
no forgery needs."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from faults import images
from faults.campaign import Campaign
from faults.cases import CASES, STARTS, Case
from faults.core import Core

COMPILER = ("arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb", "-mfloat-abi=soft", "-O2",
            "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections")


class Mutant(NamedTuple):
    """What is written in the place of what, in files of src/; the forgeries that need it: a case, and how their names
    begin. stride: of the hash functions and transforms, for a defence of those."""

    edits: tuple[tuple[str, str, str], ...]
    case: str
    forgery: str
    stride: int = 1 << 30
    model: str = "skip"


MUTANTS: dict[str, Mutant] = {
    "what a sponge clears is not counted": Mutant((
        ("hash/keccak.c", "cleared == sizeof *k ?", "cleared != 0 ?"),), "falcon-512-r3-leftover", "word"),
    "the message's length is not looked up again": Mutant((
        ("api/verify.c", "scheme->state_bytes - args->message_length;", "scheme->state_bytes;"),
        ("stream/operations.h", "    head->trail += head->unhashed;\n", "")),
        "falcon-512-r3-message", "X for no message"),
    "the context's length is not looked up again": Mutant((
        ("stream/message.c", "other | (context[0] ^ (uint32_t)args->context_length)", "other"),),
        "ml-dsa-44-message", "no context for one"),
    "mode and hash are not looked up again": Mutant((
        ("stream/message.c", "other | (context[0]", "(other & 0) | (context[0]"),),
        "ml-dsa-44-message", "pure for pre-hashed"),
    "a permutation that is left out does not count": Mutant((
        ("hash/keccak.c", "return k->rate & (0u - ((changed | (0u - changed)) >> 31));",
         "(void)changed, (void)other;\n    return k->rate;"),), "ml-dsa-44-message", "chosen beginning"),
    "a verdict has one branch": Mutant((
        ("stream/verdict.c", "return KSIG_ACCEPT ^ ((KSIG_ACCEPT ^ KSIG_REJECT_FAULT) & spread(doubt));",
         "(void)spread(doubt);\n    return KSIG_ACCEPT;"),), "ml-dsa-44-comparison", "another message", model="bit"),
    "a check that is made twice is made once": Mutant((
        ("falcon/falcon_verify.c", "    check_norm(v);\n    return ksig_conclude", "    return ksig_conclude"),
        ("falcon/falcon_verify.c", "3 + 6 + 3 }", "3 + 6 + 2 }")), "falcon-512-r3-check", "norm"),
    "the hint is checked once": Mutant((
        ("mldsa/verify/mldsa_verify.c",
         "        check_hint(v);\n        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);",
         "        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);"),
        ("mldsa/verify/mldsa_verify.c", "+ PASSES(p) + 4u;", "+ PASSES(p) + 3u;")), "dilithium2-r3-check", "hint",
        model="register"),
}


def image(mutant: Mutant, scheme: str, folder: Path) -> Path:
    """The verifier of a scheme without the defence."""
    for name in ("src", "include"):
        shutil.copytree(images.ROOT / name, folder / name)
    library = folder / "library.a"
    shutil.copy(images.library("default", False), library)
    for name, old, new in mutant.edits:
        source = folder / "src" / name
        text = source.read_text()
        assert text.count(old) == 1, f"{name} has no longer: {old}"
        source.write_text(text.replace(old, new))
    for name in {name for name, _, _ in mutant.edits}:
        made = folder / (Path(name).name + ".obj")  # as CMake calls it
        subprocess.run([*COMPILER, "-I", str(folder / "include"), "-I", str(folder / "src"), "-c",
                        str(folder / "src" / name), "-o", str(made)], check=True)
        subprocess.run(["arm-none-eabi-ar", "r", str(library), str(made)], check=True, stderr=subprocess.DEVNULL)
    return images.linked_for(scheme, folder / "mutant.elf", library)


def noticed(mutant: Mutant, folder: Path) -> bool:
    """Whether a fault makes one of the forgeries pass."""
    case: Case = next(case for case in CASES if str(case) == mutant.case)
    core = Core(image(mutant, case.scheme, folder))
    core.patience = 10  # there may be one place alone, and a busy machine shall not lose it
    forgeries = [forgery for forgery in case.forgeries(case.on) if forgery.name.startswith(mutant.forgery)]
    assert forgeries
    # From all memories: what an abandoned session leaves is another each time, and not all of it helps a forger.
    return any(Campaign(core, forgery, start).attack(mutant.model, mutant.stride).accepted
               for forgery in forgeries for start in STARTS)
