/* T += adj(s) y for HAETAE, twin of ksig_haetae_add_adjoint in src/haetae/sign/haetae_adjoint.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Eight sums in registers, and of the sixteen y four at a time: a value of s, taken from a window of eight nibbles,
 * serves up to four sums. */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_ADJOINT
#include "arch/armv7m/function.inc"

    @ On the stack: the windows of s from m = -8, 0 and 8 on, then what the next one needs, then y.
    .equ WINDOWS, 0
    .equ NEXT, 12   @ packed, bits, group, inverted, plus, plus below 0
    .equ SUMS, 36   @ where T goes on, and how many groups of eight are left; two windows come before the first
    .equ VALUES, 48
    .equ ROOM, 112

@ Four y from number `first` on.
.macro four_values first
    ldr r8, [sp, #VALUES + 4 * (\first)]
    ldr r9, [sp, #VALUES + 4 * (\first) + 4]
    ldr r10, [sp, #VALUES + 4 * (\first) + 8]
    ldr r11, [sp, #VALUES + 4 * (\first) + 12]
.endm

@ To sum n the value in r12 times y, if n is one of 0 .. 7.
.macro to_sum n, y
    .if (\n) == 0
    mla r0, r12, \y, r0
    .elseif (\n) == 1
    mla r1, r12, \y, r1
    .elseif (\n) == 2
    mla r2, r12, \y, r2
    .elseif (\n) == 3
    mla r3, r12, \y, r3
    .elseif (\n) == 4
    mla r4, r12, \y, r4
    .elseif (\n) == 5
    mla r5, r12, \y, r5
    .elseif (\n) == 6
    mla r6, r12, \y, r6
    .elseif (\n) == 7
    mla r7, r12, \y, r7
    .endif
.endm

@ Value m of s, from the window in lr, times y[first] .. y[first + 3] in r8..r11.
.macro value first, m
    sbfx r12, lr, #4 * ((\m) & 7), #4
    to_sum (\first) - (\m), r8
    to_sum (\first) + 1 - (\m), r9
    to_sum (\first) + 2 - (\m), r10
    to_sum (\first) + 3 - (\m), r11
.endm

.macro values first, m:vararg
    .irp number, \m
    value \first, \number
    .endr
.endm

@ void ksig_haetae_add_adjoint(uint32_t t[256], const uint8_t *packed, const int32_t y[16], unsigned i_bits)
@ stack: ksig_haetae_add_adjoint 148
function ksig_haetae_add_adjoint
    push {r4-r11, lr}
    sub sp, sp, #ROOM
    ldm r2!, {r4-r11}
    add r12, sp, #VALUES
    stm r12!, {r4-r11}
    ldm r2, {r4-r11}
    stm r12, {r4-r11}
    mov r12, #34
    strd r0, r12, [sp, #SUMS]
    and r2, r3, #7
    lsr r3, r3, #3
    add r3, r3, #2
    @ A value is top - field = ~field + 1 + top, or field - top; with 8 more, no nibble borrows.
    mvn r4, #0
    mov r7, #0x11111111
    add r5, r2, #7
    mul r5, r5, r7
    add r5, r5, #1
    rsb r6, r2, #9
    mul r6, r6, r7
    add r12, sp, #NEXT
    stm r12, {r1-r6}

    @ The next eight values, from the end to the begin.
1:  add r12, sp, #NEXT
    ldm r12, {r1-r6}
    subs r3, r3, #1
    bpl 2f
    mov r3, #31
    mov r4, #0
    mov r5, r6
    strd r4, r5, [sp, #NEXT + 12]
2:  str r3, [sp, #NEXT + 8]
    cmp r2, #3
    beq 3f
    add r1, r1, r3, lsl #1
    ldrb r7, [r1]
    ldrb r8, [r1, #1]
    orr r7, r7, r8, lsl #16
    orr r7, r7, r7, lsl #4
    and r7, r7, #0x0f0f0f0f
    orr r7, r7, r7, lsl #2
    and r7, r7, #0x33333333
    b 4f
3:  add r3, r3, r3, lsl #1
    add r1, r1, r3
    ldrb r7, [r1]
    ldrb r8, [r1, #1]
    ldrb r9, [r1, #2]
    orr r7, r7, r8, lsl #8
    bfc r7, #12, #20
    lsr r8, r8, #4
    orr r8, r8, r9, lsl #4
    orr r7, r7, r8, lsl #16
    and r8, r7, #0x003f003f
    eor r7, r7, r8
    orr r7, r8, r7, lsl #2
    and r8, r7, #0x07070707
    eor r7, r7, r8
    orr r7, r8, r7, lsl #1
4:  eor r7, r7, r4
    add r7, r7, r5
    eor r7, r7, #0x88888888
    ldrd r8, r9, [sp, #WINDOWS]
    strd r8, r9, [sp, #WINDOWS + 4]
    str r7, [sp, #WINDOWS]
    ldrd r12, lr, [sp, #SUMS]
    sub lr, lr, #1
    str lr, [sp, #SUMS + 4]
    cmp lr, #32
    bhs.w 1b

    ldm r12, {r0-r7}
    ldr lr, [sp, #WINDOWS]
    four_values 0
    values 0, -7, -6, -5, -4, -3, -2, -1
    ldr lr, [sp, #WINDOWS + 4]
    values 0, 0, 1, 2, 3
    four_values 8
    values 8, 1, 2, 3, 4, 5, 6, 7
    ldr lr, [sp, #WINDOWS + 8]
    values 8, 8, 9, 10, 11
    four_values 12
    values 12, 8, 9, 10, 11, 12, 13, 14, 15
    ldr lr, [sp, #WINDOWS + 4]
    values 12, 5, 6, 7
    four_values 4
    values 4, 0, 1, 2, 3, 4, 5, 6, 7
    ldr lr, [sp, #WINDOWS]
    values 4, -3, -2, -1
    ldrd r12, lr, [sp, #SUMS]
    stm r12!, {r0-r7}
    str r12, [sp, #SUMS]
    cmp lr, #0
    bne.w 1b
    add sp, sp, #ROOM
    pop {r4-r11, pc}
end_function ksig_haetae_add_adjoint

#endif
