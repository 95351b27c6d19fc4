/* Sums of products modulo 8380417, twin of src/ring/sum23.c. On Cortex-M3 for public data only: see ntt23_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SUM23
#include "arch/armv7m/function.inc"
#include "arch/armv7m/interleave.inc"
#include "arch/armv7m/packed23.inc"

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
    split_words r8
    compare_numbers 2f
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

#if KSIG_ASM_SUM23_PACKED

@ What follows is of Cortex-M4 alone, where it is for secret factors too. r0 words, r1 factors, r3 2^32 mod q, r10 q,
@ r11 the inverse of -q modulo 2^32. On the stack where the words begin and end, and where the stream goes on.
#define STREAM 0
#define END 4

.macro begin_packed room
    push {r0, r4-r11, lr}
    add r3, r3, r3, lsl #1
    add r3, r0, r3, lsl #2
    sub sp, sp, #\room
    strd r2, r3, [sp, #STREAM]
    movw r3, #4193792 & 0xffff
    movt r3, #4193792 >> 16
    movw r10, #8380417 & 0xffff
    movt r10, #8380417 >> 16
    movw r11, #-58728449 & 0xffff
    movt r11, #(-58728449 >> 16) & 0xffff
    .balign 4
.endm

@ Returns how many groups were done: of 12 bytes, at most 64.
.macro end_packed room
    ldr r1, [sp, #\room]
    movs r2, #171
    sub r0, r0, r1
    mul r0, r0, r2
    lsr r0, r0, #11
    add sp, sp, #\room + 4
    pop {r4-r11, pc}
.endm

@ a = a f 2^-32 + s mod q. s, r2 are overwritten.
.macro add_product a, f, s
    smull r2, \a, \a, \f
    smlal r2, \a, \s, r3
    mul \s, r2, r11
    smlal r2, \a, \s, r10
.endm

@ The first values of two words, to which the product of a is added. The fourth ones' parts go to r8, r9.
.macro add_packed_product a, n
    ldr.w r12, [r1], #4
    ldr.w lr, [r0, #4 * \n]
.if \n == 0
    lsr r8, r12, #24
    lsr r9, lr, #24
.elseif \n == 1
    lsr r2, r12, #24
    orr r8, r8, r2, lsl #8
    lsr r2, lr, #24
    orr r9, r9, r2, lsl #8
.else
    asr r2, r12, #24
    orr r8, r8, r2, lsl #16
    asr r2, lr, #24
    orr r9, r9, r2, lsl #16
.endif
    sbfx r12, r12, #0, #24
    sbfx lr, lr, #0, #24
    add_product \a, r12, lr
.endm

@ A group's products with the numbers r4..r7.
.macro add_group
    add_packed_product r4, 0
    add_packed_product r5, 1
    add_packed_product r6, 2
    add_product r7, r8, r9
    bfi r4, r7, #24, #8
    lsr r7, r7, #8
    bfi r5, r7, #24, #8
    lsr r7, r7, #8
    bfi r6, r7, #24, #8
    stm r0!, {r4-r6}
.endm

@ unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors, const uint8_t *stream,
@                                         unsigned groups)
@ stack: ksig_sum23_add_packed_products 48
function ksig_sum23_add_packed_products
    begin_packed 8
1:  ldr r8, [sp, #STREAM]
    ldr r4, [r8], #12
    ldr r6, [r8, #-8]
    ldr r9, [r8, #-4]
    str r8, [sp, #STREAM]
    split_words r9
    compare_numbers 2f
    add_group
    ldr r2, [sp, #END]
    cmp r0, r2
    bne.w 1b
2:  end_packed 8
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
@ stack: ksig_sum23_add_lanes_products 64
#define SECOND 8
function ksig_sum23_add_lanes_products
    begin_packed 24
    ldr r2, [sp, #STREAM]
1:  ldm r2!, {r4-r9}
    str r2, [sp, #STREAM]
    separate r4, r5
    separate r6, r7
    separate r8, r9
    strd r7, r8, [sp, #SECOND]
    str r9, [sp, #SECOND + 8]
    split_numbers
    compare_numbers 2f
    add_group
    ldrd r4, r5, [sp, #SECOND]
    ldr r6, [sp, #SECOND + 8]
    split_numbers
    compare_numbers 2f
    add_group
    ldrd r2, r12, [sp, #STREAM]
    cmp r0, r12
    bne.w 1b
2:  end_packed 24
end_function ksig_sum23_add_lanes_products
#endif

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
    reduce_and_pack r0, r2, r3
    cmp r1, r12
    bne 1b
    pop {r4-r7, pc}
end_function ksig_sum23_pack

#endif
