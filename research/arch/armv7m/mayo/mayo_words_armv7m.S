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

@ Those of r3, 16 bits, to r3 = sp + 64 .. sp + 95: two halfwords at once, of 2 m and 2 m + 1. r4 .. r12 are lost.
.macro multiples_16
    orr.w r3, r3, r3, lsl #16
    lsl.w r4, r3, #16
    times_x r5, r3
    times_x r6, r5
    times_x r8, r6
    eor.w r7, r5, r6
    eor.w r7, r7, r4
    eor.w r11, r7, r8
    eor.w r5, r5, r4
    eor.w r6, r6, r4
    eor.w r9, r5, r8
    eor.w r10, r6, r8
    eor.w r8, r8, r4
    add.w r3, sp, #64
    stm.w r3, {r4-r11}
    nop.w
.endm

@ Those of r3, 8 bits, to r3 = sp + 64 .. sp + 79: four bytes at once, of 4 m to 4 m + 3. r4 .. r8 and r12 are lost.
.macro multiples_8
    orr.w r3, r3, r3, lsl #8
    orr.w r3, r3, r3, lsl #16
    times_x r7, r3
    and r4, r3, #0xff00ff00
    lsr.w r5, r7, #16
    eor.w r4, r4, r5, lsl #16
    times_x r8, r7
    times_x r6, r8
    eor.w r5, r4, r8
    eor.w r7, r5, r6
    eor.w r6, r4, r6
    add.w r3, sp, #64
    stm.w r3, {r4-r7}
    nop.w
.endm

