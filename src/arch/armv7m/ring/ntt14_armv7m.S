/* The transform modulo 12289 and the product of two, twin of src/ring/ntt14.c: what it leaves is the same bit by
 * bit. On Cortex-M4 a word is two values: whatever is added fits into 16 bits.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_NTT14
#include "arch/armv7m/function.inc"

@ r0, r3 the first and third of four values, by turns; the others r12 bytes after; r1 q; r2 2 (2 q on Cortex-M4);
@ r4..r7 four values; r11 temporary; constants: upper r8, left r9, right r10, that of 1 lr.

#define INNER_END 0
#define OUTER_END 4 /* of the values */
#define ROOT 8      /* 4 times the number of the next upper constant; those of left and right are at twice that */
#define VALUES 12
#define LOCALS 16

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

@ ksig_plantard14, left in the upper half: what follows can shift it down for nothing. On Cortex-M4 for t from a value
@ of 32 bits.
.macro plantard t
#ifdef __ARM_FEATURE_DSP
    smlatb \t, \t, r1, r2
#else
    add \t, r2, \t, asr #16
    mul \t, \t, r1
#endif
.endm

@ ksig_multiply14 of one value, left in the upper half; of two, in low registers, so that their narrow instructions keep
@ the others aligned.
.macro times x, constant
    mul \x, \x, \constant
    plantard \x
.endm

.macro times_two x, x_constant, y, y_constant
    mul \x, \x, \x_constant
    mul \y, \y, \y_constant
#ifdef __ARM_FEATURE_DSP
    plantard \x
    plantard \y
#else
    add \x, r2, \x, asr #16
    add \y, r2, \y, asr #16
    muls \x, r1, \x
    muls \y, r1, \y
