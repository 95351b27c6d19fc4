/* Sums of products modulo 8380417, twin of src/ring/sum_8380417.c. For public data only: see ntt_8380417.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/config.h"

#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING
#include "function.h"

@ a = a b 2^-32 mod q; b, r12 are overwritten (ksig_multiply23). r10 q, r11 its inverse modulo 2^32.
.macro multiply a, b
    smull \b, \a, \a, \b
    mul \b, \b, r11
#ifdef __ARM_FEATURE_DSP
    smmul \b, \b, r10
#else
    smull r12, \b, \b, r10
#endif
    sub \a, \a, \b
.endm

@ s, within 1.52 q, within q again.
.macro into_range s
    and lr, r10, \s, asr #31
    sub \s, \s, r10
    add \s, \s, lr, lsl #1
.endm

@ unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream, unsigned groups)
@ r0 words, r1 factors, r2 stream, r3 how many groups are left.
@ stack: ksig_sum23_add_products 40
function ksig_sum23_add_products
    push {r3-r11, lr}
    movw r10, #8380417 & 0xffff
    movt r10, #8380417 >> 16
    movw r11, #58728449 & 0xffff
    movt r11, #58728449 >> 16
    .balign 4
    @ Four numbers of 23 bits from 12 bytes at any address.
1:  ldr r4, [r2]
    ldr r6, [r2, #4]
    ldr r8, [r2, #8]
    lsr r5, r4, #24
    bfc r4, #23, #9
    bfi r5, r6, #8, #15
    lsr r6, r6, #16
    ubfx r7, r8, #8, #23
    bfi r6, r8, #16, #7
    cmp r4, r10
    ittt lo
    cmplo r5, r10
    cmplo r6, r10
    cmplo r7, r10
    bhs 2f
    ldrd r8, r9, [r1], #8
    multiply r4, r8
    multiply r5, r9
    ldrd r8, r9, [r1], #8
    multiply r6, r8
    multiply r7, r9
    add r2, r2, #12
    @ Plus the old values.
    ldm r0, {r8, r9, r12}
    sbfx lr, r8, #0, #24
    add r4, r4, lr
    sbfx lr, r9, #0, #24
    add r5, r5, lr
    sbfx lr, r12, #0, #24
    add r6, r6, lr
    lsr r8, r8, #24
    lsr r9, r9, #24
    asr r12, r12, #24
    orr r8, r8, r9, lsl #8
    orr r8, r8, r12, lsl #16
    add r7, r7, r8
    into_range r4
    into_range r5
    into_range r6
    into_range r7
    bfi r4, r7, #24, #8
    lsr r7, r7, #8
    bfi r5, r7, #24, #8
    lsr r7, r7, #8
    bfi r6, r7, #24, #8
    stm r0!, {r4-r6}
    subs r3, r3, #1
    bne.w 1b
2:  ldr r0, [sp]
    sub r0, r0, r3
    pop {r3-r11, pc}
end_function ksig_sum23_add_products

#endif
