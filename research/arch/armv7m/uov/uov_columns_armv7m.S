/* Columns of UOV added to their planes, twin of research/uov/uov_columns.c. For public data only: a bit that is not set
 * takes no time. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_UOV && (KSIG_ENABLE_UOV + 0)
#include "arch/armv7m/function.inc"

@ The next set bit of lr, from bit 31 on, which is the highest plane: r12 goes down to it, from one beyond. sp: bytes of
@ a plane. Of r0 and r1 nothing is left. The flags are those of what remains.
.macro next_plane
    clz r0, lr
    ldr.w r1, [sp]
    add.w r0, r0, #1
    lsls.w lr, lr, r0
    mls r12, r0, r1, r12
.endm

@ void ksig_uov_add_column(uint32_t *planes, const uint8_t *column, unsigned product, unsigned words)
@ product: not 0; words: 8, or a multiple of 6.
@ r4 .. r9 words of the column, r12 plane, lr product from bit 31 down. sp: bytes of a plane, past the last plane,
@ column, product, words or halves left.
@ stack: ksig_uov_add_column 56
function ksig_uov_add_column
    push {r4-r11, lr}
    lsls r2, r2, #24
    lsls r4, r3, #2
    add r5, r0, r4, lsl #3
    cmp r3, #8
    beq.n 8f
    sub sp, sp, #20
    str r4, [sp]
    str r3, [sp, #16]
    b.n 2f
    .balign 4
2:  str r5, [sp, #4]
    str r2, [sp, #12]
    mov.w r12, r5
    mov.w lr, r2
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    add.w r1, r1, #24
    str.w r1, [sp, #8]
1:  next_plane
    ldm.w r12, {r0-r3, r10, r11}
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r3, r3, r7
    eor.w r10, r10, r8
    eor.w r11, r11, r9
    stm.w r12, {r0-r3, r10, r11}
    bne.w 1b
    ldr r3, [sp, #16]
    ldr r5, [sp, #4]
    ldr r1, [sp, #8]
    ldr r2, [sp, #12]
    adds r5, r5, #24
    subs r3, r3, #6
    str r3, [sp, #16]
    bne.w 2b
    add sp, sp, #20
    pop {r4-r11, pc}
@ Eight words and four planes: the value has but four bits.
8:  sub sp, sp, #20
    str r4, [sp]
    sub.w r12, r5, #128
    lsl.w r2, r2, #4
    movs r3, #2
    b.n 4f
    .balign 4
4:  str r3, [sp, #16]
    str.w r2, [sp, #12]
    str.w r12, [sp, #4]
    mov.w lr, r2
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    add.w r1, r1, #16
    str.w r1, [sp, #8]
3:  next_plane
    ldm.w r12, {r0-r3}
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r3, r3, r7
    stm.w r12, {r0-r3}
    bne.w 3b
    ldr r3, [sp, #16]
    ldr r1, [sp, #8]
    ldr r2, [sp, #12]
    ldr.w r12, [sp, #4]
    subs r3, r3, #1
    add.w r12, r12, #16
    bne.w 4b
    add sp, sp, #20
    pop {r4-r11, pc}
end_function ksig_uov_add_column

#endif
