/* Columns of UOV added to their planes, twin of research/uov/uov_columns.c. For public data only: a bit that is not set
 * takes no time. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_UOV && (KSIG_ENABLE_UOV + 0)
#include "arch/armv7m/function.inc"

@ void ksig_uov_add_256(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups)
@ r4 .. r9 words of the column, lr product from bit 31 on, which is the last plane. r12 goes down to the planes of its
@ bits, from one beyond. sp: column, product with the groups that are left in its low byte, one beyond the
@ planes.
@ stack: ksig_uov_add_256 48
function ksig_uov_add_256
    push {r4-r11, lr}
    add.w r12, r0, #9 * 24
    orr lr, r3, r2, lsl #23
    sub sp, sp, #12
    b.n 2f
    .balign 4
2:  ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    add.w r1, r1, #24
    str.w r1, [sp]
    str.w lr, [sp, #4]
    str.w r12, [sp, #8]
    bic lr, lr, #255
1:  clz r0, lr
    add.w r0, r0, #1
    add.w r1, r0, r0, lsl #1
    sub.w r12, r12, r1, lsl #3
    lsls.w lr, lr, r0
    ldm.w r12, {r0-r3, r10, r11}
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r3, r3, r7
    eor.w r10, r10, r8
    eor.w r11, r11, r9
    stm.w r12, {r0-r3, r10, r11}
    bne.w 1b
    ldr.w lr, [sp, #4]
    ldr.w r1, [sp]
    ldr.w r12, [sp, #8]
    sub.w lr, lr, #1
    add.w r12, r12, #9 * 24
    tst lr, #255
    bne.w 2b
    add sp, sp, #12
    pop {r4-r11, pc}
end_function ksig_uov_add_256

@ void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups)
@ r4 .. r7 words of the column, lr and r12 as above; r8 column, r9 product, r10 one beyond the planes, r11 groups left.
@ stack: ksig_uov_add_16 36
function ksig_uov_add_16
    push {r4-r11, lr}
    add.w r10, r0, #5 * 16
    lsl.w r9, r2, #27
    mov r8, r1
    mov r11, r3
    b.n 2f
    .balign 4
2:  ldr.w r4, [r8]
    ldr.w r5, [r8, #4]
    ldr.w r6, [r8, #8]
    ldr.w r7, [r8, #12]
    mov.w lr, r9
    mov.w r12, r10
    add.w r8, r8, #16
    nop.w
1:  clz r0, lr
    add.w r0, r0, #1
    sub.w r12, r12, r0, lsl #4
    lsls.w lr, lr, r0
    ldm.w r12, {r0-r3}
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r3, r3, r7
    stm.w r12, {r0-r3}
    bne.w 1b
    subs.w r11, r11, #1
    add.w r10, r10, #5 * 16
    bne.w 2b
    pop {r4-r11, pc}
end_function ksig_uov_add_16

#endif