#endif
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
    ldr r6, =ksig_zetas14
    add r5, r0, r1, lsl #1
    str r0, [sp, #VALUES]
    str r5, [sp, #OUTER_END]
    subs r4, r1, #4
    ldrd lr, r8, [r6]
    cmp r1, #1024
    movw r1, #12289
    movw r2, #TWO
.endm

@ Behind a comparison with n = 1024, to 4 if it is another: its odd layer, of values x, y that are half the polynomial
@ apart.
.macro odd_layer
    bne 4f
    add r3, r0, #1024
    .balign 4
3:  LOAD r4, [r0]
    LOAD r5, [r0, #1024]
.endm

.macro end_odd_layer x, y
    STORE \y, [r0, #1024]
    STORE \x, [r0], #STEP
    cmp r0, r3
    bne 3b
.endm

@ A pass of two layers begins.
.macro begin_pass
    str r4, [sp, #ROOT]
    ldr r0, [sp, #VALUES]
    add r3, r0, r12, lsl #1
.endm

@ A block's constants, upwards or downwards in the table.
.macro block_constants step, first, second
    ldr r4, [sp, #ROOT]
    ldr r6, =ksig_zetas14
    add r5, r0, r12
    ldr r8, [r6, r4]
    add r6, r6, r4, lsl #1
    ldrd \first, \second, [r6]
    \step r4, r4, #4
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
@ after a store would wait.
.macro end_inner first, second, third, fourth, loop
    ldr.w r7, [sp, #INNER_END]
.ifnb \second
    STORE \second, [r0, r12]
    STORE \fourth, [r3, r12]
.endif
    STORE \first, [r0], #STEP
    STORE \third, [r3], #STEP
    cmp r0, r7
    bne \loop
.endm

.macro end_block block
    ldr r5, [sp, #OUTER_END]
    add r0, r3, r12
    add r3, r0, r12, lsl #1
    cmp r0, r5
    bne \block
    ldr r4, [sp, #ROOT]
.endm

.macro end
    add sp, sp, #LOCALS
    pop {r4-r11, pc}
    .ltorg
.endm

@ void ksig_ntt14(int16_t *a, unsigned n)
@ stack: ksig_ntt14 52
function ksig_ntt14
    begin
    mov r4, #4
    mov r12, #256
    odd_layer
#ifdef __ARM_FEATURE_DSP
    times_both r5, r8, r6
    sadd16 r6, r4, r5
    ssub16 r4, r4, r5
#else
    times r5, r8
    add r6, r4, r5, asr #16
    sub r4, r4, r5, asr #16
#endif
    end_odd_layer r6, r4
    mov r4, #8
4:  begin_pass
2:  block_constants adds, r9, r10
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
    times_two r6, r8, r7, r8
    mul r4, r4, lr
    add r4, r2, r4, asr #16
    muls r4, r1, r4
    asrs r4, r4, #16
    sub r11, r5, r7, asr #16
    add r5, r5, r7, asr #16
    times r5, r9
    times r11, r10
    sub r7, r4, r6, asr #16
    add r4, r4, r6, asr #16
    add r6, r4, r5, asr #16
    sub r4, r4, r5, asr #16
    sub r5, r7, r11, asr #16
    add r11, r7, r11, asr #16
#endif
    end_inner r6, r4, r11, r5, 1b
    end_block 2b
    lsr r12, r12, #2
    lsls r4, r4, #1
    cmp r12, #1
    bne 4b
    end
end_function ksig_ntt14

@ void ksig_inverse_ntt14(int16_t *a, unsigned n)
@ stack: ksig_inverse_ntt14 52
function ksig_inverse_ntt14
    begin
    mov r12, #4
5:  begin_pass
2:  block_constants subs, r10, r9
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
    times_two r7, lr, r6, lr
    times_two r5, r8, r4, r8
    pkhtb r6, r6, r7, asr #16
    pkhtb r4, r4, r5, asr #16
#else
    add r11, r4, r5
    sub r5, r5, r4
    add r4, r6, r7
    sub r7, r7, r6
    times_two r5, r9, r7, r10
    asr r5, r5, #16
    add r6, r5, r7, asr #16
    rsb r5, r5, r7, asr #16
    STORE r6, [r0, r12]
    mul r5, r5, r8
    add r5, r2, r5, asr #16
    muls r5, r1, r5
    asrs r5, r5, #16
    STORE r5, [r3, r12]
    add r6, r11, r4
    sub r4, r4, r11
    times_two r6, lr, r4, r8
    asrs r6, r6, #16
    asrs r4, r4, #16
#endif
    end_inner r6, , r4, , 1b
    end_block 2b
    lsl r12, r12, #2
    lsrs r4, r4, #1
    subs r4, r4, #2
    cmp r12, #1024
    bne 5b
    ldr r0, [sp, #VALUES]
    ldr r6, =ksig_zetas14
    subs r4, r5, r0
    ldr r8, [r6, #4]
    cmp r4, #2 * 1024
    odd_layer
#ifdef __ARM_FEATURE_DSP
    sadd16 r6, r4, r5
    ssub16 r4, r5, r4
    times_both r4, r8, r5
#else
    add r6, r4, r5
    sub r4, r5, r4
    times r4, r8
    asr r4, r4, #16
#endif
    end_odd_layer r6, r4
4:  end
end_function ksig_inverse_ntt14

@ ksig_reduce14, left in the upper half.
.macro reduce x
    mul \x, \x, r6
    plantard \x
.endm

@ void ksig_multiply_ntt14(int16_t *a, const int16_t *b, unsigned n)
@ r0 a, r3 b, r4 end of a, r5 the table, r6 1 / q modulo 2^32, r12 constant, lr -1 for pairs modulo x^2 + root, else 0.
@ stack: ksig_multiply_ntt14 36
function ksig_multiply_ntt14
    push {r4-r11, lr}
    mov r3, r1
    add r4, r0, r2, lsl #1
    ldr r5, =ksig_zetas14
    movw r6, #150982657 & 0xffff
    movt r6, #150982657 >> 16
    add r5, r5, r2
    movw r1, #12289
    movw r2, #TWO
    mov lr, #0
    .balign 4
1:
#ifdef __ARM_FEATURE_DSP
    ldr r7, [r0]
    ldr r8, [r3], #4
    ldr r12, [r5]
    smultt r9, r7, r8
    smulbb r10, r7, r8
    smuadx r7, r7, r8
    eor r12, r12, lr
    sub r12, r12, lr
    reduce r9
    reduce r10
    reduce r7
    smulwt r9, r12, r9
    sub r5, r5, lr, lsl #2
    smlabb r9, r9, r1, r2
    asr r10, r10, #16
    add r10, r10, r9, asr #16
    mvn lr, lr
    pkhbt r7, r10, r7
    str r7, [r0], #4
#else
    ldrsh r7, [r0]
    ldrsh r8, [r0, #2]
    ldrsh r10, [r3, #2]
    ldrsh r9, [r3], #4
    ldr r12, [r5]
    mul r11, r8, r10
    mul r10, r7, r10
    mul r7, r7, r9
    mla r10, r8, r9, r10
    eor r12, r12, lr
    sub r12, r12, lr
    reduce r11
    reduce r7
    reduce r10
    asr r11, r11, #16
    asr r7, r7, #16
    times r11, r12
    sub r5, r5, lr, lsl #2
    mvn lr, lr
    asr r10, r10, #16
    add r7, r7, r11, asr #16
    strh r10, [r0, #2]
    strh r7, [r0], #4
#endif
    cmp r0, r4
    bne 1b
    pop {r4-r11, pc}
    .ltorg
end_function ksig_multiply_ntt14

#endif
