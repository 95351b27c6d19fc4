/* Layers of the transform modulo 12289 and the product, twins of src/ring/ntt_12289.c, which calls them: equal bit by
 * bit. On Cortex-M4 a word is two values. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/config.h"

#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING
#include "function.h"

@ r0, r3 the first and third of four values, by turns; the others r12 bytes behind; r1 q; r2 2 (2 q on Cortex-M4);
@ r4..r7 four values; r11 temporary; constants: upper r8, left r9, right r10, that of 1 lr.

#define INNER_END 0
#define OUTER_END 4 /* of the values */
#define ROOT 8      /* 4 times the number of the next upper constant; those of left and right are at twice that */
#define LOCALS 12

#ifdef __ARM_FEATURE_DSP
#define TWO 2 * 12289
#define STEP 4
#define LOAD ldr
#define STORE str
#else
#define TWO 2
#define STEP 2
#define LOAD ldrsh
#define STORE strh
#endif

@ ksig_plantard14, left in the upper half: what follows can shift it down for nothing. On Cortex-M4 for t from a value of
@ 32 bits.
.macro plantard t
#ifdef __ARM_FEATURE_DSP
    smlatb \t, \t, r1, r2
#else
    add \t, r2, \t, asr #16
    mul \t, \t, r1
#endif
.endm

@ ksig_multiply14 of one value, left in the upper half.
.macro times x, constant
    mul \x, \x, \constant
    plantard \x
.endm

@ ksig_multiply14 of two values of 16 bits.
.macro times_both x, constant, spare
    smulwb \spare, \constant, \x
    smulwt \x, \constant, \x
    smlabb \spare, \spare, r1, r2
    smlabb \x, \x, r1, r2
    pkhtb \x, \x, \spare, asr #16
.endm

