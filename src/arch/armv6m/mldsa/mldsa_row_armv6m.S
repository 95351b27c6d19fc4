/* The first two layers of the transform of z, twin of src/mldsa/alg/mldsa_row.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_Z_LAYERS
#include "arch/armv6m/function.inc"

@ r8, r9: the first layer's constant and its estimate; r10, r11: the second's; r12 the values; lr is q.
    .equ PACKED, 64 @ from SP, after four fields of each quarter
    .equ LAST, 68
    .equ BITS, 72
    .equ ROOM, 76

@ x = x w mod q, as ksig_times23 with KSIG_SHORT_RING. r6 is q.
.macro times x, w, estimate
    asrs r4, \x, #8
    mov r5, \estimate
    muls r4, r5
    asrs r4, r4, #8
    muls r4, r6
    mov r5, \w
    muls \x, r5
    subs \x, \x, r4
    asrs r4, \x, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs \x, \x, r4
.endm

@ x |= the lowest `bits` bits of r4, as the highest of a field of `width`; spare is lost.
.macro join x, spare, bits, width
    lsls \spare, r4, #32 - \bits
    lsrs \spare, \spare, #32 - \width
    orrs \x, \spare
.endm

@ x |= byte << shift
.macro byte x, at, shift
    ldrb r4, [r7, #\at]
    lsls r4, r4, #\shift
    orrs \x, r4
.endm

@ Four numbers gamma1 - field, gamma1 = 2^power, to r6.
.macro keep power
    movs r4, #1
    lsls r4, r4, #\power
    subs r0, r4, r0
    subs r1, r4, r1
    subs r2, r4, r2
    subs r3, r4, r3
    stm r6!, {r0, r1, r2, r3}
.endm

@ Coefficient i of the group, of each quarter, to values n and n + 64.
.macro two_layers i
    ldr r2, [sp, #32 + 4 * \i]
    times r2, r8, r9
    ldr r3, [sp, #48 + 4 * \i]
    times r3, r8, r9
    ldr r0, [sp, #4 * \i]
    adds r0, r0, r2
    ldr r1, [sp, #16 + 4 * \i]
    adds r1, r1, r3
    times r1, r10, r11
    subs r2, r0, r1
    adds r0, r0, r1
    mov r4, r12
    movs r5, #64
    lsls r5, r5, #2
    str r2, [r4, r5]
    stm r4!, {r0}
    mov r12, r4
.endm

@ void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half)
@ stack: ksig_mldsa_first_layers 112
function ksig_mldsa_first_layers
    save_all
    sub sp, #ROOM
    mov r12, r0
    str r1, [sp, #PACKED]
    str r2, [sp, #BITS]
    movs r4, #64
    lsls r4, r4, #2
    adds r0, r0, r4
    str r0, [sp, #LAST]
    ldr r4, .Lconstants
    lsls r3, r3, #4
    adds r4, r4, r3
    ldm r4!, {r0, r1, r2, r3}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    ldr r0, .Lq
    mov lr, r0
    b .Lgroup
    .balign 4
.Lconstants: .word .Lhalves
.Lq: .word 8380417

.Lgroup:
    mov r6, sp
    ldr r7, [sp, #PACKED]
    ldr r0, [sp, #BITS]
    cmp r0, #18
    bne .Lwide

.Lquarter18:
    ldrb r0, [r7]
    byte r0, 1, 8
    ldrb r4, [r7, #2]
    join r0, r2, 2, 18
    lsrs r1, r4, #2
    byte r1, 3, 6
    ldrb r4, [r7, #4]
    join r1, r2, 4, 18
    lsrs r2, r4, #4
    byte r2, 5, 4
    ldrb r4, [r7, #6]
    join r2, r3, 6, 18
    lsrs r3, r4, #6
    byte r3, 7, 2
    byte r3, 8, 10
    keep 17
    adds r7, #144
    mov r0, sp
    adds r0, #64
    cmp r6, r0
    bne .Lquarter18
    ldr r7, [sp, #PACKED]
    adds r7, #9
    b .Lunpacked

.Lwide:
    ldrb r0, [r7]
    byte r0, 1, 8
    ldrb r4, [r7, #2]
    join r0, r2, 4, 20
    lsrs r1, r4, #4
    byte r1, 3, 4
    byte r1, 4, 12
    ldrb r2, [r7, #5]
    byte r2, 6, 8
    ldrb r4, [r7, #7]
    join r2, r3, 4, 20
    lsrs r3, r4, #4
    byte r3, 8, 4
    byte r3, 9, 12
    keep 19
    adds r7, #160
    mov r0, sp
    adds r0, #64
    cmp r6, r0
    bne .Lwide
    ldr r7, [sp, #PACKED]
    adds r7, #10

.Lunpacked:
    str r7, [sp, #PACKED]
    mov r6, lr
    two_layers 0
    two_layers 1
    two_layers 2
    two_layers 3
    ldr r0, [sp, #LAST]
    cmp r4, r0
    beq .Ldone
    b .Lgroup
.Ldone:
    add sp, #ROOM
    restore_all
end_function ksig_mldsa_first_layers

@ Of each half: zeta 1 or its negative, its estimate, zeta 2 or 3, its estimate.
    .section .rodata.ksig_mldsa_first_layers, "a", %progbits
    .balign 4
.Lhalves:
    .word -3572223, -27935, 3765607, 29448
    .word 3572223, 27935, 3761513, 29416

#endif
