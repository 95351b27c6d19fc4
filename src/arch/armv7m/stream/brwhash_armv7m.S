/* Groups of the universal hash over passes, twin of src/stream/brwhash.c, which has the bounds. No factor is below 2^27,
 * so that UMULL and UMLAL of Cortex-M3 do not end early. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_BRWHASH
#include "arch/armv7m/function.inc"

@ l0 .. l3 += the four limbs of the block at r1 + at; t0 .. t3 are overwritten.
.macro add_block at, l0, l1, l2, l3, t0, t1, t2, t3
    ldr \t0, [r1, #\at]
    ldr \t1, [r1, #\at + 3]
    ldr \t2, [r1, #\at + 7]
    ldr \t3, [r1, #\at + 10]
    bic \t0, \t0, #0xf0000000
    bic \t2, \t2, #0xf0000000
    add \l0, \l0, \t0
    add \l1, \l1, \t1, lsr #4
    add \l2, \l2, \t2
    add \l3, \l3, \t3, lsr #4
.endm

@ Limb i of the second factor, r1, times r2 .. r5 to the sums r6:r7, r8:r9, r10:r11, r12:lr. Three of four times 3.
.macro add_limb1
    umlal r8, r9, r2, r1
    umlal r10, r11, r3, r1
    umlal r12, lr, r4, r1
    add r1, r1, r1, lsl #1
    umlal r6, r7, r5, r1
.endm

.macro add_limb2
    umlal r10, r11, r2, r1
    umlal r12, lr, r3, r1
    add r1, r1, r1, lsl #1
    umlal r6, r7, r4, r1
    umlal r8, r9, r5, r1
.endm

.macro add_limb3
    umlal r12, lr, r2, r1
    add r1, r1, r1, lsl #1
    umlal r6, r7, r3, r1
    umlal r8, r9, r4, r1
    umlal r10, r11, r5, r1
.endm

@ high:low of a sum leave its limb to low; what is above goes to the next.
.macro carry low, high, next_low, next_high
    lsr r1, \low, #29
    orr r1, r1, \high, lsl #3
    adds \next_low, \next_low, r1
    adc \next_high, \next_high, \high, lsr #29
    bic \low, \low, #0xe0000000
.endm

@ size_t ksig_brwhash_groups(ksig_brwhash *h, const uint8_t *data, size_t length)
@ h: r at 0, s at 16, f at 32, value at 48. sp: b, then data, and how many bytes are left.
@ stack: ksig_brwhash_groups 60
function ksig_brwhash_groups
    push {r4-r11, lr}
    sub sp, sp, #24
    str r2, [sp, #20]
    .balign 4
1:  str r1, [sp, #16]
    add r3, r0, #16
    ldm r3, {r4-r7}
    add_block 14, r4, r5, r6, r7, r8, r9, r10, r11
    str r4, [sp]
    str r5, [sp, #4]
    str r6, [sp, #8]
    str r7, [sp, #12]
    nop @ no load directly after a store
    ldm r0, {r2-r5}
    add_block 0, r2, r3, r4, r5, r6, r7, r8, r9
    ldr r1, [sp]
    umull r6, r7, r2, r1
    umull r8, r9, r3, r1
    umull r10, r11, r4, r1
    umull r12, lr, r5, r1
    ldr r1, [sp, #4]
    add_limb1
    ldr r1, [sp, #8]
    add_limb2
    ldr r1, [sp, #12]
    add_limb3
    add r1, r0, #48
    ldm r1, {r2-r5}
    ldr r1, [r0, #32]
    umlal r6, r7, r2, r1
    umlal r8, r9, r3, r1
    umlal r10, r11, r4, r1
    umlal r12, lr, r5, r1
    ldr r1, [r0, #36]
    add_limb1
    ldr r1, [r0, #40]
    add_limb2
    ldr r1, [r0, #44]
    add_limb3
    carry r6, r7, r8, r9
    carry r8, r9, r10, r11
    carry r10, r11, r12, lr
    @ 3 times what leaves the last sum, limb by limb, to the first two.
    lsr r1, r12, #29
    orr r1, r1, lr, lsl #3
    bic r1, r1, #0xe0000000
    lsr lr, lr, #26
    bic r12, r12, #0xe0000000
    add r1, r1, r1, lsl #1
    add r6, r6, r1
    add lr, lr, lr, lsl #1
    add r8, r8, lr
    add r8, r8, r6, lsr #29
    bic r6, r6, #0xe0000000
    @ And the constant.
    add r6, r6, #0x08000000
    add r7, r8, #0x08000000
    add r8, r10, #0x08000000
    add r9, r12, #0x08000000
    ldrd r1, r10, [sp, #16]
    add_block 28, r6, r7, r8, r9, r2, r3, r4, r5
    add r2, r0, #48
    stm r2, {r6-r9}
    add r1, r1, #42
    sub r10, r10, #42
    str r10, [sp, #20]
    cmp r10, #42
    bhs.w 1b
    mov r0, r10
    add sp, sp, #24
    pop {r4-r11, pc}
end_function ksig_brwhash_groups

#endif
