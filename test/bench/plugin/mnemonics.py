# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What objdump's mnemonics are for the decoder."""
from __future__ import annotations

import re

CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")

# Without width suffix, condition and S.
KINDS = {
    "alu": """adc add addw adr and asr bfc bfi bic clz cmn cmp eor lsl lsr mov movt movw mvn neg orn orr pkhbt pkhtb
        qadd qadd16 qadd8 qasx qdadd qdsub qsax qsub qsub16 qsub8 rbit rev rev16 revsh ror rrx rsb sadd16 sadd8 sasx sbc
        sbfx sel shadd16 shadd8 shasx shsax shsub16 shsub8 smlabb smlabt smlatb smlatt smlad smladx smlalbb smlalbt
        smlaltb smlaltt smlald smlaldx smlawb smlawt smlsd smlsdx smlsld smlsldx smmla smmlar smmls smmlsr smmul smmulr
        smuad smuadx smulbb smulbt smultb smultt smulwb smulwt smusd smusdx ssat ssat16 ssax ssub16 ssub8 sub subw
        sxtab sxtab16 sxtah sxtb sxtb16 sxth teq tst uadd16 uadd8 uasx ubfx uhadd16 uhadd8 uhasx uhsax uhsub16 uhsub8
        uqadd16 uqadd8 uqasx uqsax uqsub16 uqsub8 usad8 usada8 usat usat16 usax usub16 usub8 uxtab uxtab16 uxtah uxtb
        uxtb16 uxth""",
    "mul": "mul",
    "mla": "mla mls",
    "mull": "smull umull",
    "mlal": "smlal umlal umaal",
    "div": "sdiv udiv",
    "load": """ldr ldrb ldrbt ldrex ldrexb ldrexh ldrh ldrht ldrsb ldrsbt ldrsh ldrsht ldrt strex strexb strexh""",
    "store": "str strb strbt strh strht strt",
    "loadm": "ldm ldmia ldmdb ldrd pop vldm vldmia vldmdb vpop",
    "storem": "push stm stmia stmdb strd vpush vstm vstmia vstmdb",
    "branch": "b",
    "bcc": "cbz cbnz " + " ".join("b" + condition for condition in CONDITIONS),
    "bx": "bx",
    "call": "bl",
    "callreg": "blx",
    "table": "tbb tbh",
    "system": "bkpt clrex cpsid cpsie csdb dbg dmb dsb isb mrs msr nop pld pldw pli pssbb sev ssbb svc wfe wfi yield",
    "fp": "vabs vadd vcmp vcmpe vcvt vcvtb vcvtr vcvtt vmov vmrs vmsr vmul vneg vnmul vsub",
    "fpload": "vldr",
    "fpstore": "vstr",
    "fpmac": "vfma vfms vfnma vfnms vmla vmls vnmla vnmls",
    "fpdiv": "vdiv vsqrt",
}
BY_NAME = {name: kind for kind, names in KINDS.items() for name in names.split()}
SETS_FLAGS = frozenset("adc add and asr bic eor lsl lsr mov mvn neg orn orr ror rrx rsb sbc sub mul smull umull smlal "
                       "umlal".split())


def plain(mnemonic: str) -> str | None:
    """The name in BY_NAME of a mnemonic with its suffixes; None if there is none."""
    name = re.sub(r"\.[nw]$", "", mnemonic).split(".")[0]
    for stem in (name, name[:-2] if name[-2:] in CONDITIONS else name):
        if stem in BY_NAME:
            return stem
        if stem.endswith("s") and stem[:-1] in SETS_FLAGS:
            return stem[:-1]
    return None


def kind_of(mnemonic: str, operands: str) -> tuple[str | None, bool]:
    """The decoder's kind of an instruction as objdump prints it, and whether it loads the PC."""
    if re.fullmatch(r"it[te]{0,3}", mnemonic):
        return "it", False
    if mnemonic == "nop" and "mov r8, r8" in operands:  # what Armv6-M pads with
        return "alu", False
    name = plain(mnemonic)
    kind = BY_NAME.get(name) if name else None
    operands = operands.split("@")[0].strip()
    to_pc = bool(re.match(r"pc\b", operands))
    registers = sum(bool(re.fullmatch(r"\s*(r\d+|sl|fp|ip|lr)\s*", word)) for word in operands.split(","))
    if name == "vmov" and registers == 2:
        kind = "fppair"
    if kind == "alu" and to_pc and name in ("mov", "add"):
        kind = "bx"
    loads_pc = (kind == "load" and name == "ldr" and to_pc) or (kind == "loadm" and bool(re.search(r"\bpc}", operands)))
    return kind, loads_pc
