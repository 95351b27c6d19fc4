/* Columns of UOV added to their planes, twin of research/uov/uov_columns.c. For public data only: a bit that is not set
 * takes no time. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"

#if KSIG_ASM_UOV && (KSIG_ENABLE_UOV + 0)
#include "arch/armv7m/function.inc"

@ Goes through the planes. Two copies where time counts: half of the branches.
.macro all_planes add, copies=1
.Lplane\@:
    .rept \copies - 1
    \add
    beq.w .Ldone\@
    .endr
    \add
    bne.w .Lplane\@
.Ldone\@:
.endm

@ r4 .. r9 into the highest plane left in lr, which goes up; r12 goes down, from one beyond. Ends with Z if it was the
@ last.
.macro add_six
    clz r0, lr
    add.w r0, r0, #1
    add.w r1, r0, r0, lsl #1
    sub.w r12, r12, r1, lsl #3
    lsls.w lr, lr, r0
    ldm.w r12, {r0-r3, r10, r11}
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r3, r3, r7
    eor.w r10, r10, r8
    eor.w r11, r11, r9
    str.w r0, [r12]
    str.w r1, [r12, #4]
    str.w r2, [r12, #8]
    str.w r3, [r12, #12]
    str.w r10, [r12, #16]
    str.w r11, [r12, #20]
.endm

@ void ksig_uov_add_256(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups)
@ r4 .. r9 words of the column, lr product from bit 31 on, which is the last plane. r12 goes down to the planes of its
@ bits, from one beyond. sp: column, product with the groups that are left in its low byte, one beyond the
@ planes.
@ stack: ksig_uov_add_256 48
function ksig_uov_add_256
    push {r4-r11, lr}
    add.w r12, r0, #9 * 24
    orr lr, r3, r2, lsl #23
    sub sp, sp, #12
    b.n 2f
    .balign 4
2:  ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    add.w r1, r1, #24
    str.w r1, [sp]
    str.w lr, [sp, #4]
    str.w r12, [sp, #8]
    bic lr, lr, #255
    all_planes add_six
    ldr.w lr, [sp, #4]
    ldr.w r1, [sp]
    ldr.w r12, [sp, #8]
    sub.w lr, lr, #1
    add.w r12, r12, #9 * 24
    tst lr, #255
    bne.w 2b
    add sp, sp, #12
    pop {r4-r11, pc}
end_function ksig_uov_add_256

@ r0 .. r7 into the highest plane left in lr, as above.
.macro add_eight
    clz r8, lr
    add.w r8, r8, #1
    sub.w r12, r12, r8, lsl #5
    lsls.w lr, lr, r8
    ldm.w r12, {r8-r11}
    eor.w r8, r8, r0
    eor.w r9, r9, r1
    eor.w r10, r10, r2
    str.w r8, [r12]
    str.w r9, [r12, #4]
    str.w r10, [r12, #8]
    eor.w r11, r11, r3
    ldr.w r8, [r12, #16]
    ldr.w r9, [r12, #20]
    ldr.w r10, [r12, #24]
    str.w r11, [r12, #12]
    eor.w r8, r8, r4
    ldr.w r11, [r12, #28]
    eor.w r9, r9, r5
    eor.w r10, r10, r6
    eor.w r11, r11, r7
    str.w r8, [r12, #16]
    str.w r9, [r12, #20]
    str.w r10, [r12, #24]
    str.w r11, [r12, #28]
.endm

@ void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product)
@ r0 .. r7 words of the column, r8 .. r11 of a plane; lr and r12 as above.
@ stack: ksig_uov_add_16 36
function ksig_uov_add_16
    push {r4-r11, lr}
    add.w r12, r0, #5 * 32
    lsl.w lr, r2, #27
    mov.w r3, r1
    ldr.w r0, [r3]
    ldr.w r1, [r3, #4]
    ldr.w r2, [r3, #8]
    ldr.w r4, [r3, #16]
    ldr.w r5, [r3, #20]
    ldr.w r6, [r3, #24]
    ldr.w r7, [r3, #28]
    ldr.w r3, [r3, #12]
    all_planes add_eight
    pop {r4-r11, pc}
end_function ksig_uov_add_16

#if KSIG_ASM_UOV_TAKE

@ unsigned ksig_uov_take(uov_stream *s, const uint8_t *data, const uint8_t *x, unsigned range)
@ In memory, above r4 .. r11, which the compression saves again: they are taken off for its call.
@ stack: ksig_uov_take 64
    .equ BASE, 32 @ one beyond the planes of a group; GF(16): j
    .equ FILL, 36 @ where the next bytes go
    .equ LEFT, 40 @ planes from bit 31 on, groups left in the low byte
    .equ STREAM, 44
    .equ SOURCE, 48
    .equ X, 52
    .equ COUNT, 56 @ columns left, from bit 8 on blocks hashed; GF(256): groups from bit 24 on, bit 31 if one is shorter
    .equ PRODUCTS, 32 @ bytes before the chaining value
    .equ BLOCK, PRODUCTS + 32
    .equ BEYOND, BLOCK + 64
function ksig_uov_take
    push {r0-r3, lr}
    sub sp, sp, #12
    push {r4-r11}
    ubfx r1, r3, #8, #8
    add r1, r1, #BLOCK
    add r1, r1, r0
    str r1, [sp, #FILL]
    cmp r3, #0
    bmi .Lfield_16
    lsr r1, r3, #16
    mov r2, #43 @ 43 / 1024: 1 / 24, rounded down
    mul r2, r1, r2
    lsr r2, r2, #10
    orr r2, r2, r1, lsl #7
    uxtb r3, r3
    orr r3, r3, r2, lsl #24
    b.n 2f
    .balign 4
1:  str.w r3, [sp, #COUNT]
    ldr.w r2, [sp, #X]
    ldr.w r0, [sp, #STREAM]
    ldr.w r4, =ksig_uov_heavy
    ldrb r1, [r2], #1
    str.w r2, [sp, #X]
    and r2, r1, #15
    lsr.w r1, r1, #4
    add.w r1, r1, #16
    ldrb.w r2, [r0, r2]
    ldrb.w r1, [r0, r1]
    ubfx r3, r3, #24, #3
    add.w r12, r0, #BEYOND + 24 + 9 * 24
    eor.w r1, r1, r2
    lsr.w r2, r1, #5
    and r5, r1, #31
    ldr.w r4, [r4, r2, lsl #2]
    ldr.w r11, [sp, #SOURCE]
    ldr.w r10, [sp, #FILL]
    lsr.w r4, r4, r5
    lsls.n r4, r4, #31
    itt mi
    eormi r1, r1, #255
    orrmi r1, r1, #256
    orr.w lr, r3, r1, lsl #23
3:  ldr.w r4, [r11]
    ldr.w r5, [r11, #4]
    ldr.w r6, [r11, #8]
    ldr.w r7, [r11, #12]
    ldr.w r8, [r11, #16]
    ldr.w r9, [r11, #20]
    add.w r11, r11, #24
    str.w r11, [sp, #SOURCE]
    str.w r4, [r10]
    str.w r5, [r10, #4]
    str.w r6, [r10, #8]
    str.w r7, [r10, #12]
    str.w r8, [r10, #16]
    str.w r9, [r10, #20]
    add.w r10, r10, #24
    str.w r10, [sp, #FILL]
    str.w lr, [sp, #LEFT]
    str.w r12, [sp, #BASE]
    bics lr, lr, #255
    beq.w 4f
    all_planes add_six, 2
4:  ldr.w lr, [sp, #LEFT]
    ldr.w r12, [sp, #BASE]
    ldr.w r10, [sp, #FILL]
    ldr.w r0, [sp, #STREAM]
    ldr.w r11, [sp, #SOURCE]
    sub.w lr, lr, #1
    add.w r12, r12, #9 * 24
    add.w r1, r0, #BEYOND
    cmp.w r10, r1
    bhs.w 7f
5:  tst lr, #255
    bne.w 3b
    ldr.w r3, [sp, #COUNT]
    cmp.w r3, #0
    bpl.w 6f
    @ The shorter group. It has one byte of its last word.
    ldr.w r4, [r11]
    ldr.w r5, [r11, #4]
    ldr.w r6, [r11, #8]
    ldr.w r7, [r11, #12]
    ldr.w r8, [r11, #16]
    ldrb.w r9, [r11, #20]
    add.w r11, r11, #21
    str.w r11, [sp, #SOURCE]
    str.w r4, [r10]
    str.w r5, [r10, #4]
    str.w r6, [r10, #8]
    str.w r7, [r10, #12]
    str.w r8, [r10, #16]
    str.w r9, [r10, #20]
    add.w r10, r10, #21
    str.w r10, [sp, #FILL]
    cmp.w lr, #0
    beq.w 4f
    all_planes add_six
4:  ldr.w r10, [sp, #FILL]
    ldr.w r0, [sp, #STREAM]
    ldr.w r3, [sp, #COUNT]
    add.w r1, r0, #BEYOND
    mov.w lr, #256 @ no group is left
    cmp.w r10, r1
    bhs.w 7f
6:  sub.w r3, r3, #1
2:  tst r3, #255
    bne.w 1b
    @ Bytes in the block, and 256 times the blocks that were hashed.
.Lleave:
    ldr r0, [sp, #STREAM]
    ldr r1, [sp, #FILL]
    sub r1, r1, r0
    sub r1, r1, #BLOCK
    ubfx r3, r3, #8, #16
    orr r0, r1, r3, lsl #8
    pop {r4-r11}
    add sp, sp, #28
    pop {pc}

    @ r0 stream. Then also r10 where the next bytes go, r3 count, r11 source; lr and r12 as they were.
7:  str r12, [sp, #BASE]
.Lhash:
    str lr, [sp, #LEFT]
    pop {r4-r11}
    add.w r1, r0, #BLOCK
    add.w r0, r0, #PRODUCTS
    mov.w r2, r1
    bl ksig_sha256_compress_from
    push {r4-r11}
    ldr.w r0, [sp, #STREAM]
    ldr r10, [sp, #FILL]
    ldr.w r3, [sp, #COUNT]
    ldr lr, [sp, #LEFT]
    ldr r12, [sp, #BASE]
    add r11, r0, #BEYOND
    ldm r11, {r1, r2, r4-r7}
    sub r10, r10, #64
    sub r11, r11, #64
    stm r11, {r1, r2, r4-r7}
    str r10, [sp, #FILL]
    add.w r3, r3, #1 << 8
    str.w r3, [sp, #COUNT]
    ldr r11, [sp, #SOURCE]
    tst lr, #512
    bne.w .Lhashed
    tst lr, #256
    beq.w 5b
    b.n 6b

.Lfield_16:
    ubfx r12, r3, #16, #15
    uxtb r3, r3
    b.n 2f
    .balign 4
1:  str.w r3, [sp, #COUNT]
    ldr.w r2, [sp, #X]
    ldr.w r0, [sp, #STREAM]
    lsrs.w r1, r12, #1
    ldrb.n r1, [r2, r1]
    add.w r12, r12, #1
    ite cs
    lsrcs.w r1, r1, #4
    andcc r1, r1, #15
    ldrb.w lr, [r0, r1]
    ldr.w r11, [sp, #SOURCE]
    ldr.w r10, [sp, #FILL]
    str.w r12, [sp, #BASE]
    add.w r12, r0, #BEYOND + 24 + 5 * 32
    ldr.w r0, [r11]
    ldr.w r1, [r11, #4]
    ldr.w r2, [r11, #8]
    ldr.w r3, [r11, #12]
    ldr.w r4, [r11, #16]
    ldr.w r5, [r11, #20]
    ldr.w r6, [r11, #24]
    ldr.w r7, [r11, #28]
    add.w r11, r11, #32
    str.w r11, [sp, #SOURCE]
    str.w r0, [r10]
    str.w r1, [r10, #4]
    str.w r2, [r10, #8]
    str.w r3, [r10, #12]
    str.w r4, [r10, #16]
    str.w r5, [r10, #20]
    str.w r6, [r10, #24]
    str.w r7, [r10, #28]
    add.w r10, r10, #32
    str.w r10, [sp, #FILL]
    lsls.w lr, lr, #27
    beq.w 4f
    all_planes add_eight
4:  ldr.w r10, [sp, #FILL]
    ldr.w r0, [sp, #STREAM]
    ldr.w r3, [sp, #COUNT]
    ldr.w r12, [sp, #BASE]
    add.w r1, r0, #BEYOND
    cmp.w r10, r1
    mov.w lr, #512
    bhs.w .Lhash
.Lhashed:
    sub.w r3, r3, #1
2:  tst r3, #255
    bne.w 1b
    b.n .Lleave
end_function ksig_uov_take
    .ltorg

#endif

#endif
