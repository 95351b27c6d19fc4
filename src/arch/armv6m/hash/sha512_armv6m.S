/* SHA-512 compression (FIPS 180-4 section 6.4), twin of src/hash/sha512.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The working variables lie on the stack, low half first, and change names instead of places. b ^ c stays in r10 and
 * r11, the next constant is at r8, the next word at r9. Sixteen rounds, then the schedule of the next sixteen words, in
 * place. A sum of three rotations is three nested ones, each by what it turns further than the one outside. */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_SHA512
#include "arch/armv6m/function.inc"

    .equ END, 64   @ on the stack, after the variables: one beyond the block
    .equ CHAIN, 68
    .equ LIMIT, 72 @ where a segment of the schedule ends
    .equ ROOM, 76

@ (r2, r3) += rotr(x ^ rotr(x ^ rotr(x, k), j), i), x = (r0, r1), by way of r4 .. r7.
.macro add_big_sigma i, j, k
    lsrs r4, r0, #\k
    lsls r5, r1, #32 - \k
    eors r4, r5
    eors r4, r0
    lsrs r5, r1, #\k
    lsls r6, r0, #32 - \k
    eors r5, r6
    eors r5, r1
    lsrs r6, r4, #\j
    lsls r7, r5, #32 - \j
    eors r6, r7
    eors r6, r0
    lsrs r5, r5, #\j
    lsls r4, r4, #32 - \j
    eors r5, r4
    eors r5, r1
    lsrs r4, r6, #\i
    lsls r7, r5, #32 - \i
    eors r4, r7
    lsrs r5, r5, #\i
    lsls r6, r6, #32 - \i
    eors r5, r6
    adds r2, r4
    adcs r3, r5
.endm

