/* The transform modulo 8380417, twin of src/ring/ntt23.c. Cortex-M3 multiplies long in three to seven cycles,
 * depending on its operands: for public data only. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_NTT23
#include "arch/armv7m/butterfly.inc"
#include "arch/armv7m/function.inc"
#include "arch/armv7m/packed23.inc"

@ r0 the values, by turns; r1 q; r2 temporary; r3: end of the inner loop on Cortex-M4, temporary on Cortex-M3, which
@ has no multiplication for the high word alone and keeps that end on the stack; r4..r7 four values; constants and
@ their quotients: upper r8, r9; left r10, r11; right r12, lr.

#define INNER_END 0
#define OUTER_END 4  /* of the values */
#define ZETA 8       /* 4 k for the next upper constant, number k of the table */
#define VALUES 12
#define ROOT 16      /* 4 k for the first constant of the pass */
#define LOCALS 24

@ x = x w mod q (ksig_times23).
.macro times x, w, quotient
    high r2, \x, \quotient
    mul \x, \x, \w
    mls \x, r2, r1, \x
.endm

@ (a, x) = (a + x w, a - x w): the product's last two terms add up with a, one instruction less than a product apart.
.macro times_butterfly a, x, w, quotient
    high r2, \x, \quotient
    mls \x, \x, \w, \a
    mla \x, r2, r1, \x
    rsb \a, \x, \a, lsl #1
.endm

