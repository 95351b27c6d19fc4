/* Rounds of AES-128 in counter mode from what is kept, twin of research/aes/aes_block.c. For public data only: the table
 * is read at addresses that depend on it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_AES && (KSIG_ENABLE_UOV + 0 || KSIG_ENABLE_MAYO + 0)
#include "arch/armv7m/function.inc"

@ The addresses of one column's look-ups, in columns a, b, c, d of the state, to those four registers.
.macro bytes to0, to1, to2, to3, a, b, c, d
    uxtb.w \to0, \a
    ubfx \to1, \b, #8, #8
    ubfx \to2, \c, #16, #8
    lsr.w \to3, \d, #24
.endm

.macro look_up load, to0, to1, to2, to3
    \load\().w \to0, [r12, \to0, lsl #2]
    \load\().w \to1, [r12, \to1, lsl #2]
    \load\().w \to2, [r12, \to2, lsl #2]
    \load\().w \to3, [r12, \to3, lsl #2]
.endm

@ The column to \to0.
.macro add_up load, to0, to1, to2, to3
    .ifc \load, ldr
    eor.w \to0, \to0, \to1, ror #24
    eor.w \to0, \to0, \to2, ror #16
    eor.w \to0, \to0, \to3, ror #8
    .else
    eor.w \to0, \to0, \to1, lsl #8
    eor.w \to0, \to0, \to2, lsl #16
    eor.w \to0, \to0, \to3, lsl #24
    .endif
.endm

@ From a, b, c, d to e, f, g, h, which are free. The first of a group of loads takes a cycle more: three groups, of two
@ columns and of one with two words of the key each. The last round loads \more to a and b.
.macro round load, key, e, f, g, h, a, b, c, d, more
    bytes r1, r2, r3, lr, \a, \b, \c, \d
    bytes \e, \f, \g, \h, \b, \c, \d, \a
    look_up \load, r1, r2, r3, lr
    look_up \load, \e, \f, \g, \h
    add_up \load, r1, r2, r3, lr
    add_up \load, \e, \f, \g, \h
    bytes \g, r2, r3, lr, \c, \d, \a, \b
    look_up \load, \g, r2, r3, lr
    ldr.w \f, [r0, #16 + 16 * (\key) + 4]
    ldr.w \h, [r0, #16 + 16 * (\key)]
    add_up \load, \g, r2, r3, lr
    eor.w \f, \f, \e
    eor.w \e, \h, r1
    bytes \h, r1, r2, r3, \d, \a, \b, \c
    look_up \load, \h, r1, r2, r3
    ldr.w lr, [r0, #16 + 16 * (\key) + 8]
    ldr.w \d, [r0, #16 + 16 * (\key) + 12]
    \more
    add_up \load, \h, r1, r2, r3
    eor.w \g, \g, lr
    eor.w \h, \h, \d
.endm

.macro ends
    ldr.w r4, [sp]
    ldr.w r5, [sp, #4]
.endm

@ void ksig_aes_ctr_rounds(ksig_aes_ctr *stream, uint8_t *out, unsigned count)
@ r4 .. r7 and r8 .. r11 state, r12 table. r0 goes through the round keys, two a turn: 32 bytes below the first at 16, up
@ to LAST, 16 below that of round 10. sp: out, its end, where r0 ends. ksig_aes_ctr: first at 0, keys at 16, kept at 144,
@ next at 168.
@ stack: ksig_aes_ctr_rounds 48
    .equ BEGIN, -16
    .equ LAST, BEGIN + 128
function ksig_aes_ctr_rounds
    push {r4-r11, lr}
    add.w r2, r1, r2, lsl #4
    add r3, r0, #LAST
    push {r1-r3}
    ldr r12, =ksig_aes_table
    b.n 2f
    .balign 4
2:  ldr.w r4, [r0, #168]
    ldrb.w r5, [r0, #15]
    ldr.w r1, [r0, #144]
    ldr.w r8, [r0, #148]
    ldr.w r9, [r0, #152]
    ldr.w r10, [r0, #156]
    ldr.w r11, [r0, #160]
    eor.w r5, r4, r5
    uxtb.w r5, r5
    add.w r4, r4, #1
    @ Round 1: what the last byte changes. Round 2: what that does.
    ldr.w r5, [r12, r5, lsl #2]
    eor.w r1, r1, r5, ror #8
    str.w r4, [r0, #168]
    bytes r4, r5, r6, r7, r1, r1, r1, r1
    look_up ldr, r4, r5, r6, r7
    eor.w r8, r8, r4
    eor.w r11, r11, r5, ror #24
    eor.w r10, r10, r6, ror #16
    eor.w r9, r9, r7, ror #8
    sub.w r0, r0, #-BEGIN
    b.n 3f
    .balign 4
1:  round ldr, 0, r8, r9, r10, r11, r4, r5, r6, r7
3:  round ldr, 1, r4, r5, r6, r7, r8, r9, r10, r11
    ldr.w r1, [sp, #8]
    add.w r0, r0, #32
    cmp.w r0, r1
    bne.w 1b
    add.w r12, r12, #1
    round ldrb, 0, r8, r9, r10, r11, r4, r5, r6, r7, ends
    str.w r8, [r4], #4
    str.w r9, [r4], #4
    str.w r10, [r4], #4
    str.w r11, [r4], #4
    sub.w r12, r12, #1
    sub.w r0, r0, #LAST
    cmp.w r4, r5
    str.w r4, [sp]
    bne.w 2b
    add sp, sp, #12
    pop {r4-r11, pc}
end_function ksig_aes_ctr_rounds
    .ltorg

#endif
