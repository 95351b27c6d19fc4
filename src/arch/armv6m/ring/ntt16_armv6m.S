/* The transform modulo 64513. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_NTT16
#include "arch/armv6m/function.inc"

@ void ksig_ntt16(uint16_t a[256])
@ stack: ksig_ntt16 60
function ksig_ntt16
    save_all
    sub sp, #24
    str r0, [sp, #0]
    movs r1, #128
    lsls r1, r1, #2
    adds r1, r1, r0
    str r1, [sp, #4]
    ldr r6, .Lforward_modulus
    ldr r0, .Lforward_table
    str r0, [sp, #20]
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #2
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #4
    str r0, [sp, #16]
.Lforward_block64:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    adds r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    adds r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #128
    str r0, [sp, #8]
.Lforward_four64:
    movs r5, #128
    lsls r5, r5, #1
    ldrh r2, [r7, r5]
    adds r5, #128
    ldrh r3, [r7, r5]
    mov r0, r8
    mov r1, r9
    movs r4, r2
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    movs r4, r3
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    ldrh r0, [r7]
    movs r5, #128
    ldrh r1, [r7, r5]
    lsls r5, r6, #3
    adds r0, r0, r5
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #2
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #14
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r5, #2
    mov r3, lr
    muls r4, r3
    mov r3, r12
    asrs r4, r4, #14
    muls r4, r6
    muls r5, r3
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    strh r0, [r7]
    movs r4, #128
    strh r3, [r7, r4]
    movs r4, #128
    lsls r4, r4, #1
    strh r2, [r7, r4]
    adds r4, #128
    strh r5, [r7, r4]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Lforward_done64
    b .Lforward_four64
.Lforward_done64:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #8
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #16
    str r0, [sp, #16]
.Lforward_block16:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    adds r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    adds r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #32
    str r0, [sp, #8]
.Lforward_four16:
    movs r5, #64
    ldrh r2, [r7, r5]
    adds r5, #32
    ldrh r3, [r7, r5]
    mov r0, r8
    mov r1, r9
    movs r4, r2
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    movs r4, r3
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    ldrh r0, [r7]
    ldrh r1, [r7, #32]
    lsls r5, r6, #3
    adds r0, r0, r5
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #2
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #14
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r5, #2
    mov r3, lr
    muls r4, r3
    mov r3, r12
    asrs r4, r4, #14
    muls r4, r6
    muls r5, r3
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    strh r0, [r7]
    strh r3, [r7, #32]
    movs r4, #64
    strh r2, [r7, r4]
    adds r4, #32
    strh r5, [r7, r4]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Lforward_done16
    b .Lforward_four16
.Lforward_done16:
    adds r7, #96
    ldr r0, [sp, #4]
    cmp r7, r0
    beq .Lforward_end16
    b .Lforward_block16
.Lforward_end16:
    b .Lforward_begin4
    .balign 4
    .Lforward_modulus: .word 64513
    .Lforward_table: .word .Lquotients
.Lforward_begin4:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #32
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #64
    str r0, [sp, #16]
.Lforward_block4:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    adds r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    adds r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #8
    str r0, [sp, #8]
.Lforward_four4:
    ldrh r2, [r7, #16]
    ldrh r3, [r7, #24]
    mov r0, r8
    mov r1, r9
    movs r4, r2
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    movs r4, r3
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    ldrh r0, [r7]
    ldrh r1, [r7, #8]
    lsls r5, r6, #3
    adds r0, r0, r5
    subs r5, r1, r3
    adds r1, r1, r3
    asrs r4, r1, #2
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #14
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    asrs r4, r5, #2
    mov r3, lr
    muls r4, r3
    mov r3, r12
    asrs r4, r4, #14
    muls r4, r6
    muls r5, r3
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    strh r0, [r7]
    strh r3, [r7, #8]
    strh r2, [r7, #16]
    strh r5, [r7, #24]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Lforward_done4
    b .Lforward_four4
.Lforward_done4:
    adds r7, #24
    ldr r0, [sp, #4]
    cmp r7, r0
    beq .Lforward_end4
    b .Lforward_block4
.Lforward_end4:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #128
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #254
    adds r0, #2
    str r0, [sp, #16]
    ldr r0, [sp, #12]
    mov r8, r0
    ldr r0, [sp, #16]
    mov r9, r0
    movs r0, #2
    mov r10, r0
    lsls r0, r0, #1
    mov r11, r0
    ldr r0, [sp, #4]
    mov r12, r0
.Lforward_four1:
    ldrh r2, [r7, #4]
    ldrh r3, [r7, #6]
    mov r0, r8
    ldrh r1, [r0]
    sxth r1, r1
    movs r0, r1
    muls r0, r6
    asrs r0, r0, #16
    movs r4, r2
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r2, r0
    subs r2, r2, r4
    movs r4, r3
    muls r4, r1
    asrs r4, r4, #16
    muls r4, r6
    muls r3, r0
    subs r3, r3, r4
    ldrh r0, [r7]
    ldrh r1, [r7, #2]
    lsls r5, r6, #3
    adds r0, r0, r5
    subs r5, r1, r3
    adds r1, r1, r3
    mov r3, r9
    ldrh r3, [r3, #0]
    sxth r3, r3
    asrs r4, r1, #2
    muls r4, r3
    muls r3, r6
    asrs r3, r3, #16
    asrs r4, r4, #14
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    mov r3, r9
    ldrh r3, [r3, #2]
    sxth r3, r3
    asrs r4, r5, #2
    muls r4, r3
    muls r3, r6
    asrs r3, r3, #16
    asrs r4, r4, #14
    muls r4, r6
    muls r5, r3
    subs r5, r5, r4
    subs r4, r0, r2
    adds r0, r0, r2
    subs r3, r0, r1
    adds r0, r0, r1
    adds r2, r4, r5
    subs r5, r4, r5
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    subs r4, r0, r6
    asrs r0, r4, #31
    ands r0, r6
    adds r0, r0, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    subs r4, r3, r6
    asrs r3, r4, #31
    ands r3, r6
    adds r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    subs r4, r2, r6
    asrs r2, r4, #31
    ands r2, r6
    adds r2, r2, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    subs r4, r5, r6
    asrs r5, r4, #31
    ands r5, r6
    adds r5, r5, r4
    strh r0, [r7]
    strh r3, [r7, #2]
    strh r2, [r7, #4]
    strh r5, [r7, #6]
    add r8, r10
    add r9, r11
    adds r7, #8
    cmp r7, r12
    beq .Lforward_end1
    b .Lforward_four1
.Lforward_end1:
    add sp, #24
    restore_all
    .balign 4
end_function ksig_ntt16

@ void ksig_inverse_ntt16(uint16_t a[256])
@ stack: ksig_inverse_ntt16 60
function ksig_inverse_ntt16
    save_all
    sub sp, #24
    str r0, [sp, #0]
    movs r1, #128
    lsls r1, r1, #2
    adds r1, r1, r0
    str r1, [sp, #4]
    ldr r6, .Linverse_modulus
    ldr r0, .Linverse_table
    str r0, [sp, #20]
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #254
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #254
    adds r0, #254
    str r0, [sp, #16]
    ldr r0, [sp, #12]
    mov r8, r0
    ldr r0, [sp, #16]
    mov r9, r0
    movs r0, #2
    rsbs r0, r0, #0
    mov r10, r0
    lsls r0, r0, #1
    mov r11, r0
    ldr r0, [sp, #4]
    mov r12, r0
.Linverse_four1:
    ldrh r0, [r7]
    ldrh r1, [r7, #2]
    subs r5, r1, r0
    adds r0, r0, r1
    mov r1, r9
    ldrh r1, [r1, #2]
    sxth r1, r1
    movs r4, r5
    muls r4, r1
    muls r1, r6
    asrs r1, r1, #16
    asrs r4, r4, #16
    muls r4, r6
    muls r5, r1
    subs r5, r5, r4
    ldrh r2, [r7, #4]
    ldrh r3, [r7, #6]
    subs r1, r3, r2
    adds r2, r2, r3
    mov r3, r9
    ldrh r3, [r3, #0]
    sxth r3, r3
    movs r4, r1
    muls r4, r3
    muls r3, r6
    asrs r3, r3, #16
    asrs r4, r4, #16
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    mov r1, r8
    ldrh r1, [r1, #0]
    sxth r1, r1
    asrs r4, r3, #2
    muls r4, r1
    muls r1, r6
    asrs r1, r1, #16
    asrs r4, r4, #14
    muls r4, r6
    muls r3, r1
    subs r3, r3, r4
    mov r1, r8
    ldrh r1, [r1, #0]
    sxth r1, r1
    asrs r4, r2, #2
    muls r4, r1
    muls r1, r6
    asrs r1, r1, #16
    asrs r4, r4, #14
    muls r4, r6
    muls r2, r1
    subs r2, r2, r4
    lsls r1, r6, #3
    adds r0, r0, r1
    adds r5, r5, r1
    adds r3, r3, r1
    adds r2, r2, r1
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    strh r0, [r7]
    strh r5, [r7, #2]
    strh r3, [r7, #4]
    strh r2, [r7, #6]
    add r8, r10
    add r9, r11
    adds r7, #8
    cmp r7, r12
    beq .Linverse_end1
    b .Linverse_four1
.Linverse_end1:
    b .Linverse_begin4
    .balign 4
    .Linverse_modulus: .word 64513
    .Linverse_table: .word .Lquotients
.Linverse_begin4:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #62
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #124
    str r0, [sp, #16]
.Linverse_block4:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    subs r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    subs r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #8
    str r0, [sp, #8]
.Linverse_four4:
    ldrh r0, [r7]
    ldrh r1, [r7, #8]
    subs r5, r1, r0
    adds r0, r0, r1
    movs r4, r5
    mov r1, lr
    muls r4, r1
    mov r1, r12
    asrs r4, r4, #16
    muls r4, r6
    muls r5, r1
    subs r5, r5, r4
    ldrh r2, [r7, #16]
    ldrh r3, [r7, #24]
    subs r1, r3, r2
    adds r2, r2, r3
    movs r4, r1
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #16
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r2, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r2, r1
    subs r2, r2, r4
    lsls r1, r6, #3
    adds r0, r0, r1
    adds r5, r5, r1
    adds r3, r3, r1
    adds r2, r2, r1
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    strh r0, [r7]
    strh r5, [r7, #8]
    strh r3, [r7, #16]
    strh r2, [r7, #24]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Linverse_done4
    b .Linverse_four4
.Linverse_done4:
    adds r7, #24
    ldr r0, [sp, #4]
    cmp r7, r0
    beq .Linverse_end4
    b .Linverse_block4
.Linverse_end4:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #14
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #28
    str r0, [sp, #16]
.Linverse_block16:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    subs r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    subs r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #32
    str r0, [sp, #8]
.Linverse_four16:
    ldrh r0, [r7]
    ldrh r1, [r7, #32]
    subs r5, r1, r0
    adds r0, r0, r1
    movs r4, r5
    mov r1, lr
    muls r4, r1
    mov r1, r12
    asrs r4, r4, #16
    muls r4, r6
    muls r5, r1
    subs r5, r5, r4
    movs r1, #64
    ldrh r2, [r7, r1]
    adds r1, #32
    ldrh r3, [r7, r1]
    subs r1, r3, r2
    adds r2, r2, r3
    movs r4, r1
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #16
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r2, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r2, r1
    subs r2, r2, r4
    lsls r1, r6, #3
    adds r0, r0, r1
    adds r5, r5, r1
    adds r3, r3, r1
    adds r2, r2, r1
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    strh r0, [r7]
    strh r5, [r7, #32]
    movs r4, #64
    strh r3, [r7, r4]
    adds r4, #32
    strh r2, [r7, r4]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Linverse_done16
    b .Linverse_four16
.Linverse_done16:
    adds r7, #96
    ldr r0, [sp, #4]
    cmp r7, r0
    beq .Linverse_end16
    b .Linverse_block16
.Linverse_end16:
    ldr r7, [sp, #0]
    ldr r0, [sp, #20]
    adds r0, #254
    adds r0, #254
    adds r0, #4
    str r0, [sp, #12]
    ldr r0, [sp, #20]
    adds r0, #4
    str r0, [sp, #16]
.Linverse_block64:
    ldr r4, [sp, #12]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r9, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r8, r0
    subs r4, #2
    str r4, [sp, #12]
    ldr r4, [sp, #16]
    ldrh r0, [r4, #0]
    sxth r0, r0
    mov r11, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r10, r0
    ldrh r0, [r4, #2]
    sxth r0, r0
    mov lr, r0
    muls r0, r6
    asrs r0, r0, #16
    mov r12, r0
    subs r4, #4
    str r4, [sp, #16]
    movs r0, r7
    adds r0, #128
    str r0, [sp, #8]
.Linverse_four64:
    ldrh r0, [r7]
    movs r5, #128
    ldrh r1, [r7, r5]
    subs r5, r1, r0
    adds r0, r0, r1
    movs r4, r5
    mov r1, lr
    muls r4, r1
    mov r1, r12
    asrs r4, r4, #16
    muls r4, r6
    muls r5, r1
    subs r5, r5, r4
    movs r1, #128
    lsls r1, r1, #1
    ldrh r2, [r7, r1]
    adds r1, #128
    ldrh r3, [r7, r1]
    subs r1, r3, r2
    adds r2, r2, r3
    movs r4, r1
    mov r3, r11
    muls r4, r3
    mov r3, r10
    asrs r4, r4, #16
    muls r4, r6
    muls r1, r3
    subs r1, r1, r4
    subs r3, r2, r0
    adds r0, r0, r2
    subs r2, r1, r5
    adds r5, r5, r1
    asrs r4, r3, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r3, r1
    subs r3, r3, r4
    asrs r4, r2, #2
    mov r1, r9
    muls r4, r1
    mov r1, r8
    asrs r4, r4, #14
    muls r4, r6
    muls r2, r1
    subs r2, r2, r4
    ldr r1, .Lscale
    movs r4, r0
    muls r4, r1
    asrs r4, r4, #20
    muls r4, r6
    lsls r0, r0, #8
    subs r0, r0, r4
    ldr r1, .Lscale
    movs r4, r5
    muls r4, r1
    asrs r4, r4, #20
    muls r4, r6
    lsls r5, r5, #8
    subs r5, r5, r4
    lsls r1, r6, #3
    adds r0, r0, r1
    adds r5, r5, r1
    adds r3, r3, r1
    adds r2, r2, r1
    lsls r4, r0, #6
    adds r4, r4, r0
    lsrs r4, r4, #22
    muls r4, r6
    subs r0, r0, r4
    subs r4, r0, r6
    asrs r0, r4, #31
    ands r0, r6
    adds r0, r0, r4
    lsls r4, r5, #6
    adds r4, r4, r5
    lsrs r4, r4, #22
    muls r4, r6
    subs r5, r5, r4
    subs r4, r5, r6
    asrs r5, r4, #31
    ands r5, r6
    adds r5, r5, r4
    lsls r4, r3, #6
    adds r4, r4, r3
    lsrs r4, r4, #22
    muls r4, r6
    subs r3, r3, r4
    subs r4, r3, r6
    asrs r3, r4, #31
    ands r3, r6
    adds r3, r3, r4
    lsls r4, r2, #6
    adds r4, r4, r2
    lsrs r4, r4, #22
    muls r4, r6
    subs r2, r2, r4
    subs r4, r2, r6
    asrs r2, r4, #31
    ands r2, r6
    adds r2, r2, r4
    strh r0, [r7]
    movs r4, #128
    strh r5, [r7, r4]
    movs r4, #128
    lsls r4, r4, #1
    strh r3, [r7, r4]
    adds r4, #128
    strh r2, [r7, r4]
    adds r7, #2
    ldr r0, [sp, #8]
    cmp r7, r0
    beq .Linverse_done64
    b .Linverse_four64
.Linverse_done64:
    add sp, #24
    restore_all
    .balign 4
.Lscale: .word 4161
end_function ksig_inverse_ntt16

@ Quotients of zeta^brv8(k), and of zeta^128 2^16 / 256, which ends the inverse.
    .section .rodata.ksig_ntt16_quotients, "a", %progbits
    .balign 4
.Lquotients:
    .short 0, 29295, 16410, 20522, 17562, 13479, 25038, 5911, -20239, 4460, 23350, 12072
    .short 8858, 23002, 6226, 12220, 13508, -19995, 23024, -19743, 5506, -18751, 5201, 11032
    .short 25867, -10600, -31541, 16167, 6788, -11679, 4162, 22234, -25761, -22986, -31379, 20901
    .short -15438, -28359, -21667, 2610, -13307, 23800, -1686, -786, -19372, -12980, 12054, -26358
    .short 11000, 4182, 10099, -27585, 31922, -4619, -12764, -32402, -5688, -11337, -9725, 30681
    .short 27239, 18465, -30367, -1762, -12254, -6740, -24765, -19364, -27494, 4947, 24032, 7731
    .short -32737, 8740, 8959, 3309, -21441, 17876, 9990, -16345, -22748, 28637, 10425, 4230
    .short -30263, -28402, -11739, -31214, -13994, 12741, -18682, 20425, -28676, -14871, -5234, -23996
    .short -15267, 7173, -1034, -2693, -12669, 4989, 14104, -23981, -32050, 19799, 25956, -17902
    .short -12137, 19766, 27278, -18707, 20989, 24078, 11565, -26665, 23100, 14640, 31043, 18265
    .short 7811, -3543, 13097, -22160, 23328, 22958, -28861, 27523, 433, 27522, -22057, 25800
    .short 9936, -25372, -16250, 27402, 28538, -748, -14593, 30623, -27895, -31956, 30484, 28269
    .short -12822, 1760, -22436, -21989, -13762, 7164, -12950, -19303, 9198, 6184, -1736, 5587
    .short 8087, 5350, 3527, -31439, -29727, -27520, 1536, -9390, -23413, -22602, 10341, -2363
    .short 32539, -19491, 2523, -7272, 4895, -24721, 22833, -22043, -32718, 11749, -23356, -20523
    .short 32515, -1657, 1919, 24504, 1403, 19684, -14430, 28409, 3594, 1439, -25759, -29934
    .short 22555, 12254, 1158, 8357, 18425, 9934, 13641, 16468, 13200, -12559, 15381, -32308
    .short -24659, 12585, -4125, -16215, 8641, 9241, -15514, 32088, 18382, 24758, -20183, 6540
    .short 2141, -11872, -28944, -15312, -26550, 21889, -1763, 1073, -15813, -24507, 18208, 32414
    .short -23370, 28109, -21371, 7565, -21938, -20177, -18688, -24268, 6785, 31510, 20471, 26206
    .short 28260, -31988, 11286, -21663, 10021, 10516, -14138, -18278, -14881, -2122, 8520, -3370
    .short -24114, 14971, 25761, -6307, 28231

#endif
