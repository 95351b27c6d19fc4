/* SHA-256 compression (FIPS 180-4 section 6.2), twin of src/hash/sha256.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_SHA256
#include "arch/armv7m/function.inc"

@ r2 data in the first 16 rounds, then next round constant; r1 block, r4..r11 a..h by turns, r0 r3 temporaries. The
@ data stay in the register that they came in: a skipped move must not hash what another argument points to.
@ r12 and lr by turns: x = b ^ c, which was a ^ b one round before, and y = a ^ b. With the message schedule r3 takes
@ its turn too.

@ Narrow instructions come in pairs, so that wide ones stay aligned to words.

@ h += Sigma1(e) + Ch(e, f, g); d += h; h += Sigma0(a) + Maj(a, b, c). Maj = ((a ^ b) & (b ^ c)) ^ b.
.macro round a, b, c, d, e, f, g, h, x, y
    eor.w r0, \e, \e, ror #5
    eor.w r0, r0, \e, ror #19
    add.w \h, \h, r0, ror #6
    eor.w r0, \f, \g
    and.w r0, r0, \e
    eor.w r0, r0, \g
    add.n \h, \h, r0
    add.n \d, \d, \h
    eor.w r0, \a, \a, ror #11
    eor.w r0, r0, \a, ror #20
    add.w \h, \h, r0, ror #2
    eor.w \y, \a, \b
    and.w \x, \x, \y
    eor.w \x, \x, \b
    add.w \h, \h, \x
.endm

@ Rounds 0 to 15: the words come big-endian, from any address.
.macro load_round t, a, b, c, d, e, f, g, h, x, y
    ldr.w r3, .Lround_constants + 4 * (\t)
    ldr.n r0, [r2, #4 * (\t)]
    rev.n r0, r0
    add.n \h, \h, r3
    add.n \h, \h, r0
    str.w r0, [r1, #4 * (\t)]
    round \a, \b, \c, \d, \e, \f, \g, \h, \x, \y
.endm

@ Later rounds: w, word t - 16, becomes word t, and n the next round's w. x is b ^ c, w becomes a ^ b: the three
@ registers change parts in every round.
.macro schedule_round t, a, b, c, d, e, f, g, h, x, w, n
    ldr.w r0, [r1, #4 * ((\t + 14) & 15)]
    ldr.w \n, [r1, #4 * ((\t + 9) & 15)]
    add.w \w, \w, \n
    ror.w \n, r0, #17
    eor.w \n, \n, r0, ror #19
    eor.w \n, \n, r0, lsr #10
    add.w \w, \w, \n
    ldr.w \n, [r1, #4 * ((\t + 1) & 15)]
    ldr.w r0, [r2], #4
    add.w \h, \h, r0
    ror.w r0, \n, #7
    eor.w r0, r0, \n, ror #18
    eor.w r0, r0, \n, lsr #3
    add.n \w, \w, r0
    add.n \h, \h, \w
    str.w \w, [r1, #4 * (\t)]
    round \a, \b, \c, \d, \e, \f, \g, \h, \x, \w
.endm

.macro five_rounds t
    load_round \t + 0, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr
    load_round \t + 1, r11, r4, r5, r6, r7, r8, r9, r10, lr, r12
    load_round \t + 2, r10, r11, r4, r5, r6, r7, r8, r9, r12, lr
    load_round \t + 3, r9, r10, r11, r4, r5, r6, r7, r8, lr, r12
    load_round \t + 4, r8, r9, r10, r11, r4, r5, r6, r7, r12, lr
.endm
.macro three_rounds t
    load_round \t + 5, r7, r8, r9, r10, r11, r4, r5, r6, lr, r12
    load_round \t + 6, r6, r7, r8, r9, r10, r11, r4, r5, r12, lr
    load_round \t + 7, r5, r6, r7, r8, r9, r10, r11, r4, lr, r12
.endm
.macro eight_rounds t
    five_rounds \t
    three_rounds \t
.endm

@ void ksig_sha256_compress_from(uint32_t chain[8], uint32_t block[16], const void *data)
@ For sha256_chain_armv7m.S, with block + 1, it is ksig_sha256_end(variables, block) of sha2.h.
@ stack: ksig_sha256_compress_from 40
function ksig_sha256_compress_from
    push {r0, r4-r11, lr}
    lsrs r3, r1, #1
    bcs .Lend_only
    ldm r0, {r4-r11}
    eor r12, r5, r6
    .balign 4
    five_rounds 0
.Lsixth_round:
    three_rounds 0
    eight_rounds 8
    adr.w r2, .Lround_constants + 64
    ldr.w lr, [r1]
.Lsixteen_rounds:
    schedule_round 0, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr, r3
    schedule_round 1, r11, r4, r5, r6, r7, r8, r9, r10, lr, r3, r12
    schedule_round 2, r10, r11, r4, r5, r6, r7, r8, r9, r3, r12, lr
    schedule_round 3, r9, r10, r11, r4, r5, r6, r7, r8, r12, lr, r3
    schedule_round 4, r8, r9, r10, r11, r4, r5, r6, r7, lr, r3, r12
    schedule_round 5, r7, r8, r9, r10, r11, r4, r5, r6, r3, r12, lr
    schedule_round 6, r6, r7, r8, r9, r10, r11, r4, r5, r12, lr, r3
    schedule_round 7, r5, r6, r7, r8, r9, r10, r11, r4, lr, r3, r12
    schedule_round 8, r4, r5, r6, r7, r8, r9, r10, r11, r3, r12, lr
    schedule_round 9, r11, r4, r5, r6, r7, r8, r9, r10, r12, lr, r3
    schedule_round 10, r10, r11, r4, r5, r6, r7, r8, r9, lr, r3, r12
    schedule_round 11, r9, r10, r11, r4, r5, r6, r7, r8, r3, r12, lr
    schedule_round 12, r8, r9, r10, r11, r4, r5, r6, r7, r12, lr, r3
    schedule_round 13, r7, r8, r9, r10, r11, r4, r5, r6, lr, r3, r12
    schedule_round 14, r6, r7, r8, r9, r10, r11, r4, r5, r3, r12, lr
    schedule_round 15, r5, r6, r7, r8, r9, r10, r11, r4, r12, lr, r3
    mov r12, lr
    mov lr, r3
    adr.w r0, .Lround_constants + 256
    cmp r2, r0
    bne.w .Lsixteen_rounds
    adr.w r0, .Lround_constants + 256 @ again: one skipped branch must not end it
    cmp r2, r0
    bne.w .Lsixteen_rounds
    ldr r0, [sp]
    cbz r0, .Lvariables
    ldm r0, {r1-r3, r12}
    add r4, r4, r1
    add r5, r5, r2
    add r6, r6, r3
    add r7, r7, r12
    stm r0!, {r4-r7}
    ldm r0, {r1-r3, r12}
    add r8, r8, r1
    add r9, r9, r2
    add r10, r10, r3
    add r11, r11, r12
    stm r0, {r8-r11}
    pop {r0, r4-r11, pc}
.Lvariables:
    stm r1, {r4-r11}
    pop {r0, r4-r11, pc}

.Lend_only:
    ldm r0, {r4-r11}
    movs r2, #0
    str r2, [sp]
    subs r1, r1, #1
    mov r2, r1
    eor lr, r8, r9 @ b ^ c in round 5
    b.w .Lsixth_round

    .balign 4
.Lround_constants:
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
end_function ksig_sha256_compress_from

#endif