@ a, .., h: where they lie on the stack.
.macro round a, b, c, d, e, f, g, h
    mov r6, r8
    ldm r6!, {r2, r3}
    mov r8, r6
    mov r7, r9
    ldm r7!, {r4, r5}
    mov r9, r7
    adds r2, r4
    adcs r3, r5
    ldr r4, [sp, #\h]
    ldr r5, [sp, #\h + 4]
    adds r2, r4
    adcs r3, r5
    ldr r0, [sp, #\e]
    ldr r1, [sp, #\e + 4]
    add_big_sigma 14, 4, 23
    @ Ch(e, f, g) = ((f ^ g) & e) ^ g
    ldr r4, [sp, #\f]
    ldr r5, [sp, #\g]
    eors r4, r5
    ands r4, r0
    eors r4, r5
    ldr r6, [sp, #\f + 4]
    ldr r7, [sp, #\g + 4]
    eors r6, r7
    ands r6, r1
    eors r6, r7
    adds r2, r4
    adcs r3, r6
    ldr r0, [sp, #\d]
    ldr r1, [sp, #\d + 4]
    adds r0, r2
    adcs r1, r3
    str r0, [sp, #\d]
    str r1, [sp, #\d + 4]
    ldr r0, [sp, #\a]
    ldr r1, [sp, #\a + 4]
    add_big_sigma 28, 6, 5
    @ Maj(a, b, c) = ((a ^ b) & (b ^ c)) ^ b
    ldr r4, [sp, #\b]
    ldr r6, [sp, #\b + 4]
    eors r0, r4
    eors r1, r6
    mov r5, r10
    mov r7, r11
    mov r10, r0
    mov r11, r1
    ands r5, r0
    ands r7, r1
    eors r5, r4
    eors r7, r6
    adds r2, r5
    adcs r3, r7
    str r2, [sp, #\h]
    str r3, [sp, #\h + 4]
.endm

@ (r0, r1) += rotr(x, i) ^ rotr(x, j) ^ x >> k, x = (r2, r3), by way of r5 .. r7.
.macro add_small_sigma i, j, k
    lsrs r5, r2, #\i
    lsls r6, r3, #32 - \i
    eors r5, r6
    lsrs r7, r3, #\i
    lsls r6, r2, #32 - \i
    eors r7, r6
.if \j < 32
    lsrs r6, r2, #\j
    eors r5, r6
    lsls r6, r3, #32 - \j
    eors r5, r6
    lsrs r6, r3, #\j
    eors r7, r6
    lsls r6, r2, #32 - \j
    eors r7, r6
.else
    lsrs r6, r3, #\j - 32
    eors r5, r6
    lsls r6, r2, #64 - \j
    eors r5, r6
    lsrs r6, r2, #\j - 32
    eors r7, r6
    lsls r6, r3, #64 - \j
    eors r7, r6
.endif
    lsrs r6, r2, #\k
    eors r5, r6
    lsls r6, r3, #32 - \k
    eors r5, r6
    lsrs r6, r3, #\k
    eors r7, r6
    adds r0, r5
    adcs r1, r7
.endm

@ A word further, at the address in a high register, to r2 and r3.
.macro load_from pointer
    mov r6, \pointer
    ldm r6!, {r2, r3}
    mov \pointer, r6
.endm

@ A pointer that has reached the block's end goes on from its begin; then `bytes` until the next one does.
.macro wrap pointer, bytes
    cmp \pointer, r6
    bne .Lother\@
    mov r5, \pointer
    subs r5, #128
    mov \pointer, r5
    movs r5, #\bytes
    b .Lsegment
.Lother\@:
.endm

    .section .text.ksig_sha512_compress, "ax", %progbits
    .balign 8
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
    save_all
    sub sp, #ROOM
    str r0, [sp, #CHAIN]
    mov r2, sp
    ldm r0!, {r4-r7}
    stm r2!, {r4-r7}
    ldm r0!, {r4-r7}
    stm r2!, {r4-r7}
    ldm r0!, {r4-r7}
    stm r2!, {r4-r7}
    ldm r0!, {r4-r7}
    stm r2!, {r4-r7}
    movs r2, #128
    adds r2, r1
    str r2, [sp, #END]
    @ The bytes are big-endian.
1:  ldr r5, [r1]
    ldr r4, [r1, #4]
    rev r5, r5
    rev r4, r4
    stm r1!, {r4, r5}
    cmp r1, r2
    bne 1b
    ldr r4, =.Lround_constants
    mov r8, r4
    ldr r0, [sp, #8]
    ldr r2, [sp, #16]
    eors r0, r2
    mov r10, r0
    ldr r0, [sp, #12]
    ldr r2, [sp, #20]
    eors r0, r2
    mov r11, r0
    b .Lsixteen_rounds
    .ltorg

    @ Word t, at r4, of the next sixteen: r9 at t + 1, r12 at t + 9, lr at t + 14, each modulo 16.
.Lschedule:
    ldr r4, [sp, #END]
    subs r4, #128
    movs r5, #8
    adds r5, r4
    mov r9, r5
    adds r5, #64
    mov r12, r5
    adds r5, #40
    mov lr, r5
    movs r5, #16
.Lsegment:
    adds r5, r4
    str r5, [sp, #LIMIT]
.Lword:
    mov r6, r12
    ldm r6!, {r0, r1}
    mov r12, r6
    ldr r2, [r4]
    ldr r3, [r4, #4]
    adds r0, r2
    adcs r1, r3
    load_from lr
    add_small_sigma 19, 61, 6
    load_from r9
    add_small_sigma 1, 8, 7
    stm r4!, {r0, r1}
    ldr r6, [sp, #LIMIT]
    cmp r4, r6
    bne .Lword
    ldr r6, [sp, #END]
    wrap lr, 5 * 8
    wrap r12, 8 * 8
    wrap r9, 8

.Lsixteen_rounds:
    ldr r4, [sp, #END]
    subs r4, #128
    mov r9, r4
.Leight_rounds:
    round 0, 8, 16, 24, 32, 40, 48, 56
    round 56, 0, 8, 16, 24, 32, 40, 48
    round 48, 56, 0, 8, 16, 24, 32, 40
    round 40, 48, 56, 0, 8, 16, 24, 32
    round 32, 40, 48, 56, 0, 8, 16, 24
    round 24, 32, 40, 48, 56, 0, 8, 16
    round 16, 24, 32, 40, 48, 56, 0, 8
    round 8, 16, 24, 32, 40, 48, 56, 0
    ldr r4, [sp, #END]
    cmp r9, r4
    beq 1f
    b .Leight_rounds
1:  ldr r5, =.Lround_constants_end
    cmp r8, r5
    beq 2f
3:  b .Lschedule
2:  cmp r8, r5 @ again: after 16 rounds, words could be solved for any result
    bne 3b
    ldr r0, [sp, #CHAIN]
    mov r1, sp
    add r6, sp, #64
4:  ldm r1!, {r2, r3}
    ldr r4, [r0]
    ldr r5, [r0, #4]
    adds r2, r4
    adcs r3, r5
    stm r0!, {r2, r3}
    cmp r1, r6
    bne 4b
    add sp, #ROOM
    restore_all
    .ltorg
end_function ksig_sha512_compress

#endif
