/* Sums of products modulo 8380417. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHORT23
#include "arch/armv6m/function.inc"

@ unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream,
@                 unsigned groups)
@ stack: ksig_sum23_add_products 76
function ksig_sum23_add_products
    save_all
    mov r8, r0
    mov r9, r1
    ldr r7, .Lplain_q
    mov r12, r7
    sub sp, #40
    str r0, [sp, #36]
    lsrs r4, r3, #9
    bcs .Lplain_lanes
    mov r10, r2
    mov r11, r3
    str r4, [sp, #28]
    str r4, [sp, #32]
    b .Lplain_first
.Lplain_lanes:
    mov lr, r2
    uxtb r3, r3
    lsrs r5, r3, #1
    adds r3, r3, r5
    lsrs r5, r4, #1
    adds r4, r4, r5
    ldr r5, .Lplain_table
    adds r4, r4, r5
    adds r3, r3, r4
    str r3, [sp, #32]
    movs r7, r4
    b .Lplain_three
.Lplain_stop:
    b .Lplain_done
.Lplain_bytes:
    ldrb r1, [r0, #0]
    ldrb r4, [r0, #1]
    lsls r4, r4, #8
    orrs r1, r4
    ldrb r4, [r0, #2]
    lsls r4, r4, #16
    orrs r1, r4
    ldrb r4, [r0, #3]
    lsls r4, r4, #24
    orrs r1, r4
    ldrb r2, [r0, #4]
    ldrb r4, [r0, #5]
    lsls r4, r4, #8
    orrs r2, r4
    ldrb r4, [r0, #6]
    lsls r4, r4, #16
    orrs r2, r4
    ldrb r4, [r0, #7]
    lsls r4, r4, #24
    orrs r2, r4
    ldrb r3, [r0, #8]
    ldrb r4, [r0, #9]
    lsls r4, r4, #8
    orrs r3, r4
    ldrb r4, [r0, #10]
    lsls r4, r4, #16
    orrs r3, r4
    ldrb r4, [r0, #11]
    lsls r4, r4, #24
    orrs r3, r4
    adds r0, #12
    b .Lplain_loaded
.Lplain_group:
    mov r7, r12
.Lplain_first:
    mov r0, r10
    lsls r4, r0, #30
    bne .Lplain_bytes
    ldm r0!, {r1, r2, r3}
.Lplain_loaded:
    mov r10, r0
    lsls r4, r1, #9
    lsrs r4, r4, #9
    lsrs r1, r1, #24
    lsls r5, r2, #17
    lsrs r5, r5, #9
    orrs r5, r1
    lsrs r2, r2, #16
    lsls r6, r3, #25
    lsrs r6, r6, #9
    orrs r6, r2
    lsls r3, r3, #1
    lsrs r3, r3, #9
    cmp r4, r7
    bhs .Lplain_stop
    cmp r5, r7
    bhs .Lplain_stop
    cmp r6, r7
    bhs .Lplain_stop
    cmp r3, r7
    bhs .Lplain_stop
    mov r1, sp
    movs r7, r3
    stm r1!, {r4, r5, r6, r7}
    mov r0, r9
    ldm r0!, {r1, r2, r3, r4}
    mov r9, r0
    mov r7, r12
    movs r6, #0
    asrs r5, r1, #23
    adcs r5, r6
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #23
    adcs r5, r6
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #23
    adcs r5, r6
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #23
    adcs r5, r6
    muls r5, r7
    subs r4, r4, r5
    ldr r5, [sp, #0]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r1, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r1, r5
    subs r1, r1, r6
    ldr r5, [sp, #4]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r2, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r2, r5
    subs r2, r2, r6
    ldr r5, [sp, #8]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r3, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r3, r5
    subs r3, r3, r6
    ldr r5, [sp, #12]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r4, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r4, r5
    subs r4, r4, r6
    mov r0, r8
    ldr r5, [r0, #0]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r1, r1, r6
    lsrs r5, r5, #24
    adds r4, r4, r5
    ldr r5, [r0, #4]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r2, r2, r6
    lsrs r5, r5, #24
    lsls r5, r5, #8
    adds r4, r4, r5
    ldr r5, [r0, #8]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r3, r3, r6
    asrs r5, r5, #24
    lsls r5, r5, #16
    adds r4, r4, r5
    movs r6, #0
    asrs r5, r1, #23
    adcs r5, r6
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #23
    adcs r5, r6
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #23
    adcs r5, r6
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #23
    adcs r5, r6
    muls r5, r7
    subs r4, r4, r5
    lsls r1, r1, #8
    lsrs r1, r1, #8
    lsls r5, r4, #24
    orrs r1, r5
    lsls r2, r2, #8
    lsrs r2, r2, #8
    lsrs r5, r4, #8
    lsls r5, r5, #24
    orrs r2, r5
    lsls r3, r3, #8
    lsrs r3, r3, #8
    lsrs r5, r4, #16
    lsls r5, r5, #24
    orrs r3, r5
    stm r0!, {r1, r2, r3}
    mov r8, r0
    mov r0, r11
    subs r0, #1
    mov r11, r0
    beq .Lplain_more
    b .Lplain_group
.Lplain_more:
    ldr r7, [sp, #28]
    ldr r1, [sp, #32]
    cmp r7, r1
    bne .Lplain_three
    b .Lplain_done
.Lplain_three:
    ldrb r6, [r7, #0]
    add r6, lr
    ldm r6!, {r1, r2}
    ldrb r6, [r7, #1]
    add r6, lr
    ldm r6!, {r3, r4}
    ldrb r6, [r7, #2]
    add r6, lr
    adds r7, #3
    str r7, [sp, #28]
    ldm r6!, {r0, r5}
    ldr r7, .Lmask_1
    lsrs r6, r1, #1
    eors r6, r2
    ands r6, r7
    eors r2, r6
    lsls r6, r6, #1
    eors r1, r6
    lsrs r6, r3, #1
    eors r6, r4
    ands r6, r7
    eors r4, r6
    lsls r6, r6, #1
    eors r3, r6
    lsrs r6, r0, #1
    eors r6, r5
    ands r6, r7
    eors r5, r6
    lsls r6, r6, #1
    eors r0, r6
    ldr r7, .Lmask_2
    lsrs r6, r1, #2
    eors r6, r2
    ands r6, r7
    eors r2, r6
    lsls r6, r6, #2
    eors r1, r6
    lsrs r6, r3, #2
    eors r6, r4
    ands r6, r7
    eors r4, r6
    lsls r6, r6, #2
    eors r3, r6
    lsrs r6, r0, #2
    eors r6, r5
    ands r6, r7
    eors r5, r6
    lsls r6, r6, #2
    eors r0, r6
    ldr r7, .Lmask_4
    lsrs r6, r1, #4
    eors r6, r2
    ands r6, r7
    eors r2, r6
    lsls r6, r6, #4
    eors r1, r6
    lsrs r6, r3, #4
    eors r6, r4
    ands r6, r7
    eors r4, r6
    lsls r6, r6, #4
    eors r3, r6
    lsrs r6, r0, #4
    eors r6, r5
    ands r6, r7
    eors r5, r6
    lsls r6, r6, #4
    eors r0, r6
    ldr r7, .Lmask_8
    lsrs r6, r1, #8
    eors r6, r2
    ands r6, r7
    eors r2, r6
    lsls r6, r6, #8
    eors r1, r6
    lsrs r6, r3, #8
    eors r6, r4
    ands r6, r7
    eors r4, r6
    lsls r6, r6, #8
    eors r3, r6
    lsrs r6, r0, #8
    eors r6, r5
    ands r6, r7
    eors r5, r6
    lsls r6, r6, #8
    eors r0, r6
    lsrs r6, r1, #16
    eors r6, r2
    uxth r6, r6
    eors r2, r6
    lsls r6, r6, #16
    eors r1, r6
    lsrs r6, r3, #16
    eors r6, r4
    uxth r6, r6
    eors r4, r6
    lsls r6, r6, #16
    eors r3, r6
    lsrs r6, r0, #16
    eors r6, r5
    uxth r6, r6
    eors r5, r6
    lsls r6, r6, #16
    eors r0, r6
    str r4, [sp, #16]
    str r0, [sp, #20]
    str r5, [sp, #24]
    movs r0, #2
    mov r11, r0
    mov r0, sp
    adds r0, #16
    mov r7, r12
    b .Lplain_loaded
.Lplain_done:
    mov r0, r8
    ldr r1, [sp, #36]
    subs r0, r0, r1
    movs r1, #171
    muls r0, r1
    lsrs r0, r0, #11
    add sp, #40
    restore_all
    .balign 4
.Lplain_q: .word 8380417
.Lmask_1: .word 0x55555555
.Lmask_2: .word 0x33333333
.Lmask_4: .word 0x0f0f0f0f
.Lmask_8: .word 0x00ff00ff
.Lplain_table: .word .Llanes_of_rate
end_function ksig_sum23_add_products

@ unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors, const uint8_t *stream,
@                 unsigned groups)
@ stack: ksig_sum23_add_packed_products 52
function ksig_sum23_add_packed_products
    save_all
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov lr, r3
    ldr r7, .Lpacked_q
    mov r12, r7
    sub sp, #16
    b .Lpacked_first
.Lpacked_stop:
    b .Lpacked_done
.Lpacked_bytes:
    ldrb r1, [r0, #0]
    ldrb r4, [r0, #1]
    lsls r4, r4, #8
    orrs r1, r4
    ldrb r4, [r0, #2]
    lsls r4, r4, #16
    orrs r1, r4
    ldrb r4, [r0, #3]
    lsls r4, r4, #24
    orrs r1, r4
    ldrb r2, [r0, #4]
    ldrb r4, [r0, #5]
    lsls r4, r4, #8
    orrs r2, r4
    ldrb r4, [r0, #6]
    lsls r4, r4, #16
    orrs r2, r4
    ldrb r4, [r0, #7]
    lsls r4, r4, #24
    orrs r2, r4
    ldrb r3, [r0, #8]
    ldrb r4, [r0, #9]
    lsls r4, r4, #8
    orrs r3, r4
    ldrb r4, [r0, #10]
    lsls r4, r4, #16
    orrs r3, r4
    ldrb r4, [r0, #11]
    lsls r4, r4, #24
    orrs r3, r4
    adds r0, #12
    b .Lpacked_loaded
.Lpacked_group:
    mov r7, r12
.Lpacked_first:
    mov r0, r10
    lsls r4, r0, #30
    bne .Lpacked_bytes
    ldm r0!, {r1, r2, r3}
.Lpacked_loaded:
    mov r10, r0
    lsls r4, r1, #9
    lsrs r4, r4, #9
    lsrs r1, r1, #24
    lsls r5, r2, #17
    lsrs r5, r5, #9
    orrs r5, r1
    lsrs r2, r2, #16
    lsls r6, r3, #25
    lsrs r6, r6, #9
    orrs r6, r2
    lsls r3, r3, #1
    lsrs r3, r3, #9
    cmp r4, r7
    bhs .Lpacked_stop
    cmp r5, r7
    bhs .Lpacked_stop
    cmp r6, r7
    bhs .Lpacked_stop
    cmp r3, r7
    bhs .Lpacked_stop
    mov r1, sp
    movs r7, r3
    stm r1!, {r4, r5, r6, r7}
    mov r0, r9
    ldm r0!, {r1, r2, r3}
    mov r9, r0
    asrs r4, r3, #24
    lsls r4, r4, #16
    lsrs r5, r2, #24
    lsls r5, r5, #8
    orrs r4, r5
    lsrs r5, r1, #24
    orrs r4, r5
    lsls r1, r1, #8
    asrs r1, r1, #8
    lsls r2, r2, #8
    asrs r2, r2, #8
    lsls r3, r3, #8
    asrs r3, r3, #8
    mov r7, r12
    ldr r5, [sp, #0]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r1, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r1, r5
    subs r1, r1, r6
    ldr r5, [sp, #4]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r2, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r2, r5
    subs r2, r2, r6
    ldr r5, [sp, #8]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r3, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r3, r5
    subs r3, r3, r6
    ldr r5, [sp, #12]
    lsrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #128
    lsrs r6, r6, #8
    asrs r0, r4, #7
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r4, r5
    subs r4, r4, r6
    mov r0, r8
    ldr r5, [r0, #0]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r1, r1, r6
    lsrs r5, r5, #24
    adds r4, r4, r5
    ldr r5, [r0, #4]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r2, r2, r6
    lsrs r5, r5, #24
    lsls r5, r5, #8
    adds r4, r4, r5
    ldr r5, [r0, #8]
    lsls r6, r5, #8
    asrs r6, r6, #8
    adds r3, r3, r6
    asrs r5, r5, #24
    lsls r5, r5, #16
    adds r4, r4, r5
    movs r6, #0
    asrs r5, r1, #23
    adcs r5, r6
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #23
    adcs r5, r6
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #23
    adcs r5, r6
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #23
    adcs r5, r6
    muls r5, r7
    subs r4, r4, r5
    lsls r1, r1, #8
    lsrs r1, r1, #8
    lsls r5, r4, #24
    orrs r1, r5
    lsls r2, r2, #8
    lsrs r2, r2, #8
    lsrs r5, r4, #8
    lsls r5, r5, #24
    orrs r2, r5
    lsls r3, r3, #8
    lsrs r3, r3, #8
    lsrs r5, r4, #16
    lsls r5, r5, #24
    orrs r3, r5
    stm r0!, {r1, r2, r3}
    mov r8, r0
    mov r0, r11
    subs r0, #1
    mov r11, r0
    beq .Lpacked_done
    b .Lpacked_group
.Lpacked_done:
    mov r0, lr
    mov r1, r11
    subs r0, r0, r1
    add sp, #16
    restore_all
    .balign 4
.Lpacked_q: .word 8380417
end_function ksig_sum23_add_packed_products

@ void ksig_short_multiply_values(uint32_t *words, const int32_t *values, const int32_t *factors, unsigned groups)
@ stack: ksig_short_multiply_values 36
function ksig_short_multiply_values
    save_all
    mov r8, r0
    mov r10, r2
    lsls r3, r3, #4
    adds r3, r3, r1
    mov r11, r3
    ldr r7, .Lvalues_q
.Lvalues_group:
    ldm r1!, {r2, r3, r4, r5}
    mov r9, r1
    movs r1, r2
    movs r2, r3
    movs r3, r4
    movs r4, r5
    mov r0, r10
    ldm r0!, {r5}
    mov r10, r0
    asrs r6, r5, #22
    adds r6, #1
    asrs r6, r6, #1
    muls r6, r7
    subs r5, r5, r6
    asrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #64
    asrs r6, r6, #7
    movs r0, r1
    adds r0, #128
    asrs r0, r0, #8
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r1, r5
    subs r1, r1, r6
    asrs r5, r1, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r1, r5, r1
    mov r0, r10
    ldm r0!, {r5}
    mov r10, r0
    asrs r6, r5, #22
    adds r6, #1
    asrs r6, r6, #1
    muls r6, r7
    subs r5, r5, r6
    asrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #64
    asrs r6, r6, #7
    movs r0, r2
    adds r0, #128
    asrs r0, r0, #8
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r2, r5
    subs r2, r2, r6
    asrs r5, r2, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r2, r5, r2
    mov r0, r10
    ldm r0!, {r5}
    mov r10, r0
    asrs r6, r5, #22
    adds r6, #1
    asrs r6, r6, #1
    muls r6, r7
    subs r5, r5, r6
    asrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #64
    asrs r6, r6, #7
    movs r0, r3
    adds r0, #128
    asrs r0, r0, #8
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r3, r5
    subs r3, r3, r6
    asrs r5, r3, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r3, r5, r3
    mov r0, r10
    ldm r0!, {r5}
    mov r10, r0
    asrs r6, r5, #22
    adds r6, #1
    asrs r6, r6, #1
    muls r6, r7
    subs r5, r5, r6
    asrs r6, r5, #10
    adds r6, r6, r5
    adds r6, #64
    asrs r6, r6, #7
    movs r0, r4
    adds r0, #128
    asrs r0, r0, #8
    muls r6, r0
    asrs r6, r6, #8
    muls r6, r7
    muls r4, r5
    subs r4, r4, r6
    asrs r5, r4, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r4, r5, r4
    mov r0, r8
    lsls r1, r1, #8
    lsrs r1, r1, #8
    lsls r5, r4, #24
    orrs r1, r5
    lsls r2, r2, #8
    lsrs r2, r2, #8
    lsrs r5, r4, #8
    lsls r5, r5, #24
    orrs r2, r5
    lsls r3, r3, #8
    lsrs r3, r3, #8
    lsrs r5, r4, #16
    lsls r5, r5, #24
    orrs r3, r5
    stm r0!, {r1, r2, r3}
    mov r8, r0
    mov r1, r9
    cmp r1, r11
    beq .Lvalues_done
    b .Lvalues_group
.Lvalues_done:
    restore_all
    .balign 4
.Lvalues_q: .word 8380417
end_function ksig_short_multiply_values

@ Where the permutation leaves the lanes of the rate.
    .section .rodata.ksig_sum23_add_products, "a", %progbits
.Llanes_of_rate:
    .byte 0, 120, 40, 160, 80
    .byte 16, 136, 56, 176, 96
    .byte 32, 152, 72, 192, 112
    .byte 8, 128, 48, 168, 88
    .byte 24

#endif
