/* Sums of products modulo 8380417, twin of src/ring/sum23.c. On Cortex-M3 for public data only: see ntt23_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/gates.h"

#if KSIG_ASM_SUM23
#include "arch/armv7m/function.inc"
#include "arch/armv7m/interleave.inc"

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

.macro load_constants
    movw r10, #8380417 & 0xffff
    movt r10, #8380417 >> 16
    movw r11, #58728449 & 0xffff
    movt r11, #58728449 >> 16
.endm

@ To \stop if one of r4..r7 is to be rejected.
.macro compare_numbers stop
    cmp r4, r10
    ittt lo
    cmplo r5, r10
    cmplo r6, r10
    cmplo r7, r10
    bhs.w \stop
.endm

@ r0 words, r1 factors, r2 stream, r3 how many groups are left.
.macro begin_group
    push {r3-r11, lr}
    load_constants
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
    compare_numbers 2f
.endm

@ Products with a group of packed factors.
.macro multiply_packed
    ldm r1!, {r8, r9, r12}
    sbfx lr, r8, #0, #24
    multiply r4, lr
    sbfx lr, r9, #0, #24
    multiply r5, lr
    sbfx lr, r12, #0, #24
    multiply r6, lr
    lsr r8, r8, #24
    lsr r9, r9, #24
    asr r12, r12, #24
    orr r8, r8, r9, lsl #8
    orr r8, r8, r12, lsl #16
    multiply r7, r8
.endm

@ Plus the old values.
.macro add_to_words
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
.endm

.macro end_group
    add r2, r2, #12
    add_to_words
    bne.w 1b
2:  ldr r0, [sp]
    sub r0, r0, r3
    pop {r3-r11, pc}
.endm

@ unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream, unsigned groups)
@ stack: ksig_sum23_add_products 40
function ksig_sum23_add_products
    begin_group
    ldrd r8, r9, [r1], #8
    multiply r4, r8
    multiply r5, r9
    ldrd r8, r9, [r1], #8
    multiply r6, r8
    multiply r7, r9
    end_group
end_function ksig_sum23_add_products

@ unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors, const uint8_t *stream,
@                                         unsigned groups)
@ Of Cortex-M4 alone, where this is for secret factors too.
@ stack: ksig_sum23_add_packed_products 40
#if KSIG_ASM_SUM23_PACKED
function ksig_sum23_add_packed_products
    begin_group
    multiply_packed
    end_group
end_function ksig_sum23_add_packed_products
#endif

#if KSIG_ASM_SUM23_LANES

@ Four numbers of 23 bits from the words r4, r5, r6.
.macro split_numbers
    ubfx r7, r6, #8, #23
    lsl r6, r6, #16
    orr r6, r6, r5, lsr #16
    bfc r6, #23, #9
    lsl r5, r5, #8
    orr r5, r5, r4, lsr #24
    bfc r5, #23, #9
    bfc r4, #23, #9
.endm

@ unsigned ksig_sum23_add_lanes_products(uint32_t *words, const uint32_t *factors, const uint32_t *lanes,
@                                        unsigned groups)
@ Three lanes are two groups.
@ stack: ksig_sum23_add_lanes_products 56
function ksig_sum23_add_lanes_products
    push {r3-r11, lr}
    sub sp, sp, #16
    load_constants
    .balign 4
1:  ldm r2!, {r4-r9}
    separate r4, r5
    separate r6, r7
    separate r8, r9
    strd r7, r8, [sp]
    str r9, [sp, #8]
    split_numbers
    compare_numbers 2f
    multiply_packed
    add_to_words
    ldrd r4, r5, [sp]
    ldr r6, [sp, #8]
    split_numbers
    compare_numbers 2f
    multiply_packed
    add_to_words
    bne.w 1b
2:  add sp, sp, #16
    ldr r0, [sp]
    sub r0, r0, r3
    pop {r3-r11, pc}
end_function ksig_sum23_add_lanes_products
#endif

@ a = ksig_reduce23(a). r2 q.
.macro reduce a
    add r3, \a, #0x400000
    asr r3, r3, #23
    mls \a, r3, r2, \a
.endm

@ void ksig_sum23_pack(uint32_t words[192], const int32_t values[256])
@ No long product: for secrets too.
@ stack: ksig_sum23_pack 20
function ksig_sum23_pack
    push {r4-r7, lr}
    movw r2, #8380417 & 0xffff
    movt r2, #8380417 >> 16
    add r12, r1, #1024
    .balign 4
1:  ldm r1!, {r4-r7}
    reduce r4
    reduce r5
    reduce r6
    reduce r7
    bfi r4, r7, #24, #8
    lsr r7, r7, #8
    bfi r5, r7, #24, #8
    lsr r7, r7, #8
    bfi r6, r7, #24, #8
    stm r0!, {r4-r6}
    cmp r1, r12
    bne 1b
    pop {r4-r7, pc}
end_function ksig_sum23_pack

#endif
