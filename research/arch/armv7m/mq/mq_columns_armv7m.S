/* Columns of a quadratic map added to their sums, twin of research/mq/mq_columns.c. For public data only: columns that are
 * multiplied by zero take less time. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_MQ
#include "arch/armv7m/function.inc"

@ Single loads and stores, because the data has any alignment, and because loads of data and sum are one group. A load
@ never comes directly after a store.

@ Four words at r2 + data into those at r3 + sum. r4 .. r11.
.macro add_four data, sum
    ldr.n r4, [r2, #\data]
    ldr.n r5, [r2, #\data + 4]
    ldr.n r6, [r2, #\data + 8]
    ldr.n r7, [r2, #\data + 12]
    ldr r8, [r3, #\sum]
    ldr r9, [r3, #\sum + 4]
    ldr r10, [r3, #\sum + 8]
    ldr r11, [r3, #\sum + 12]
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r11
    str r4, [r3, #\sum]
    str r5, [r3, #\sum + 4]
    str r6, [r3, #\sum + 8]
    str r7, [r3, #\sum + 12]
.endm

@ Ends with the flags of the columns that are left, lr. The sum of value r3 is at r0 + 16 + 32 (r3 - 1).
.macro column
    cbz r3, 8f
    add.w r3, r0, r3, lsl #5
    add_four 0, -16
    nop.n
    add_four 16, 0
8:  adds.n r2, r2, #32
    subs.w lr, lr, #1
.endm

@ void ksig_mq_add_columns_rainbow(uint32_t *sums, const uint8_t *x, const uint8_t *data, unsigned range)
@ r0 sums with the products before them, r1 next byte of x, two variables, the second of which is in r12.
@ stack: ksig_mq_add_columns_rainbow 36
function ksig_mq_add_columns_rainbow
    push {r4-r11, lr}
    lsr lr, r3, #8
    uxtb r3, r3
    add r1, r1, r3, lsr #1
    ldrb r12, [r1], #1
    tst r3, #1
    lsr r3, r12, #4
    it ne
    movne r12, r3
    bne.n 2f
    b.n 3f
    .balign 4
1:  ldrb r12, [r1], #1
3:  and.w r3, r12, #15
    lsr.w r12, r12, #4
    ldrb.n r3, [r0, r3]
    column
    beq.n 9f
2:  ldrb.w r3, [r0, r12]
    column
    bne.w 1b
9:  pop {r4-r11, pc}
end_function ksig_mq_add_columns_rainbow

@ void ksig_mq_add_columns_gemss(uint32_t *sum, const uint8_t *x, const uint8_t *data, unsigned range)
@ r4 .. r8 sum, r12 variables from the low bit on, lr how many of them are left, sp: how many columns are left.
@ stack: ksig_mq_add_columns_gemss 44
function ksig_mq_add_columns_gemss
    push {r0, r4-r11, lr}
    ldm r0, {r4-r8}
    uxtb r9, r3
    lsrs r3, r3, #8
    lsr r10, r9, #5
    add r1, r1, r10, lsl #2
    and r9, r9, #31
    ldr r12, [r1], #4
    lsr r12, r12, r9
    rsb lr, r9, #32
    push {r3}
    b.n 2f
    .balign 4
1:  ldr r12, [r1], #4
    mov lr, #32
2:  ldr r3, [sp]
    cmp lr, r3
    it hi
    movhi lr, r3
    subs r3, r3, lr
    str r3, [sp]
    .balign 4
3:  lsrs.w r12, r12, #1
    bcc.n 4f
    ldr.n r0, [r2]
    ldr.w r3, [r2, #4]
    ldr.w r9, [r2, #8]
    ldr.w r10, [r2, #12]
    ldr.w r11, [r2, #16]
    eor.w r4, r4, r0
    eor.w r5, r5, r3
    eor.w r6, r6, r9
    eor.w r7, r7, r10
    eor.w r8, r8, r11
4:  adds.n r2, r2, #20
    subs.w lr, lr, #1
    bne.n 3b
    ldr r3, [sp]
    cmp r3, #0
    bne.n 1b
    pop {r3}
    pop {r0}
    stm r0, {r4-r8}
    pop {r4-r11, pc}
end_function ksig_mq_add_columns_gemss

#endif