.macro begin
    push {r4-r11, lr}
    sub sp, sp, #LOCALS
    add r1, r0, r1, lsl #1
    lsl r3, r3, #2
    lsl r12, r2, #1
    str r1, [sp, #OUTER_END]
    str r3, [sp, #ROOT]
    ldr r11, =ksig_zetas14
    add r3, r0, r12, lsl #1
    ldr lr, [r11]
    movw r1, #12289
    movw r2, #TWO
.endm

@ A block's constants, upwards or downwards in the table.
.macro block_constants step, first, second
    ldr r4, [sp, #ROOT]
    ldr r11, =ksig_zetas14
    add r5, r0, r12
    ldr r8, [r11, r4]
    add r11, r11, r4, lsl #1
    ldrd \first, \second, [r11]
    add r4, r4, #\step
    str r5, [sp, #INNER_END]
    str r4, [sp, #ROOT]
    .balign 4
.endm

.macro load_values
    LOAD r4, [r0]
    LOAD r5, [r0, r12]
    LOAD r6, [r3]
    LOAD r7, [r3, r12]
.endm

@ Which value is where is the caller's matter; two may be stored already. The end is loaded before the stores: a load
@ behind a store would wait.
.macro end_inner first, second, third, fourth, loop
    ldr r7, [sp, #INNER_END]
.ifnb \second
    STORE \second, [r0, r12]
    STORE \fourth, [r3, r12]
.endif
    STORE \first, [r0], #STEP
    STORE \third, [r3], #STEP
    cmp r0, r7
    bne.w \loop
.endm

.macro end_block block
    ldr r4, [sp, #OUTER_END]
    add r0, r3, r12
    add r3, r0, r12, lsl #1
    cmp r0, r4
    bne.w \block
    add sp, sp, #LOCALS
    pop {r4-r11, pc}
    .ltorg
.endm

@ void ksig_layers14(int16_t *a, unsigned n, unsigned h, unsigned k)
@ stack: ksig_layers14 48
function ksig_layers14
    begin
2:  block_constants 4, r9, r10
1:  load_values
#ifdef __ARM_FEATURE_DSP
    times_both r6, r8, r11
    times_both r7, r8, r11
    times_both r4, lr, r11
    ssub16 r11, r5, r7
    sadd16 r5, r5, r7
    times_both r5, r9, r7
    times_both r11, r10, r7
    ssub16 r7, r4, r6
    sadd16 r4, r4, r6
    sadd16 r6, r4, r5
    ssub16 r4, r4, r5
    ssub16 r5, r7, r11
    sadd16 r11, r7, r11
#else
    times r6, r8
    times r7, r8
    times r4, lr
    sub r11, r5, r7, asr #16
    add r5, r5, r7, asr #16
    times r5, r9
    times r11, r10
    asr r4, r4, #16
    sub r7, r4, r6, asr #16
    add r4, r4, r6, asr #16
    add r6, r4, r5, asr #16
    sub r4, r4, r5, asr #16
    sub r5, r7, r11, asr #16
    add r11, r7, r11, asr #16
#endif
    end_inner r6, r4, r11, r5, 1b
    end_block 2b
end_function ksig_layers14

@ void ksig_inverse_layers14(int16_t *a, unsigned n, unsigned h, unsigned k)
@ stack: ksig_inverse_layers14 48
function ksig_inverse_layers14
    begin
2:  block_constants -4, r10, r9
1:  load_values
#ifdef __ARM_FEATURE_DSP
    sadd16 r11, r4, r5
    ssub16 r5, r5, r4
    sadd16 r4, r6, r7
    ssub16 r7, r7, r6
    times_both r5, r9, r6
    times_both r7, r10, r6
    sadd16 r6, r5, r7
    ssub16 r5, r7, r5
    STORE r6, [r0, r12]
    times_both r5, r8, r6
    STORE r5, [r3, r12]
    @ Sums of four values: more than 16 bits.
    sxth r6, r11
    sxth r5, r4
    add r7, r5, r6
    sub r5, r5, r6
    asr r11, r11, #16
    add r6, r11, r4, asr #16
    rsb r4, r11, r4, asr #16
    times r7, lr
    times r6, lr
    times r5, r8
    times r4, r8
    pkhtb r6, r6, r7, asr #16
    pkhtb r4, r4, r5, asr #16
#else
    add r11, r4, r5
    sub r5, r5, r4
    add r4, r6, r7
    sub r7, r7, r6
    times r5, r9
    times r7, r10
    asr r5, r5, #16
    add r6, r5, r7, asr #16
    rsb r5, r5, r7, asr #16
    STORE r6, [r0, r12]
    times r5, r8
    add r6, r11, r4
    sub r4, r4, r11
    times r6, lr
    times r4, r8
    asr r5, r5, #16
    STORE r5, [r3, r12]
    asr r6, r6, #16
    asr r4, r4, #16
#endif
    end_inner r6, , r4, , 1b
    end_block 2b
end_function ksig_inverse_layers14

@ ksig_reduce14, left in the upper half.
.macro reduce x
    mul \x, \x, r6
    plantard \x
.endm

@ A pair of slots; `how` of low and high part is add for the root, sub for its negative.
.macro multiply_pair how, offset
#ifdef __ARM_FEATURE_DSP
    ldr r7, [r0, #\offset]
    ldr r8, [r3], #4
    smultt r9, r7, r8
    smulbb r10, r7, r8
    smuadx r7, r7, r8
    reduce r9
    reduce r10
    reduce r7
    smulwt r9, r12, r9
    smlabb r9, r9, r1, r2
    asr r10, r10, #16
    \how r10, r10, r9, asr #16
    pkhbt r7, r10, r7
    str r7, [r0, #\offset]
#else
    ldrsh r7, [r0, #\offset]
    ldrsh r8, [r0, #\offset + 2]
    ldrsh r10, [r3, #2]
    ldrsh r9, [r3], #4
    mul r11, r8, r10
    mul r10, r7, r10
    mul r7, r7, r9
    mla r10, r8, r9, r10
    reduce r11
    reduce r7
    reduce r10
    asr r11, r11, #16
    asr r7, r7, #16
    times r11, r12
    asr r10, r10, #16
    \how r7, r7, r11, asr #16
    strh r10, [r0, #\offset + 2]
    strh r7, [r0, #\offset]
#endif
.endm

@ void ksig_multiply_ntt14(int16_t *a, const int16_t *b, unsigned n)
@ r0 a, r3 b, r4 end of a, r5 the table, r6 1 / q modulo 2^32, r12 constant.
@ stack: ksig_multiply_ntt14 36
function ksig_multiply_ntt14
    push {r4-r11, lr}
    mov r3, r1
    add r4, r0, r2, lsl #1
    ldr r5, =ksig_zetas14
    movw r6, #150982657 & 0xffff
    add r5, r5, r2
    movt r6, #150982657 >> 16
    movw r1, #12289
    movw r2, #TWO
    .balign 4
1:  ldr r12, [r5], #4
    multiply_pair add, 0
    multiply_pair sub, 4
    add r0, r0, #8
    cmp r0, r4
    bne.w 1b
    pop {r4-r11, pc}
    .ltorg
end_function ksig_multiply_ntt14

#endif
