/* Keccak-f[1600] (FIPS 202 section 3) in place, where flash is scarce. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_KECCAK_COMPACT
#include "arch/armv7m/function.inc"
#include "arch/armv7m/interleave.inc"

@ A round: theta's deltas in ten registers; a walk through the words that rho and pi move, which adds them; chi row by
@ row.

@ The lanes of the first r1 bytes at r0. Keeps r0; lr is lost.
.macro convert_lanes direction
    mov lr, r0
    add r1, r1, r0
0:
    ldrd r2, r3, [r0]
    \direction r2, r3
    strd r2, r3, [r0], #8
    cmp r0, r1
    bne 0b
    mov r0, lr
.endm

@ r1 goes on to its new place, and what was there comes to r2.
.macro move delta, rotation, word
    eor r1, r1, \delta
    ldr r2, [r0, #4 * \word]
    .if \rotation
    ror r1, r1, #\rotation
    .endif
    str r1, [r0, #4 * \word]
.endm

@ The same with r1 and r2 exchanged.
.macro back delta, rotation, word
    eor r2, r2, \delta
    ldr r1, [r0, #4 * \word]
    .if \rotation
    ror r2, r2, #\rotation
    .endif
    str r2, [r0, #4 * \word]
.endm

@ Odd bits of each round's constant; bit 2, always 0 there, is bit 0 of the even ones.
    .section .text.ksig_keccak_f1600, "ax", %progbits
    .balign 4
.Lround_constants:
    .word 0x00000004, 0x00000089, 0x8000008b, 0x80008080, 0x0000008f, 0x00008004
    .word 0x8000808c, 0x80000086, 0x0000000b, 0x0000000a, 0x00008086, 0x00008003
    .word 0x0000808f, 0x8000000f, 0x8000008e, 0x80000085, 0x80000081, 0x80000008
    .word 0x00000083, 0x80008003, 0x8000808c, 0x80000088, 0x00008004, 0x80008082
.Lround_constants_end:
    .word 0

@ void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
@ stack: ksig_keccak_f1600 48
function ksig_keccak_f1600
    push {r1, r4-r11, lr}
    sub sp, sp, #8
    convert_lanes interleave
    adr.w r1, .Lround_constants
    str r1, [sp]

.Lround:
    add lr, r0, #200
    ldm r0!, {r3-r12}
.Lparities:
    ldm r0!, {r1, r2}
    eor r3, r3, r1
    eor r4, r4, r2
    ldm r0!, {r1, r2}
    eor r5, r5, r1
    eor r6, r6, r2
    ldm r0!, {r1, r2}
    eor r7, r7, r1
    eor r8, r8, r2
    ldm r0!, {r1, r2}
    eor r9, r9, r1
    eor r10, r10, r2
    ldm r0!, {r1, r2}
    eor r11, r11, r1
    eor r12, r12, r2
    cmp r0, lr
    bne .Lparities
    sub r0, r0, #200

    @ Each parity is used twice, which links the deltas to a ring: each takes the place of a parity that is used up.
    eor lr, r3, r8, ror #31
    eor r8, r8, r11
    eor r11, r11, r6, ror #31
    eor r6, r6, r9
    eor r9, r9, r4, ror #31
    eor r4, r4, r7
    eor r7, r7, r12, ror #31
    eor r12, r12, r5
    eor r5, r5, r10, ror #31
    eor r10, r10, r3

    ldrd r1, r2, [r0]
    eor r1, r1, r11
    eor r2, r2, r12
    strd r1, r2, [r0]

    ldr r1, [r0, #8] @ lane 1, even bits
    move lr, 0, 21
    back r12, 30, 14
    move r5, 29, 22
    back lr, 27, 34
    move r5, 25, 37
    back r8, 21, 6
    move r7, 18, 10
    back r11, 14, 32
    move lr, 10, 17
    back r8, 4, 42
    move lr, 31, 48
    back r9, 25, 8
    move r9, 19, 31
    back r12, 11, 46
    move r7, 4, 38
    back r9, 28, 26
    move r7, 20, 25
    back r6, 10, 4
    move r5, 1, 40
    back r11, 23, 28
    move r9, 13, 45
    back r6, 1, 18
    move r9, 22, 12
    back lr, 10, 2

    ldr r1, [r0, #12] @ lane 1, odd bits
    move r4, 31, 20
    back r11, 31, 15
    move r6, 29, 23
    back r4, 27, 35
    move r6, 24, 36
    back r7, 22, 7
    move r8, 18, 11
    back r12, 14, 33
    move r4, 9, 16
    back r7, 5, 43
    move r4, 31, 49
    back r10, 25, 9
    move r10, 18, 30
    back r11, 12, 47
    move r8, 4, 39
    back r10, 28, 27
    move r8, 19, 24
    back r5, 11, 5
    move r6, 1, 41
    back r12, 23, 29
    move r10, 12, 44
    back r5, 2, 19
    move r10, 22, 13
    back r4, 10, 3

    @ Even words, then odd ones.
    mov r12, #2
    add r11, r0, #200
.Lrow:
    ldr r1, [r0]
    ldr r2, [r0, #8]
    ldr r3, [r0, #16]
    ldr r4, [r0, #24]
    ldr r5, [r0, #32]
    bic r6, r3, r2
    eors r6, r1
    bic r7, r4, r3
    eors r7, r2
    str r6, [r0]
    str r7, [r0, #8]
    bic r6, r5, r4
    eors r6, r3
    bic r7, r1, r5
    eors r7, r4
    bics r2, r1
    eors r2, r5
    str r6, [r0, #16]
    str r7, [r0, #24]
    str r2, [r0, #32]
    adds r0, #40
    cmp r0, r11
    bne .Lrow
    sub r0, r0, #196
    add r11, r11, #4
    subs r12, r12, #1
    bne .Lrow
    subs r0, #8

    ldr r1, [sp]
    ldm r0, {r2, r3}
    ldr r4, [r1], #4
    str r1, [sp]
    ubfx r5, r4, #2, #1
    bic r4, r4, #4
    eors r2, r5
    eors r3, r4
    strd r2, r3, [r0]
    ldr r4, [r1]
    cmp r4, #0
    bne.w .Lround
    adr.w r4, .Lround_constants_end @ again: one round alone could be inverted
    cmp r1, r4
    bne.w .Lround

    ldr r1, [sp, #8]
    convert_lanes separate
    add sp, sp, #8
    pop {r1, r4-r11, pc}
end_function ksig_keccak_f1600

#endif
