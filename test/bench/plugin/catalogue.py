# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every instruction of Armv7E-M with FPv4-SP, some in several encodings, as assembly text."""
from __future__ import annotations

from collections.abc import Iterator

# Operands of a family: its names.
FAMILIES = {
    "r0, r1, r2": """adcs.n:r0,r0,r2 adc.w adds.n add.w adds.w and.w ands.w asr.w bic.w bics.w eor.w lsl.w lsls.w lsr.w
        mul.w orn orns orr.w ror.w rsb.w rsbs.w sbc.w sub.w subs.n subs.w qadd8 qadd16 qasx qsax qsub8 qsub16 sadd8
        sadd16 sasx ssax ssub8 ssub16 shadd8 shadd16 shasx shsax shsub8 shsub16 uadd8 uadd16 uasx usax usub8 usub16
        uhadd8 uhadd16 uhasx uhsax uhsub8 uhsub16 uqadd8 uqadd16 uqasx uqsax uqsub8 uqsub16 qadd qsub qdadd qdsub sel
        sdiv udiv smulbb smulbt smultb smultt smulwb smulwt smuad smuadx smusd smusdx smmul smmulr usad8 sxtab sxtah
        sxtab16 uxtab uxtah uxtab16 pkhbt pkhtb:r0,r1,r2,asr#3""",
    "r0, r1, r2, r3": """mla mls smull umull smlal umlal umaal smlabb smlabt smlatb smlatt smlawb smlawt smlad smladx
        smlsd smlsdx smmla smmlar smmls smmlsr usada8 smlalbb smlalbt smlaltb smlaltt smlald smlaldx smlsld smlsldx""",
    "r0, r1": """ands.n asrs.n bics.n cmn.n cmp.n cmp.w:r8,r9 cmn.w:r8,r9 eors.n lsls.n lsrs.n mov.n mov.w movs.n
        muls.n:r0,r1,r0 mvns.n mvn.w orrs.n rors.n sbcs.n tst.n tst.w:r8,r9 teq rev.n rev.w:r8,r9 rev16.n rev16.w:r8,r9
        revsh.n revsh.w:r8,r9 rbit clz sxtb.n sxth.n uxtb.n uxth.n sxtb.w:r8,r9 sxth.w:r8,r9 uxtb.w:r8,r9
        uxth.w:r8,r9 sxtb16 uxtb16 negs.n:r0,r1 rrx""",
    "r0, r1, #5": "add.w adc.w and.w asr.w bic.w eor.w lsls.n lsl.w lsr.w asrs.n lsrs.n orn orr.w ror.w rsb.w sbc.w "
                  "sub.w",
    "r0, #5": "movs.n cmp.n adds.n subs.n mov.w cmp.w cmn.w tst.w teq movw movt mvn.w",
    "r0, r1, #5, #6": "bfi sbfx ubfx",
    "r0, #5, r1": "ssat usat ssat16 usat16",
    "r0, [r1]": """ldr ldrb ldrh str strb strh ldrsb ldrsh ldrbt ldrht ldrsbt ldrsht ldrt strt strbt strht ldrex ldrexb
        ldrexh""",
    "r0, [r1, r2]": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r8, [r1, r2, lsl #2]": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r0, [r1, #4]!": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r0, [r1], #-4": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r0, [r1, #-4]": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r0, [r1, #4000]": "ldr ldrb ldrh ldrsb ldrsh str strb strh",
    "r0, r2, [r1]": "strex strexb strexh ldrd strd",
    "r0, r2, [r1, #8]!": "ldrd strd",
    "r0, r2, [sp], #-8": "ldrd strd",
    "r1!, {r2, r3}": "ldmia.n stmia.n ldmia.w stmia.w ldmdb stmdb",
    "r1, {r2, r8}": "ldmia ldmdb stmia stmdb",
    "r1, {r1, r2}": "ldmia.n",
    "{r0, r4}": "push.n pop.n",
    "{r0, r8}": "push.w pop.w",
    "{r8}": "push.w pop.w",
    "{r4, pc}": "pop.n pop.w",
    "{r4, lr}": "push.n push.w",
    "[r1, #4]": "pld pli",
    "[r1, r2, lsl #1]": "pld pli",
    "": """nop.n nop.w yield.n yield.w wfe.n wfe.w wfi.n wfi.w sev.n sev.w dmb dsb isb clrex dbg:#1 cpsid:i cpsie:if
        svc:#1 bkpt:#1 mrs:r0,ipsr mrs:r0,msp msr:primask,r0 msr:msp,r0 bx:lr blx:r3 bl:here b.n:here b.w:here beq.n:0f
        beq.w:here cbz:r0,0f cbnz:r0,0f 0:nop tbb:[pc,r0] tbh:[pc,r0,lsl#1] ldr:pc,[r0] ldr:pc,[r0],#4 ldr:pc,[pc,#4]
        ldr:sp,[r0] mov:pc,r0 add:pc,r0 mov:sp,r7 mov:r7,sp add:sp,#8 sub:sp,#8 add:sp,r0 add.w:sp,sp,#1024
        sub.w:sp,sp,#1024 addw:sp,sp,#1030 subw:sp,sp,#1030 add:r0,sp,#8 addw:r0,r1,#1030 subw:r0,r1,#1030 adr:r0,1f
        adr.w:r0,1f bfc:r0,#3,#4 .balign:4 1:nop nop""",
    "s0, s1, s2": "vadd.f32 vsub.f32 vmul.f32 vnmul.f32 vdiv.f32 vmla.f32 vmls.f32 vnmla.f32 vnmls.f32 vfma.f32 "
                  "vfms.f32 vfnma.f32 vfnms.f32",
    "s0, s31": """vmov.f32 vabs.f32 vneg.f32 vsqrt.f32 vcmp.f32 vcmpe.f32 vcvt.s32.f32 vcvt.u32.f32 vcvtr.s32.f32
        vcvtr.u32.f32 vcvt.f32.s32 vcvt.f32.u32 vcvtb.f32.f16 vcvtt.f32.f16 vcvtb.f16.f32 vcvtt.f16.f32""",
    "s0": "vcmp.f32:s0,#0.0 vmov.f32:s0,#1.0 vcvt.f32.s32:s0,s0,#4 vmov:s0,r0 vmov:r0,s0 vmov:r0,r1,d0 vmov:d0,r0,r1 "
          "vmov:s0,s1,r0,r1 vmrs:r0,fpscr vmsr:fpscr,r0 vmrs:APSR_nzcv,fpscr",
    "s0, [r1, #-8]": "vldr vstr",
    "d1, [sp, #8]": "vldr vstr",
    "r1!, {s0-s3}": "vldmia vstmia vldmdb vstmdb",
    "r1, {d0-d3}": "vldmia vstmia",
    "{s16-s20}": "vpush vpop",
    "{d8-d9}": "vpush vpop",
}


def assembly() -> Iterator[str]:
    """The lines of a source file."""
    yield from (".syntax unified", ".thumb", ".thumb_func", "here:")
    for operands, names in FAMILIES.items():
        for word in names.split():
            name, colon, own = word.partition(":")
            if name.isdigit():
                yield f"{name}: {own}"
            else:
                yield f"{name} {own if colon else operands}"
    yield from ("cmp r0, #0", "itett eq", "moveq r0, #0", "addne r0, r1", "ldreq r0, [r1]", "popeq {r4, pc}")
