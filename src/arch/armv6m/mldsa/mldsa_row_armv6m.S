/* The first two layers of the transform of z, twin of src/mldsa/alg/mldsa_row.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_Z_LAYERS
#include "arch/armv6m/function.inc"

@ r8, r9: the first layer's constant and its estimate; r10, r11: the second's; r12 the values; lr is where four fields of
@ each quarter end on the stack, which begin at SP.
    .equ PACKED, 64 @ from SP
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

@ x = r5 minus the field from bit `shift` on of x, a half-word, and the next one, at byte `at`, which is loaded.
.macro field x, next, bits, at, shift
    ldrh \next, [r7, #\at]
    lsls r4, \next, #48 - \bits - (\shift)
    lsrs r4, r4, #32 - \bits
.if \shift
    lsrs \x, \x, #\shift
.endif
    orrs \x, r4
    subs \x, r5, \x
.endm

@ Four numbers gamma1 - field of each quarter; the first field begins at bit `shift` of the half-word at byte `at`. Two
@ half-words have a field, and the next field begins `bits` - 16 bits later in the next one.
.macro quarters bits, at, shift
    movs r5, #1
    lsls r5, r5, #\bits - 1
    mov r6, sp
1:  ldrh r0, [r7, #\at]
    field r0, r1, \bits, \at + 2, \shift
    field r1, r2, \bits, \at + 4, \shift + \bits - 16
    field r2, r3, \bits, \at + 6, \shift + 2 * (\bits - 16)
    field r3, r4, \bits, \at + 8, \shift + 3 * (\bits - 16)
    stm r6!, {r0, r1, r2, r3}
    adds r7, #8 * \bits
    cmp r6, lr
    bne 1b
.endm

@ Coefficient i of the group, of each quarter, to values n and n + 64. r7 is value n.
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
    movs r5, #64
    lsls r5, r5, #2
    str r2, [r7, r5]
    stm r7!, {r0}
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
    mov r0, sp
    adds r0, #64
    mov lr, r0
    b .Leven

    @ Eight fields of 18 bits are nine half-words: these are the last four.
.Lodd:
    ldr r7, [sp, #PACKED]
    ldr r0, [sp, #BITS]
    cmp r0, #18
    bne .Lwide
    quarters 18, 8, 8
    ldr r7, [sp, #PACKED]
    adds r7, #18
    str r7, [sp, #PACKED]
    b .Lunpacked

.Lwide:
    quarters 20, 0, 0
    ldr r7, [sp, #PACKED]
    adds r7, #10
    str r7, [sp, #PACKED]
    b .Lunpacked

.Leven:
    ldr r7, [sp, #PACKED]
    ldr r0, [sp, #BITS]
    cmp r0, #18
    bne .Lwide
    quarters 18, 0, 0

.Lunpacked:
    ldr r6, .Lq
    mov r7, r12
    two_layers 0
    two_layers 1
    two_layers 2
    two_layers 3
    mov r12, r7
    @ 16 bytes of values a group: their fourth bit says whether the next one is odd.
    ldr r0, [sp, #LAST]
    subs r0, r0, r7
    beq .Ldone
    lsls r0, r0, #27
    bmi 1f
    b .Leven
1:  b .Lodd
.Ldone:
    add sp, #ROOM
    restore_all
    .balign 4
.Lconstants: .word .Lhalves
.Lq: .word 8380417
end_function ksig_mldsa_first_layers

@ Of each half: zeta 1 or its negative, its estimate, zeta 2 or 3, its estimate.
    .section .rodata.ksig_mldsa_first_layers, "a", %progbits
    .balign 4
.Lhalves:
    .word -3572223, -27935, 3765607, 29448
    .word 3572223, 27935, 3761513, 29416

#endif
