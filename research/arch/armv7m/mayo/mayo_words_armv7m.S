/* The loops of MAYO, twin of research/mayo/mayo_words.c. For public data only: look-ups and stores at addresses that
 * depend on it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_MAYO && (KSIG_ENABLE_MAYO + 0)
#include "arch/armv7m/function.inc"

@ \to = \from times x: x^4 = x + 1. r12 is lost.
.macro times_x to, from
    and r12, \from, #0x88888888
    eor.w \to, \from, r12
    lsl.w \to, \to, #1
    eor.w \to, \to, r12, lsr #3
    eor.w \to, \to, r12, lsr #2
.endm

@ The sixteen multiples of r5 to sp .. sp + 63. r4 .. r12 are lost.
.macro multiples
    times_x r6, r5
    times_x r8, r6
    mov.w r4, #0
    eor.w r7, r5, r6
    eor.w r9, r5, r8
    eor.w r10, r6, r8
    eor.w r11, r7, r8
    mov r12, sp
    stm.w r12, {r4-r11}
    times_x r4, r8
    add.w r12, sp, #32
    eor.w r5, r5, r4
    eor.w r6, r6, r4
    eor.w r7, r7, r4
    eor.w r8, r8, r4
    eor.w r9, r9, r4
    eor.w r10, r10, r4
    eor.w r11, r11, r4
    stm.w r12, {r4-r11}
    nop.w
.endm

@ Five sums at r0, which goes on, of the factors at r2 + \at.
.macro five at
    ldrb.w r4, [r2, #\at]
    ldrb.w r5, [r2, #\at + 1]
    ldrb.w r6, [r2, #\at + 2]
    ldrb.w r7, [r2, #\at + 3]
    ldrb.w r8, [r2, #\at + 4]
    ldr.w r4, [sp, r4, lsl #2]
    ldr.w r5, [sp, r5, lsl #2]
    ldr.w r6, [sp, r6, lsl #2]
    ldr.w r7, [sp, r7, lsl #2]
    ldr.w r8, [sp, r8, lsl #2]
    ldm.w r0, {r9-r12, lr}
    eor.w r4, r4, r9
    eor.w r5, r5, r10
    eor.w r6, r6, r11
    eor.w r7, r7, r12
    eor.w r8, r8, lr
    stm.w r0!, {r4-r8}
    nop.w
.endm

@ One or two more.
.macro more at
    ldrb.w r4, [r2, #\at]
    ldr.w r5, [r0]
    ldr.w r4, [sp, r4, lsl #2]
    nop.w
    eor.w r4, r4, r5
    str r4, [r0], #4
.endm

@ void ksig_mayo_add_multiples(uint32_t *sums, const uint8_t *column, const uint8_t *factors, unsigned count,
@                              unsigned words)
@ stack: ksig_mayo_add_multiples 100
function ksig_mayo_add_multiples
    push {r4-r11, lr}
    ldr r4, [sp, #36]
    sub sp, sp, #64
    b.n 1f
    .balign 4
1:  ldr.w r5, [r1], #4
    str.w r4, [sp, #100]
    multiples
    five 0
    cmp r3, #10
    blo.w 2f
    five 5
    beq.w 2f
    more 10
    cmp r3, #12
    bne.w 2f
    more 11
2:  ldr.w r4, [sp, #100]
    nop.w
    subs.w r4, r4, #1
    bne.w 1b
    add sp, sp, #64
    pop {r4-r11, pc}
end_function ksig_mayo_add_multiples

@ void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors, const uint8_t *powers, unsigned count)
@ stack: ksig_mayo_add_shifted 100
function ksig_mayo_add_shifted
    push {r4-r11, lr}
    ldr r11, [sp, #36]
    sub sp, sp, #64
    mov r5, r1
    mov lr, r11
    multiples
    b.n 1f
    .balign 4
1:  ldrb r4, [r2], #1
    ldrb r5, [r3], #1
    ldr.w r4, [sp, r4, lsl #2]
    and r7, r5, #7
    lsr.w r6, r5, #3
    lsl.w r7, r7, #2
    add.w r6, r0, r6, lsl #2
    rsb r10, r7, #32
    ldr.w r8, [r6]
    ldr.w r9, [r6, #4]
    lsl.w r7, r4, r7
    lsr.w r10, r4, r10
    eor.w r8, r8, r7
    eor.w r9, r9, r10
    str.w r8, [r6]
    str.w r9, [r6, #4]
    subs.w lr, lr, #1
    bne.w 1b
    add sp, sp, #64
    pop {r4-r11, pc}
end_function ksig_mayo_add_shifted

#endif
