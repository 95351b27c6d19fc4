/* The transform modulo 12289, twin of src/ring/ntt14.c: what it leaves is the same bit by bit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_NTT14
#include "arch/armv6m/function.inc"

@ r0-r3 four values, r4, r5 temporary, r6 q, r7 the first of them by turns; r12 the distance to the others in bytes;
@ constants: upper r8, left r9, right r10, that of 1 r11; lr where the first of four values ends.
    .equ END, 0    @ of the values
    .equ OUTER, 4  @ the next upper constant
    .equ INNER, 8  @ the next left one
    .equ BEGIN, 12
    .equ LENGTH, 16 @ of all values, in bytes
    .equ TABLE, 20
    .equ ROOM, 24

@ ksig_multiply14 by a constant in a low register.
.macro times x, constant
    muls \x, \constant
    asrs \x, \x, #16
    adds \x, #2
    muls \x, r6
    asrs \x, \x, #16
.endm

.macro begin table, modulus
    save_all
    sub sp, #ROOM
    lsls r1, r1, #1
    str r0, [sp, #BEGIN]
    str r1, [sp, #LENGTH]
    adds r2, r0, r1
    str r2, [sp, #END]
    ldr r6, \modulus
    ldr r4, \table
    str r4, [sp, #TABLE]
    ldr r5, [r4]
    mov r11, r5
    movs r7, r0
.endm

.macro load_values
    mov r5, r12
    lsls r4, r5, #1
    ldrsh r2, [r7, r4]
    adds r4, r4, r5
    ldrsh r3, [r7, r4]
    ldrsh r1, [r7, r5]
    movs r4, #0
    ldrsh r0, [r7, r4]
.endm

@ The first is lost.
.macro store_values first, second, third, fourth, spare
    mov \spare, r12
    strh \second, [r7, \spare]
    strh \first, [r7]
    lsls \first, \spare, #1
    strh \third, [r7, \first]
    adds \first, \first, \spare
    strh \fourth, [r7, \first]
    adds r7, #2
.endm

@ Constants of a block, upwards or downwards in the table.
.macro block_constants step, left, right
    ldr r0, [sp, #OUTER]
    ldr r1, [r0]
    mov r8, r1
    \step r0, #4
    str r0, [sp, #OUTER]
    ldr r0, [sp, #INNER]
    ldr r1, [r0]
    mov \left, r1
    ldr r1, [r0, #4]
    mov \right, r1
    \step r0, #8
    str r0, [sp, #INNER]
    movs r0, r7
    add r0, r12
    mov lr, r0
.endm

@ To the next block: over the other three quarters.
.macro end_block block
    mov r0, r12
    lsls r1, r0, #1
    adds r0, r0, r1
    adds r7, r7, r0
    ldr r0, [sp, #END]
    cmp r7, r0
    bne \block
.endm

@ The odd layer of 1024 values half a polynomial apart, its constant in r8; `how` leaves r2, r3 instead of r0, r1.
.macro odd_layer how
    movs r5, #1
    lsls r5, r5, #10
    adds r0, r7, r5
    mov lr, r0
1:  movs r4, #0
    ldrsh r0, [r7, r4]
    ldrsh r1, [r7, r5]
    mov r4, r8
    \how
    strh r3, [r7, r5]
    strh r2, [r7]
    adds r7, #2
    cmp r7, lr
    bne 1b
.endm

.macro forwards
    times r1, r4
    adds r2, r0, r1
    subs r3, r0, r1
.endm

.macro backwards
    adds r2, r0, r1
    subs r3, r1, r0
    times r3, r4
.endm

@ void ksig_ntt14(int16_t *a, unsigned n)
@ stack: ksig_ntt14 60
function ksig_ntt14
    begin .Lroots, .Lq
    adds r4, #4
    movs r5, #1
    lsls r5, r5, #11
    cmp r1, r5
    bne 3f
    ldr r0, [r4]
    mov r8, r0
    odd_layer forwards
    ldr r4, [sp, #TABLE]
    adds r4, #8
3:  movs r5, #255
    adds r5, #1
.Lpass:
    mov r12, r5
    @ Constant k of the upper layer is at 4 k, those of the next at twice that.
    str r4, [sp, #OUTER]
    ldr r0, [sp, #TABLE]
    subs r1, r4, r0
    adds r4, r4, r1
    str r4, [sp, #INNER]
    ldr r7, [sp, #BEGIN]
.Lblock:
    block_constants adds, r9, r10
.Lfour:
    load_values
    mov r4, r8
    times r2, r4
    times r3, r4
    mov r4, r11
    times r0, r4
    subs r5, r1, r3
    adds r1, r1, r3
    mov r4, r9
    times r1, r4
    mov r4, r10
    times r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    adds r3, r0, r1
    subs r0, r0, r1
    adds r2, r4, r5
    subs r4, r4, r5
    store_values r3, r0, r2, r4, r1
    cmp r7, lr
    bne .Lfour
    end_block .Lblock
    ldr r4, [sp, #OUTER]
    ldr r0, [sp, #TABLE]
    @ It ends at twice where it began, and the next one begins at four times that.
    subs r4, r4, r0
    lsls r4, r4, #1
    adds r4, r4, r0
    mov r5, r12
    lsrs r5, r5, #2
    cmp r5, #1
    bne .Lpass
    add sp, #ROOM
    restore_all
    .balign 4
.Lroots: .word ksig_zetas14
.Lq: .word 12289
end_function ksig_ntt14

@ void ksig_inverse_ntt14(int16_t *a, unsigned n)
@ stack: ksig_inverse_ntt14 60
function ksig_inverse_ntt14
    begin .Lroots_inverse, .Lq_inverse
    @ The first pass has n / 8 blocks: its last upper constant is number n / 4 - 1.
    lsrs r1, r1, #1
    subs r1, #4
    movs r5, #4
.Lpass_inverse:
    mov r12, r5
    ldr r0, [sp, #TABLE]
    adds r0, r0, r1
    str r0, [sp, #OUTER]
    adds r0, r0, r1
    str r0, [sp, #INNER]
    ldr r7, [sp, #BEGIN]
.Lblock_inverse:
    block_constants subs, r10, r9
.Lfour_inverse:
    load_values
    subs r4, r1, r0
    adds r0, r0, r1
    subs r5, r3, r2
    adds r2, r2, r3
    mov r1, r9
    times r4, r1
    mov r1, r10
    times r5, r1
    adds r3, r4, r5
    subs r5, r5, r4
    adds r4, r0, r2
    subs r2, r2, r0
    mov r1, r11
    times r4, r1
    mov r1, r8
    times r2, r1
    times r5, r1
    store_values r4, r3, r2, r5, r1
    cmp r7, lr
    bne .Lfour_inverse
    end_block .Lblock_inverse
    @ From constant 2 m - 1 to m - 1; the next goes on with m / 2 - 1.
    ldr r1, [sp, #OUTER]
    ldr r0, [sp, #TABLE]
    subs r1, r1, r0
    adds r1, #4
    lsrs r1, r1, #1
    subs r1, #4
    mov r5, r12
    lsls r5, r5, #2
    lsrs r0, r5, #10
    beq .Lpass_inverse
    ldr r1, [sp, #LENGTH]
    lsrs r0, r1, #11
    beq 3f
    ldr r0, [sp, #TABLE]
    ldr r0, [r0, #4]
    mov r8, r0
    ldr r7, [sp, #BEGIN]
    odd_layer backwards
3:  add sp, #ROOM
    restore_all
    .balign 4
.Lroots_inverse: .word ksig_zetas14
.Lq_inverse: .word 12289
end_function ksig_inverse_ntt14

#endif
