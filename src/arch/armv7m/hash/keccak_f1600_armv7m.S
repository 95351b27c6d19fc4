/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by keccak_f1600.py, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_KECCAK
#include "arch/armv7m/function.inc"
#include "arch/armv7m/interleave.inc"

@ Bits 0, 2, .. and bits 1, 3, .. of the round constants. The first are 0 or 1: CONSTANTS_END is neither.
    .equ CONSTANTS_END, 2
    .section .text.ksig_keccak_f1600, "ax", %progbits
    .balign 4
.Lround_constants:
    .word 1, 0x00000000
    .word 0, 0x00000089
    .word 0, 0x8000008b
    .word 0, 0x80008080
    .word 1, 0x0000008b
    .word 1, 0x00008000
    .word 1, 0x80008088
    .word 1, 0x80000082
    .word 0, 0x0000000b
    .word 0, 0x0000000a
    .word 1, 0x00008082
    .word 0, 0x00008003
    .word 1, 0x0000808b
    .word 1, 0x8000000b
    .word 1, 0x8000008a
    .word 1, 0x80000081
    .word 0, 0x80000081
    .word 0, 0x80000008
    .word 0, 0x00000083
    .word 0, 0x80008003
    .word 1, 0x80008088
    .word 0, 0x80000088
    .word 1, 0x00008000
    .word 0, 0x80008082
    .word CONSTANTS_END

@ void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
@ stack: ksig_keccak_f1600 64
function ksig_keccak_f1600
    push {r1, r4-r11, lr}
    sub sp, sp, #24
    lsls r2, r1, #23
    bmi 1f
    uxtb r1, r1
    convert interleave
