/* The compression of SHA-256 (FIPS 180-4). Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_SHA256
#include "arch/armv6m/function.inc"

@ void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16])
@ stack: ksig_sha256_compress 60
function ksig_sha256_compress
    push {r0, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    movs r6, r1
    movs r7, #4
.Lswap:
    ldm r1!, {r2, r3, r4, r5}
    rev r2, r2
    rev r3, r3
    rev r4, r4
    rev r5, r5
    subs r1, #16
    stm r1!, {r2, r3, r4, r5}
    subs r7, #1
    bne .Lswap
    ldm r0!, {r1, r2, r3, r4}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    movs r7, r1
    eors r3, r2
    ldm r0!, {r1, r2, r4, r5}
    mov r11, r2
    mov r12, r4
    movs r0, r7
    movs r2, r5
    ldr r7, .Lconstants
    b .Lrounds
    .balign 4
.Lconstants: .word .Lround_constants

.Lschedule:
    push {r0, r1, r2, r3, r7}
    movs r4, #11
    movs r5, #2
    movs r7, #17
    ldr r0, [r6]
    ldr r1, [r6, #4]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #36]
    adds r0, r0, r2
    ldr r3, [r6, #56]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #0]
    ldr r0, [r6, #8]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #40]
    adds r1, r1, r2
    ldr r3, [r6, #60]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #4]
    ldr r1, [r6, #12]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #44]
    adds r0, r0, r2
    ldr r3, [r6, #0]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #8]
    ldr r0, [r6, #16]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #48]
    adds r1, r1, r2
    ldr r3, [r6, #4]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #12]
    ldr r1, [r6, #20]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #52]
    adds r0, r0, r2
    ldr r3, [r6, #8]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #16]
    ldr r0, [r6, #24]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #56]
    adds r1, r1, r2
    ldr r3, [r6, #12]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #20]
    ldr r1, [r6, #28]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #60]
    adds r0, r0, r2
    ldr r3, [r6, #16]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #24]
    ldr r0, [r6, #32]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #0]
    adds r1, r1, r2
    ldr r3, [r6, #20]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #28]
    ldr r1, [r6, #36]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #4]
    adds r0, r0, r2
    ldr r3, [r6, #24]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #32]
    ldr r0, [r6, #40]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #8]
    adds r1, r1, r2
    ldr r3, [r6, #28]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #36]
    ldr r1, [r6, #44]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #12]
    adds r0, r0, r2
    ldr r3, [r6, #32]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #40]
    ldr r0, [r6, #48]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #16]
    adds r1, r1, r2
    ldr r3, [r6, #36]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #44]
    ldr r1, [r6, #52]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #20]
    adds r0, r0, r2
    ldr r3, [r6, #40]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #48]
    ldr r0, [r6, #56]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #24]
    adds r1, r1, r2
    ldr r3, [r6, #44]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #52]
    ldr r1, [r6, #60]
    movs r2, r1
    rors r2, r4
    eors r2, r1
    movs r3, #7
    rors r2, r3
    lsrs r3, r1, #3
    eors r2, r3
    adds r0, r0, r2
    ldr r2, [r6, #28]
    adds r0, r0, r2
    ldr r3, [r6, #48]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r0, r0, r2
    str r0, [r6, #56]
    ldr r0, [r6, #0]
    movs r2, r0
    rors r2, r4
    eors r2, r0
    movs r3, #7
    rors r2, r3
    lsrs r3, r0, #3
    eors r2, r3
    adds r1, r1, r2
    ldr r2, [r6, #32]
    adds r1, r1, r2
    ldr r3, [r6, #52]
    movs r2, r3
    rors r2, r5
    eors r2, r3
    rors r2, r7
    lsrs r3, r3, #10
    eors r2, r3
    adds r1, r1, r2
    str r1, [r6, #60]
    pop {r0, r1, r2, r3, r7}
.Lrounds:
    ldr r4, [r6, #0]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r5, #14
    rors r4, r5
    eors r4, r1
    movs r5, #5
    rors r4, r5
    eors r4, r1
    movs r5, #6
    rors r4, r5
    adds r2, r2, r4
    mov r4, r11
    ands r4, r1
    adds r2, r2, r4
    mov r4, r12
    bics r4, r1
    adds r2, r2, r4
    mov r4, r10
    mov r10, r1
    adds r1, r4, r2
    movs r4, r0
    movs r5, #9
    rors r4, r5
    eors r4, r0
    movs r5, #11
    rors r4, r5
    eors r4, r0
    movs r5, #2
    rors r4, r5
    adds r2, r2, r4
    mov r4, r8
    movs r5, r4
    eors r5, r0
    ands r3, r5
    eors r3, r4
    adds r2, r2, r3
    mov r4, r12
    mov r12, r0
    ldr r0, [r6, #4]
    adds r4, r4, r0
    ldm r7!, {r0}
    adds r4, r4, r0
    movs r0, r1
    movs r3, #14
    rors r0, r3
    eors r0, r1
    movs r3, #5
    rors r0, r3
    eors r0, r1
    movs r3, #6
    rors r0, r3
    adds r4, r4, r0
    mov r0, r10
    ands r0, r1
    adds r4, r4, r0
    mov r0, r11
    bics r0, r1
    adds r4, r4, r0
    mov r0, r9
    mov r9, r1
    adds r1, r0, r4
    movs r0, r2
    movs r3, #9
    rors r0, r3
    eors r0, r2
    movs r3, #11
    rors r0, r3
    eors r0, r2
    movs r3, #2
    rors r0, r3
    adds r4, r4, r0
    mov r0, r12
    movs r3, r0
    eors r3, r2
    ands r5, r3
    eors r5, r0
    adds r4, r4, r5
    mov r0, r11
    mov r11, r2
    ldr r2, [r6, #8]
    adds r0, r0, r2
    ldm r7!, {r2}
    adds r0, r0, r2
    movs r2, r1
    movs r5, #14
    rors r2, r5
    eors r2, r1
    movs r5, #5
    rors r2, r5
    eors r2, r1
    movs r5, #6
    rors r2, r5
    adds r0, r0, r2
    mov r2, r9
    ands r2, r1
    adds r0, r0, r2
    mov r2, r10
    bics r2, r1
    adds r0, r0, r2
    mov r2, r8
    mov r8, r1
    adds r1, r2, r0
    movs r2, r4
    movs r5, #9
    rors r2, r5
    eors r2, r4
    movs r5, #11
    rors r2, r5
    eors r2, r4
    movs r5, #2
    rors r2, r5
    adds r0, r0, r2
    mov r2, r11
    movs r5, r2
    eors r5, r4
    ands r3, r5
    eors r3, r2
    adds r0, r0, r3
    mov r2, r10
    mov r10, r4
    ldr r4, [r6, #12]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r3, #14
    rors r4, r3
    eors r4, r1
    movs r3, #5
    rors r4, r3
    eors r4, r1
    movs r3, #6
    rors r4, r3
    adds r2, r2, r4
    mov r4, r8
    ands r4, r1
    adds r2, r2, r4
    mov r4, r9
    bics r4, r1
    adds r2, r2, r4
    mov r4, r12
    mov r12, r1
    adds r1, r4, r2
    movs r4, r0
    movs r3, #9
    rors r4, r3
    eors r4, r0
    movs r3, #11
    rors r4, r3
    eors r4, r0
    movs r3, #2
    rors r4, r3
    adds r2, r2, r4
    mov r4, r10
    movs r3, r4
    eors r3, r0
    ands r5, r3
    eors r5, r4
    adds r2, r2, r5
    mov r4, r9
    mov r9, r0
    ldr r0, [r6, #16]
    adds r4, r4, r0
    ldm r7!, {r0}
    adds r4, r4, r0
    movs r0, r1
    movs r5, #14
    rors r0, r5
    eors r0, r1
    movs r5, #5
    rors r0, r5
    eors r0, r1
    movs r5, #6
    rors r0, r5
    adds r4, r4, r0
    mov r0, r12
    ands r0, r1
    adds r4, r4, r0
    mov r0, r8
    bics r0, r1
    adds r4, r4, r0
    mov r0, r11
    mov r11, r1
    adds r1, r0, r4
    movs r0, r2
    movs r5, #9
    rors r0, r5
    eors r0, r2
    movs r5, #11
    rors r0, r5
    eors r0, r2
    movs r5, #2
    rors r0, r5
    adds r4, r4, r0
    mov r0, r9
    movs r5, r0
    eors r5, r2
    ands r3, r5
    eors r3, r0
    adds r4, r4, r3
    mov r0, r8
    mov r8, r2
    ldr r2, [r6, #20]
    adds r0, r0, r2
    ldm r7!, {r2}
    adds r0, r0, r2
    movs r2, r1
    movs r3, #14
    rors r2, r3
    eors r2, r1
    movs r3, #5
    rors r2, r3
    eors r2, r1
    movs r3, #6
    rors r2, r3
    adds r0, r0, r2
    mov r2, r11
    ands r2, r1
    adds r0, r0, r2
    mov r2, r12
    bics r2, r1
    adds r0, r0, r2
    mov r2, r10
    mov r10, r1
    adds r1, r2, r0
    movs r2, r4
    movs r3, #9
    rors r2, r3
    eors r2, r4
    movs r3, #11
    rors r2, r3
    eors r2, r4
    movs r3, #2
    rors r2, r3
    adds r0, r0, r2
    mov r2, r8
    movs r3, r2
    eors r3, r4
    ands r5, r3
    eors r5, r2
    adds r0, r0, r5
    mov r2, r12
    mov r12, r4
    ldr r4, [r6, #24]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r5, #14
    rors r4, r5
    eors r4, r1
    movs r5, #5
    rors r4, r5
    eors r4, r1
    movs r5, #6
    rors r4, r5
    adds r2, r2, r4
    mov r4, r10
    ands r4, r1
    adds r2, r2, r4
    mov r4, r11
    bics r4, r1
    adds r2, r2, r4
    mov r4, r9
    mov r9, r1
    adds r1, r4, r2
    movs r4, r0
    movs r5, #9
    rors r4, r5
    eors r4, r0
    movs r5, #11
    rors r4, r5
    eors r4, r0
    movs r5, #2
    rors r4, r5
    adds r2, r2, r4
    mov r4, r12
    movs r5, r4
    eors r5, r0
    ands r3, r5
    eors r3, r4
    adds r2, r2, r3
    mov r4, r11
    mov r11, r0
    ldr r0, [r6, #28]
    adds r4, r4, r0
    ldm r7!, {r0}
    adds r4, r4, r0
    movs r0, r1
    movs r3, #14
    rors r0, r3
    eors r0, r1
    movs r3, #5
    rors r0, r3
    eors r0, r1
    movs r3, #6
    rors r0, r3
    adds r4, r4, r0
    mov r0, r9
    ands r0, r1
    adds r4, r4, r0
    mov r0, r10
    bics r0, r1
    adds r4, r4, r0
    mov r0, r8
    mov r8, r1
    adds r1, r0, r4
    movs r0, r2
    movs r3, #9
    rors r0, r3
    eors r0, r2
    movs r3, #11
    rors r0, r3
    eors r0, r2
    movs r3, #2
    rors r0, r3
    adds r4, r4, r0
    mov r0, r11
    movs r3, r0
    eors r3, r2
    ands r5, r3
    eors r5, r0
    adds r4, r4, r5
    mov r0, r10
    mov r10, r2
    ldr r2, [r6, #32]
    adds r0, r0, r2
    ldm r7!, {r2}
    adds r0, r0, r2
    movs r2, r1
    movs r5, #14
    rors r2, r5
    eors r2, r1
    movs r5, #5
    rors r2, r5
    eors r2, r1
    movs r5, #6
    rors r2, r5
    adds r0, r0, r2
    mov r2, r8
    ands r2, r1
    adds r0, r0, r2
    mov r2, r9
    bics r2, r1
    adds r0, r0, r2
    mov r2, r12
    mov r12, r1
    adds r1, r2, r0
    movs r2, r4
    movs r5, #9
    rors r2, r5
    eors r2, r4
    movs r5, #11
    rors r2, r5
    eors r2, r4
    movs r5, #2
    rors r2, r5
    adds r0, r0, r2
    mov r2, r10
    movs r5, r2
    eors r5, r4
    ands r3, r5
    eors r3, r2
    adds r0, r0, r3
    mov r2, r9
    mov r9, r4
    ldr r4, [r6, #36]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r3, #14
    rors r4, r3
    eors r4, r1
    movs r3, #5
    rors r4, r3
    eors r4, r1
    movs r3, #6
    rors r4, r3
    adds r2, r2, r4
    mov r4, r12
    ands r4, r1
    adds r2, r2, r4
    mov r4, r8
    bics r4, r1
    adds r2, r2, r4
    mov r4, r11
    mov r11, r1
    adds r1, r4, r2
    movs r4, r0
    movs r3, #9
    rors r4, r3
    eors r4, r0
    movs r3, #11
    rors r4, r3
    eors r4, r0
    movs r3, #2
    rors r4, r3
    adds r2, r2, r4
    mov r4, r9
    movs r3, r4
    eors r3, r0
    ands r5, r3
    eors r5, r4
    adds r2, r2, r5
    mov r4, r8
    mov r8, r0
    ldr r0, [r6, #40]
    adds r4, r4, r0
    ldm r7!, {r0}
    adds r4, r4, r0
    movs r0, r1
    movs r5, #14
    rors r0, r5
    eors r0, r1
    movs r5, #5
    rors r0, r5
    eors r0, r1
    movs r5, #6
    rors r0, r5
    adds r4, r4, r0
    mov r0, r11
    ands r0, r1
    adds r4, r4, r0
    mov r0, r12
    bics r0, r1
    adds r4, r4, r0
    mov r0, r10
    mov r10, r1
    adds r1, r0, r4
    movs r0, r2
    movs r5, #9
    rors r0, r5
    eors r0, r2
    movs r5, #11
    rors r0, r5
    eors r0, r2
    movs r5, #2
    rors r0, r5
    adds r4, r4, r0
    mov r0, r8
    movs r5, r0
    eors r5, r2
    ands r3, r5
    eors r3, r0
    adds r4, r4, r3
    mov r0, r12
    mov r12, r2
    ldr r2, [r6, #44]
    adds r0, r0, r2
    ldm r7!, {r2}
    adds r0, r0, r2
    movs r2, r1
    movs r3, #14
    rors r2, r3
    eors r2, r1
    movs r3, #5
    rors r2, r3
    eors r2, r1
    movs r3, #6
    rors r2, r3
    adds r0, r0, r2
    mov r2, r10
    ands r2, r1
    adds r0, r0, r2
    mov r2, r11
    bics r2, r1
    adds r0, r0, r2
    mov r2, r9
    mov r9, r1
    adds r1, r2, r0
    movs r2, r4
    movs r3, #9
    rors r2, r3
    eors r2, r4
    movs r3, #11
    rors r2, r3
    eors r2, r4
    movs r3, #2
    rors r2, r3
    adds r0, r0, r2
    mov r2, r12
    movs r3, r2
    eors r3, r4
    ands r5, r3
    eors r5, r2
    adds r0, r0, r5
    mov r2, r11
    mov r11, r4
    ldr r4, [r6, #48]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r5, #14
    rors r4, r5
    eors r4, r1
    movs r5, #5
    rors r4, r5
    eors r4, r1
    movs r5, #6
    rors r4, r5
    adds r2, r2, r4
    mov r4, r9
    ands r4, r1
    adds r2, r2, r4
    mov r4, r10
    bics r4, r1
    adds r2, r2, r4
    mov r4, r8
    mov r8, r1
    adds r1, r4, r2
    movs r4, r0
    movs r5, #9
    rors r4, r5
    eors r4, r0
    movs r5, #11
    rors r4, r5
    eors r4, r0
    movs r5, #2
    rors r4, r5
    adds r2, r2, r4
    mov r4, r11
    movs r5, r4
    eors r5, r0
    ands r3, r5
    eors r3, r4
    adds r2, r2, r3
    mov r4, r10
    mov r10, r0
    ldr r0, [r6, #52]
    adds r4, r4, r0
    ldm r7!, {r0}
    adds r4, r4, r0
    movs r0, r1
    movs r3, #14
    rors r0, r3
    eors r0, r1
    movs r3, #5
    rors r0, r3
    eors r0, r1
    movs r3, #6
    rors r0, r3
    adds r4, r4, r0
    mov r0, r8
    ands r0, r1
    adds r4, r4, r0
    mov r0, r9
    bics r0, r1
    adds r4, r4, r0
    mov r0, r12
    mov r12, r1
    adds r1, r0, r4
    movs r0, r2
    movs r3, #9
    rors r0, r3
    eors r0, r2
    movs r3, #11
    rors r0, r3
    eors r0, r2
    movs r3, #2
    rors r0, r3
    adds r4, r4, r0
    mov r0, r10
    movs r3, r0
    eors r3, r2
    ands r5, r3
    eors r5, r0
    adds r4, r4, r5
    mov r0, r9
    mov r9, r2
    ldr r2, [r6, #56]
    adds r0, r0, r2
    ldm r7!, {r2}
    adds r0, r0, r2
    movs r2, r1
    movs r5, #14
    rors r2, r5
    eors r2, r1
    movs r5, #5
    rors r2, r5
    eors r2, r1
    movs r5, #6
    rors r2, r5
    adds r0, r0, r2
    mov r2, r12
    ands r2, r1
    adds r0, r0, r2
    mov r2, r8
    bics r2, r1
    adds r0, r0, r2
    mov r2, r11
    mov r11, r1
    adds r1, r2, r0
    movs r2, r4
    movs r5, #9
    rors r2, r5
    eors r2, r4
    movs r5, #11
    rors r2, r5
    eors r2, r4
    movs r5, #2
    rors r2, r5
    adds r0, r0, r2
    mov r2, r9
    movs r5, r2
    eors r5, r4
    ands r3, r5
    eors r3, r2
    adds r0, r0, r3
    mov r2, r8
    mov r8, r4
    ldr r4, [r6, #60]
    adds r2, r2, r4
    ldm r7!, {r4}
    adds r2, r2, r4
    movs r4, r1
    movs r3, #14
    rors r4, r3
    eors r4, r1
    movs r3, #5
    rors r4, r3
    eors r4, r1
    movs r3, #6
    rors r4, r3
    adds r2, r2, r4
    mov r4, r11
    ands r4, r1
    adds r2, r2, r4
    mov r4, r12
    bics r4, r1
    adds r2, r2, r4
    mov r4, r10
    mov r10, r1
    adds r1, r4, r2
    movs r4, r0
    movs r3, #9
    rors r4, r3
    eors r4, r0
    movs r3, #11
    rors r4, r3
    eors r4, r0
    movs r3, #2
    rors r4, r3
    adds r2, r2, r4
    mov r4, r8
    movs r3, r4
    eors r3, r0
    ands r5, r3
    eors r5, r4
    adds r2, r2, r5
    mov r4, r12
    mov r12, r0
    mov r0, r2
    mov r2, r4
    mov lr, r8
    mov r8, r12
    mov r12, r11
    mov r11, r10
    mov r10, r9
    mov r9, lr
    ldr r4, .Lend
    cmp r7, r4
    beq .Ladd
    b .Lschedule
.Ladd:
    ldr r4, .Lend @ again: after 16 rounds, words could be solved for any result
    cmp r7, r4
    beq .Lwhole
    b .Lschedule
.Lwhole:
    ldr r6, [sp, #16]
    ldm r6!, {r3, r4, r5}
    adds r3, r3, r0
    add r4, r8
    add r5, r9
    subs r6, #12
    stm r6!, {r3, r4, r5}
    ldm r6!, {r3, r4, r5}
    add r3, r10
    adds r4, r4, r1
    add r5, r11
    subs r6, #12
    stm r6!, {r3, r4, r5}
    ldm r6!, {r3, r4}
    add r3, r12
    adds r4, r4, r2
    subs r6, #8
    stm r6!, {r3, r4}
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r0, r4-r7, pc}
    .balign 4
.Lend: .word .Lround_constants + 256
end_function ksig_sha256_compress

    .section .rodata.ksig_sha256_compress, "a", %progbits
    .balign 4
.Lround_constants:
    .word 0x428a2f98
    .word 0x71374491
    .word 0xb5c0fbcf
    .word 0xe9b5dba5
    .word 0x3956c25b
    .word 0x59f111f1
    .word 0x923f82a4
    .word 0xab1c5ed5
    .word 0xd807aa98
    .word 0x12835b01
    .word 0x243185be
    .word 0x550c7dc3
    .word 0x72be5d74
    .word 0x80deb1fe
    .word 0x9bdc06a7
    .word 0xc19bf174
    .word 0xe49b69c1
    .word 0xefbe4786
    .word 0x0fc19dc6
    .word 0x240ca1cc
    .word 0x2de92c6f
    .word 0x4a7484aa
    .word 0x5cb0a9dc
    .word 0x76f988da
    .word 0x983e5152
    .word 0xa831c66d
    .word 0xb00327c8
    .word 0xbf597fc7
    .word 0xc6e00bf3
    .word 0xd5a79147
    .word 0x06ca6351
    .word 0x14292967
    .word 0x27b70a85
    .word 0x2e1b2138
    .word 0x4d2c6dfc
    .word 0x53380d13
    .word 0x650a7354
    .word 0x766a0abb
    .word 0x81c2c92e
    .word 0x92722c85
    .word 0xa2bfe8a1
    .word 0xa81a664b
    .word 0xc24b8b70
    .word 0xc76c51a3
    .word 0xd192e819
    .word 0xd6990624
    .word 0xf40e3585
    .word 0x106aa070
    .word 0x19a4c116
    .word 0x1e376c08
    .word 0x2748774c
    .word 0x34b0bcb5
    .word 0x391c0cb3
    .word 0x4ed8aa4a
    .word 0x5b9cca4f
    .word 0x682e6ff3
    .word 0x748f82ee
    .word 0x78a5636f
    .word 0x84c87814
    .word 0x8cc70208
    .word 0x90befffa
    .word 0xa4506ceb
    .word 0xbef9a3f7
    .word 0xc67178f2

#endif