@ Loads and stores of values h words apart; r0 goes on by one. All wide, and so aligned.
.macro load_values h
    ldr.w r4, [r0]
    ldr.w r5, [r0, #4 * \h]
    ldr.w r6, [r0, #8 * \h]
    ldr.w r7, [r0, #12 * \h]
.endm

.macro store_values h
    str.w r5, [r0, #4 * \h]
    str.w r6, [r0, #8 * \h]
    str.w r7, [r0, #12 * \h]
    str r4, [r0], #4
.endm

@ The inner loop ends h words from here.
.macro begin_inner h
#ifdef __ARM_FEATURE_DSP
    add r3, r0, #4 * \h
#else
    add r2, r0, #4 * \h
    str r2, [sp, #INNER_END]
#endif
    .balign 4
.endm

@ The end is loaded before the stores: a load after a store would wait.
.macro end_inner h, loop
#ifdef __ARM_FEATURE_DSP
    store_values \h
    cmp r0, r3
#else
    ldr r2, [sp, #INNER_END]
    store_values \h
    cmp r0, r2
#endif
    bne.w \loop
.endm

.macro two_layers h
1:  load_values \h
    times_butterfly r4, r6, r8, r9
    times_butterfly r5, r7, r8, r9
    times_butterfly r4, r5, r10, r11
    times_butterfly r6, r7, r12, lr
    end_inner \h, 1b
.endm

.macro two_inverse_layers
    inverse_butterfly r4, r5
    inverse_butterfly r6, r7
    times r5, r10, r11
    times r7, r12, lr
    inverse_butterfly r4, r6
    inverse_butterfly r5, r7
    times r6, r8, r9
    times r7, r8, r9
.endm

@ Constants from their quotients.
.macro constants
    high r8, r9, r1
    high r10, r11, r1
    high r12, lr, r1
.endm

@ A pass of two layers, h = 16 or 4: a block of 4 h values after the other, upwards in the table.
.macro pass h
2:  ldr r2, [sp, #ZETA]
    ldr r3, .Ltable
    ldr r9, [r3, r2]
    add r3, r3, r2, lsl #1
    ldrd r11, lr, [r3]
    constants
    add r2, r2, #4
    str r2, [sp, #ZETA]
    begin_inner \h
    two_layers \h
    add r0, r0, #12 * \h
    ldr r2, [sp, #OUTER_END]
    cmp r0, r2
    bne 2b
.endm

@ The same of the inverse, downwards.
.macro inverse_pass h
2:  ldr r2, [sp, #ZETA]
    ldr r3, .Linverse_table
    ldr r9, [r3, r2]
    add r3, r3, r2, lsl #1
    ldrd lr, r11, [r3]
    constants
    sub r2, r2, #4
    str r2, [sp, #ZETA]
    begin_inner \h
1:  load_values \h
    two_inverse_layers
    end_inner \h, 1b
    add r0, r0, #12 * \h
    ldr r2, [sp, #OUTER_END]
    cmp r0, r2
    bne 2b
.endm

@ x = x 16382 mod q.
.macro factor x
    movw r2, #8395783 & 0xffff
    movt r2, #8395783 >> 16
    high r2, \x, r2
    rsb \x, \x, \x, lsl #13
    lsl \x, \x, #1
    mls \x, r2, r1, \x
.endm

.macro load_q
    movw r1, #8380417 & 0xffff
    movt r1, #8380417 >> 16
.endm

@ void ksig_ntt23_pack(uint32_t words[192], int32_t values[256])
@ Of Cortex-M4 alone, where this is for secrets too. Its stack is that of ksig_ntt23_to.
@ stack: ksig_ntt23_pack 0
#if KSIG_ASM_SUM23_PACKED
function ksig_ntt23_pack
    mov r3, r0
    mov r0, r1
    b.w ksig_ntt23_to
end_function ksig_ntt23_pack
#endif

@ void ksig_ntt23(int32_t a[256])
@ stack: ksig_ntt23 64
@ stack: ksig_ntt23_to 64
@ ksig_ntt23_to: r3 is where to pack the transform, or 0.
function ksig_ntt23
    movs r3, #0
    .thumb_func
ksig_ntt23_to:
    push {r0, r3-r11, lr}
    sub sp, sp, #20
    load_q
    ldr r2, .Lfirst_table
    ldr r9, [r2, #4]
    ldrd r11, lr, [r2, #8]
    constants
    begin_inner 64
    two_layers 64
    add sp, sp, #20
    pop {r0, r3-r11, lr}
    mov r1, #256
    movs r2, #4
    b.w ksig_ntt23_last_to
    .balign 4
.Lfirst_table:
    .word ksig_zetas23
end_function ksig_ntt23

@ The last two layers of r4..r7: constants change with every four values. r10, r11: where the next are.
.macro last_layers
    ldr r9, [r10], #4
    ldm r0, {r4-r7}
    high r8, r9, r1
    times_butterfly r4, r6, r8, r9
    times_butterfly r5, r7, r8, r9
    ldr r9, [r11], #4
    ldr lr, [r11], #4
    high r8, r9, r1
    times_butterfly r4, r5, r8, r9
    high r8, lr, r1
    times_butterfly r6, r7, r8, lr
.endm

@ void ksig_ntt23_last(int32_t *a, unsigned count, unsigned root)
@ stack: ksig_ntt23_last 64
@ stack: ksig_ntt23_last_to 64
@ ksig_ntt23_last_to: r3 as above.
function ksig_ntt23_last
    movs r3, #0
    .thumb_func
ksig_ntt23_last_to:
    push {r3-r11, lr}
    sub sp, sp, #LOCALS
    str r0, [sp, #VALUES]
    add r1, r0, r1, lsl #2
    str r1, [sp, #OUTER_END]
    lsl r2, r2, #2
    str r2, [sp, #ROOT]
    load_q
    ldr r2, [sp, #ROOT]
    str r2, [sp, #ZETA]
    pass 16
    ldr r2, [sp, #ROOT]
    ldr r0, [sp, #VALUES]
    lsl r2, r2, #2
    str r2, [sp, #ZETA]
    pass 4
    ldr r2, [sp, #ROOT]
    ldr r3, .Ltable
    ldr r0, [sp, #VALUES]
    ldr r12, [sp, #OUTER_END]
    add r10, r3, r2, lsl #4
    add r11, r3, r2, lsl #5
#if KSIG_ASM_SUM23_PACKED
    ldr r3, [sp, #LOCALS]
    cmp r3, #0
    bne.w 4f
#endif
    .balign 4
3:  last_layers
    stm r0!, {r4-r7}
    cmp r0, r12
    bne.w 3b
    add sp, sp, #LOCALS
    pop {r3-r11, pc}
#if KSIG_ASM_SUM23_PACKED
    .balign 4
4:  last_layers
    reduce_and_pack r3, r1, r2
    add r0, r0, #16
    cmp r0, r12
    bne.w 4b
    add sp, sp, #LOCALS
    pop {r3-r11, pc}
#endif
    .balign 4
.Ltable:
    .word ksig_zetas23
end_function ksig_ntt23_last

@ void ksig_inverse_ntt23(int32_t a[256])
@ stack: ksig_inverse_ntt23 64
function ksig_inverse_ntt23
    push {r3-r11, lr}
    sub sp, sp, #LOCALS
    str r0, [sp, #VALUES]
    add r12, r0, #1024
    str r12, [sp, #OUTER_END]
    load_q
    ldr r3, .Linverse_table
    add r10, r3, #4 * 127
    add r11, r3, #4 * 254
    .balign 4
3:  ldr r9, [r11, #4]
    ldr lr, [r11], #-8
    ldm r0, {r4-r7}
    high r8, r9, r1
    inverse_butterfly r4, r5
    inverse_butterfly r6, r7
    times r5, r8, r9
    high r8, lr, r1
    times r7, r8, lr
    ldr r9, [r10], #-4
    inverse_butterfly r4, r6
    inverse_butterfly r5, r7
    high r8, r9, r1
    times r6, r8, r9
    times r7, r8, r9
    stm r0!, {r4-r7}
    cmp r0, r12
    bne.w 3b

    ldr r0, [sp, #VALUES]
    mov r2, #4 * 31
    str r2, [sp, #ZETA]
    inverse_pass 4
    ldr r0, [sp, #VALUES]
    mov r2, #4 * 7
    str r2, [sp, #ZETA]
    inverse_pass 16

    @ The last two layers, with the factor 2^24 = 2^14 - 2.
    ldr r0, [sp, #VALUES]
    ldr r2, .Linverse_table
    ldrd lr, r11, [r2, #8]
    ldr r9, .Lproduct
    constants
    begin_inner 64
1:  load_values 64
    two_inverse_layers
    factor r4
    factor r5
    end_inner 64, 1b
    add sp, sp, #LOCALS
    pop {r3-r11, pc}
    .balign 4
.Linverse_table:
    .word ksig_zetas23
.Lproduct:
    .word 151046689
end_function ksig_inverse_ntt23

#endif