1:  adr.w r1, .Lround_constants
    str r1, [sp]
    ldr r2, [r0, #164]
    ldr r8, [r0, #172]
    ldr r4, [r0, #180]
    ldr lr, [r0, #188]
    ldr r7, [r0, #196]
    ldr r1, [r0, #124]
    ldr r3, [r0, #132]
    ldr r5, [r0, #140]
    ldr r6, [r0, #148]
    ldr r9, [r0, #156]
    eor r2, r2, r1
    eor r8, r8, r3
    eor r4, r4, r5
    eor lr, lr, r6
    eor r7, r7, r9
    .balign 4
.Lfour_rounds:
    ldr.n r1, [r0, #4]
    ldr.n r3, [r0, #44]
    ldr.n r5, [r0, #84]
    ldr.n r6, [r0, #12]
    ldr.w r9, [r0, #52]
    ldr.w r10, [r0, #92]
    ldr.w r11, [r0, #20]
    ldr.w r12, [r0, #60]
    eor.w r2, r2, r1
    eor.w r2, r2, r3
    eor.w r2, r2, r5
    eor.w r8, r8, r6
    eor.w r8, r8, r9
    eor.w r8, r8, r10
    eor.w r4, r4, r11
    eor.w r4, r4, r12
    ldr.n r1, [r0, #100]
    ldr.n r3, [r0, #28]
    ldr.n r5, [r0, #68]
    ldr.n r6, [r0, #108]
    ldr.w r9, [r0, #36]
    ldr.w r10, [r0, #76]
    ldr.w r11, [r0, #116]
    ldr.w r12, [r0, #80]
    eor.w r4, r4, r1
    eor.w lr, lr, r3
    eor.w lr, lr, r5
    eor.w lr, lr, r6
    eor.w r7, r7, r9
    eor.w r7, r7, r10
    eor.w r7, r7, r11
    ldr.w r1, [r0, #120]
    ldr.w r3, [r0, #160]
    ldr.n r5, [r0, #0]
    ldr.n r6, [r0, #40]
    ldr.w r9, [r0, #8]
    ldr.w r10, [r0, #48]
    ldr.w r11, [r0, #88]
    eor.w r12, r12, r1
    eor.w r12, r12, r3
    eor.w r12, r12, r5
    eor.w r12, r12, r6
    eor.w r9, r9, r10
    eor.w r9, r9, r11
    ldr.w r1, [r0, #128]
    ldr.w r3, [r0, #168]
    ldr.w r5, [r0, #136]
    ldr.w r6, [r0, #176]
    ldr.w r10, [r0, #16]
    ldr.w r11, [r0, #56]
    eor.w r9, r9, r1
    eor.w r9, r9, r3
    eor.w r5, r5, r6
    eor.w r5, r5, r10
    eor.w r5, r5, r11
    ldr.n r1, [r0, #96]
    ldr.n r3, [r0, #104]
    ldr.w r6, [r0, #144]
    ldr.w r10, [r0, #184]
    ldr.w r11, [r0, #24]
    eor.w r5, r5, r1
    eor.w r3, r3, r6
    eor.w r3, r3, r10
    eor.w r3, r3, r11
    ldr.w r1, [r0, #64]
    ldr.w r6, [r0, #152]
    ldr.w r10, [r0, #192]
    ldr.w r11, [r0, #32]
    eor.w r3, r3, r1
    eor.w r6, r6, r10
    eor.w r6, r6, r11
    ldr.w r1, [r0, #72]
    ldr.w r10, [r0, #112]
    eor.w r6, r6, r1
    eor.w r6, r6, r10
    eor.w r1, r8, r6, ror #1
    str.w r1, [sp, #4]
    eor.w r8, r3, r8
    eor.w r3, r3, r2, ror #31
    str.w r3, [sp, #16]
    eor.w r2, r5, r2
    str.w r2, [sp, #12]
    eor.w r5, r5, r7, ror #31
    eor.w r7, r7, r9
    str.w r7, [sp, #8]
    eor.w r9, lr, r9, ror #1
    eor.w lr, lr, r12
    eor.w r12, r4, r12, ror #1
    eor.w r4, r6, r4
    ldr.w r1, [r0, #72]
    ldr.w r6, [r0, #132]
    ldr.w r10, [r0, #24]
    ldr.w r11, [r0, #84]
    eor.w r10, r5, r10
    eor.w r1, r1, r3
    eor.w r11, r7, r11
    eor.w r6, r6, r2
    ldr.w r2, [r0, #180]
    eor.w r2, r2, r8
    bic.w r3, r11, r1, ror #24
    eor.w r3, r3, r10, ror #20
    str.w r3, [r0, #84]
    bic.w r3, r6, r11, ror #21
    eor.w r3, r3, r1, ror #13
    str.w r3, [r0, #132]
    bic.w r3, r2, r6, ror #8
    eor.w r3, r3, r11, ror #29
    str.w r3, [r0, #180]
    bic.w r3, r10, r2, ror #15
    eor.w r3, r3, r6, ror #23
    str.w r3, [r0, #24]
    bic.w r3, r1, r10, ror #28
    eor.w r3, r3, r2, ror #11
    ldr.n r1, [r0, #8]
    ldr.n r2, [r0, #60]
    ldr.w r6, [r0, #104]
    ldr.w r10, [r0, #156]
    ldr.w r11, [r0, #164]
    str.w r3, [r0, #72]
    eor.w r1, r12, r1, ror #1
    eor.w r2, r2, r8
    eor.w r6, r6, r5
    eor.w r10, r10, lr
    eor.w r11, r7, r11
    bic.w r3, r6, r2, ror #9
    eor.w r3, r1, r3, ror #21
    str.w r3, [r0, #164]
    bic.w r3, r10, r6, ror #24
    eor.w r3, r2, r3, ror #31
    str.w r3, [r0, #8]
    bic.w r3, r11, r10, ror #5
    eor.w r3, r6, r3, ror #3
    str.w r3, [r0, #60]
    bic.w r3, r1, r11, ror #24
    eor.w r3, r10, r3, ror #3
    str.w r3, [r0, #104]
    bic.w r3, r2, r1, ror #2
    eor.w r3, r11, r3, ror #6
    ldr.n r1, [r0, #16]
    ldr.n r2, [r0, #68]
    ldr.w r6, [r0, #116]
    ldr.w r10, [r0, #124]
    ldr.w r11, [r0, #168]
    str.w r3, [r0, #156]
    eor.w r1, r1, r9, ror #31
    eor.w r2, r2, r4
    eor.w r6, r6, lr
    eor.w r10, r10, r7
    eor.w r11, r11, r12, ror #31
    bic.w r3, r6, r2, ror #24
    eor.w r3, r1, r3, ror #11
    str.w r3, [r0, #124]
    bic.w r3, r10, r6, ror #1
    eor.w r3, r2, r3, ror #7
    str.w r3, [r0, #168]
    bic.w r3, r11, r10, ror #12
    eor.w r3, r3, r6, ror #13
    str.w r3, [r0, #16]
    bic.w r3, r1, r11, ror #30
    eor.w r3, r10, r3, ror #22
    str.w r3, [r0, #68]
    bic.w r3, r2, r1, ror #29
    eor.w r3, r11, r3, ror #5
    ldr.n r1, [sp, #0]
    ldr.n r2, [sp, #12]
    ldr.w r6, [r0, #4]
    ldr.w r10, [r0, #52]
    ldr.w r11, [r0, #96]
    ldr.n r1, [r1, #4]
    str.n r3, [r0, #116]
    eor.w r6, r7, r6
    eor.w r10, r10, r2
    eor.w r11, r11, r9, ror #31
    ldr.w r2, [r0, #144]
    ldr.w r3, [r0, #196]
    eor.w r2, r5, r2
    eor.w r3, r3, lr
    bic.w r7, r11, r10, ror #31
    eor.w r7, r6, r7, ror #11
    eor.w r7, r7, r1
    str.w r7, [r0, #4]
    bic.w r1, r2, r11, ror #21
    eor.w r1, r1, r10, ror #20
    str.w r1, [r0, #52]
    bic.w r1, r3, r2, ror #29
    eor.w r1, r11, r1, ror #14
    str.w r1, [r0, #96]
    bic.w r1, r6, r3, ror #25
    eor.w r1, r1, r2, ror #22
    str.w r1, [r0, #144]
    bic.w r1, r10, r6, ror #22
    eor.w r1, r3, r1, ror #17
    ldr.n r2, [sp, #4]
    ldr.n r3, [r0, #28]
    ldr.n r6, [r0, #76]
    ldr.n r7, [r0, #80]
    ldr.w r10, [r0, #128]
    ldr.w r11, [r0, #176]
    str.w r1, [r0, #196]
    eor.w r3, r3, r4
    eor.w r6, r6, lr
    eor.w r7, r7, r2, ror #31
    eor.w r10, r12, r10, ror #1
    eor.w r11, r11, r9, ror #31
    bic.w r1, r7, r6, ror #23
    eor.w r1, r1, r3, ror #19
    str.w r1, [r0, #80]
    bic.w r1, r10, r7, ror #22
    eor.w r1, r1, r6, ror #13
    str.w r1, [r0, #128]
    bic.w r1, r11, r10, ror #7
    eor.w r1, r1, r7, ror #29
    str.w r1, [r0, #176]
    bic.w r1, r3, r11, ror #16
    eor.w r1, r1, r10, ror #23
    str.w r1, [r0, #28]
    bic.w r1, r6, r3, ror #28
    eor.w r1, r11, r1, ror #20
    ldr.n r3, [r0, #36]
    ldr.n r6, [r0, #40]
    ldr.w r7, [r0, #88]
    ldr.w r10, [r0, #140]
    ldr.w r11, [r0, #184]
    str.w r1, [r0, #76]
    eor.w r3, lr, r3
    eor.w r6, r2, r6, ror #1
    eor.w r7, r7, r12, ror #31
    eor.w r10, r8, r10
    eor.w r11, r11, r5
    bic.w r1, r7, r6, ror #18
    eor.w r1, r3, r1, ror #9
    str.w r1, [r0, #40]
    bic.w r1, r10, r7, ror #3
    eor.w r1, r6, r1, ror #11
    str.w r1, [r0, #88]
    bic.w r1, r11, r10, ror #20
    eor.w r1, r7, r1, ror #9
    str.w r1, [r0, #140]
    bic.w r1, r3, r11, ror #18
    eor.w r1, r1, r10, ror #6
    str.w r1, [r0, #184]
    bic.w r1, r6, r3, ror #5
    eor.w r1, r1, r11, ror #23
    ldr.n r3, [sp, #0]
    ldr.n r6, [sp, #16]
    ldr.w r7, [r0, #48]
    ldr.w r10, [r0, #0]
    ldr.w r11, [r0, #100]
    ldr.w lr, [r0, #148]
    ldr.n r3, [r3, #0]
    str.n r1, [r0, #36]
    eor.w r10, r2, r10, ror #1
    eor.w r7, r7, r12, ror #31
    eor.w r11, r8, r11
    eor.w lr, r4, lr
    ldr.w r1, [r0, #192]
    eor.w r1, r1, r6
    bic.w r12, r11, r7
    eor.w r12, r12, r10, ror #21
    eor.w r12, r12, r3, ror #22
    str.w r12, [r0, #0]
    bic.w r3, lr, r11, ror #21
    eor.w r3, r7, r3, ror #11
    str.w r3, [r0, #48]
    bic.w r3, r1, lr, ror #28
    eor.w r3, r11, r3, ror #15
    str.w r3, [r0, #100]
    bic.w r3, r10, r1, ror #26
    eor.w r3, r3, lr, ror #22
    str.w r3, [r0, #148]
    bic.w r3, r7, r10, ror #21
    eor.w r3, r1, r3, ror #17
    ldr.n r1, [sp, #12]
    ldr.n r7, [r0, #12]
    ldr.w r10, [r0, #56]
    ldr.w r11, [r0, #108]
    ldr.w r12, [r0, #152]
    ldr.w lr, [r0, #160]
    str.w r3, [r0, #192]
    eor.w r7, r7, r1
    eor.w r10, r9, r10, ror #1
    eor.w r11, r4, r11
    eor.w r12, r6, r12
    eor.w lr, lr, r2, ror #31
    bic.w r3, r11, r10, ror #9
    eor.w r3, r3, r7, ror #12
    str.w r3, [r0, #160]
    bic.w r3, r12, r11, ror #23
    eor.w r3, r10, r3
    str.w r3, [r0, #12]
    bic.w r3, lr, r12, ror #5
    eor.w r3, r11, r3, ror #4
    str.w r3, [r0, #56]
    bic.w r3, r7, lr, ror #24
    eor.w r3, r3, r12, ror #29
    str.w r3, [r0, #108]
    bic.w r3, r10, r7, ror #3
    eor.w r3, lr, r3, ror #5
    ldr.w r7, [r0, #20]
    ldr.w r10, [r0, #64]
    ldr.w r11, [r0, #120]
    ldr.w r12, [r0, #112]
    ldr.w lr, [r0, #172]
    str.w r3, [r0, #152]
    eor.w r7, r7, r8
    eor.w r10, r10, r5
    eor.w r12, r12, r6
    eor.w r11, r2, r11, ror #1
    eor.w lr, r1, lr
    bic.w r2, r12, r10, ror #24
    eor.w r2, r2, r7, ror #20
    str.w r2, [r0, #120]
    bic.w r3, r11, r12, ror #2
    eor.w r3, r3, r10, ror #26
    str.w r3, [r0, #172]
    bic.w r5, lr, r11, ror #12
    eor.w r5, r5, r12, ror #14
    str.w r5, [r0, #20]
    bic.w r8, r7, lr, ror #30
    eor.w r8, r8, r11, ror #10
    str.w r8, [r0, #64]
    bic.w r11, r10, r7, ror #28
    eor.w r11, r11, lr, ror #26
    ldr.w r7, [sp, #8]
    ldr.w r10, [r0, #32]
    ldr.w r12, [r0, #44]
    ldr.w lr, [r0, #92]
    str.w r11, [r0, #112]
    eor.w r10, r6, r10
    eor.w r12, r7, r12
    eor.w lr, r1, lr
    ldr.w r1, [r0, #136]
    ldr.w r6, [r0, #188]
    eor.w r1, r9, r1, ror #1
    eor.w r6, r4, r6
    bic.w r4, lr, r12, ror #19
    eor.w r4, r4, r10, ror #24
    str.w r4, [r0, #44]
    eor.w r2, r2, r4, ror #14
    bic.w r4, r1, lr, ror #3
    eor.w r4, r12, r4, ror #10
    str.w r4, [r0, #92]
    eor.w r3, r3, r4, ror #3
    bic.w r4, r6, r1, ror #20
    eor.w r4, r4, lr, ror #23
    str.w r4, [r0, #136]
    eor.w r5, r5, r4, ror #5
    bic.w r4, r10, r6, ror #17
    eor.w r4, r1, r4, ror #27
    str.w r4, [r0, #188]
    eor.w r8, r8, r4, ror #23
    bic.w r1, r12, r10, ror #5
    eor.w r1, r1, r6, ror #22
    str.w r1, [r0, #32]
    eor.w r11, r11, r1, ror #9
    ldr.n r1, [r0, #4]
    ldr.n r4, [r0, #80]
    ldr.w r6, [r0, #164]
    ldr.w r7, [r0, #52]
    ldr.w r9, [r0, #128]
    ldr.w r10, [r0, #8]
    ldr.w r12, [r0, #96]
    ldr.w lr, [r0, #176]
    eor.w r2, r2, r1, ror #19
    eor.w r2, r2, r4, ror #18
    eor.w r2, r2, r6, ror #18
    eor.w r3, r3, r7, ror #11
    eor.w r3, r3, r9, ror #30
    eor.w r3, r3, r10, ror #18
    eor.w r5, r5, r12, ror #12
    eor.w r5, r5, lr, ror #3
    ldr.w r1, [r0, #60]
    ldr.w r4, [r0, #144]
    ldr.n r6, [r0, #28]
    ldr.n r7, [r0, #104]
    ldr.w r9, [r0, #196]
    ldr.w r10, [r0, #76]
    ldr.w r12, [r0, #156]
    ldr.w lr, [r0, #124]
    eor.w r5, r5, r1, ror #21
    eor.w r8, r8, r4, ror #31
    eor.w r8, r8, r6, ror #17
    eor.w r8, r8, r7, ror #27
    eor.w r11, r11, r9, ror #20
    eor.w r11, r11, r10, ror #29
    eor.w r11, r11, r12, ror #18
    ldr.n r1, [r0, #0]
    ldr.n r4, [r0, #84]
    ldr.w r6, [r0, #160]
    ldr.w r7, [r0, #40]
    ldr.w r9, [r0, #48]
    ldr.w r10, [r0, #132]
    ldr.w r12, [r0, #12]
    eor.w lr, lr, r1, ror #9
    eor.w lr, lr, r4, ror #29
    eor.w lr, lr, r6, ror #18
    eor.w lr, lr, r7, ror #17
    eor.w r9, r9, r10, ror #31
    eor.w r9, r9, r12, ror #18
    ldr.w r1, [r0, #88]
    ldr.w r4, [r0, #168]
    ldr.w r6, [r0, #100]
    ldr.w r7, [r0, #180]
    ldr.w r10, [r0, #56]
    ldr.w r12, [r0, #140]
    eor.w r9, r9, r1, ror #3
    eor.w r9, r9, r4, ror #26
    eor.w r6, r6, r7, ror #23
    eor.w r6, r6, r10, ror #9
    eor.w r6, r6, r12, ror #17
    ldr.w r1, [r0, #16]
    ldr.w r4, [r0, #148]
    ldr.w r7, [r0, #24]
    ldr.w r10, [r0, #108]
    ldr.w r12, [r0, #184]
    eor.w r6, r6, r1, ror #21
    eor.w r4, r4, r7, ror #19
    eor.w r4, r4, r10
    eor.w r4, r4, r12, ror #19
    ldr.n r1, [r0, #68]
    ldr.n r7, [r0, #72]
    ldr.w r10, [r0, #152]
    ldr.w r12, [r0, #36]
    eor.w r4, r4, r1, ror #12
    eor.w r7, r7, r10, ror #1
    eor.w r7, r7, r12, ror #23
    ldr.w r1, [r0, #116]
    ldr.w r10, [r0, #192]
    eor.w r7, r7, r1, ror #9
    eor.w r7, r7, r10, ror #3
    eor.w r1, r3, r7, ror #12
    str.w r1, [sp, #4]
    eor.w r3, r4, r3, ror #12
    eor.w r4, r4, r2, ror #13
    str.w r4, [sp, #16]
    eor.w r2, r6, r2, ror #3
    str.w r2, [sp, #12]
    eor.w r6, r6, r11, ror #26
    eor.w r11, r9, r11, ror #27
    str.w r11, [sp, #8]
    eor.w r9, r8, r9, ror #10
    eor.w r8, r8, lr
    eor.w lr, lr, r5, ror #29
    eor.w r5, r5, r7, ror #23
    ldr.n r1, [r0, #72]
    ldr.n r7, [r0, #92]
    ldr.w r10, [r0, #148]
    ldr.w r12, [r0, #164]
    eor.w r10, r6, r10, ror #21
    eor.w r1, r1, r4, ror #9
    eor.w r12, r11, r12, ror #21
    eor.w r7, r7, r2, ror #28
    ldr.w r2, [r0, #20]
    eor.w r2, r2, r3
    bic.w r4, r12, r1, ror #4
    eor.w r4, r4, r10, ror #20
    str.w r4, [r0, #164]
    bic.w r4, r7, r12, ror #17
    eor.w r4, r1, r4, ror #11
    str.w r4, [r0, #92]
    bic.w r4, r2, r7, ror #23
    eor.w r4, r12, r4, ror #24
    str.w r4, [r0, #20]
    bic.w r4, r10, r2, ror #4
    eor.w r4, r4, r7, ror #27
    str.w r4, [r0, #148]
    bic.w r4, r1, r10, ror #16
    eor.w r4, r4, r2, ror #20
    ldr.w r1, [r0, #48]
    ldr.w r2, [r0, #176]
    ldr.w r7, [r0, #108]
    ldr.w r10, [r0, #32]
    ldr.w r12, [r0, #120]
    str.w r4, [r0, #72]
    eor.w r1, lr, r1, ror #9
    eor.w r2, r2, r3, ror #29
    eor.w r7, r6, r7, ror #21
    eor.w r10, r10, r8, ror #19
    eor.w r12, r12, r11, ror #29
    bic.w r4, r7, r2, ror #1
    eor.w r4, r4, r1, ror #3
    str.w r4, [r0, #120]
    bic.w r4, r10, r7, ror #20
    eor.w r4, r4, r2, ror #21
    str.w r4, [r0, #48]
    bic.w r4, r12, r10, ror #6
    eor.w r4, r7, r4, ror #6
    str.w r4, [r0, #176]
    bic.w r4, r1, r12, ror #3
    eor.w r4, r4, r10, ror #9
    str.w r4, [r0, #108]
    bic.w r4, r2, r1, ror #2
    eor.w r4, r12, r4, ror #27
    ldr.n r1, [r0, #100]
    ldr.n r2, [r0, #28]
    ldr.w r7, [r0, #156]
    ldr.w r10, [r0, #44]
    ldr.w r12, [r0, #168]
    str.w r4, [r0, #32]
    eor.w r1, r1, r9, ror #22
    eor.w r2, r5, r2, ror #19
    eor.w r7, r8, r7, ror #22
    eor.w r10, r11, r10, ror #17
    eor.w r12, lr, r12, ror #3
    bic.w r4, r7, r2, ror #22
    eor.w r4, r4, r1, ror #30
    str.w r4, [r0, #44]
    bic.w r4, r10, r7, ror #24
    eor.w r4, r2, r4, ror #18
    str.w r4, [r0, #168]
    bic.w r4, r12, r10, ror #21
    eor.w r4, r4, r7, ror #13
    str.w r4, [r0, #100]
    bic.w r4, r1, r12, ror #21
    eor.w r4, r10, r4, ror #22
    str.w r4, [r0, #28]
    bic.w r4, r2, r1, ror #8
    eor.w r4, r12, r4, ror #3
    ldr.n r1, [sp, #0]
    ldr.n r2, [sp, #12]
    ldr.w r7, [r0, #4]
    ldr.w r10, [r0, #128]
    ldr.w r12, [r0, #56]
    ldr.w r1, [r1, #12]
    str.w r4, [r0, #156]
    eor.w r7, r7, r11, ror #10
    eor.w r10, r10, r2, ror #1
    eor.w r12, r12, r9, ror #13
    ldr.w r2, [r0, #184]
    ldr.w r4, [r0, #112]
    eor.w r2, r2, r6, ror #24
    eor.w r4, r8, r4, ror #4
    bic.w r11, r12, r10, ror #21
    eor.w r11, r7, r11, ror #30
    eor.w r11, r11, r1
    str.w r11, [r0, #4]
    bic.w r1, r2, r12, ror #22
    eor.w r1, r1, r10, ror #11
    str.w r1, [r0, #128]
    bic.w r1, r4, r2, ror #14
    eor.w r1, r12, r1, ror #28
    str.w r1, [r0, #56]
    bic.w r1, r7, r4, ror #26
    eor.w r1, r1, r2, ror #8
    str.w r1, [r0, #184]
    bic.w r1, r10, r7, ror #13
    eor.w r1, r4, r1, ror #25
    ldr.w r2, [sp, #4]
    ldr.w r4, [r0, #144]
    ldr.w r7, [r0, #76]
    ldr.w r10, [r0, #160]
    ldr.w r11, [r0, #88]
    ldr.w r12, [r0, #16]
    str.w r1, [r0, #112]
    eor.w r4, r5, r4, ror #1
    eor.w r7, r7, r8, ror #31
    eor.w r10, r10, r2, ror #23
    eor.w r11, r11, lr, ror #20
    eor.w r12, r12, r9, ror #1
    bic.w r1, r10, r7, ror #6
    eor.w r1, r1, r4, ror #31
    str.w r1, [r0, #160]
    bic.w r1, r11, r10, ror #27
    eor.w r1, r1, r7, ror #1
    str.w r1, [r0, #88]
    bic.w r1, r12, r11, ror #22
    eor.w r1, r10, r1, ror #15
    str.w r1, [r0, #16]
    bic.w r1, r4, r12, ror #16
    eor.w r1, r1, r11, ror #6
    str.w r1, [r0, #144]
    bic.w r1, r7, r4, ror #25
    eor.w r1, r1, r12, ror #9
    ldr.w r4, [r0, #196]
    ldr.w r7, [r0, #84]
    ldr.w r10, [r0, #12]
    ldr.w r11, [r0, #136]
    ldr.w r12, [r0, #68]
    str.w r1, [r0, #76]
    eor.w r4, r4, r8, ror #8
    eor.w r7, r7, r2, ror #12
    eor.w r10, lr, r10, ror #27
    eor.w r11, r11, r3, ror #27
    eor.w r12, r6, r12, ror #1
    bic.w r1, r10, r7, ror #16
    eor.w r1, r4, r1, ror #17
    str.w r1, [r0, #84]
    bic.w r1, r11, r10
    eor.w r1, r7, r1, ror #16
    str.w r1, [r0, #12]
    bic.w r1, r12, r11, ror #14
    eor.w r1, r1, r10, ror #14
    str.w r1, [r0, #136]
    bic.w r1, r4, r12, ror #3
    eor.w r1, r1, r11, ror #17
    str.w r1, [r0, #68]
    bic.w r1, r7, r4, ror #31
    eor.w r1, r12, r1, ror #30
    ldr.n r4, [sp, #0]
    ldr.n r7, [sp, #16]
    ldr.w r8, [r0, #132]
    ldr.w r10, [r0, #0]
    ldr.w r11, [r0, #60]
    ldr.w r12, [r0, #188]
    ldr.w r4, [r4, #8]
    str.w r1, [r0, #196]
    eor.w r10, r2, r10
    eor.w r8, r8, lr, ror #24
    eor.w r11, r3, r11, ror #21
    eor.w r12, r12, r5, ror #7
    ldr.w r1, [r0, #116]
    eor.w r1, r1, r7
    bic.w lr, r11, r8, ror #10
    eor.w lr, r10, lr, ror #31
    eor.w lr, lr, r4, ror #22
    str.w lr, [r0, #0]
    bic.w r4, r12, r11, ror #28
    eor.w r4, r4, r8, ror #6
    str.w r4, [r0, #132]
    bic.w r4, r1, r12, ror #21
    eor.w r4, r11, r4, ror #15
    str.w r4, [r0, #60]
    bic.w r4, r10, r1, ror #14
    eor.w r4, r12, r4, ror #29
    str.w r4, [r0, #188]
    bic.w r4, r8, r10, ror #23
    eor.w r4, r1, r4, ror #27
    ldr.w r1, [sp, #12]
    ldr.w r8, [r0, #52]
    ldr.w r10, [r0, #180]
    ldr.w r11, [r0, #104]
    ldr.w r12, [r0, #36]
    ldr.w lr, [r0, #124]
    str.w r4, [r0, #116]
    eor.w r8, r8, r1, ror #20
    eor.w r10, r9, r10, ror #1
    eor.w r11, r5, r11, ror #29
    eor.w r12, r7, r12, ror #14
    eor.w lr, r2, lr, ror #23
    bic.w r4, r11, r10, ror #11
    eor.w r4, r4, r8, ror #3
    str.w r4, [r0, #124]
    bic.w r4, r12, r11, ror #23
    eor.w r4, r10, r4, ror #30
    str.w r4, [r0, #52]
    bic.w r4, lr, r12, ror #26
    eor.w r4, r11, r4, ror #15
    str.w r4, [r0, #180]
    bic.w r4, r8, lr, ror #12
    eor.w r4, r4, r12, ror #6
    str.w r4, [r0, #104]
    bic.w r4, r10, r8, ror #24
    eor.w r4, lr, r4, ror #28
    ldr.w r8, [r0, #96]
    ldr.w r10, [r0, #24]
    ldr.w r11, [r0, #40]
    ldr.w r12, [r0, #152]
    ldr.w lr, [r0, #172]
    str.w r4, [r0, #36]
    eor.w r8, r3, r8, ror #12
    eor.w r10, r10, r6, ror #24
    eor.w r12, r12, r7, ror #8
    eor.w r11, r11, r2, ror #24
    eor.w lr, r1, lr, ror #1
    bic.w r2, r12, r10, ror #19
    eor.w r2, r2, r8, ror #28
    str.w r2, [r0, #40]
    bic.w r3, r11, r12, ror #6
    eor.w r3, r3, r10, ror #25
    str.w r3, [r0, #172]
    bic.w r4, lr, r11, ror #21
    eor.w r4, r4, r12, ror #27
    str.w r4, [r0, #96]
    bic.w r6, r8, lr, ror #9
    eor.w r6, r6, r11, ror #30
    str.w r6, [r0, #24]
    bic.w r11, r10, r8, ror #9
    eor.w r11, r11, lr, ror #18
    ldr.w r8, [sp, #8]
    ldr.w r10, [r0, #192]
    ldr.w r12, [r0, #80]
    ldr.w lr, [r0, #8]
    str.w r11, [r0, #152]
    eor.w r10, r10, r7, ror #6
    eor.w r12, r12, r8, ror #11
    eor.w lr, lr, r1, ror #13
    ldr.w r1, [r0, #140]
    ldr.w r7, [r0, #64]
    eor.w r1, r1, r9, ror #5
    eor.w r7, r7, r5, ror #30
    bic.w r5, lr, r12, ror #21
    eor.w r5, r10, r5, ror #12
    str.w r5, [r0, #80]
    eor.w r2, r2, r5, ror #8
    bic.w r5, r1, lr, ror #4
    eor.w r5, r12, r5, ror #7
    str.w r5, [r0, #8]
    eor.w r3, r3, r5, ror #15
    bic.w r5, r7, r1, ror #15
    eor.w r5, r5, lr, ror #19
    str.w r5, [r0, #140]
    eor.w r4, r4, r5, ror #28
    bic.w r5, r10, r7, ror #25
    eor.w r5, r1, r5, ror #24
    str.w r5, [r0, #64]
    eor.w r6, r6, r5, ror #20
    bic.w r1, r12, r10, ror #31
    eor.w r1, r1, r7, ror #24
    str.w r1, [r0, #192]
    eor.w r11, r11, r1, ror #22
    ldr.w r1, [r0, #4]
    ldr.w r5, [r0, #160]
    ldr.w r7, [r0, #120]
    ldr.w r8, [r0, #128]
    ldr.w r9, [r0, #88]
    ldr.w r10, [r0, #48]
    ldr.w r12, [r0, #56]
    ldr.w lr, [r0, #16]
    eor.w r2, r2, r1, ror #28
    eor.w r2, r2, r5, ror #14
    eor.w r2, r2, r7, ror #26
    eor.w r3, r3, r8, ror #10
    eor.w r3, r3, r9, ror #25
    eor.w r3, r3, r10, ror #12
    eor.w r4, r4, r12, ror #21
    eor.w r4, r4, lr, ror #9
    ldr.w r1, [r0, #176]
    ldr.w r5, [r0, #184]
    ldr.w r7, [r0, #144]
    ldr.w r8, [r0, #108]
    ldr.w r9, [r0, #112]
    ldr.w r10, [r0, #76]
    ldr.w r12, [r0, #32]
    ldr.w lr, [r0, #124]
    eor.w r4, r4, r1, ror #21
    eor.w r6, r6, r5
    eor.w r6, r6, r7, ror #17
    eor.w r6, r6, r8, ror #1
    eor.w r11, r11, r9, ror #3
    eor.w r11, r11, r10, ror #1
    eor.w r11, r11, r12, ror #13
    ldr.n r1, [r0, #84]
    ldr.n r5, [r0, #44]
    ldr.w r7, [r0, #0]
    ldr.w r8, [r0, #164]
    ldr.w r9, [r0, #52]
    ldr.w r10, [r0, #12]
    ldr.w r12, [r0, #168]
    eor.w lr, lr, r1, ror #25
    eor.w lr, lr, r5, ror #27
    eor.w lr, lr, r7, ror #24
    eor.w lr, lr, r8, ror #22
    eor.w r9, r9, r10, ror #15
    eor.w r9, r9, r12, ror #6
    ldr.w r1, [r0, #132]
    ldr.n r5, [r0, #92]
    ldr.n r7, [r0, #100]
    ldr.w r8, [r0, #60]
    ldr.w r10, [r0, #20]
    ldr.w r12, [r0, #180]
    eor.w r9, r9, r1, ror #16
    eor.w r9, r9, r5, ror #15
    eor.w r7, r7, r8, ror #9
    eor.w r7, r7, r10, ror #8
    eor.w r7, r7, r12, ror #18
    ldr.w r1, [r0, #136]
    ldr.w r5, [r0, #28]
    ldr.w r8, [r0, #188]
    ldr.w r10, [r0, #148]
    ldr.w r12, [r0, #104]
    eor.w r7, r7, r1, ror #14
    eor.w r5, r5, r8, ror #24
    eor.w r5, r5, r10, ror #7
    eor.w r5, r5, r12
    ldr.w r1, [r0, #68]
    ldr.w r8, [r0, #196]
    ldr.w r10, [r0, #156]
    ldr.w r12, [r0, #116]
    eor.w r5, r5, r1, ror #22
    eor.w r8, r8, r10, ror #18
    eor.w r8, r8, r12, ror #10
    ldr.w r1, [r0, #72]
    ldr.w r10, [r0, #36]
    eor.w r8, r8, r1, ror #30
    eor.w r8, r8, r10, ror #19
    eor.w r1, r8, r3, ror #15
    str.w r1, [sp, #4]
    eor.w r3, r5, r3, ror #9
    eor.w r5, r2, r5, ror #18
    str.w r5, [sp, #16]
    eor.w r2, r2, r7, ror #28
    str.w r2, [sp, #12]
    eor.w r7, r7, r11, ror #22
    eor.w r11, r9, r11, ror #26
    str.w r11, [sp, #8]
    eor.w r9, r6, r9, ror #30
    eor.w r6, lr, r6, ror #14
    eor.w lr, r4, lr, ror #10
    eor.w r4, r8, r4, ror #27
    ldr.w r1, [r0, #72]
    ldr.w r8, [r0, #8]
    ldr.w r10, [r0, #188]
    ldr.w r12, [r0, #120]
    eor.w r10, r7, r10, ror #13
    eor.w r1, r5, r1, ror #9
    eor.w r12, r11, r12, ror #1
    eor.w r8, r8, r2, ror #23
    ldr.w r2, [r0, #96]
    eor.w r2, r2, r3, ror #12
    bic.w r5, r12, r1, ror #30
    eor.w r5, r10, r5, ror #9
    str.w r5, [r0, #120]
    bic.w r5, r8, r12, ror #5
    eor.w r5, r1, r5, ror #29
    str.w r5, [r0, #8]
    bic.w r5, r2, r8, ror #12
    eor.w r5, r12, r5, ror #15
    str.w r5, [r0, #96]
    bic.w r5, r10, r2, ror #24
    eor.w r5, r5, r8, ror #4
    str.w r5, [r0, #188]
    bic.w r5, r1, r10, ror #25
    eor.w r5, r2, r5, ror #15
    ldr.w r1, [r0, #132]
    ldr.w r2, [r0, #16]
    ldr.w r8, [r0, #104]
    ldr.w r10, [r0, #192]
    ldr.w r12, [r0, #40]
    str.w r5, [r0, #72]
    eor.w r1, r1, lr, ror #27
    eor.w r2, r2, r3, ror #3
    eor.w r8, r7, r8, ror #21
    eor.w r10, r10, r6, ror #5
    eor.w r12, r11, r12, ror #7
    bic.w r5, r8, r2, ror #27
    eor.w r5, r5, r1, ror #25
    str.w r5, [r0, #40]
    bic.w r5, r10, r8, ror #11
    eor.w r5, r5, r2, ror #6
    str.w r5, [r0, #132]
    bic.w r5, r12, r10, ror #21
    eor.w r5, r8, r5
    str.w r5, [r0, #16]
    bic.w r5, r1, r12, ror #7
    eor.w r5, r5, r10, ror #28
    str.w r5, [r0, #104]
    bic.w r5, r2, r1, ror #30
    eor.w r5, r12, r5, ror #27
    ldr.w r1, [r0, #60]
    ldr.w r2, [r0, #144]
    ldr.w r8, [r0, #32]
    ldr.w r10, [r0, #80]
    ldr.w r12, [r0, #168]
    str.w r5, [r0, #192]
    eor.w r1, r9, r1, ror #10
    eor.w r2, r4, r2, ror #3
    eor.w r8, r6, r8, ror #18
    eor.w r10, r10, r11, ror #17
    eor.w r12, lr, r12, ror #27
    bic.w r5, r8, r2, ror #20
    eor.w r5, r1, r5, ror #30
    str.w r5, [r0, #80]
    bic.w r5, r10, r8, ror #7
    eor.w r5, r5, r2, ror #27
    str.w r5, [r0, #168]
    bic.w r5, r12, r10, ror #16
    eor.w r5, r8, r5, ror #9
    str.w r5, [r0, #60]
    bic.w r5, r1, r12, ror #7
    eor.w r5, r10, r5, ror #9
    str.w r5, [r0, #144]
    bic.w r5, r2, r1, ror #14
    eor.w r5, r12, r5, ror #11
    ldr.n r1, [sp, #0]
    ldr.n r2, [sp, #12]
    ldr.w r8, [r0, #4]
    ldr.w r10, [r0, #88]
    ldr.w r12, [r0, #180]
    ldr.n r1, [r1, #20]
    str.n r5, [r0, #32]
    eor.w r8, r8, r11, ror #29
    eor.w r10, r2, r10, ror #19
    eor.w r12, r12, r9, ror #13
    ldr.w r2, [r0, #68]
    ldr.w r5, [r0, #152]
    eor.w r2, r2, r7, ror #21
    eor.w r5, r6, r5, ror #5
    bic.w r11, r12, r10, ror #17
    eor.w r11, r8, r11, ror #29
    eor.w r11, r11, r1
    str.w r11, [r0, #4]
    bic.w r1, r2, r12, ror #28
    eor.w r1, r10, r1, ror #19
    str.w r1, [r0, #88]
    bic.w r1, r5, r2, ror #22
    eor.w r1, r1, r12, ror #18
    str.w r1, [r0, #180]
    bic.w r1, r8, r5, ror #11
    eor.w r1, r1, r2, ror #1
    str.w r1, [r0, #68]
    bic.w r1, r10, r8, ror #18
    eor.w r1, r1, r5, ror #29
    ldr.w r2, [sp, #4]
    ldr.w r5, [r0, #184]
    ldr.w r8, [r0, #76]
    ldr.w r10, [r0, #124]
    ldr.w r11, [r0, #12]
    ldr.w r12, [r0, #100]
    str.w r1, [r0, #152]
    eor.w r5, r5, r4, ror #14
    eor.w r8, r6, r8, ror #6
    eor.w r10, r2, r10, ror #4
    eor.w r11, r11, lr, ror #28
    eor.w r12, r9, r12, ror #1
    bic.w r1, r10, r8, ror #27
    eor.w r1, r5, r1, ror #27
    str.w r1, [r0, #124]
    bic.w r1, r11, r10, ror #23
    eor.w r1, r1, r8, ror #18
    str.w r1, [r0, #12]
    bic.w r1, r12, r11, ror #21
    eor.w r1, r1, r10, ror #12
    str.w r1, [r0, #100]
    bic.w r1, r5, r12, ror #15
    eor.w r1, r11, r1, ror #28
    str.w r1, [r0, #184]
    bic.w r1, r8, r5, ror #10
    eor.w r1, r1, r12, ror #25
    ldr.w r5, [r0, #112]
    ldr.w r8, [r0, #164]
    ldr.w r10, [r0, #52]
    ldr.w r11, [r0, #140]
    ldr.w r12, [r0, #28]
    str.w r1, [r0, #76]
    eor.w r5, r6, r5, ror #8
    eor.w r8, r8, r2, ror #6
    eor.w r10, lr, r10, ror #21
    eor.w r11, r11, r3, ror #16
    eor.w r12, r7, r12, ror #21
    bic.w r1, r10, r8, ror #19
    eor.w r1, r1, r5, ror #1
    str.w r1, [r0, #164]
    bic.w r1, r11, r10, ror #6
    eor.w r1, r8, r1, ror #7
    str.w r1, [r0, #52]
    bic.w r1, r12, r11, ror #25
    eor.w r1, r1, r10, ror #31
    str.w r1, [r0, #140]
    bic.w r1, r5, r12
    eor.w r1, r11, r1, ror #7
    str.w r1, [r0, #28]
    bic.w r1, r8, r5, ror #14
    eor.w r1, r12, r1, ror #18
    ldr.n r5, [sp, #0]
    ldr.n r6, [sp, #16]
    ldr.w r8, [r0, #92]
    ldr.w r10, [r0, #0]
    ldr.w r11, [r0, #176]
    ldr.w r12, [r0, #64]
    ldr.n r5, [r5, #16]
    str.n r1, [r0, #112]
    eor.w r10, r2, r10, ror #28
    eor.w r8, r8, lr, ror #28
    eor.w r11, r3, r11, ror #9
    eor.w r12, r12, r4, ror #26
    ldr.w r1, [r0, #156]
    eor.w r1, r6, r1, ror #29
    bic.w lr, r11, r8, ror #23
    eor.w lr, r10, lr, ror #17
    eor.w lr, lr, r5, ror #18
    str.w lr, [r0, #0]
    bic.w r5, r12, r11, ror #22
    eor.w r5, r5, r8, ror #13
    str.w r5, [r0, #92]
    bic.w r5, r1, r12, ror #13
    eor.w r5, r11, r5, ror #29
    str.w r5, [r0, #176]
    bic.w r5, r10, r1, ror #14
    eor.w r5, r5, r12, ror #27
    str.w r5, [r0, #64]
    bic.w r5, r8, r10, ror #24
    eor.w r5, r1, r5, ror #26
    ldr.w r1, [sp, #12]
    ldr.w r8, [r0, #128]
    ldr.w r10, [r0, #20]
    ldr.w r11, [r0, #108]
    ldr.w r12, [r0, #196]
    ldr.w lr, [r0, #44]
    str.w r5, [r0, #156]
    eor.w r8, r8, r1, ror #28
    eor.w r10, r10, r9, ror #23
    eor.w r11, r4, r11, ror #19
    eor.w r12, r6, r12, ror #11
    eor.w lr, lr, r2, ror #1
    bic.w r5, r11, r10, ror #4
    eor.w r5, r5, r8, ror #6
    str.w r5, [r0, #44]
    bic.w r5, r12, r11, ror #2
    eor.w r5, r10, r5, ror #26
    str.w r5, [r0, #128]
    bic.w r5, lr, r12, ror #27
    eor.w r5, r5, r11, ror #29
    str.w r5, [r0, #20]
    bic.w r5, r8, lr, ror #29
    eor.w r5, r12, r5, ror #8
    str.w r5, [r0, #108]
    bic.w r5, r10, r8, ror #2
    eor.w r5, lr, r5, ror #1
    ldr.w r8, [r0, #56]
    ldr.w r10, [r0, #148]
    ldr.w r11, [r0, #84]
    ldr.w r12, [r0, #36]
    ldr.w lr, [r0, #172]
    str.w r5, [r0, #196]
    eor.w r8, r3, r8, ror #9
    eor.w r10, r10, r7, ror #4
    eor.w r12, r12, r6, ror #2
    eor.w r11, r11, r2, ror #3
    eor.w lr, lr, r1, ror #6
    bic.w r2, r12, r10, ror #19
    eor.w r2, r2, r8, ror #8
    str.w r2, [r0, #84]
    bic.w r3, r11, r12, ror #23
    eor.w r3, r10, r3, ror #22
    str.w r3, [r0, #172]
    bic.w r5, lr, r11, ror #26
    eor.w r5, r5, r12, ror #17
    str.w r5, [r0, #56]
    bic.w r7, r8, lr, ror #7
    eor.w r7, r7, r11, ror #1
    str.w r7, [r0, #148]
    bic.w r11, r10, r8, ror #21
    eor.w r11, r11, lr, ror #28
    ldr.w r8, [sp, #8]
    ldr.w r10, [r0, #116]
    ldr.w r12, [r0, #160]
    ldr.w lr, [r0, #48]
    str.w r11, [r0, #36]
    eor.w r10, r10, r6, ror #11
    eor.w r12, r12, r8, ror #11
    eor.w lr, lr, r1, ror #26
    ldr.w r1, [r0, #136]
    ldr.w r6, [r0, #24]
    eor.w r1, r1, r9, ror #17
    eor.w r6, r6, r4, ror #14
    bic.w r4, lr, r12, ror #27
    eor.w r4, r10, r4, ror #26
    str.w r4, [r0, #160]
    eor.w r2, r2, r4, ror #29
    bic.w r4, r1, lr, ror #30
    eor.w r4, r12, r4, ror #7
    str.w r4, [r0, #48]
    eor.w r3, r3, r4, ror #31
    bic.w r4, r6, r1, ror #3
    eor.w r4, lr, r4, ror #31
    str.w r4, [r0, #136]
    eor.w r5, r5, r4, ror #8
    bic.w r4, r10, r6, ror #25
    eor.w r4, r4, r1, ror #28
    str.w r4, [r0, #24]
    eor.w r7, r7, r4, ror #21
    bic.w r1, r12, r10, ror #11
    eor.w r1, r6, r1, ror #28
    str.w r1, [r0, #116]
    eor.w r11, r11, r1, ror #3
    ldr.n r1, [r0, #4]
    ldr.n r4, [r0, #124]
    ldr.w r6, [r0, #40]
    ldr.w r8, [r0, #88]
    ldr.w r9, [r0, #12]
    ldr.w r10, [r0, #132]
    ldr.w r12, [r0, #180]
    ldr.w lr, [r0, #100]
    eor.w r2, r2, r1, ror #18
    eor.w r2, r2, r4, ror #4
    eor.w r2, r2, r6, ror #6
    eor.w r3, r3, r8, ror #13
    eor.w r3, r3, r9, ror #21
    eor.w r3, r3, r10, ror #8
    eor.w r5, r5, r12, ror #14
    eor.w r5, r5, lr, ror #4
    ldr.n r1, [r0, #16]
    ldr.n r4, [r0, #68]
    ldr.w r6, [r0, #184]
    ldr.w r8, [r0, #104]
    ldr.w r9, [r0, #152]
    ldr.w r10, [r0, #76]
    ldr.w r12, [r0, #192]
    ldr.w lr, [r0, #80]
    eor.w r5, r5, r1, ror #23
    eor.w r7, r7, r4, ror #10
    eor.w r7, r7, r6
    eor.w r7, r7, r8, ror #23
    eor.w r11, r11, r9, ror #13
    eor.w r11, r11, r10, ror #7
    eor.w r11, r11, r12, ror #19
    ldr.n r1, [r0, #0]
    ldr.n r4, [r0, #120]
    ldr.w r6, [r0, #44]
    ldr.w r8, [r0, #164]
    ldr.w r9, [r0, #92]
    ldr.w r10, [r0, #8]
    ldr.w r12, [r0, #128]
    eor.w lr, lr, r1, ror #14
    eor.w lr, lr, r4, ror #18
    eor.w lr, lr, r6, ror #1
    eor.w lr, lr, r8, ror #3
    eor.w r9, r9, r10, ror #16
    eor.w r9, r9, r12, ror #28
    ldr.w r1, [r0, #52]
    ldr.w r4, [r0, #168]
    ldr.w r6, [r0, #96]
    ldr.w r8, [r0, #20]
    ldr.w r10, [r0, #140]
    ldr.w r12, [r0, #60]
    eor.w r9, r9, r1, ror #13
    eor.w r9, r9, r4, ror #14
    eor.w r6, r6, r8, ror #9
    eor.w r6, r6, r10, ror #9
    eor.w r6, r6, r12, ror #3
    ldr.w r1, [r0, #176]
    ldr.w r4, [r0, #108]
    ldr.w r8, [r0, #28]
    ldr.w r10, [r0, #144]
    ldr.w r12, [r0, #64]
    eor.w r6, r6, r1, ror #4
    eor.w r4, r4, r8, ror #30
    eor.w r4, r4, r10, ror #24
    eor.w r4, r4, r12, ror #15
    ldr.w r1, [r0, #188]
    ldr.w r8, [r0, #156]
    ldr.w r10, [r0, #72]
    ldr.w r12, [r0, #196]
    eor.w r4, r4, r1, ror #19
    eor.w r8, r8, r10, ror #14
    eor.w r8, r8, r12, ror #8
    ldr.w r1, [r0, #112]
    ldr.w r10, [r0, #32]
    eor.w r8, r8, r1, ror #8
    eor.w r8, r8, r10, ror #11
    eor.w r1, r3, r8, ror #28
    str.w r1, [sp, #4]
    eor.w r3, r4, r3, ror #2
    eor.w r4, r2, r4, ror #18
    str.w r4, [sp, #16]
    eor.w r2, r2, r6, ror #13
    str.w r2, [sp, #12]
    eor.w r6, r6, r11, ror #5
    eor.w r11, r9, r11, ror #24
    str.w r11, [sp, #8]
    eor.w r9, r7, r9, ror #20
    eor.w r7, lr, r7, ror #22
    eor.w lr, lr, r5, ror #28
    eor.w r5, r8, r5, ror #1
    ldr.w r1, [r0, #72]
    ldr.w r8, [r0, #48]
    ldr.w r10, [r0, #64]
    ldr.w r12, [r0, #40]
    eor.w r10, r10, r6, ror #13
    eor.w r1, r1, r4, ror #3
    eor.w r12, r12, r11, ror #21
    eor.w r8, r2, r8, ror #18
    ldr.w r2, [r0, #56]
    eor.w r2, r3, r2, ror #30
    bic.w r4, r12, r1, ror #14
    eor.w r4, r10, r4, ror #18
    str.w r4, [r0, #40]
    bic.w r4, r8, r12, ror #27
    eor.w r4, r1, r4, ror #23
    str.w r4, [r0, #48]
    bic.w r4, r2, r8, ror #23
    eor.w r4, r4, r12, ror #18
    str.w r4, [r0, #56]
    bic.w r4, r10, r2
    eor.w r4, r4, r8, ror #23
    str.w r4, [r0, #64]
    bic.w r4, r1, r10
    eor.w r4, r2, r4
    ldr.n r1, [r0, #92]
    ldr.n r2, [r0, #100]
    ldr.w r8, [r0, #108]
    ldr.w r10, [r0, #116]
    ldr.w r12, [r0, #84]
    str.w r4, [r0, #72]
    eor.w r1, lr, r1, ror #9
    eor.w r2, r2, r3, ror #30
    eor.w r8, r6, r8, ror #4
    eor.w r10, r10, r7, ror #28
    eor.w r12, r11, r12, ror #5
    bic.w r4, r8, r2, ror #15
    eor.w r4, r1, r4, ror #15
    str.w r4, [r0, #84]
    bic.w r4, r10, r8, ror #15
    eor.w r4, r4, r2, ror #30
    str.w r4, [r0, #92]
    bic.w r4, r12, r10
    eor.w r4, r4, r8, ror #15
    str.w r4, [r0, #100]
    bic.w r4, r1, r12
    eor.w r4, r10, r4
    str.w r4, [r0, #108]
    bic.w r4, r2, r1, ror #2
    eor.w r4, r12, r4, ror #30
    ldr.w r1, [r0, #176]
    ldr.w r2, [r0, #184]
    ldr.w r8, [r0, #192]
    ldr.w r10, [r0, #160]
    ldr.w r12, [r0, #168]
    str.w r4, [r0, #116]
    eor.w r1, r1, r9, ror #22
    eor.w r2, r5, r2, ror #26
    eor.w r8, r8, r7, ror #12
    eor.w r10, r11, r10, ror #2
    eor.w r12, r12, lr, ror #9
    bic.w r4, r8, r2
    eor.w r4, r1, r4
    str.w r4, [r0, #160]
    bic.w r4, r10, r8, ror #12
    eor.w r4, r2, r4, ror #20
    str.w r4, [r0, #168]
    bic.w r4, r12, r10, ror #30
    eor.w r4, r8, r4, ror #22
    str.w r4, [r0, #176]
    bic.w r4, r1, r12, ror #22
    eor.w r4, r4, r10, ror #20
    str.w r4, [r0, #184]
    bic.w r4, r2, r1
    eor.w r4, r4, r12, ror #22
    ldr.n r1, [sp, #0]
    ldr.n r2, [sp, #12]
    ldr.w r8, [r0, #4]
    ldr.w r10, [r0, #12]
    ldr.w r12, [r0, #20]
    ldr.w r1, [r1, #28]
    str.w r4, [r0, #192]
    eor.w r8, r8, r11, ror #9
    eor.w r10, r10, r2, ror #24
    eor.w r12, r9, r12, ror #15
    ldr.n r2, [r0, #28]
    ldr.n r4, [r0, #36]
    eor.w r2, r6, r2, ror #2
    eor.w r4, r7, r4, ror #1
    bic.w r11, r12, r10
    eor.w r11, r8, r11
    eor.w r11, r11, r1
    str.w r11, [r0, #4]
    bic.w r1, r2, r12, ror #15
    eor.w r1, r10, r1, ror #17
    str.w r1, [r0, #12]
    bic.w r1, r4, r2, ror #24
    eor.w r1, r12, r1, ror #25
    str.w r1, [r0, #20]
    bic.w r1, r8, r4, ror #25
    eor.w r1, r1, r2, ror #17
    str.w r1, [r0, #28]
    bic.w r1, r10, r8
    eor.w r1, r1, r4, ror #25
    ldr.n r2, [sp, #4]
    ldr.n r4, [r0, #68]
    ldr.w r8, [r0, #76]
    ldr.w r10, [r0, #44]
    ldr.w r11, [r0, #52]
    ldr.w r12, [r0, #60]
    str.w r1, [r0, #36]
    eor.w r4, r5, r4, ror #4
    eor.w r8, r7, r8, ror #8
    eor.w r10, r10, r2, ror #31
    eor.w r11, r11, lr, ror #10
    eor.w r12, r12, r9, ror #23
    bic.w r1, r10, r8, ror #22
    eor.w r1, r1, r4, ror #14
    str.w r1, [r0, #44]
    bic.w r1, r11, r10
    eor.w r1, r1, r8, ror #22
    str.w r1, [r0, #52]
    bic.w r1, r12, r11
    eor.w r1, r10, r1
    str.w r1, [r0, #60]
    bic.w r1, r4, r12, ror #18
    eor.w r1, r11, r1, ror #14
    str.w r1, [r0, #68]
    bic.w r1, r8, r4, ror #24
    eor.w r1, r12, r1, ror #22
    ldr.w r4, [r0, #152]
    ldr.w r8, [r0, #120]
    ldr.w r10, [r0, #128]
    ldr.w r11, [r0, #136]
    ldr.w r12, [r0, #144]
    str.w r1, [r0, #76]
    eor.w r4, r4, r7, ror #18
    eor.w r8, r8, r2, ror #14
    eor.w r10, r10, lr, ror #27
    eor.w r11, r11, r3, ror #26
    eor.w r12, r6, r12, ror #28
    bic.w r1, r10, r8
    eor.w r1, r4, r1
    str.w r1, [r0, #120]
    bic.w r1, r11, r10, ror #3
    eor.w r1, r8, r1, ror #29
    str.w r1, [r0, #128]
    bic.w r1, r12, r11, ror #30
    eor.w r1, r10, r1, ror #31
    str.w r1, [r0, #136]
    bic.w r1, r4, r12, ror #31
    eor.w r1, r1, r11, ror #29
    str.w r1, [r0, #144]
    bic.w r1, r8, r4
    eor.w r1, r1, r12, ror #31
    ldr.n r4, [sp, #0]
    ldr.n r7, [sp, #16]
    ldr.w r8, [r0, #8]
    ldr.w r10, [r0, #0]
    ldr.w r11, [r0, #16]
    ldr.w r12, [r0, #24]
    ldr.w r4, [r4, #24]
    str.w r1, [r0, #152]
    eor.w r10, r2, r10, ror #14
    eor.w r8, r8, lr, ror #7
    eor.w r11, r3, r11, ror #21
    eor.w r12, r12, r5, ror #17
    ldr.w r1, [r0, #32]
    eor.w r1, r1, r7, ror #6
    bic.w lr, r11, r8, ror #26
    eor.w lr, r10, lr, ror #9
    eor.w lr, lr, r4
    str.w lr, [r0, #0]
    bic.w r4, r12, r11, ror #9
    eor.w r4, r4, r8, ror #3
    str.w r4, [r0, #8]
    bic.w r4, r1, r12
    eor.w r4, r4, r11, ror #9
    str.w r4, [r0, #16]
    bic.w r4, r10, r1
    eor.w r4, r12, r4
    str.w r4, [r0, #24]
    bic.w r4, r8, r10, ror #29
    eor.w r4, r1, r4, ror #3
    ldr.w r1, [sp, #12]
    ldr.w r8, [r0, #88]
    ldr.w r10, [r0, #96]
    ldr.w r11, [r0, #104]
    ldr.w r12, [r0, #112]
    ldr.w lr, [r0, #80]
    str.w r4, [r0, #32]
    eor.w r8, r8, r1
    eor.w r10, r9, r10, ror #6
    eor.w r11, r11, r5, ror #15
    eor.w r12, r12, r7, ror #9
    eor.w lr, lr, r2
    bic.w r4, r11, r10, ror #18
    eor.w r4, r4, r8, ror #13
    str.w r4, [r0, #80]
    bic.w r4, r12, r11
    eor.w r4, r4, r10, ror #18
    str.w r4, [r0, #88]
    bic.w r4, lr, r12, ror #9
    eor.w r4, r11, r4, ror #23
    str.w r4, [r0, #96]
    bic.w r4, r8, lr, ror #10
    eor.w r4, r12, r4, ror #13
    str.w r4, [r0, #104]
    bic.w r4, r10, r8, ror #27
    eor.w r4, r4, lr, ror #5
    ror.w r4, r4, #18
    ldr.w r8, [r0, #180]
    ldr.w r10, [r0, #188]
    ldr.w r11, [r0, #164]
    ldr.w r12, [r0, #196]
    ldr.w lr, [r0, #172]
    str.w r4, [r0, #112]
    eor.w r8, r3, r8, ror #12
    eor.w r10, r6, r10, ror #23
    eor.w r12, r12, r7, ror #9
    eor.w r11, r2, r11, ror #3
    eor.w lr, lr, r1, ror #13
    bic.w r2, r12, r10, ror #15
    eor.w r2, r8, r2, ror #17
    str.w r2, [r0, #164]
    bic.w r3, r11, r12, ror #5
    eor.w r3, r10, r3, ror #12
    str.w r3, [r0, #172]
    bic.w r4, lr, r11, ror #12
    eor.w r4, r4, r12, ror #17
    str.w r4, [r0, #180]
    bic.w r6, r8, lr
    eor.w r6, r6, r11, ror #12
    str.w r6, [r0, #188]
    bic.w r11, r10, r8
    eor.w r11, lr, r11
    ldr.w r8, [sp, #8]
    ldr.w r10, [r0, #156]
    ldr.w r12, [r0, #124]
    ldr.w lr, [r0, #132]
    str.w r11, [r0, #196]
    eor.w r10, r7, r10, ror #15
    eor.w r12, r12, r8, ror #23
    eor.w lr, lr, r1, ror #5
    ldr.w r1, [r0, #140]
    ldr.w r7, [r0, #148]
    eor.w r1, r1, r9, ror #17
    eor.w r7, r5, r7, ror #26
    bic.w r5, lr, r12, ror #28
    eor.w r5, r10, r5, ror #4
    str.w r5, [r0, #124]
    eor.w r2, r2, r5
    bic.w r5, r1, lr, ror #7
    eor.w r5, r12, r5, ror #29
    str.w r5, [r0, #132]
    eor.w r8, r3, r5
    bic.w r3, r7, r1, ror #29
    eor.w r3, r3, lr, ror #4
    str.w r3, [r0, #140]
    eor.w r4, r4, r3
    bic.w r3, r10, r7
    eor.w r3, r3, r1, ror #29
    str.w r3, [r0, #148]
    eor.w lr, r6, r3
    bic.w r1, r12, r10
    eor.w r1, r7, r1
    str.w r1, [r0, #156]
    eor.w r7, r11, r1
    ldr r1, [sp]
    ldr r3, [r1, #32]!
    str r1, [sp]
    cmp r3, #CONSTANTS_END
    bne.w .Lfour_rounds
    ldr r1, [sp, #24]
    lsls r2, r1, #22
    bmi 2f
    uxtb r1, r1
    convert separate
2:  add sp, sp, #24
    pop {r1, r4-r11, pc}
end_function ksig_keccak_f1600

@ void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
@ stack: ksig_keccak_separate 4
function ksig_keccak_separate
    push {r4}
    .balign 4
1:  ldrd r3, r4, [r1], #8
    separate r3, r4
    subs r2, r2, #1
    strd r3, r4, [r0], #8
    bne 1b
    pop {r4}
    bx lr
end_function ksig_keccak_separate

#endif
