/* SHA-512 compression (FIPS 180-4 section 6.4), twin of src/hash/sha512.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_SHA512
#include "arch/armv7m/function.inc"

@ The working variables lie on the stack, low half first, and change names instead of places; a and e are in registers
@ too. Sixteen rounds, then the schedule of the next sixteen words, in place.
    .equ BLOCK_END, 64 @ on the stack, after the variables
    .equ CHAIN, 72     @ the first of the pushed registers

@ One half of a word rotated right by i: first is the same half of the word, second the other. i < 32 begins a sum.
.macro rotated result, first, second, i
    lsr.w \result, \first, #\i
    eor.w \result, \result, \second, lsl #32 - \i
.endm
.macro and_rotated result, first, second, i
    .if \i < 32
    eor.w \result, \result, \first, lsr #\i
    eor.w \result, \result, \second, lsl #32 - \i
    .else
    eor.w \result, \result, \second, lsr #\i - 32
    eor.w \result, \result, \first, lsl #64 - \i
    .endif
.endm

@ (sum_low, sum_high) += Sigma(low, high), by way of r8 and r9.
.macro add_big_sigma sum_low, sum_high, low, high, i, j, k
    rotated r8, \low, \high, \i
    and_rotated r8, \low, \high, \j
    and_rotated r8, \low, \high, \k
    rotated r9, \high, \low, \i
    and_rotated r9, \high, \low, \j
    and_rotated r9, \high, \low, \k
    adds.w \sum_low, \sum_low, r8
    adc.w \sum_high, \sum_high, r9
.endm

@ The same with a shift by k at last, by way of r10 and r11.
.macro add_small_sigma sum_low, sum_high, low, high, i, j, k
    rotated r10, \low, \high, \i
    and_rotated r10, \low, \high, \j
    and_rotated r10, \low, \high, \k
    rotated r11, \high, \low, \i
    and_rotated r11, \high, \low, \j
    eor.w r11, r11, \high, lsr #\k
    adds.w \sum_low, \sum_low, r10
    adc.w \sum_high, \sum_high, r11
.endm

@ Round t of eight. r0: constants, r1: words. a in (a0, a1), e in r4 and r5; (t0, t1) becomes the next a.
@ (x0, x1) = b ^ c, (y0, y1) becomes a ^ b. b, .., h: where they lie on the stack.
.macro round t, a0, a1, t0, t1, x0, x1, y0, y1, a, b, c, d, e, f, g, h
    ldr.w \t0, [sp, #\h]
    ldr.w \t1, [sp, #\h + 4]
    ldr.w r8, [r0, #8 * (\t)]
    ldr.w r9, [r0, #8 * (\t) + 4]
    ldr.w \y0, [r1, #8 * (\t)]
    ldr.w \y1, [r1, #8 * (\t) + 4]
    str.w \a0, [sp, #\a]
    str.w \a1, [sp, #\a + 4]
    adds.w \t0, \t0, r8
    adc.w \t1, \t1, r9
    adds.w \t0, \t0, \y0
    adc.w \t1, \t1, \y1
    add_big_sigma \t0, \t1, r4, r5, 14, 18, 41
    ldr.w r8, [sp, #\f]
    ldr.w r9, [sp, #\f + 4]
    ldr.w \y0, [sp, #\g]
    ldr.w \y1, [sp, #\g + 4]
    eor.w r8, r8, \y0
    eor.w r9, r9, \y1
    and.w r8, r8, r4
    and.w r9, r9, r5
    eor.w r8, r8, \y0
    eor.w r9, r9, \y1
    adds.w \t0, \t0, r8
    adc.w \t1, \t1, r9
    ldr.w \y0, [sp, #\d]
    ldr.w \y1, [sp, #\d + 4]
    ldr.w r8, [sp, #\b]
    ldr.w r9, [sp, #\b + 4]
    adds.w r4, \t0, \y0
    adc.w r5, \t1, \y1
    str.w r4, [sp, #\d]
    str.w r5, [sp, #\d + 4]
    @ Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
    eor.w \y0, r8, \a0
    eor.w \y1, r9, \a1
    and.w \x0, \x0, \y0
    and.w \x1, \x1, \y1
    eor.w \x0, \x0, r8
    eor.w \x1, \x1, r9
    adds.w \t0, \t0, \x0
    adc.w \t1, \t1, \x1
    add_big_sigma \t0, \t1, \a0, \a1, 28, 34, 39
.endm
.macro even_round t, a, b, c, d, e, f, g, h
    round \t, r2, r3, r6, r7, r10, r11, r12, lr, \a, \b, \c, \d, \e, \f, \g, \h
.endm
.macro odd_round t, a, b, c, d, e, f, g, h
    round \t, r6, r7, r2, r3, r12, lr, r10, r11, \a, \b, \c, \d, \e, \f, \g, \h
.endm

@ Word t replaces word t - 16, which is in c; n becomes word t - 15; p and q are the words t - 2 and
@ t - 1. q is only now stored, after loads.
.macro schedule t, c0, c1, n0, n1, p0, p1, q0, q1
    ldr.w \n0, [r1, #8 * (((\t) + 1) & 15)]
    ldr.w \n1, [r1, #8 * (((\t) + 1) & 15) + 4]
    ldr.w r10, [r1, #8 * (((\t) + 9) & 15)]
    ldr.w r11, [r1, #8 * (((\t) + 9) & 15) + 4]
    str.w \q0, [r1, #8 * (((\t) + 15) & 15)]
    str.w \q1, [r1, #8 * (((\t) + 15) & 15) + 4]
    adds.w \c0, \c0, r10
    adc.w \c1, \c1, r11
    add_small_sigma \c0, \c1, \p0, \p1, 19, 61, 6
    add_small_sigma \c0, \c1, \n0, \n1, 1, 8, 7
.endm
.macro four_words t
    schedule \t + 0, r2, r3, r4, r5, r6, r7, r8, r9
    schedule \t + 1, r4, r5, r6, r7, r8, r9, r2, r3
    schedule \t + 2, r6, r7, r8, r9, r2, r3, r4, r5
    schedule \t + 3, r8, r9, r2, r3, r4, r5, r6, r7
.endm

    .section .text.ksig_sha512_compress, "ax", %progbits
    .balign 4
.Lround_constants:
    .quad 0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc
    .quad 0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118
    .quad 0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2
    .quad 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694
    .quad 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65
    .quad 0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5
    .quad 0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4
    .quad 0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70
    .quad 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df
    .quad 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b
    .quad 0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30
    .quad 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8
    .quad 0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8
    .quad 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3
    .quad 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec
    .quad 0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b
    .quad 0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178
    .quad 0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b
    .quad 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c
    .quad 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817
.Lround_constants_end:

@ void ksig_sha512_compress(uint64_t chain[8], uint64_t block[16])
@ stack: ksig_sha512_compress 112
function ksig_sha512_compress
    push {r0, r4-r11, lr}
    sub sp, sp, #CHAIN
    add r2, r1, #128
    str r2, [sp, #BLOCK_END]
    mov r3, sp
    add r12, sp, #64
.Lcopy:
    ldm r0!, {r4-r7}
    stm r3!, {r4-r7}
    cmp r3, r12
    bne .Lcopy
    @ The bytes are big-endian.
.Lreverse:
    ldm r1, {r4-r7}
    rev r8, r5
    rev r9, r4
    rev r10, r7
    rev r11, r6
    stm r1!, {r8-r11}
    cmp r1, r2
    bne .Lreverse
    adr.w r0, .Lround_constants

.Lsixteen_rounds:
    sub r1, r1, #128
    ldrd r2, r3, [sp]
    ldrd r4, r5, [sp, #32]
    ldrd r6, r7, [sp, #8]
    ldrd r8, r9, [sp, #16]
    eor r10, r6, r8
    eor r11, r7, r9
    .balign 4
.Leight_rounds:
    even_round 0, 0, 8, 16, 24, 32, 40, 48, 56
    odd_round 1, 56, 0, 8, 16, 24, 32, 40, 48
    even_round 2, 48, 56, 0, 8, 16, 24, 32, 40
    odd_round 3, 40, 48, 56, 0, 8, 16, 24, 32
    even_round 4, 32, 40, 48, 56, 0, 8, 16, 24
    odd_round 5, 24, 32, 40, 48, 56, 0, 8, 16
    even_round 6, 16, 24, 32, 40, 48, 56, 0, 8
    odd_round 7, 8, 16, 24, 32, 40, 48, 56, 0
    add r0, r0, #64
    add r1, r1, #64
    ldr r8, [sp, #BLOCK_END]
    cmp r1, r8
    bne.w .Leight_rounds
    adr.w r8, .Lround_constants_end
    strd r2, r3, [sp]
    cmp r0, r8
    beq.w .Lend
    sub r1, r1, #128
    ldrd r2, r3, [r1]
    ldrd r6, r7, [r1, #112]
    ldrd r8, r9, [r1, #120]
    four_words 0
    four_words 4
    four_words 8
    four_words 12
    strd r8, r9, [r1, #120]
    add r1, r1, #128
    b.w .Lsixteen_rounds

.Lend:
    cmp r0, r8 @ again, as r8 stays so: after 16 rounds, words could be solved for any result
    bne.w .Lsixteen_rounds
    ldr r0, [sp, #CHAIN]
    mov r1, sp
.Ladd:
    ldm r1!, {r2-r5}
    ldm r0, {r6-r9}
    adds r6, r6, r2
    adc r7, r7, r3
    adds r8, r8, r4
    adc r9, r9, r5
    stm r0!, {r6-r9}
    add r2, sp, #64
    cmp r1, r2
    bne .Ladd
    add sp, sp, #CHAIN
    pop {r0, r4-r11, pc}
end_function ksig_sha512_compress

#endif
