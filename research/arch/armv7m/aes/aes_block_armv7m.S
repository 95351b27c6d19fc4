/* Rounds of AES-128 in counter mode from what is kept, twin of research/aes/aes_block.c. For public data only: the table
 * is read at addresses that depend on it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_AES && (KSIG_ENABLE_UOV + 0 || KSIG_ENABLE_MAYO + 0)
#include "arch/armv7m/function.inc"

@ Columns a, b, c, d of the state look up one column: \to, which has the round key. The four loads are one group.
.macro column load, to, a, b, c, d, shift
    uxtb.w r1, \a
    ubfx r2, \b, #8, #8
    ubfx r3, \c, #16, #8
    lsr.w lr, \d, #24
    \load\().w r1, [r12, r1, lsl #2]
    \load\().w r2, [r12, r2, lsl #2]
    \load\().w r3, [r12, r3, lsl #2]
    \load\().w lr, [r12, lr, lsl #2]
    eor.w \to, \to, r1
    .ifc \shift, ror
    eor.w \to, \to, r2, ror #24
    eor.w \to, \to, r3, ror #16
    eor.w \to, \to, lr, ror #8
    .else
    eor.w \to, \to, r2, lsl #8
    eor.w \to, \to, r3, lsl #16
    eor.w \to, \to, lr, lsl #24
    .endif
.endm

@ r0: the round key, which it passes.
.macro round load, shift, e, f, g, h, a, b, c, d
    ldmia.w r0!, {\e-\h}
    column \load, \e, \a, \b, \c, \d, \shift
    column \load, \f, \b, \c, \d, \a, \shift
    column \load, \g, \c, \d, \a, \b, \shift
    column \load, \h, \d, \a, \b, \c, \shift
.endm

@ void ksig_aes_ctr_rounds(ksig_aes_ctr *stream, uint8_t *out, unsigned count)
@ r4 .. r7 and r8 .. r11 state, r12 table. sp: stream, out, count, last byte of first. ksig_aes_ctr: first at 0, keys at
@ 16, kept at 144, next at 168. No loop over rounds, for which a register would have to go through memory.
@ stack: ksig_aes_ctr_rounds 52
function ksig_aes_ctr_rounds
    push {r4-r11, lr}
    ldrb r3, [r0, #15]
    push {r0-r3}
    ldr r12, =ksig_aes_table
    b.n 2f
    .balign 4
2:  ldr r8, [r0, #168]
    add r9, r8, #1
    str r9, [r0, #168]
    uxtb.w r8, r8
    eor.w r1, r3, r8
    add.w r3, r0, #144
    ldm.w r3, {r2, r4-r7}
    @ Round 1: what the last byte changes. Round 2: what that does.
    ldr.w r1, [r12, r1, lsl #2]
    adds.w r0, r0, #16
    eor.w r1, r2, r1, ror #8
    uxtb.w r2, r1
    ubfx r3, r1, #8, #8
    ubfx lr, r1, #16, #8
    lsr.w r1, r1, #24
    ldr.w r2, [r12, r2, lsl #2]
    ldr.w r3, [r12, r3, lsl #2]
    ldr.w lr, [r12, lr, lsl #2]
    ldr.w r1, [r12, r1, lsl #2]
    eor.w r4, r4, r2
    eor.w r7, r7, r3, ror #24
    eor.w r6, r6, lr, ror #16
    eor.w r5, r5, r1, ror #8
    .rept 3
    round ldr, ror, r8, r9, r10, r11, r4, r5, r6, r7
    round ldr, ror, r4, r5, r6, r7, r8, r9, r10, r11
    .endr
    round ldr, ror, r8, r9, r10, r11, r4, r5, r6, r7
    add.w r12, r12, #1
    round ldrb, lsl, r4, r5, r6, r7, r8, r9, r10, r11
    sub.w r12, r12, #1
    ldr r1, [sp, #4]
    ldr r2, [sp, #8]
    ldr r0, [sp]
    ldr r3, [sp, #12]
    str r4, [r1], #4
    str r5, [r1], #4
    str r6, [r1], #4
    str r7, [r1], #4
    subs r2, r2, #1
    str r1, [sp, #4]
    str r2, [sp, #8]
    bne.w 2b
    add sp, sp, #16
    pop {r4-r11, pc}
end_function ksig_aes_ctr_rounds
    .ltorg

#endif
