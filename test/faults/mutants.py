# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library with one defence removed: the row that is there for it must then let a forgery pass. What no row notices,
no forgery needs."""
from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from faults import images
from faults.campaign import Campaign, Forgery
from faults.cases import CASES, Case
from faults.core import Core
from faults.starts import STARTS, ZEROS, Start
from planted import Edit, Spot, before, kept, planted, removed, replaced, wrapped

COMPILER = ("arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb", "-mfloat-abi=soft", "-O2",
            "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections")


class Mutant(NamedTuple):
    """What is edited in files of src/; the forgeries that need it: a case, and how their names begin. stride: of the
    hash functions and transforms, for a defence of those."""

    edits: dict[str, tuple[Edit, ...]]
    case: str
    forgery: str
    stride: int = 1 << 30
    model: str = "skip"
    functions: tuple[str, ...] = ()  # every instruction of these, in the calls that the forgery is about: few seconds


FEW = (STARTS[0], ZEROS)  # where the place is known
REFILLED = Spot("ksig_keccak_refill", "return", which=-1)
SQUEEZED = Spot("ksig_keccak_end", "return")
VERDICT = Spot("ksig_conclude", "return", which=-1)
SHA256_F = Spot("ksig_xmss_chain", "call", "ksig_xmss_sha256_f")
SHA256_H = Spot("ksig_xmss_h", "call", "ksig_xmss_sha256_h")
COUNTED = "v->head.trail += KSIG_TRAIL_STEP"  # a check that finds nothing
LOOKED_UP = Spot("open_frame", "operation", "other")  # whether the context's length or what `other` has is another
MUTANTS: dict[str, Mutant] = {
    "what a sponge clears is not counted": Mutant(
        {"hash/keccak.c": (replaced(Spot("ksig_keccak_init", "condition"), "cleared != 0"),)},
        "falcon-512-r3-leftover", "word"),
    "the message's length is not looked up again": Mutant(
        {"api/verify.c": (kept(Spot("ksig_verify_open", "operation", "message_length"), "left"),),
         "stream/operations.h": (removed(Spot("ksig_want_message", "assignment", "trail")),)},
        "falcon-512-r3-message", "X for no message"),
    "the context's length is not looked up again": Mutant(
        {"stream/message.c": (kept(LOOKED_UP, "left"),)}, "ml-dsa-44-message", "no context for one"),
    "mode and hash are not looked up again": Mutant(
        {"stream/message.c": (wrapped(LOOKED_UP._replace(part="left"), "(", " & 0)"),)},
        "ml-dsa-44-message", "pure for pre-hashed"),
    "a permutation that is left out does not count": Mutant(
        {"hash/keccak.c": (before(REFILLED, "(void)changed, (void)other;"), kept(REFILLED, "left"))},
        "ml-dsa-44-message", "chosen beginning"),
    "a verdict has one branch": Mutant(
        {"stream/verdict.c": (before(VERDICT, "(void)spread(doubt);"), kept(VERDICT, "left"))},
        "ml-dsa-44-comparison", "another message", model="bit"),
    "a check that is made twice is made once": Mutant(
        {"falcon/falcon_verify.c": (removed(Spot("close", "call", "check_norm")),
                                    wrapped(Spot("", "value", "CHECKS"), "(", ") - 1"))},
        "falcon-512-r3-check", "norm"),
    "the hint is checked once": Mutant(
        {"mldsa/verify/mldsa_verify.c": (removed(Spot("end_row", "call", "check_hint")),
                                         wrapped(Spot("close", "value", "checks"), "(", ") - 1u"))},
        "dilithium2-r3-check", "hint", model="register"),
    "the last permutation does not count": Mutant(
        {"hash/keccak.c": (before(SQUEEZED, "(void)ksig_keccak_refill(k);"), kept(SQUEEZED, "left"))},
        "ml-dsa-44-message", "chosen beginning, last", functions=("ksig_keccak_end", "ksig_keccak_refill")),
    "a check counts its branch alone": Mutant(
        {"stream/verdict.c": (replaced(Spot("ksig_judge", "assignment", "trail"), "head->trail += KSIG_TRAIL_STEP"),)},
        "dilithium2-r3-comparison", "anchor, all", model="branch"),
    "-0 is looked for once": Mutant(
        {"falcon/falcon_decode.c": (replaced(Spot("ksig_falcon_decode", "call", "ksig_count"), "tally.good++"),)},
        "falcon-512-r3-check", "encoding, vector 68", functions=("ksig_falcon_decode",)),
    "a coefficient of the key is looked at once": Mutant(
        {"falcon/falcon_decode.c": (replaced(Spot("ksig_falcon_decode_key", "call", "ksig_count", which=1),
                                             "tally.good++"),)},
        "falcon-512-r3-check", "coefficient of the key, vector 63", functions=("ksig_falcon_decode_key",)),
    "mode and hash are not read again from the frame": Mutant(
        {"stream/message.c": (replaced(Spot("absorb_frame", "value", "bad"), "0"),
                              removed(Spot("absorb_frame", "assignment", "bad", which=-1)))},
        "ml-dsa-44-message", "pure signature as pre-hashed, mode 1", functions=("absorb_frame",)),
    "the index is looked at once": Mutant(
        {"xmss/xmss_verify.c": (wrapped(Spot("close", "operation", "tree"), "((", ") & 0)"),)},
        "xmss-check", "index beyond", functions=("begin",)),
    "a call of F that is left out counts": Mutant(
        {"xmss/xmss_hash.c": (replaced(SHA256_F, "(ksig_xmss_sha256_f(v), ksig_xmss_count_step(v))"),),
         "xmss/xmss_sha256.c": (removed(Spot("ksig_xmss_sha256_f", "call", "ksig_xmss_count_step")),)},
        "xmss-check", "chain 0 from", functions=("ksig_xmss_chain",)),
    "a call of H that is left out counts": Mutant(
        {"xmss/xmss_hash.c": (wrapped(SHA256_H, "(", ", v->done++)"),),
         "xmss/xmss_sha256.c": (before(Spot("ksig_xmss_sha256_h", "call", "store"), "v->done--;"),)},
        "xmss-check", "the checksum's node", functions=("ksig_xmss_h", "join")),
    "what the sender gave stays where F writes elsewhere": Mutant(
        {"slhdsa/slhdsa_hash_shake.c": (replaced(Spot("end", "call", "memset"), "memset(out, 0, length)"),)},
        "slh-dsa-shake-128s-check", "a chain's value 1", functions=("f",)),
    "SLH-DSA's steps are not counted": Mutant(
        {"slhdsa/slhdsa_verify.c": (replaced(Spot("close", "call", "ksig_checked"), COUNTED),)},
        "slh-dsa-sha2-128s-check", "a chain's value 0", functions=("chain",)),
    "SLH-DSA's checksum is not formed again": Mutant(
        {"slhdsa/slhdsa_verify.c": (replaced(Spot("chain", "call", "ksig_checked"), COUNTED),)},
        "slh-dsa-sha2-128s-check", "checksum of the layer below", functions=("begin_layer", "ksig_slhdsa_checksum")),
    "XMSS^MT's checksum is not formed again": Mutant(
        {"xmss/xmss_verify.c": (replaced(Spot("chain", "call", "ksig_checked"), COUNTED),)},
        "xmssmt-check", "checksum of the layer below", functions=("begin_layer", "checksum")),
    "the steps of LM-OTS are not counted": Mutant(
        {"lms/lms_verify.c": (replaced(Spot("close", "call", "ksig_checked"), COUNTED),)},
        "lms-check", "chain 0 from", functions=("chain",)),
}


def image(mutant: Mutant, scheme: str, folder: Path) -> Path:
    """The verifier of a scheme without the defence."""
    for name in ("src", "include"):
        shutil.copytree(images.ROOT / name, folder / name)
    library = folder / "library.a"
    shutil.copy(images.library("default", False), library)
    for name, edits in mutant.edits.items():
        (folder / "src" / name).write_text(planted(images.ROOT / "src" / name, *edits))
    for name in mutant.edits:
        made = folder / (Path(name).name + ".obj")  # as CMake calls it
        subprocess.run([*COMPILER, "-I", str(folder / "include"), "-I", str(folder / "src"), "-c",
                        str(folder / "src" / name), "-o", str(made)], check=True)
        subprocess.run(["arm-none-eabi-ar", "r", str(library), str(made)], check=True, stderr=subprocess.DEVNULL)
    return images.linked_for(scheme, folder / "mutant.elf", library)


def passes(mutant: Mutant, core: Core) -> bool:
    """Whether a fault makes one of the forgeries pass on a core."""
    case: Case = next(case for case in CASES if str(case) == mutant.case)
    core.patience = 10  # there may be one place alone, and a busy machine shall not lose it
    forgeries = [forgery for forgery in case.forgeries(case.on) if forgery.name.startswith(mutant.forgery)]
    assert forgeries

    def accepted(forgery: Forgery, start: Start) -> bool:
        if not mutant.functions:
            return bool(Campaign(core, forgery, start).attack(mutant.model, mutant.stride).accepted)
        outcome = Campaign(core, replace(forgery, others=lambda _call: False), start).attack_functions(
            *mutant.functions)
        assert outcome.tried > 10
        return bool(outcome.accepted)
    # From all memories: what an abandoned session leaves is another each time, and not all of it helps a forger.
    return any(accepted(forgery, start) for forgery in forgeries for start in (FEW if mutant.functions else STARTS))


def noticed(mutant: Mutant, folder: Path) -> bool:
    """Whether one passes without the defence."""
    scheme = next(case.scheme for case in CASES if str(case) == mutant.case)
    return passes(mutant, Core(image(mutant, scheme, folder)))
