/* Which coefficients of w are critical, twin of a part of src/mldsa/sign/mldsa_sign_low.c. For secrets: no long product, and
 * what is not selected takes its cycle. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_CRITICAL
#include "arch/armv7m/function.inc"

@ The coefficient \w, and perhaps it and its place to the slots r4..r6; \t is overwritten. r7..r11 as the structure has
@ them. r3: the place in 9 bits; from bit 16 on, how many were critical.
.macro note w, t
    add r12, \w, r7
    add \t, \w, r8
    lsr r12, r12, #9
    mul r12, r12, r9
    bfi \w, r3, #23, #9
    lsr r12, r12, #25
    mls \t, r12, r10, \t
    cmp \t, r11
    itttt hi
    movhi r6, r5
    movhi r5, r4
    movhi r4, \w
    addhi r3, r3, #0x10000
    add r3, r3, #1
.endm

@ uint32_t ksig_mldsa_note_half(const int32_t w[128], uint32_t slots[3], const ksig_mldsa_critical *critical,
@                               unsigned place)
@ stack: ksig_mldsa_note_half 40
function ksig_mldsa_note_half
    push {r1, r4-r11, lr}
    ldm r2, {r7-r11}
    movs r4, #0
    movs r5, #0
    movs r6, #0
    .balign 4
1:  ldrd r1, r2, [r0], #8
    note r1, lr
    note r2, lr
    tst r3, #127
    bne 1b
    pop {r1}
    stm r1, {r4-r6}
    lsr r0, r3, #16
    pop {r4-r11, pc}
end_function ksig_mldsa_note_half

#endif
