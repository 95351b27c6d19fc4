/* Transforms modulo 8380417. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHORT23
#include "arch/armv6m/function.inc"

@ void ksig_short_ntt(int32_t a[256])
@ stack: ksig_short_ntt 56
function ksig_short_ntt
    save_all
    sub sp, #20
    movs r7, r0
    ldr r6, .Lmodulus
    ldr r0, .Lfirst
    str r0, [sp, #0]
.Lfirst_block64:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    str r4, [sp, #0]
    movs r0, #64
    lsls r0, r0, #2
    adds r0, r0, r7
    str r0, [sp, #4]
.Lfirst_four64:
    movs r5, #128
    lsls r5, r5, #2
    ldr r2, [r7, r5]
    adds r5, #255
    adds r5, #1
    ldr r3, [r7, r5]
    mov r0, r8
    mov r1, r9
    movs r5, #0
    asrs r4, r2, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    asrs r4, r2, #23
    adcs r4, r5
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r3, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    asrs r4, r3, #23
    adcs r4, r5
    muls r4, r6
    subs r3, r3, r4
    ldr r0, [r7]
    movs r4, #128
    lsls r4, r4, #1
    ldr r1, [r7, r4]
    asrs r4, r0, #23
    adcs r4, r5
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r1, #23
    adcs r4, r5
    muls r4, r6
    subs r1, r1, r4
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    asrs r4, r5, #8
    mov r3, lr
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r12
    muls r5, r3
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    str r0, [r7]
    movs r4, #128
    lsls r4, r4, #1
    str r3, [r7, r4]
    movs r4, #128
    lsls r4, r4, #2
    str r2, [r7, r4]
    adds r4, #255
    adds r4, #1
    str r5, [r7, r4]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Lfirst_four64
    movs r0, #64
    lsls r0, r0, #2
    movs r1, r0
    subs r0, r7, r0
    movs r2, #4
    add sp, #20
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7}
    bl ksig_short_ntt_last
    pop {pc}
    .balign 4
    .Lmodulus: .word 8380417
    .Lfirst: .word .Lzetas_first
end_function ksig_short_ntt

@ void ksig_short_ntt_last(int32_t *a, unsigned count, unsigned root)
@ stack: ksig_short_ntt_last 56
function ksig_short_ntt_last
    save_all
    sub sp, #20
    movs r7, r0
    str r0, [sp, #12]
    lsls r1, r1, #2
    adds r1, r1, r0
    str r1, [sp, #8]
    subs r2, #4
    movs r0, #24
    muls r2, r0
    str r2, [sp, #16]
    ldr r6, .Lmodulus_last
    ldr r0, [sp, #16]
    ldr r1, .Llast16
    adds r0, r0, r1
    str r0, [sp, #0]
    ldr r7, [sp, #12]
.Llast_block16:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    str r4, [sp, #0]
    movs r0, r7
    adds r0, #64
    str r0, [sp, #4]
.Llast_four16:
    movs r5, #128
    ldr r2, [r7, r5]
    adds r5, #64
    ldr r3, [r7, r5]
    mov r0, r8
    mov r1, r9
    movs r5, #0
    asrs r4, r2, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    asrs r4, r2, #23
    adcs r4, r5
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r3, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    asrs r4, r3, #23
    adcs r4, r5
    muls r4, r6
    subs r3, r3, r4
    ldr r0, [r7]
    ldr r1, [r7, #64]
    asrs r4, r0, #23
    adcs r4, r5
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r1, #23
    adcs r4, r5
    muls r4, r6
    subs r1, r1, r4
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    asrs r4, r5, #8
    mov r3, lr
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r12
    muls r5, r3
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    str r0, [r7]
    str r3, [r7, #64]
    movs r4, #128
    str r2, [r7, r4]
    adds r4, #64
    str r5, [r7, r4]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Llast_four16
    adds r7, #192
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Llast_block16
    ldr r0, [sp, #16]
    lsls r0, r0, #2
    ldr r1, .Llast4
    adds r0, r0, r1
    str r0, [sp, #0]
    ldr r7, [sp, #12]
.Llast_block4:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    str r4, [sp, #0]
    movs r0, r7
    adds r0, #16
    str r0, [sp, #4]
.Llast_four4:
    ldr r2, [r7, #32]
    ldr r3, [r7, #48]
    mov r0, r8
    mov r1, r9
    movs r5, #0
    asrs r4, r2, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    asrs r4, r2, #23
    adcs r4, r5
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r3, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    asrs r4, r3, #23
    adcs r4, r5
    muls r4, r6
    subs r3, r3, r4
    ldr r0, [r7]
    ldr r1, [r7, #16]
    asrs r4, r0, #23
    adcs r4, r5
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r1, #23
    adcs r4, r5
    muls r4, r6
    subs r1, r1, r4
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    asrs r4, r5, #8
    mov r3, lr
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r12
    muls r5, r3
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    str r0, [r7]
    str r3, [r7, #16]
    str r2, [r7, #32]
    str r5, [r7, #48]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Llast_four4
    adds r7, #48
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Llast_block4
    b .Lpass1
    .balign 4
    .Lmodulus_last: .word 8380417
    .Llast16: .word .Lzetas16
    .Llast4: .word .Lzetas4
.Lpass1:
    ldr r0, [sp, #16]
    lsls r0, r0, #4
    ldr r1, .Llast1
    adds r0, r0, r1
    mov r8, r0
    ldr r7, [sp, #12]
.Llast_block1:
    mov r4, r8
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r2}
    mov lr, r2
    mov r8, r4
.Llast_four1:
    ldr r2, [r7, #8]
    ldr r3, [r7, #12]
    movs r5, #0
    asrs r4, r2, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    asrs r4, r2, #23
    adcs r4, r5
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r3, #8
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    asrs r4, r3, #23
    adcs r4, r5
    muls r4, r6
    subs r3, r3, r4
    ldr r0, [r7]
    ldr r1, [r7, #4]
    asrs r4, r0, #23
    adcs r4, r5
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r1, #23
    adcs r4, r5
    muls r4, r6
    subs r1, r1, r4
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    asrs r4, r5, #8
    mov r3, lr
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r12
    muls r5, r3
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    str r0, [r7]
    str r3, [r7, #4]
    str r2, [r7, #8]
    str r5, [r7, #12]
    adds r7, #16
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Llast_block1
    add sp, #20
    restore_all
    .balign 4
.Llast1: .word .Lzetas1
end_function ksig_short_ntt_last

@ void ksig_short_inverse_ntt_times(int32_t a[256], const int32_t last[4])
@ stack: ksig_short_inverse_ntt_times 56
function ksig_short_inverse_ntt_times
    save_all
    sub sp, #20
    movs r7, r0
    str r0, [sp, #12]
    str r1, [sp, #16]
    movs r1, #1
    lsls r1, r1, #10
    adds r1, r1, r0
    str r1, [sp, #8]
    ldr r6, .Lmodulus_inverse
    ldr r0, .Lbackwards
    str r0, [sp, #0]
.Linverse_block1:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    subs r4, #48
    str r4, [sp, #0]
.Linverse_four1:
    ldr r0, [r7]
    ldr r1, [r7, #4]
    subs r5, r1, r0
    adds r0, r0, r1
    asrs r4, r5, #8
    mov r1, lr
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r12
    muls r5, r1
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    ldr r2, [r7, #8]
    ldr r3, [r7, #12]
    subs r1, r3, r2
    adds r2, r2, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    movs r3, #0
    asrs r4, r0, #23
    adcs r4, r3
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r2, #23
    adcs r4, r3
    muls r4, r6
    subs r2, r2, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r3, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r3, r3, r4
    asrs r4, r2, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r2, r1
    subs r2, r2, r4
    asrs r4, r2, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r0, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    str r0, [r7]
    str r5, [r7, #4]
    str r3, [r7, #8]
    str r2, [r7, #12]
    adds r7, #16
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Linverse_block1
    ldr r7, [sp, #12]
    b .Linverse_block4
    .balign 4
    .Lmodulus_inverse: .word 8380417
    .Lbackwards: .word .Lzetas_end - 24
.Linverse_block4:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    subs r4, #48
    str r4, [sp, #0]
    movs r0, r7
    adds r0, #16
    str r0, [sp, #4]
.Linverse_four4:
    ldr r0, [r7]
    ldr r1, [r7, #16]
    subs r5, r1, r0
    adds r0, r0, r1
    asrs r4, r5, #8
    mov r1, lr
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r12
    muls r5, r1
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    ldr r2, [r7, #32]
    ldr r3, [r7, #48]
    subs r1, r3, r2
    adds r2, r2, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    movs r3, #0
    asrs r4, r0, #23
    adcs r4, r3
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r2, #23
    adcs r4, r3
    muls r4, r6
    subs r2, r2, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r3, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r3, r3, r4
    asrs r4, r2, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r2, r1
    subs r2, r2, r4
    asrs r4, r2, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r0, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    str r0, [r7]
    str r5, [r7, #16]
    str r3, [r7, #32]
    str r2, [r7, #48]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Linverse_four4
    adds r7, #48
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Linverse_block4
    ldr r7, [sp, #12]
.Linverse_block16:
    ldr r4, [sp, #0]
    ldm r4!, {r0, r1, r2, r3, r5}
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov r12, r5
    ldm r4!, {r0}
    mov lr, r0
    subs r4, #48
    str r4, [sp, #0]
    movs r0, r7
    adds r0, #64
    str r0, [sp, #4]
.Linverse_four16:
    ldr r0, [r7]
    ldr r1, [r7, #64]
    subs r5, r1, r0
    adds r0, r0, r1
    asrs r4, r5, #8
    mov r1, lr
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r12
    muls r5, r1
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    movs r1, #128
    ldr r2, [r7, r1]
    adds r1, #64
    ldr r3, [r7, r1]
    subs r1, r3, r2
    adds r2, r2, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    movs r3, #0
    asrs r4, r0, #23
    adcs r4, r3
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r2, #23
    adcs r4, r3
    muls r4, r6
    subs r2, r2, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r3, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r3, r3, r4
    asrs r4, r2, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r2, r1
    subs r2, r2, r4
    asrs r4, r2, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r0, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    str r0, [r7]
    str r5, [r7, #64]
    movs r4, #128
    str r3, [r7, r4]
    adds r4, #64
    str r2, [r7, r4]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Linverse_four16
    adds r7, #192
    ldr r0, [sp, #8]
    cmp r7, r0
    bne .Linverse_block16
    ldr r7, [sp, #12]
.Linverse_block64:
    ldr r4, [sp, #16]
    ldm r4!, {r0, r1, r2, r3}
    mov r8, r0
    mov r9, r1
    str r2, [sp, #8]
    str r3, [sp, #12]
    ldr r4, .Llast_inverse
    ldm r4!, {r0, r1, r2, r3}
    mov r10, r0
    mov r11, r1
    mov r12, r2
    mov lr, r3
    movs r0, #64
    lsls r0, r0, #2
    adds r0, r0, r7
    str r0, [sp, #4]
.Linverse_four64:
    ldr r0, [r7]
    movs r5, #128
    lsls r5, r5, #1
    ldr r1, [r7, r5]
    subs r5, r1, r0
    adds r0, r0, r1
    asrs r4, r5, #8
    mov r1, lr
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r12
    muls r5, r1
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    movs r1, #128
    lsls r1, r1, #2
    ldr r2, [r7, r1]
    adds r1, #255
    adds r1, #1
    ldr r3, [r7, r1]
    subs r1, r3, r2
    adds r2, r2, r3
    asrs r4, r1, #8
    mov r3, r11
    muls r4, r3
    asrs r4, r4, #8
    muls r4, r6
    mov r3, r10
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r1, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r1, r1, r4
    movs r3, #0
    asrs r4, r0, #23
    adcs r4, r3
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r2, #23
    adcs r4, r3
    muls r4, r6
    subs r2, r2, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r3, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r3, r3, r4
    asrs r4, r2, #8
    mov r1, r9
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    mov r1, r8
    muls r2, r1
    subs r2, r2, r4
    asrs r4, r2, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r2, r2, r4
    asrs r4, r0, #8
    ldr r1, [sp, #12]
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    ldr r1, [sp, #8]
    muls r0, r1
    subs r0, r0, r4
    asrs r4, r0, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r0, r0, r4
    asrs r4, r5, #8
    ldr r1, [sp, #12]
    muls r4, r1
    asrs r4, r4, #8
    muls r4, r6
    ldr r1, [sp, #8]
    muls r5, r1
    subs r5, r5, r4
    asrs r4, r5, #22
    adds r4, #1
    asrs r4, r4, #1
    muls r4, r6
    subs r5, r5, r4
    str r0, [r7]
    movs r4, #128
    lsls r4, r4, #1
    str r5, [r7, r4]
    movs r4, #128
    lsls r4, r4, #2
    str r3, [r7, r4]
    adds r4, #255
    adds r4, #1
    str r2, [r7, r4]
    adds r7, #4
    ldr r0, [sp, #4]
    cmp r7, r0
    bne .Linverse_four64
    add sp, #20
    restore_all
    .balign 4
.Llast_inverse: .word .Lzetas_inverse
end_function ksig_short_inverse_ntt_times

@ Constants and their estimates, three pairs a block: of the first layer and of the second. The inverse
@ goes backwards through them.
    .section .rodata.ksig_short23_zetas, "a", %progbits
    .balign 4
.Lzetas_first:
    .word -3572223, -27935
    .word 3765607, 29448
    .word 3761513, 29416
.Lzetas16:
    .word -3201494, -25036
    .word -601683, -4705
    .word 3542485, 27703
    .word -2883726, -22551
    .word 2682288, 20976
    .word 2129892, 16656
    .word -3145678, -24600
    .word 3764867, 29442
    .word -1005239, -7861
    .word -3201430, -25036
    .word 557458, 4359
    .word -1221177, -9550
.Lzetas4:
    .word -3370349, -26357
    .word 3602218, 28170
    .word 3182878, 24891
    .word -4063053, -31774
    .word 2740543, 21431
    .word -3586446, -28046
    .word 2663378, 20828
    .word -3110818, -24327
    .word 2101410, 16433
    .word -1674615, -13096
    .word 3704823, 28972
    .word 1159875, 9070
    .word -3524442, -27562
    .word 394148, 3082
    .word 928749, 7263
    .word -434125, -3395
    .word 1095468, 8567
    .word -3506380, -27420
    .word 676590, 5291
    .word 2071829, 16202
    .word -4018989, -31429
    .word -1335936, -10447
    .word 3241972, 25353
    .word 2156050, 16861
    .word -3227876, -25242
    .word 3415069, 26706
    .word 1759347, 13758
    .word 1714295, 13406
    .word -817536, -6393
    .word -3574466, -27953
    .word 2453983, 19190
    .word 3756790, 29379
    .word -1935799, -15138
    .word 1460718, 11423
    .word -1716988, -13427
    .word -3950053, -30890
    .word -642628, -5025
    .word -2897314, -22657
    .word 3192354, 24965
    .word -3585098, -28036
    .word 556856, 4355
    .word 3870317, 30266
    .word 2815639, 22019
    .word 2917338, 22814
    .word 1853806, 14497
    .word 2283733, 17859
    .word 3345963, 26166
    .word 1858416, 14533
.Lzetas1:
    .word 3073009, 24031
    .word 1753, 14
    .word -1935420, -15135
    .word 1277625, 9991
    .word -2659525, -20798
    .word -1455890, -11385
    .word -2635473, -20610
    .word 2660408, 20805
    .word -1780227, -13922
    .word 3852015, 30123
    .word -59148, -463
    .word 2772600, 21682
    .word 4183372, 32715
    .word 1182243, 9245
    .word 87208, 682
    .word -3222807, -25203
    .word 636927, 4981
    .word -3965306, -31009
    .word -3121440, -24410
    .word -3956745, -30942
    .word -2296397, -17958
    .word -274060, -2143
    .word -3284915, -25688
    .word -3716946, -29067
    .word 2508980, 19621
    .word -27812, -217
    .word 822541, 6432
    .word 2028118, 15860
    .word 1009365, 7893
    .word -2454145, -19192
    .word 1937570, 15152
    .word -1979497, -15480
    .word 1596822, 12487
    .word -3815725, -29839
    .word -3956944, -30944
    .word -3759465, -29400
    .word 2811291, 21985
    .word -1685153, -13178
    .word -3410568, -26671
    .word -2983781, -23334
    .word 2678278, 20944
    .word -3768948, -29474
    .word -1109516, -8677
    .word -3551006, -27769
    .word 635956, 4973
    .word 4158088, 32517
    .word -250446, -1959
    .word -2455377, -19201
    .word 1528066, 11950
    .word -4146264, -32424
    .word -1772588, -13862
    .word 482649, 3774
    .word 2192938, 17149
    .word -1727088, -13506
    .word 1148858, 8984
    .word 2387513, 18671
    .word -3611750, -28244
    .word -2962264, -23165
    .word -268456, -2099
    .word -3180456, -24872
    .word -565603, -4423
    .word 3747250, 29304
    .word 2296099, 17956
    .word 169688, 1327
    .word 1239911, 9696
    .word -3838479, -30017
    .word 2462444, 19257
    .word 3195676, 24991
    .word 2642980, 20668
    .word -3334383, -26075
    .word 1254190, 9808
    .word -12417, -97
    .word -4166425, -32582
    .word 2998219, 23446
    .word 141835, 1109
    .word -3488383, -27280
    .word -89301, -698
    .word 2513018, 19652
    .word 1987814, 15545
    .word -1354892, -10595
    .word 613238, 4796
    .word -3197248, -25003
    .word -1310261, -10246
    .word -2218467, -17349
    .word 1736313, 13578
    .word -458740, -3587
    .word -1921994, -15030
    .word 235407, 1841
    .word 4040196, 31595
    .word -3472069, -27152
    .word -3250154, -25417
    .word 2039144, 15946
    .word -1879878, -14701
    .word 3258457, 25482
    .word -818761, -6403
    .word -2178965, -17040
    .word -2579253, -20170
    .word -1623354, -12695
    .word 2105286, 16464
    .word 1787943, 13982
    .word -2374402, -18568
    .word -2033807, -15905
    .word -2391089, -18699
    .word 586241, 4584
    .word -1179613, -9225
    .word -2254727, -17632
    .word 527981, 4129
    .word -2743411, -21454
    .word 3482206, 27231
    .word -1476985, -11550
    .word 1994046, 15594
    .word -4182915, -32711
    .word 2491325, 19483
    .word -1393159, -10895
    .word -1300016, -10166
    .word 507927, 3972
    .word -1187885, -9289
    .word -2362063, -18472
    .word -724804, -5668
    .word -1834526, -14346
    .word -1317678, -10304
    .word -3033742, -23724
    .word -338420, -2646
    .word 2461387, 19248
    .word 2647994, 20708
    .word 3009748, 23537
    .word 3035980, 23742
    .word -2612853, -20433
    .word 4148469, 32442
    .word 621164, 4858
    .word 749577, 5862
    .word -4022750, -31458
    .word 3901472, 30510
    .word 3980599, 31129
    .word 2569011, 20090
    .word -1226661, -9593
    .word -1615530, -12634
    .word 1723229, 13476
    .word 2925816, 22880
    .word 1665318, 13023
    .word 2028038, 15860
    .word 3374250, 26387
    .word 1163598, 9099
    .word -3369273, -26348
    .word 1356448, 10608
    .word 3994671, 31239
    .word -11879, -93
    .word -2775755, -21707
    .word -1370517, -10718
    .word 3020393, 23620
    .word 2683270, 20984
    .word 3363542, 26303
    .word 214880, 1680
    .word -2778788, -21730
    .word 545376, 4265
    .word -770441, -6025
    .word -3467665, -27118
    .word 3105558, 24286
    .word -1103344, -8628
    .word 2312838, 18087
    .word 508145, 3974
    .word -553718, -4330
    .word -653275, -5109
    .word 860144, 6726
    .word 3430436, 26826
    .word -459163, -3591
    .word 140244, 1097
    .word -1514152, -11841
    .word 348812, 2728
    .word -2185084, -17088
    .word 3123762, 24428
    .word -327848, -2564
    .word 2358373, 18443
    .word -2193087, -17150
    .word 1011223, 7908
    .word -3014420, -23573
    .word -1716814, -13426
    .word -2354215, -18410
    .word 2926054, 22882
    .word -392707, -3071
    .word -3818627, -29862
    .word -303005, -2370
    .word 3531229, 27615
    .word -1922253, -15032
    .word -3974485, -31081
    .word -3773731, -29511
    .word -2236726, -17492
    .word 1900052, 14859
    .word -781875, -6114
    .word 1744507, 13642
    .word 1054478, 8246
    .word -731434, -5720
.Lzetas_end:
.Lzetas_inverse:
    .word 3765607, 29448
    .word 3761513, 29416

#endif
