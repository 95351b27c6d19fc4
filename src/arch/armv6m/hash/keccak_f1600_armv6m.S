/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_KECCAK
#include "arch/armv6m/function.inc"

@ void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
@ stack: ksig_keccak_f1600 60
function ksig_keccak_f1600
    save_all
    sub sp, #24
    str r1, [sp, #20]
    movs r7, r0
    lsls r2, r1, #23
    bpl .Lin_begin
    b .Lis_own
.Lin_begin:
    uxtb r1, r1
    mov r12, r1
    ldr r6, .Lmasks
    ldm r6!, {r0, r1, r2, r3}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    movs r4, #52
    adds r4, r6
    mov lr, r4
.Lin:
    ldrb r4, [r6, #0]
    adds r5, r4, r7
    ldm r5!, {r0, r1}
    cmp r4, r12
    bhs .Lin_0
    lsrs r4, r0, #16
    eors r4, r1
    uxth r4, r4
    eors r1, r4
    lsls r4, r4, #16
    eors r0, r4
    lsrs r4, r0, #8
    eors r4, r1
    mov r5, r8
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #8
    eors r0, r4
    lsrs r4, r0, #4
    eors r4, r1
    mov r5, r9
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #4
    eors r0, r4
    lsrs r4, r0, #2
    eors r4, r1
    mov r5, r10
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #2
    eors r0, r4
    lsrs r4, r0, #1
    eors r4, r1
    mov r5, r11
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #1
    eors r0, r4
.Lin_0:
    ldrb r4, [r6, #1]
    adds r5, r4, r7
    ldm r5!, {r2, r3}
    cmp r4, r12
    bhs .Lin_1
    lsrs r4, r2, #16
    eors r4, r3
    uxth r4, r4
    eors r3, r4
    lsls r4, r4, #16
    eors r2, r4
    lsrs r4, r2, #8
    eors r4, r3
    mov r5, r8
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #8
    eors r2, r4
    lsrs r4, r2, #4
    eors r4, r3
    mov r5, r9
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #4
    eors r2, r4
    lsrs r4, r2, #2
    eors r4, r3
    mov r5, r10
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #2
    eors r2, r4
    lsrs r4, r2, #1
    eors r4, r3
    mov r5, r11
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #1
    eors r2, r4
.Lin_1:
    ldrb r4, [r6, #2]
    adds r4, r4, r7
    stm r4!, {r0, r1}
    ldrb r4, [r6, #3]
    adds r4, r4, r7
    stm r4!, {r2, r3}
    adds r6, #4
    cmp r6, lr
    bne .Lin
.Lis_own:
    movs r6, r7
    ldr r0, .Lconstants
    str r0, [sp, #16]
    b .Lfour_rounds
    .balign 4
.Lmasks: .word .Lmasks_begin
.Lconstants: .word .Lround_constants

.Lfour_rounds:
    movs r7, r6
    ldm r7!, {r0, r1, r2, r3, r4}
    eors r0, r2
    eors r1, r3
    eors r0, r4
    ldm r7!, {r2, r3, r4}
    eors r1, r2
    eors r0, r3
    eors r1, r4
    ldm r7!, {r2, r3}
    eors r0, r2
    eors r1, r3
    mov r12, r0
    mov lr, r1
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r2, r5
    eors r3, r6
    ldm r7!, {r4, r5}
    eors r2, r4
    eors r3, r5
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    mov r8, r0
    mov r9, r1
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r0, r4
    eors r1, r5
    eors r0, r6
    ldm r7!, {r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r1, #1
    eors r2, r4
    lsrs r4, r1, #31
    eors r2, r4
    eors r3, r0
    mov r10, r2
    mov r11, r3
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r2, r5
    eors r3, r6
    ldm r7!, {r4, r5}
    eors r2, r4
    eors r3, r5
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    str r0, [sp, #0]
    str r1, [sp, #4]
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r0, r4
    eors r1, r5
    eors r0, r6
    ldm r7!, {r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r1, #1
    eors r2, r4
    lsrs r4, r1, #31
    eors r2, r4
    eors r3, r0
    str r2, [sp, #8]
    str r3, [sp, #12]
    mov r2, r12
    mov r3, lr
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    mov r12, r0
    mov lr, r1
    subs r7, #124
    movs r6, r7
    subs r6, #76
    ldr r0, [r6, #0]
    ldr r5, [sp, #0]
    eors r0, r5
    ldr r1, [r7, #60]
    mov r5, r8
    eors r1, r5
    ldr r2, [r6, #76]
    ldr r5, [sp, #12]
    eors r2, r5
    movs r5, #10
    rors r1, r5
    rors r2, r5
    ldr r3, [r7, #96]
    mov r5, r11
    eors r3, r5
    movs r5, #21
    rors r3, r5
    ldr r4, [r6, #104]
    mov r5, r12
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #96]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #104]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #0]
    eors r0, r5
    str r0, [r6, #0]
    str r1, [r7, #60]
    str r2, [r6, #76]
    ldr r0, [r6, #4]
    ldr r5, [sp, #4]
    eors r0, r5
    ldr r1, [r7, #64]
    mov r5, r9
    eors r1, r5
    movs r5, #10
    rors r1, r5
    ldr r2, [r6, #72]
    ldr r5, [sp, #8]
    eors r2, r5
    movs r5, #11
    rors r2, r5
    ldr r3, [r7, #92]
    mov r5, r10
    eors r3, r5
    movs r5, #22
    rors r3, r5
    ldr r4, [r6, #108]
    mov r5, lr
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #92]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #108]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #4]
    eors r0, r5
    str r0, [r6, #4]
    str r1, [r7, #64]
    str r2, [r6, #72]
    ldr r0, [r7, #84]
    mov r5, r10
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #96]
    mov r5, r12
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #36]
    ldr r5, [sp, #4]
    eors r2, r5
    movs r5, #30
    rors r2, r5
    ldr r3, [r7, #56]
    mov r5, r9
    eors r3, r5
    movs r5, #9
    rors r3, r5
    ldr r4, [r6, #68]
    ldr r5, [sp, #12]
    eors r4, r5
    movs r5, #1
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #84]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #96]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #36]
    str r1, [r7, #56]
    str r2, [r6, #68]
    ldr r0, [r7, #88]
    mov r5, r11
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #100]
    mov r5, lr
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #32]
    ldr r5, [sp, #0]
    eors r2, r5
    movs r5, #31
    rors r2, r5
    ldr r3, [r7, #52]
    mov r5, r8
    eors r3, r5
    movs r5, #10
    rors r3, r5
    ldr r4, [r6, #64]
    ldr r5, [sp, #8]
    eors r4, r5
    movs r5, #2
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #88]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #100]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #32]
    str r1, [r7, #52]
    str r2, [r6, #64]
    ldr r0, [r6, #124]
    mov r5, r9
    eors r0, r5
    movs r5, #31
    rors r0, r5
    ldr r1, [r6, #56]
    ldr r5, [sp, #8]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #120]
    mov r5, r11
    eors r2, r5
    movs r5, #19
    rors r2, r5
    ldr r3, [r6, #88]
    mov r5, r12
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #24]
    ldr r5, [sp, #0]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #120]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #88]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #24]
    str r1, [r6, #124]
    str r2, [r6, #56]
    ldr r0, [r6, #120]
    mov r5, r8
    eors r0, r5
    ldr r1, [r6, #60]
    ldr r5, [sp, #12]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #116]
    mov r5, r10
    eors r2, r5
    movs r5, #20
    rors r2, r5
    ldr r3, [r6, #92]
    mov r5, lr
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #28]
    ldr r5, [sp, #4]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #116]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #92]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #28]
    str r1, [r6, #120]
    str r2, [r6, #60]
    ldr r0, [r6, #84]
    mov r5, lr
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #16]
    ldr r5, [sp, #0]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #76]
    mov r5, r8
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #52]
    ldr r5, [sp, #12]
    eors r3, r5
    movs r5, #24
    rors r3, r5
    ldr r4, [r7, #108]
    mov r5, r10
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #108]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #84]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #16]
    str r1, [r7, #76]
    str r2, [r6, #52]
    ldr r0, [r6, #80]
    mov r5, r12
    eors r0, r5
    movs r5, #19
    rors r0, r5
    ldr r1, [r6, #20]
    ldr r5, [sp, #4]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #80]
    mov r5, r9
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #48]
    ldr r5, [sp, #8]
    eors r3, r5
    movs r5, #25
    rors r3, r5
    ldr r4, [r7, #112]
    mov r5, r11
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #112]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #80]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #20]
    str r1, [r7, #80]
    str r2, [r6, #48]
    ldr r0, [r6, #40]
    ldr r5, [sp, #8]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #104]
    mov r5, r11
    eors r1, r5
    movs r5, #4
    rors r1, r5
    ldr r2, [r6, #116]
    mov r5, lr
    eors r2, r5
    movs r5, #12
    rors r2, r5
    ldr r3, [r6, #12]
    ldr r5, [sp, #4]
    eors r3, r5
    movs r5, #11
    rors r3, r5
    ldr r4, [r7, #68]
    mov r5, r8
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #104]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #116]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #12]
    str r1, [r7, #68]
    str r2, [r6, #40]
    ldr r0, [r6, #44]
    ldr r5, [sp, #12]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #100]
    mov r5, r10
    eors r1, r5
    movs r5, #5
    rors r1, r5
    ldr r2, [r6, #112]
    mov r5, r12
    eors r2, r5
    movs r5, #13
    rors r2, r5
    ldr r3, [r6, #8]
    ldr r5, [sp, #0]
    eors r3, r5
    movs r5, #12
    rors r3, r5
    ldr r4, [r7, #72]
    mov r5, r9
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #100]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #112]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #8]
    str r1, [r7, #72]
    str r2, [r6, #44]
    movs r7, r6
    ldm r7!, {r0, r1, r2, r3, r4}
    eors r1, r2
    eors r0, r3
    eors r0, r4
    ldm r7!, {r2, r3, r4}
    eors r1, r2
    eors r0, r3
    eors r1, r4
    ldm r7!, {r2, r3}
    eors r1, r2
    eors r0, r3
    mov r12, r0
    mov lr, r1
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r3, r4
    eors r2, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5}
    eors r3, r4
    eors r2, r5
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    mov r8, r0
    mov r9, r1
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5, r6}
    eors r0, r4
    eors r1, r5
    eors r0, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r0, #1
    eors r2, r4
    lsrs r4, r0, #31
    eors r2, r4
    eors r3, r1
    mov r10, r2
    mov r11, r3
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r3, r6
    ldm r7!, {r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5}
    eors r3, r4
    eors r2, r5
    lsls r4, r2, #1
    eors r1, r4
    lsrs r4, r2, #31
    eors r1, r4
    eors r0, r3
    str r1, [sp, #0]
    str r0, [sp, #4]
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5, r6}
    eors r0, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r1, r4
    eors r0, r5
    lsls r4, r1, #1
    eors r3, r4
    lsrs r4, r1, #31
    eors r3, r4
    eors r2, r0
    str r3, [sp, #8]
    str r2, [sp, #12]
    mov r2, r12
    mov r3, lr
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    mov r12, r0
    mov lr, r1
    subs r7, #124
    movs r6, r7
    subs r6, #76
    ldr r0, [r6, #0]
    ldr r5, [sp, #0]
    eors r0, r5
    ldr r1, [r7, #56]
    mov r5, r8
    eors r1, r5
    ldr r2, [r6, #60]
    ldr r5, [sp, #12]
    eors r2, r5
    movs r5, #10
    rors r1, r5
    rors r2, r5
    ldr r3, [r7, #112]
    mov r5, r11
    eors r3, r5
    movs r5, #21
    rors r3, r5
    ldr r4, [r6, #116]
    mov r5, r12
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #112]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #116]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #8]
    eors r0, r5
    str r0, [r6, #0]
    str r1, [r7, #56]
    str r2, [r6, #60]
    ldr r0, [r6, #4]
    ldr r5, [sp, #4]
    eors r0, r5
    ldr r1, [r7, #52]
    mov r5, r9
    eors r1, r5
    movs r5, #10
    rors r1, r5
    ldr r2, [r6, #56]
    ldr r5, [sp, #8]
    eors r2, r5
    movs r5, #11
    rors r2, r5
    ldr r3, [r7, #108]
    mov r5, r10
    eors r3, r5
    movs r5, #22
    rors r3, r5
    ldr r4, [r6, #112]
    mov r5, lr
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #108]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #112]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #12]
    eors r0, r5
    str r0, [r6, #4]
    str r1, [r7, #52]
    str r2, [r6, #56]
    ldr r0, [r7, #96]
    mov r5, r10
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #96]
    mov r5, r12
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #28]
    ldr r5, [sp, #4]
    eors r2, r5
    movs r5, #30
    rors r2, r5
    ldr r3, [r7, #80]
    mov r5, r9
    eors r3, r5
    movs r5, #9
    rors r3, r5
    ldr r4, [r6, #44]
    ldr r5, [sp, #12]
    eors r4, r5
    movs r5, #1
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #96]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #96]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #28]
    str r1, [r7, #80]
    str r2, [r6, #44]
    ldr r0, [r7, #92]
    mov r5, r11
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #100]
    mov r5, lr
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #24]
    ldr r5, [sp, #0]
    eors r2, r5
    movs r5, #31
    rors r2, r5
    ldr r3, [r7, #76]
    mov r5, r8
    eors r3, r5
    movs r5, #10
    rors r3, r5
    ldr r4, [r6, #40]
    ldr r5, [sp, #8]
    eors r4, r5
    movs r5, #2
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #92]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #100]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #24]
    str r1, [r7, #76]
    str r2, [r6, #40]
    ldr r0, [r7, #64]
    mov r5, r9
    eors r0, r5
    movs r5, #31
    rors r0, r5
    ldr r1, [r6, #68]
    ldr r5, [sp, #8]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #116]
    mov r5, r11
    eors r2, r5
    movs r5, #19
    rors r2, r5
    ldr r3, [r6, #84]
    mov r5, r12
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #12]
    ldr r5, [sp, #0]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #116]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #84]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #12]
    str r1, [r7, #64]
    str r2, [r6, #68]
    ldr r0, [r7, #60]
    mov r5, r8
    eors r0, r5
    ldr r1, [r6, #64]
    ldr r5, [sp, #12]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #120]
    mov r5, r10
    eors r2, r5
    movs r5, #20
    rors r2, r5
    ldr r3, [r6, #80]
    mov r5, lr
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #8]
    ldr r5, [sp, #4]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #120]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #80]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #8]
    str r1, [r7, #60]
    str r2, [r6, #64]
    ldr r0, [r6, #108]
    mov r5, lr
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #36]
    ldr r5, [sp, #0]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r6, #124]
    mov r5, r8
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #48]
    ldr r5, [sp, #12]
    eors r3, r5
    movs r5, #24
    rors r3, r5
    ldr r4, [r7, #104]
    mov r5, r10
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #104]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #108]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #36]
    str r1, [r6, #124]
    str r2, [r6, #48]
    ldr r0, [r6, #104]
    mov r5, r12
    eors r0, r5
    movs r5, #19
    rors r0, r5
    ldr r1, [r6, #32]
    ldr r5, [sp, #4]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r6, #120]
    mov r5, r9
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #52]
    ldr r5, [sp, #8]
    eors r3, r5
    movs r5, #25
    rors r3, r5
    ldr r4, [r7, #100]
    mov r5, r11
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #100]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #104]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #32]
    str r1, [r6, #120]
    str r2, [r6, #52]
    ldr r0, [r6, #76]
    ldr r5, [sp, #8]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #88]
    mov r5, r11
    eors r1, r5
    movs r5, #4
    rors r1, r5
    ldr r2, [r6, #92]
    mov r5, lr
    eors r2, r5
    movs r5, #12
    rors r2, r5
    ldr r3, [r6, #20]
    ldr r5, [sp, #4]
    eors r3, r5
    movs r5, #11
    rors r3, r5
    ldr r4, [r7, #68]
    mov r5, r8
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #88]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #92]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #20]
    str r1, [r7, #68]
    str r2, [r6, #76]
    ldr r0, [r6, #72]
    ldr r5, [sp, #12]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #84]
    mov r5, r10
    eors r1, r5
    movs r5, #5
    rors r1, r5
    ldr r2, [r6, #88]
    mov r5, r12
    eors r2, r5
    movs r5, #13
    rors r2, r5
    ldr r3, [r6, #16]
    ldr r5, [sp, #0]
    eors r3, r5
    movs r5, #12
    rors r3, r5
    ldr r4, [r7, #72]
    mov r5, r9
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #84]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #88]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #16]
    str r1, [r7, #72]
    str r2, [r6, #72]
    movs r7, r6
    ldm r7!, {r0, r1, r2, r3, r4}
    eors r1, r2
    eors r0, r3
    eors r1, r4
    ldm r7!, {r2, r3, r4}
    eors r0, r2
    eors r1, r3
    eors r0, r4
    ldm r7!, {r2, r3}
    eors r1, r2
    eors r0, r3
    mov r12, r0
    mov lr, r1
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r3, r4
    eors r2, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r2, r5
    eors r3, r6
    ldm r7!, {r4, r5}
    eors r2, r4
    eors r3, r5
    lsls r4, r2, #1
    eors r0, r4
    lsrs r4, r2, #31
    eors r0, r4
    eors r1, r3
    mov r8, r0
    mov r9, r1
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r0, r4
    eors r1, r5
    eors r1, r6
    ldm r7!, {r4, r5, r6}
    eors r0, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r0, #1
    eors r3, r4
    lsrs r4, r0, #31
    eors r3, r4
    eors r2, r1
    mov r10, r3
    mov r11, r2
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5}
    eors r2, r4
    eors r3, r5
    lsls r4, r2, #1
    eors r1, r4
    lsrs r4, r2, #31
    eors r1, r4
    eors r0, r3
    str r1, [sp, #0]
    str r0, [sp, #4]
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r0, r4
    eors r1, r5
    eors r0, r6
    ldm r7!, {r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r1, r4
    eors r0, r5
    lsls r4, r0, #1
    eors r3, r4
    lsrs r4, r0, #31
    eors r3, r4
    eors r2, r1
    str r3, [sp, #8]
    str r2, [sp, #12]
    mov r2, r12
    mov r3, lr
    lsls r4, r3, #1
    eors r1, r4
    lsrs r4, r3, #31
    eors r1, r4
    eors r0, r2
    mov r12, r1
    mov lr, r0
    subs r7, #124
    movs r6, r7
    subs r6, #76
    ldr r0, [r6, #0]
    ldr r5, [sp, #0]
    eors r0, r5
    ldr r1, [r7, #80]
    mov r5, r8
    eors r1, r5
    ldr r2, [r6, #64]
    ldr r5, [sp, #12]
    eors r2, r5
    movs r5, #10
    rors r1, r5
    rors r2, r5
    ldr r3, [r7, #100]
    mov r5, r11
    eors r3, r5
    movs r5, #21
    rors r3, r5
    ldr r4, [r6, #92]
    mov r5, r12
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #100]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #92]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #16]
    eors r0, r5
    str r0, [r6, #0]
    str r1, [r7, #80]
    str r2, [r6, #64]
    ldr r0, [r6, #4]
    ldr r5, [sp, #4]
    eors r0, r5
    ldr r1, [r7, #76]
    mov r5, r9
    eors r1, r5
    movs r5, #10
    rors r1, r5
    ldr r2, [r6, #68]
    ldr r5, [sp, #8]
    eors r2, r5
    movs r5, #11
    rors r2, r5
    ldr r3, [r7, #104]
    mov r5, r10
    eors r3, r5
    movs r5, #22
    rors r3, r5
    ldr r4, [r6, #88]
    mov r5, lr
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #104]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #88]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #20]
    eors r0, r5
    str r0, [r6, #4]
    str r1, [r7, #76]
    str r2, [r6, #68]
    ldr r0, [r7, #112]
    mov r5, r10
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #96]
    mov r5, r12
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #8]
    ldr r5, [sp, #4]
    eors r2, r5
    movs r5, #30
    rors r2, r5
    ldr r3, [r6, #120]
    mov r5, r9
    eors r3, r5
    movs r5, #9
    rors r3, r5
    ldr r4, [r6, #72]
    ldr r5, [sp, #12]
    eors r4, r5
    movs r5, #1
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #112]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #96]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #8]
    str r1, [r6, #120]
    str r2, [r6, #72]
    ldr r0, [r7, #108]
    mov r5, r11
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #100]
    mov r5, lr
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #12]
    ldr r5, [sp, #0]
    eors r2, r5
    movs r5, #31
    rors r2, r5
    ldr r3, [r6, #124]
    mov r5, r8
    eors r3, r5
    movs r5, #10
    rors r3, r5
    ldr r4, [r6, #76]
    ldr r5, [sp, #8]
    eors r4, r5
    movs r5, #2
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #108]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #100]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #12]
    str r1, [r6, #124]
    str r2, [r6, #76]
    ldr r0, [r7, #52]
    mov r5, r9
    eors r0, r5
    movs r5, #31
    rors r0, r5
    ldr r1, [r6, #44]
    ldr r5, [sp, #8]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #120]
    mov r5, r11
    eors r2, r5
    movs r5, #19
    rors r2, r5
    ldr r3, [r6, #108]
    mov r5, r12
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #20]
    ldr r5, [sp, #0]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #120]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #108]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #20]
    str r1, [r7, #52]
    str r2, [r6, #44]
    ldr r0, [r7, #56]
    mov r5, r8
    eors r0, r5
    ldr r1, [r6, #40]
    ldr r5, [sp, #12]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #116]
    mov r5, r10
    eors r2, r5
    movs r5, #20
    rors r2, r5
    ldr r3, [r6, #104]
    mov r5, lr
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #16]
    ldr r5, [sp, #4]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #116]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #104]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #16]
    str r1, [r7, #56]
    str r2, [r6, #40]
    ldr r0, [r6, #112]
    mov r5, lr
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #28]
    ldr r5, [sp, #0]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #64]
    mov r5, r8
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #52]
    ldr r5, [sp, #12]
    eors r3, r5
    movs r5, #24
    rors r3, r5
    ldr r4, [r7, #88]
    mov r5, r10
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #88]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #112]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #28]
    str r1, [r7, #64]
    str r2, [r6, #52]
    ldr r0, [r6, #116]
    mov r5, r12
    eors r0, r5
    movs r5, #19
    rors r0, r5
    ldr r1, [r6, #24]
    ldr r5, [sp, #4]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #60]
    mov r5, r9
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #48]
    ldr r5, [sp, #8]
    eors r3, r5
    movs r5, #25
    rors r3, r5
    ldr r4, [r7, #84]
    mov r5, r11
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #84]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #116]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #24]
    str r1, [r7, #60]
    str r2, [r6, #48]
    ldr r0, [r6, #60]
    ldr r5, [sp, #8]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #92]
    mov r5, r11
    eors r1, r5
    movs r5, #4
    rors r1, r5
    ldr r2, [r6, #80]
    mov r5, lr
    eors r2, r5
    movs r5, #12
    rors r2, r5
    ldr r3, [r6, #32]
    ldr r5, [sp, #4]
    eors r3, r5
    movs r5, #11
    rors r3, r5
    ldr r4, [r7, #68]
    mov r5, r8
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #92]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #80]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #32]
    str r1, [r7, #68]
    str r2, [r6, #60]
    ldr r0, [r6, #56]
    ldr r5, [sp, #12]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #96]
    mov r5, r10
    eors r1, r5
    movs r5, #5
    rors r1, r5
    ldr r2, [r6, #84]
    mov r5, r12
    eors r2, r5
    movs r5, #13
    rors r2, r5
    ldr r3, [r6, #36]
    ldr r5, [sp, #0]
    eors r3, r5
    movs r5, #12
    rors r3, r5
    ldr r4, [r7, #72]
    mov r5, r9
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #96]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #84]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #36]
    str r1, [r7, #72]
    str r2, [r6, #56]
    movs r7, r6
    ldm r7!, {r0, r1, r2, r3, r4}
    eors r0, r2
    eors r1, r3
    eors r1, r4
    ldm r7!, {r2, r3, r4}
    eors r0, r2
    eors r1, r3
    eors r0, r4
    ldm r7!, {r2, r3}
    eors r0, r2
    eors r1, r3
    mov r12, r0
    mov lr, r1
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5, r6}
    eors r3, r4
    eors r3, r5
    eors r2, r6
    ldm r7!, {r4, r5}
    eors r3, r4
    eors r2, r5
    lsls r4, r2, #1
    eors r0, r4
    lsrs r4, r2, #31
    eors r0, r4
    eors r1, r3
    mov r8, r0
    mov r9, r1
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r0, r6
    ldm r7!, {r4, r5, r6}
    eors r1, r4
    eors r1, r5
    eors r0, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r1, #1
    eors r3, r4
    lsrs r4, r1, #31
    eors r3, r4
    eors r2, r0
    mov r10, r3
    mov r11, r2
    ldm r7!, {r2, r3, r4, r5, r6}
    eors r2, r4
    eors r3, r5
    eors r3, r6
    ldm r7!, {r4, r5, r6}
    eors r2, r4
    eors r2, r5
    eors r3, r6
    ldm r7!, {r4, r5}
    eors r3, r4
    eors r2, r5
    lsls r4, r3, #1
    eors r0, r4
    lsrs r4, r3, #31
    eors r0, r4
    eors r1, r2
    str r0, [sp, #0]
    str r1, [sp, #4]
    ldm r7!, {r0, r1, r4, r5, r6}
    eors r1, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5, r6}
    eors r0, r4
    eors r0, r5
    eors r1, r6
    ldm r7!, {r4, r5}
    eors r0, r4
    eors r1, r5
    lsls r4, r0, #1
    eors r2, r4
    lsrs r4, r0, #31
    eors r2, r4
    eors r3, r1
    str r2, [sp, #8]
    str r3, [sp, #12]
    mov r2, r12
    mov r3, lr
    lsls r4, r3, #1
    eors r1, r4
    lsrs r4, r3, #31
    eors r1, r4
    eors r0, r2
    mov r12, r1
    mov lr, r0
    subs r7, #124
    movs r6, r7
    subs r6, #76
    ldr r0, [r6, #0]
    ldr r5, [sp, #0]
    eors r0, r5
    ldr r1, [r6, #120]
    mov r5, r8
    eors r1, r5
    ldr r2, [r6, #40]
    ldr r5, [sp, #12]
    eors r2, r5
    movs r5, #10
    rors r1, r5
    rors r2, r5
    ldr r3, [r7, #84]
    mov r5, r11
    eors r3, r5
    movs r5, #21
    rors r3, r5
    ldr r4, [r6, #80]
    mov r5, r12
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #84]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #80]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #24]
    eors r0, r5
    str r0, [r6, #0]
    str r1, [r6, #120]
    str r2, [r6, #40]
    ldr r0, [r6, #4]
    ldr r5, [sp, #4]
    eors r0, r5
    ldr r1, [r6, #124]
    mov r5, r9
    eors r1, r5
    movs r5, #10
    rors r1, r5
    ldr r2, [r6, #44]
    ldr r5, [sp, #8]
    eors r2, r5
    movs r5, #11
    rors r2, r5
    ldr r3, [r7, #88]
    mov r5, r10
    eors r3, r5
    movs r5, #22
    rors r3, r5
    ldr r4, [r6, #84]
    mov r5, lr
    eors r4, r5
    movs r5, #25
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #88]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #84]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    ldr r5, [sp, #16]
    ldr r5, [r5, #28]
    eors r0, r5
    str r0, [r6, #4]
    str r1, [r6, #124]
    str r2, [r6, #44]
    ldr r0, [r7, #100]
    mov r5, r10
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #96]
    mov r5, r12
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #16]
    ldr r5, [sp, #4]
    eors r2, r5
    movs r5, #30
    rors r2, r5
    ldr r3, [r7, #60]
    mov r5, r9
    eors r3, r5
    movs r5, #9
    rors r3, r5
    ldr r4, [r6, #56]
    ldr r5, [sp, #12]
    eors r4, r5
    movs r5, #1
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #100]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #96]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #16]
    str r1, [r7, #60]
    str r2, [r6, #56]
    ldr r0, [r7, #104]
    mov r5, r11
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #100]
    mov r5, lr
    eors r1, r5
    movs r5, #22
    rors r1, r5
    ldr r2, [r6, #20]
    ldr r5, [sp, #0]
    eors r2, r5
    movs r5, #31
    rors r2, r5
    ldr r3, [r7, #64]
    mov r5, r8
    eors r3, r5
    movs r5, #10
    rors r3, r5
    ldr r4, [r6, #60]
    ldr r5, [sp, #8]
    eors r4, r5
    movs r5, #2
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #104]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #100]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #20]
    str r1, [r7, #64]
    str r2, [r6, #60]
    ldr r0, [r7, #76]
    mov r5, r9
    eors r0, r5
    movs r5, #31
    rors r0, r5
    ldr r1, [r6, #72]
    ldr r5, [sp, #8]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #116]
    mov r5, r11
    eors r2, r5
    movs r5, #19
    rors r2, r5
    ldr r3, [r6, #112]
    mov r5, r12
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #32]
    ldr r5, [sp, #0]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #116]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #112]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #32]
    str r1, [r7, #76]
    str r2, [r6, #72]
    ldr r0, [r7, #80]
    mov r5, r8
    eors r0, r5
    ldr r1, [r6, #76]
    ldr r5, [sp, #12]
    eors r1, r5
    movs r5, #29
    rors r1, r5
    ldr r2, [r7, #120]
    mov r5, r10
    eors r2, r5
    movs r5, #20
    rors r2, r5
    ldr r3, [r6, #116]
    mov r5, lr
    eors r3, r5
    movs r5, #28
    rors r3, r5
    ldr r4, [r6, #36]
    ldr r5, [sp, #4]
    eors r4, r5
    movs r5, #23
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #120]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #116]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #36]
    str r1, [r7, #80]
    str r2, [r6, #76]
    ldr r0, [r6, #88]
    mov r5, lr
    eors r0, r5
    movs r5, #18
    rors r0, r5
    ldr r1, [r6, #8]
    ldr r5, [sp, #0]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #52]
    mov r5, r8
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #48]
    ldr r5, [sp, #12]
    eors r3, r5
    movs r5, #24
    rors r3, r5
    ldr r4, [r7, #92]
    mov r5, r10
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #92]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #88]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #8]
    str r1, [r7, #52]
    str r2, [r6, #48]
    ldr r0, [r6, #92]
    mov r5, r12
    eors r0, r5
    movs r5, #19
    rors r0, r5
    ldr r1, [r6, #12]
    ldr r5, [sp, #4]
    eors r1, r5
    movs r5, #14
    rors r1, r5
    ldr r2, [r7, #56]
    mov r5, r9
    eors r2, r5
    movs r5, #27
    rors r2, r5
    ldr r3, [r6, #52]
    ldr r5, [sp, #8]
    eors r3, r5
    movs r5, #25
    rors r3, r5
    ldr r4, [r7, #96]
    mov r5, r11
    eors r4, r5
    movs r5, #4
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #96]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #92]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #12]
    str r1, [r7, #56]
    str r2, [r6, #52]
    ldr r0, [r6, #64]
    ldr r5, [sp, #8]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #108]
    mov r5, r11
    eors r1, r5
    movs r5, #4
    rors r1, r5
    ldr r2, [r6, #104]
    mov r5, lr
    eors r2, r5
    movs r5, #12
    rors r2, r5
    ldr r3, [r6, #24]
    ldr r5, [sp, #4]
    eors r3, r5
    movs r5, #11
    rors r3, r5
    ldr r4, [r7, #68]
    mov r5, r8
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #108]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #104]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #24]
    str r1, [r7, #68]
    str r2, [r6, #64]
    ldr r0, [r6, #68]
    ldr r5, [sp, #12]
    eors r0, r5
    movs r5, #1
    rors r0, r5
    ldr r1, [r7, #112]
    mov r5, r10
    eors r1, r5
    movs r5, #5
    rors r1, r5
    ldr r2, [r6, #108]
    mov r5, r12
    eors r2, r5
    movs r5, #13
    rors r2, r5
    ldr r3, [r6, #28]
    ldr r5, [sp, #0]
    eors r3, r5
    movs r5, #12
    rors r3, r5
    ldr r4, [r7, #72]
    mov r5, r9
    eors r4, r5
    movs r5, #31
    rors r4, r5
    movs r5, r0
    bics r5, r4
    eors r5, r3
    str r5, [r7, #112]
    movs r5, r1
    bics r5, r0
    eors r5, r4
    str r5, [r6, #108]
    movs r5, r2
    bics r5, r1
    eors r0, r5
    bics r4, r3
    bics r3, r2
    eors r2, r4
    eors r1, r3
    str r0, [r6, #28]
    str r1, [r7, #72]
    str r2, [r6, #68]
    ldr r0, [sp, #16]
    adds r0, #32
    str r0, [sp, #16]
    ldr r1, .Lconstants_end
    cmp r0, r1
    beq 1f
    bl .Lfour_rounds
    .balign 4
    .Lconstants_end: .word .Lround_constants + 192
1:
    ldr r2, [sp, #20]
    movs r0, r6
    add sp, #24
    lsls r1, r2, #22
    bpl .Lseparate
    restore_all
.Lseparate:
    uxtb r2, r2
    lsrs r2, r2, #3
    restore_registers
    pop {r3}
    mov lr, r3
    b ksig_keccak_separate
end_function ksig_keccak_f1600

@ void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
@ out is lanes, all of which go to the standard's order.
@ stack: ksig_keccak_separate 36
    .global ksig_keccak_separate
    .type ksig_keccak_separate, %function
    .thumb_func
ksig_keccak_separate:
    save_all
    movs r7, r0
    lsls r2, r2, #3
    mov r12, r2
    ldr r6, .Lmasks_again
    ldm r6!, {r0, r1, r2, r3}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    movs r4, #52
    adds r4, r6
    mov lr, r4
.Lout:
    ldrb r4, [r6, #0]
    adds r5, r4, r7
    ldm r5!, {r0, r1}
    ldrb r4, [r6, #2]
    cmp r4, r12
    bhs .Lout_0
    lsrs r4, r0, #1
    eors r4, r1
    mov r5, r11
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #1
    eors r0, r4
    lsrs r4, r0, #2
    eors r4, r1
    mov r5, r10
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #2
    eors r0, r4
    lsrs r4, r0, #4
    eors r4, r1
    mov r5, r9
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #4
    eors r0, r4
    lsrs r4, r0, #8
    eors r4, r1
    mov r5, r8
    ands r4, r5
    eors r1, r4
    lsls r4, r4, #8
    eors r0, r4
    lsrs r4, r0, #16
    eors r4, r1
    uxth r4, r4
    eors r1, r4
    lsls r4, r4, #16
    eors r0, r4
.Lout_0:
    ldrb r4, [r6, #1]
    adds r5, r4, r7
    ldm r5!, {r2, r3}
    ldrb r4, [r6, #3]
    cmp r4, r12
    bhs .Lout_1
    lsrs r4, r2, #1
    eors r4, r3
    mov r5, r11
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #1
    eors r2, r4
    lsrs r4, r2, #2
    eors r4, r3
    mov r5, r10
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #2
    eors r2, r4
    lsrs r4, r2, #4
    eors r4, r3
    mov r5, r9
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #4
    eors r2, r4
    lsrs r4, r2, #8
    eors r4, r3
    mov r5, r8
    ands r4, r5
    eors r3, r4
    lsls r4, r4, #8
    eors r2, r4
    lsrs r4, r2, #16
    eors r4, r3
    uxth r4, r4
    eors r3, r4
    lsls r4, r4, #16
    eors r2, r4
.Lout_1:
    ldrb r4, [r6, #2]
    adds r4, r4, r7
    stm r4!, {r0, r1}
    ldrb r4, [r6, #3]
    adds r4, r4, r7
    stm r4!, {r2, r3}
    adds r6, #4
    cmp r6, lr
    bne .Lout
    restore_all
    .balign 4
.Lmasks_again: .word .Lmasks_begin
end_function ksig_keccak_separate

    .section .rodata.ksig_keccak_f1600, "a", %progbits
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
@ Masks, and offsets of two lanes where they are and where they go.
.Lmasks_begin:
    .word 0x00ff00ff
    .word 0x0f0f0f0f
    .word 0x33333333
    .word 0x55555555
    .byte 8, 120, 120, 8
    .byte 48, 136, 136, 48
    .byte 88, 152, 152, 88
    .byte 16, 40, 40, 16
    .byte 24, 160, 160, 24
    .byte 64, 176, 176, 64
    .byte 104, 192, 192, 104
    .byte 144, 168, 168, 144
    .byte 32, 80, 80, 32
    .byte 72, 96, 96, 72
    .byte 0, 128, 0, 128
    .byte 56, 184, 56, 184
    .byte 112, 112, 112, 112

#endif
