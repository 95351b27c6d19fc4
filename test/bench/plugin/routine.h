/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Hand-counted routines. Each stands behind a line
 *     @= NAME: INSTRUCTIONS, m3 CYCLES or CYCLES/LDRST0, m4 CYCLES or CYCLES/LDRST0 [, stack BYTES]
 * which the test reads. Beside an instruction stands its cost, 1 and what comes on top. Routines
 * start at a word, are called with r1 = buffer, r2 = 4, r3 = 8, and return to a 16-bit instruction,
 * so that the return has no extra cost. */
/* clang-format off */
    .syntax unified
    .thumb

    .macro routine name
    .balign 4
    .global \name
    .type \name, %function
\name:
    .endm

    .macro ends name
    .size \name, . - \name
    .endm

    .macro call name
    ldr r1, =buffer
    movs r2, #4
    movs r3, #8
    bl \name
    nop
    .endm
