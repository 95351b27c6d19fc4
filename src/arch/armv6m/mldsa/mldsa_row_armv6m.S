/* The first two layers of the transform of z, twin of src/mldsa/alg/mldsa_row.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_Z_LAYERS
#include "arch/armv6m/function.inc"

@ r8, r9: KSIG_Z_SCALE and its product with zeta 1 or its negative; r10, r11: the second constant and its estimate; lr
@ is where four fields of each quarter end on the stack, which begin at SP; r12 is what the first layer makes of fields
@ of 0: gamma1 times the sum of its constants.
    .equ PACKED, 64 @ from SP
    .equ VALUES, 68
    .equ LAST, 72
    .equ BITS, 76
    .equ ROOM, 80

@ x mod q; r3 is 0, r6 is q.
.macro reduce x
    asrs r4, \x, #23
    adcs r4, r3
    muls r4, r6
    subs \x, \x, r4
.endm

@ x becomes the field from bit `shift` on of x, a half-word, and the next one, at byte `at`, which is loaded.
.macro field x, next, bits, at, shift
    ldrh \next, [r7, #\at]
    lsls r4, \next, #48 - \bits - (\shift)
    lsrs r4, r4, #32 - \bits
.if \shift
    lsrs \x, \x, #\shift
.endif
    orrs \x, r4
.endm

@ Four fields of each quarter; the first begins at bit `shift` of the half-word at byte `at`. Two half-words have a
@ field, and the next field begins `bits` - 16 bits later in the next one.
.macro quarters bits, at, shift
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
    mov r5, r8
    ldr r0, [sp, #4 * \i]
    muls r0, r5
    ldr r1, [sp, #16 + 4 * \i]
    muls r1, r5
    mov r5, r9
    ldr r2, [sp, #32 + 4 * \i]
    muls r2, r5
    ldr r3, [sp, #48 + 4 * \i]
    muls r3, r5
    adds r2, r2, r0
    adds r3, r3, r1
    mov r4, r12
    subs r0, r4, r2
    subs r1, r4, r3
    movs r3, #0
    reduce r0
    reduce r1
    asrs r4, r1, #8 @ times the second constant, as ksig_times23 with KSIG_SHORT_RING
    mov r5, r11
    muls r4, r5
    asrs r4, r4, #8
    muls r4, r6
    mov r5, r10
    muls r1, r5
    subs r1, r1, r4
    reduce r1
    subs r2, r0, r1
    adds r0, r0, r1
    movs r5, #64
    lsls r5, r5, #2
    str r2, [r7, r5]
    stm r7!, {r0}
.endm

@ void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half)
@ stack: ksig_mldsa_first_layers 116
function ksig_mldsa_first_layers
    save_all
    sub sp, #ROOM
    str r0, [sp, #VALUES]
    str r1, [sp, #PACKED]
    str r2, [sp, #BITS]
    movs r4, #64
    lsls r4, r4, #2
    adds r0, r0, r4
    str r0, [sp, #LAST]
    ldr r4, .Lconstants
    lsls r3, r3, #4
    adds r4, r4, r3
    ldm r4!, {r0, r1, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r3
    mov r11, r5
    adds r0, r0, r1
    subs r2, #1
    lsls r0, r2
    mov r12, r0
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
    ldr r7, [sp, #VALUES]
    two_layers 0
    two_layers 1
    two_layers 2
    two_layers 3
    str r7, [sp, #VALUES]
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

@ Of each half: the first layer's constants, zeta 2 or 3, its estimate.
    .section .rodata.ksig_mldsa_first_layers, "a", %progbits
    .balign 4
.Lhalves:
    .word 556, 2841, 3765607, 29448
    .word 556, -2841, 3761513, 29416

#endif
