/* Steps of a chain of SHA-256, twin of src/hash/sha256_chain.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHA256_CHAIN
#include "arch/armv7m/function.inc"

    .equ CHAIN, 32 @ of ksig_sha256_chain
    .equ PREFIX, 64
    .equ STEP, PREFIX + 21
    .equ BLOCK, 88

@ r4 state, r5 x, r6 n, r7 steps left. No load comes directly after a store.

@ Bytes i .. i + 7 of x to the block, whose byte 16 is at r8; r12 is 0.
.macro move_pair i
    ldrd r0, r1, [r5, #\i]
    str r0, [r8, #6 + \i]
    str r1, [r8, #10 + \i]
    str r12, [r5, #\i]
    str r12, [r5, #\i + 4]
.endm

@ Bytes i .. i + 7 of the result to x.
.macro store_pair i
    ldrd r0, r1, [r4, #BLOCK + \i]
    ldrd r2, r3, [r4, #\i]
    add r0, r0, r2
    add r1, r1, r3
    rev r0, r0
    rev r1, r1
    strd r0, r1, [r5, #\i]
.endm

@ void ksig_sha256_chain_steps(ksig_sha256_chain *s, uint8_t *x, unsigned n, unsigned steps)
@ stack: ksig_sha256_chain_steps 24
function ksig_sha256_chain_steps
    push {r4-r8, lr}
    mov r4, r0
    mov r5, r1
    mov r6, r2
    mov r7, r3
.Lstep:
    add r12, r4, #PREFIX
    ldm r12!, {r0-r3}
    add r8, r4, #BLOCK
    stm r8!, {r0-r3}
    add lr, r6, #86 @ bytes of both blocks
    ldrd r0, r1, [r12]
    strd r0, r1, [r8]
    mov r12, #0
    ldm r5, {r0-r3}
    str r0, [r8, #6]
    str r1, [r8, #10]
    str r2, [r8, #14]
    str r3, [r8, #18]
    str r12, [r5]
    str r12, [r5, #4]
    str r12, [r5, #8]
    str r12, [r5, #12]
    str r12, [r8, #24]
    str r12, [r8, #28]
    str r12, [r8, #32]
    str r12, [r8, #36]
    str r12, [r8, #40]
    cmp r6, #16
    bne .Lmore_in
.Lpad:
    lsl lr, lr, #3
    rev lr, lr
    str lr, [r8, #44]
    mov r1, #0x80
    add r8, r8, r6
    strh r1, [r8, #6]
    add r0, r4, #CHAIN
    add r1, r4, #BLOCK + 1 @ ksig_sha256_end
    bl ksig_sha256_compress_from
    add r0, r4, #BLOCK
    ldm r0, {r0-r3}
    ldr r8, [r4]
    ldr r12, [r4, #4]
    add r0, r0, r8
    add r1, r1, r12
    ldr r8, [r4, #8]
    ldr r12, [r4, #12]
    add r2, r2, r8
    add r3, r3, r12
    rev r0, r0
    rev r1, r1
    rev r2, r2
    rev r3, r3
    stm r5, {r0-r3}
    cmp r6, #16
    bne .Lmore_out
.Lcount:
    ldrb r0, [r4, #STEP]
    add r0, r0, #1
    strb r0, [r4, #STEP]
    subs r7, r7, #1
    bne .Lstep
    pop {r4-r8, pc}

.Lmore_in:
    move_pair 16
    cmp r6, #24
    beq .Lpad
    move_pair 24
    b .Lpad
.Lmore_out:
    store_pair 16
    cmp r6, #24
    beq .Lcount
    store_pair 24
    b .Lcount
end_function ksig_sha256_chain_steps

#endif
