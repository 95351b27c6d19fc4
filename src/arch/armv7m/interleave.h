/* For assembly: lanes of Keccak from two halves to even and odd bits, and back.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_INTERLEAVE_H
#define KSIG_INTERLEAVE_H

@ Exchanges the bits of low under mask << shift with those of high under mask.
.macro swap_bits low, high, shift, mask
    eor r12, \high, \low, lsr #\shift
    and r12, r12, #\mask
    eor \high, \high, r12
    eor \low, \low, r12, lsl #\shift
.endm

@ The upper half of low with the lower half of high.
.macro swap_halves low, high
    lsr r12, \low, #16
    bfi \low, \high, #16, #16
    bfi \high, r12, #0, #16
.endm

@ A bit's number has 6 binary digits, the first of which says in which word it is. The first of interleave's exchanges
@ swaps this digit with the second, the next with the third, .. the last with the sixth: the last digit is now the
@ first.
.macro interleave low, high
    swap_halves \low, \high
    swap_bits \low, \high, 8, 0x00ff00ff
    swap_bits \low, \high, 4, 0x0f0f0f0f
    swap_bits \low, \high, 2, 0x33333333
    swap_bits \low, \high, 1, 0x55555555
.endm

.macro separate low, high
    swap_bits \low, \high, 1, 0x55555555
    swap_bits \low, \high, 2, 0x33333333
    swap_bits \low, \high, 4, 0x0f0f0f0f
    swap_bits \low, \high, 8, 0x00ff00ff
    swap_halves \low, \high
.endm

@ The first r1 bytes of the state at r0, up to three lanes more: 4 n + 1 lanes. Keeps r0; lr is lost.
.macro convert direction
    ldrd r2, r3, [r0]
    mov lr, r0
    add r11, r0, r1
    \direction r2, r3
    strd r2, r3, [r0], #8
0:
    ldm r0, {r1-r8}
    \direction r1, r2
    \direction r3, r4
    \direction r5, r6
    \direction r7, r8
    stm r0!, {r1-r8}
    cmp r0, r11
    blo.w 0b
    mov r0, lr
.endm

#endif
