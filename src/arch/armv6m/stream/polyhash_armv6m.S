/* The universal hash that binds passes, twin of ksig_polyhash_update in src/stream/polyhash.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * MULS has 32 bits: a limb x of the sum is split at bit 14, a factor y at bit 15. A column adds five products of each
 * kind: low low (weight 2^0), low high (2^15), high low (2^14), high high (2^29). With x < 4.01 2^26, and of the y one
 * below 3 2^26, the others below 15 2^26, these are below 160 2^24, 126 2^24, 161 2^24 and 127 2^24: in 32 bits each,
 * with what the column before carries, which is added to the first and the third, below 2^22 each.
 *
 * Constant time: no branch and no address depends on a value, and MULS takes equally long for all. */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_POLYHASH
#include "arch/armv6m/function.inc"

    @ From SP: halves, low first, of r4, r3, r2, r1, r0, 5 r4, 5 r3, 5 r2, 5 r1; of the sum; what is left of the data.
    .equ SUM, 72
    .equ DATA, 112
    .equ END, 116
    .equ ROOM, 120
    .equ VALUE, 20 @ of ksig_polyhash

@ The halves of limb r4 plus value i.
.macro sum_limb i
    ldr r7, [r5, #4 * (\i)]
    adds r4, r4, r7
    lsrs r7, r4, #14
    lsls r4, r4, #18
    lsrs r4, r4, #18
    stm r6!, {r4, r7}
.endm

@ r4 becomes what `low`, from bit `at` on, and the bits of `high` above it make: 26 bits.
.macro middle_limb low, high, at
    lsls r4, \high, #38 - (\at)
    lsrs r4, r4, #6
    lsrs \low, \low, #\at
    orrs r4, \low
.endm

@ The next product to r8, r9, r10, r11, of which r9 and r11 begin with the first one.
.macro product first
    ldm r6!, {r0, r1}
    ldm r7!, {r2, r3}
    mov r4, r0
    muls r4, r2
    add r8, r4
    muls r0, r3
    muls r2, r1
    add r10, r2
    muls r3, r1
.if \first
    mov r9, r0
    mov r11, r3
.else
    add r9, r0
    add r11, r3
.endif
.endm

@ void ksig_polyhash_update(ksig_polyhash *h, const uint8_t *data, size_t length)
@ data: aligned to 4 bytes
@ stack: ksig_polyhash_update 156
function ksig_polyhash_update
    save_all
    sub sp, #ROOM
    str r1, [sp, #DATA]
    adds r2, r2, r1
    str r2, [sp, #END]
    mov r5, r0
    mov r7, sp
    movs r3, #1
1:  movs r2, #16
2:  ldr r0, [r5, r2]
    muls r0, r3
    lsrs r1, r0, #15
    lsls r0, r0, #17
    lsrs r0, r0, #17
    stm r7!, {r0, r1}
    subs r2, #4
    bpl 2b
    adds r3, #4 @ once more with 5 r; 5 r0 lies where the sum will
    cmp r3, #5
    beq 1b
    adds r5, #VALUE
    mov r0, sp
    adds r0, #40
    mov lr, r0 @ the end of the last column's factors
    movs r0, #1
    lsls r0, r0, #27
    mov r12, r0
    b .Lnext

.Lblock:
    ldm r4!, {r0, r1, r2, r3}
    str r4, [sp, #DATA]
    add r6, sp, #SUM
    lsls r4, r0, #6
    lsrs r4, r4, #6
    sum_limb 0
    middle_limb r0, r1, 26
    sum_limb 1
    middle_limb r1, r2, 20
    sum_limb 2
    middle_limb r2, r3, 14
    sum_limb 3
    lsrs r4, r3, #8
    sum_limb 4
    movs r0, #0
    mov r8, r0
    mov r10, r0
    mov r7, sp
    adds r7, #80

.Lcolumn:
    subs r6, #40
    subs r7, #48
    product 1
    product 0
    product 0
    product 0
    product 0
    mov r0, r8
    mov r1, r10
    mov r2, r9
    lsls r4, r2, #1
    adds r4, r4, r1
    lsls r4, r4, #14
    adds r4, r4, r0
    lsls r4, r4, #6
    lsrs r4, r4, #6
    add r4, r12
    stm r5!, {r4}
    @ The rest, in units of 2^26: of the first three below 2^21, 8 times the last.
    lsrs r0, r0, #14
    adds r1, r1, r0
    lsrs r1, r1, #1
    adds r1, r1, r2
    lsrs r1, r1, #11
    mov r2, r11
    lsrs r3, r2, #11
    mov r10, r3
    lsls r2, r2, #21
    lsrs r2, r2, #18
    adds r1, r1, r2
    mov r8, r1
    cmp r7, lr
    bne .Lcolumn

    @ Five times the carry, below 2^32, to limbs 0 and 1.
    subs r5, #20
    lsls r3, r3, #14
    adds r0, r1, r3
    movs r2, #5
    lsrs r1, r0, #26
    muls r1, r2
    lsls r0, r0, #6
    lsrs r0, r0, #6
    muls r0, r2
    ldr r2, [r5]
    adds r0, r0, r2
    lsrs r2, r0, #26
    subs r2, #2 @ 2^27 in limb 0
    adds r1, r1, r2
    lsls r0, r0, #6
    lsrs r0, r0, #6
    add r0, r12
    str r0, [r5]
    ldr r2, [r5, #4]
    adds r1, r1, r2
    str r1, [r5, #4]

.Lnext:
    ldr r4, [sp, #DATA]
    ldr r0, [sp, #END]
    cmp r4, r0
    beq .Ldone
    b .Lblock
.Ldone:
    add sp, #ROOM
    restore_all
end_function ksig_polyhash_update

#endif
