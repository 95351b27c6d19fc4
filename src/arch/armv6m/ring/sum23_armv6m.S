/* Sums of products modulo 8380417. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_SHORT23
#include "arch/armv6m/function.inc"

@ unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream,
@                 unsigned groups)
@ stack: ksig_sum23_add_products 52
function ksig_sum23_add_products
    save_all
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3
    mov lr, r3
    ldr r7, .Lplain_q
    mov r12, r7
    sub sp, #16
    b .Lplain_first
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
    asrs r5, r1, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #22
    adds r5, #1
    asrs r5, r5, #1
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
    asrs r5, r1, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #22
    adds r5, #1
    asrs r5, r5, #1
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
    beq .Lplain_done
    b .Lplain_group
.Lplain_done:
    mov r0, lr
    mov r1, r11
    subs r0, r0, r1
    add sp, #16
    restore_all
    .balign 4
.Lplain_q: .word 8380417
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
    asrs r5, r1, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r1, r1, r5
    asrs r5, r2, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r2, r2, r5
    asrs r5, r3, #22
    adds r5, #1
    asrs r5, r5, #1
    muls r5, r7
    subs r3, r3, r5
    asrs r5, r4, #22
    adds r5, #1
    asrs r5, r5, #1
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

#endif
