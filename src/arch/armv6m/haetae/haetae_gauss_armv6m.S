/* exp in HAETAE's sampler, twin of ksig_haetae_exp in src/haetae/sign/haetae_gauss.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The signs of Horner's values r alternate, so that a magnitude m, below 2^48, is enough. With
 * h = 2^47 + 2^(47 + t), or 2^47 for t = 0, a product floor((r e + h) / 2^(48 + t)) is floor((m e + h) / 2^(48 + t))
 * for a positive r, and -floor((m e + 2^(48 + t) - 1 - h) / 2^(48 + t)) for a negative one; the next m is a constant
 * minus its magnitude. All factors are three digits of 16 bits.
 *
 * Constant time: no branch and no address depends on e, and MULS takes equally long for all. */
#include "arch/gates.h"

#if KSIG_ASM_EXP
#include "arch/armv6m/function.inc"

@ A step after a negative or a positive r: what is added to m e, in units of 2^32; how far to shift; the constant.
.macro negative k, t, high, low
    .word 0xffffffff, (\k) - 1, 16 + \t, 0x\low, 0x\high
.endm
.macro positive k, t, high, low
    .word 0, \k, 16 + \t, 0x\low, 0x\high
.endm

@ int64_t ksig_haetae_exp(uint64_t e)
@ stack: ksig_haetae_exp 36
function ksig_haetae_exp
    save_all
    uxth r2, r0
    mov r8, r2
    lsrs r0, r0, #16
    mov r9, r0
    mov r10, r1
    adr r6, .Lsteps
    ldm r6!, {r0, r2}
    mov r11, r6
    adds r6, #7 * 20
    mov r12, r6

    @ m in r2, r0; its product with e in r5, r4, r3, where MULS and MOV leave the carry as it is.
1:  lsrs r1, r0, #16
    uxth r0, r0
    mov r6, r9
    muls r6, r0
    mov r7, r8
    muls r7, r1
    adds r6, r6, r7
    movs r7, #0
    adcs r7, r7
    lsls r7, r7, #16
    lsrs r5, r6, #16
    adds r7, r7, r5
    lsls r6, r6, #16
    mov r3, r8
    muls r3, r0
    adds r3, r3, r6
    mov r4, r9
    muls r4, r1
    adcs r4, r7
    mov r5, r10
    muls r5, r2
    movs r7, #0
    adcs r5, r7
    mov r6, r10
    muls r6, r0
    adds r4, r4, r6
    adcs r5, r7
    mov r6, r8
    muls r6, r2
    adds r4, r4, r6
    adcs r5, r7
    mov r6, r10
    muls r6, r1
    mov r1, r9
    muls r1, r2
    adds r6, r6, r1
    adcs r7, r7
    lsls r7, r7, #16
    lsrs r0, r6, #16
    adds r7, r7, r0
    lsls r6, r6, #16
    adds r4, r4, r6
    adcs r5, r7

    mov r6, r11
    ldm r6!, {r0, r1, r2}
    movs r7, #0
    adds r3, r3, r0
    adcs r4, r1
    adcs r5, r7
    movs r7, #32
    subs r7, r7, r2
    lsrs r4, r4, r2
    movs r3, r5
    lsls r3, r3, r7
    orrs r4, r3
    lsrs r5, r5, r2
    ldm r6!, {r0, r2}
    mov r11, r6
    subs r0, r0, r4
    sbcs r2, r5
    cmp r11, r12
    bne 1b
    mov r1, r2
    restore_all

    .balign 4
.Lsteps:
    .word 0x340925ae, 0xb6c6 @ minus r at first
    negative 0x40000 - 0x8000, 3, b4bd, 4df85227
    positive 0x40000 + 0x8000, 3, 887f, 727491e2
    negative 0x20000 - 0x8000, 2, aaaa, 643c7e8d
    positive 0x20000 + 0x8000, 2, aaaa, a98179e6
    negative 0x10000 - 0x8000, 1, ffff, fffb2e7a
    positive 0x10000 + 0x8000, 1, ffff, fffff85f
    negative 0x8000, 0, ffff, fffffffc
end_function ksig_haetae_exp

#endif