@ Of nibbles 2 \pair and 2 \pair + 1 of r2: the words of eight elements to their sums, those of the others to r9 and r10.
@ r4: what the first of the further sums is to be loaded to, if \sum is one, and r5: the second, if \next is one.
.macro pair number, load, scale, sum, next
    ubfx r5, r2, #8 * \number, #4
    ubfx r6, r2, #8 * \number + 4, #4
    ldr.w r7, [sp, r5, lsl #2]
    ldr.w r8, [sp, r6, lsl #2]
    \load\().w r9, [r3, r5, lsl #\scale]
    \load\().w r10, [r3, r6, lsl #\scale]
    ldr.w r11, [r0, #8 * \number + 4]
    ldr.w r12, [r0, #8 * \number + 8]
    .if \sum
    ldr.w r4, [r0, #\sum + 4]
    .endif
    .if \next
    ldr.w r5, [r0, #\next + 4]
    .endif
    eor.w r7, r7, r11
    eor.w r8, r8, r12
.endm
.macro store_pair number
    str.w r7, [r0, #8 * \number + 4]
    str.w r8, [r0, #8 * \number + 8]
.endm

@ The next word of the column to r2, and the end of the loop.
.macro begin_words
    b.n 1f
    .balign 4
1:  ldr.w r2, [r1], #4
.endm
@ The last store has moved r0 on.
.macro end_words
    subs.w lr, lr, #1
    bne.w 1b
    add sp, sp, #96
    pop {r4-r11, pc}
.endm

@ void ksig_mayo_add_column(uint32_t *sums, const uint8_t *column, uint32_t low, uint32_t high, unsigned words,
@                           unsigned count)
@ sp: multiples of low, then of high. lr words. r0: sums, less 4 bytes.
@ stack: ksig_mayo_add_column 132
function ksig_mayo_add_column
    push {r4-r11, lr}
    sub sp, sp, #96
    subs r0, r0, #4
    mov r5, r2
    multiples
    ldr lr, [sp, #132]
    ldr r4, [sp, #136]
    cmp r4, #11
    beq.w 11f
    bhi.w 12f
    cmp r4, #10
    beq.w 10f

@ Five: 20 bits each, in five words.
    begin_words
    ubfx r5, r2, #0, #4
    ubfx r6, r2, #4, #4
    ubfx r7, r2, #8, #4
    ubfx r8, r2, #12, #4
    ldr.w r5, [sp, r5, lsl #2]
    ldr.w r6, [sp, r6, lsl #2]
    ldr.w r7, [sp, r7, lsl #2]
    ldr.w r8, [sp, r8, lsl #2]
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r11, [r0, #12]
    eor.w r9, r9, r5
    eor.w r9, r9, r6, lsl #20
    eor.w r10, r10, r6, lsr #12
    eor.w r10, r10, r7, lsl #8
    eor.w r10, r10, r8, lsl #28
    eor.w r11, r11, r8, lsr #4
    str.w r9, [r0, #4]
    str.w r10, [r0, #8]
    ubfx r5, r2, #16, #4
    ubfx r6, r2, #20, #4
    ubfx r7, r2, #24, #4
    lsr.w r8, r2, #28
    ldr.w r5, [sp, r5, lsl #2]
    ldr.w r6, [sp, r6, lsl #2]
    ldr.w r7, [sp, r7, lsl #2]
    ldr.w r8, [sp, r8, lsl #2]
    ldr.w r9, [r0, #16]
    ldr.w r10, [r0, #20]
    eor.w r11, r11, r5, lsl #16
    eor.w r9, r9, r5, lsr #16
    eor.w r9, r9, r6, lsl #4
    eor.w r9, r9, r7, lsl #24
    eor.w r10, r10, r7, lsr #8
    eor.w r10, r10, r8, lsl #12
    str.w r11, [r0, #12]
    str.w r9, [r0, #16]
    str.w r10, [r0, #20]!
    end_words

@ Eight in a word each, and eight times two in two words.
10: multiples_8
    begin_words
    pair 0, ldrb, 0, 32, 0
    eor.w r4, r4, r9
    eor.w r4, r4, r10, lsl #8
    store_pair 0
    pair 1, ldrb, 0, 0, 0
    eor.w r4, r4, r9, lsl #16
    eor.w r4, r4, r10, lsl #24
    store_pair 1
    str.w r4, [r0, #36]
    pair 2, ldrb, 0, 36, 0
    eor.w r4, r4, r9
    eor.w r4, r4, r10, lsl #8
    store_pair 2
    pair 3, ldrb, 0, 0, 0
    eor.w r4, r4, r9, lsl #16
    eor.w r4, r4, r10, lsl #24
    store_pair 3
    str.w r4, [r0, #40]!
    end_words

@ Eight, and eight times three in three words.
11: multiples_16
    begin_words
    pair 0, ldrh, 1, 32, 0
    eor.w r4, r4, r9
    eor.w r4, r4, r10, lsl #12
    store_pair 0
    pair 1, ldrh, 1, 0, 36
    eor.w r4, r4, r9, lsl #24
    eor.w r5, r5, r9, lsr #8
    store_pair 1
    str.w r4, [r0, #36]
    eor.w r4, r5, r10, lsl #4
    pair 2, ldrh, 1, 0, 40
    eor.w r4, r4, r9, lsl #16
    eor.w r4, r4, r10, lsl #28
    store_pair 2
    str.w r4, [r0, #40]
    eor.w r4, r5, r10, lsr #4
    pair 3, ldrh, 1, 0, 0
    eor.w r4, r4, r9, lsl #8
    eor.w r4, r4, r10, lsl #20
    store_pair 3
    str.w r4, [r0, #44]!
    end_words

@ Eight, and eight times four in four words.
12: multiples_16
    begin_words
    .irp number, 0, 1, 2, 3
    pair \number, ldrh, 1, 32 + 4 * \number, 0
    eor.w r4, r4, r9
    eor.w r4, r4, r10, lsl #16
    store_pair \number
    .if \number < 3
    str.w r4, [r0, #36 + 4 * \number]
    .else
    str.w r4, [r0, #48]!
    .endif
    .endr
    end_words
end_function ksig_mayo_add_column

@ \product, shifted as \place says, to r0. r6 .. r10 are lost.
.macro add_shifted product, place
    add.w r6, r0, \place, lsr #8
    rsb r10, \place, #32
    ldr.w r8, [r6]
    ldr.w r9, [r6, #4]
    lsl.w r7, \product, \place
    lsr.w r10, \product, r10
    eor.w r8, r8, r7
    eor.w r9, r9, r10
    str.w r8, [r6]
    str.w r9, [r6, #4]
.endm

@ void ksig_mayo_add_shifted(uint32_t *y, uint32_t word, const uint8_t *factors, const uint16_t *places, unsigned count)
@ Two in a round: the second after the first, for both may go to one word. A shift takes the low byte of its register.
@ sp: multiples.
@ stack: ksig_mayo_add_shifted 100
function ksig_mayo_add_shifted
    push {r4-r11, lr}
    sub sp, sp, #64
    mov r5, r1
    multiples
    ldr r4, [sp, #100]
    lsrs.w lr, r4, #1
    bcc.w 1f
    ldrb r4, [r2], #1
    ldrh r5, [r3], #2
    ldr.w r4, [sp, r4, lsl #2]
    add_shifted r4, r5
    cmp lr, #0
    beq.w 2f
    b.n 1f
    .balign 4
1:  ldrb r4, [r2], #1
    ldrb r11, [r2], #1
    ldrh r5, [r3], #2
    ldrh r12, [r3], #2
    ldr.w r4, [sp, r4, lsl #2]
    ldr.w r11, [sp, r11, lsl #2]
    add_shifted r4, r5
    add_shifted r11, r12
    subs.w lr, lr, #1
    bne.w 1b
2:  add sp, sp, #64
    pop {r4-r11, pc}
end_function ksig_mayo_add_shifted

@ The first eight multiples of r5 to r4 .. r11, the next to \eighth. r12 is lost.
.macro eight_multiples eighth
    times_x r6, r5
    times_x r8, r6
    times_x \eighth, r8
    mov.w r4, #0
    eor.w r7, r5, r6
    eor.w r9, r5, r8
    eor.w r10, r6, r8
    eor.w r11, r7, r8
.endm

@ Items up to one with a mark. \high: of factors from 8 on. N is the mark of the last item of all.
.macro add_items high
    b.n 1f
    .balign 4
1:  ldr.w r4, [r2], #4
    add.w r5, r0, r4, lsr #24
    ubfx r7, r4, #8, #5
    rsb r6, r4, #32
    ldr.w r8, [r1, r7]
    ldr.w r7, [sp, r7]
    ldr.w r9, [r5]
    ldr.w r10, [r5, #4]
    ldr.w r11, [r5, #8]
    .if \high
    eor.w r7, r7, r3
    eor.w r8, r8, lr
    .endif
    lsl.w r12, r7, r4
    lsr.w r7, r7, r6
    eor.w r9, r9, r12
    eor.w r10, r10, r7
    lsl.w r12, r8, r4
    lsr.w r8, r8, r6
    eor.w r10, r10, r12
    eor.w r11, r11, r8
    str.w r9, [r5]
    str.w r10, [r5, #4]
    str.w r11, [r5, #8]
    lsls.w r12, r4, #9
    bcc.w 1b
.endm

@ void ksig_mayo_add_row(uint32_t *y, const uint32_t *words, const uint32_t *items, unsigned stride, unsigned pairs)
@ Two words in a round, with half a table each, for which there is room: r3 and lr are the eighth multiples.
@ sp: multiples of one and, at r1, of the other; words, items, stride.
@ stack: ksig_mayo_add_row 112
function ksig_mayo_add_row
    push {r4-r11, lr}
    push {r1-r3}
    sub sp, sp, #64
    add r1, sp, #32
    b.n 3f
    .balign 4
3:  ldr r12, [sp, #64]
    ldr lr, [sp, #72]
    ldr.w r5, [r12]
    ldr.w lr, [r12, lr, lsl #2]
    eight_multiples r3
    mov.w r12, sp
    stm.w r12, {r4-r11}
    mov.w r5, lr
    eight_multiples lr
    stm.w r1, {r4-r11}
    nop.w
    ldr r2, [sp, #68]
    ldr r4, [r2]
    lsls r4, r4, #18
    bmi.w 4f
    add_items 0
    bmi.w 5f
4:  add_items 1
5:  add.w r0, r0, #8
    ldr r12, [sp, #64]
    ldr r4, [sp, #72]
    ldr r5, [sp, #112]
    add.w r12, r12, r4, lsl #3
    subs.w r5, r5, #1
    str r12, [sp, #64]
    str r5, [sp, #112]
    bne.w 3b
    add sp, sp, #76
    pop {r4-r11, pc}
end_function ksig_mayo_add_row

#endif
