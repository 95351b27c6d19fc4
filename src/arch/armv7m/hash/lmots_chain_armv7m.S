/* Steps of a chain of LM-OTS, twin of src/hash/lmots_chain.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHA256_CHAIN
#include "arch/armv7m/function.inc"

    .equ VARIABLES, 24 @ of ksig_lmots_chain
    .equ BLOCK, 56
    .equ X, BLOCK + 23

@ r4 state, r5 n, r6 steps left. x lies across words: no load or store of several there.

@ Words i .. i + 3 of the result to x; the initial value is at r12.
.macro store_four i
    ldrd r0, r1, [r4, #BLOCK + 4 * \i]
    ldrd r2, r3, [r4, #BLOCK + 4 * \i + 8]
    ldrd r7, r8, [r12, #4 * \i]
    add r0, r0, r7
    add r1, r1, r8
    ldrd r7, r8, [r12, #4 * \i + 8]
    add r2, r2, r7
    add r3, r3, r8
    rev r0, r0
    rev r1, r1
    rev r2, r2
    rev r3, r3
    str r0, [r4, #X + 4 * \i]
    str r1, [r4, #X + 4 * \i + 4]
.endm

@ void ksig_lmots_chain_steps(ksig_lmots_chain *s, unsigned n, unsigned steps)
@ stack: ksig_lmots_chain_steps 24
function ksig_lmots_chain_steps
    push {r4-r8, lr}
    mov r4, r0
    mov r5, r1
    mov r6, r2
.Lstep:
    ldm r4, {r0-r3, r12}
    ldrh r7, [r4, #20]
    ldrb r8, [r4, #22]
    rev r0, r0
    rev r1, r1
    rev r2, r2
    rev r3, r3
    rev r12, r12
    add lr, r4, #BLOCK
    stm lr, {r0-r3, r12}
    strh r7, [lr, #20]
    strb r8, [lr, #22]
    mov r0, #0x80
    add r1, lr, r5
    strb r0, [r1, #23]
    add r0, r5, #23
    lsl r0, r0, #3
    rev r3, r0
    mov r2, #0
    strd r2, r3, [lr, #56]
    cmp r5, #24
    beq .Lmore_zeros
.Lcompress:
    add r0, r4, #VARIABLES
    add r1, lr, #1 @ ksig_sha256_end
    bl ksig_sha256_compress_from
    adr r12, .Linitial
    store_four 4 @ first: it lies where nothing has still to be loaded
    cmp r5, #24
    beq .Lstored
    str r2, [r4, #X + 24]
    str r3, [r4, #X + 28]
.Lstored:
    store_four 0
    str r2, [r4, #X + 8]
    str r3, [r4, #X + 12]
    ldrb r0, [r4, #22]
    add r0, r0, #1
    strb r0, [r4, #22]
    subs r6, r6, #1
    bne .Lstep
    pop {r4-r8, pc}

.Lmore_zeros:
    mov r3, #0
    strd r2, r3, [lr, #48]
    b .Lcompress

    .balign 4
.Linitial:
    .word 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
end_function ksig_lmots_chain_steps

#endif
