/* T += adj(s) y for HAETAE, twin of ksig_haetae_add_adjoint in src/haetae/sign/haetae_adjoint.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Sixteen sums take the sixteen y, in quarters p0 .. p3, times a Toeplitz matrix of s. With d[m] = s[m + 8] - s[m], a
 * matrix of 8 x 8 by its first value, and y0, y1 the halves of y:
 *     sums 0 .. 7:  s[0] (y0 + y1) + d[0] y1
 *     sums 8 .. 15: s[0] (y0 + y1) - d[-8] y0
 * and likewise by halves again, with e[m] = s[m + 4] - s[m] and g[m] = d[m + 4] - d[m]: 144 products instead of 256.
 * Sums of y are made once; a value of s, d, e or g is a byte, so that words are subtracted four at a time.
 *
 * Constant time: no branch and no address depends on s or y, and MULS takes equally long for all. */
#include "arch/gates.h"

#if KSIG_ARMV6M && KSIG_ASM_ADJOINT
#include "arch/armv6m/function.inc"

    @ The quarters of y, where the caller has them.
    .equ P0, 0
    .equ P1, 16
    .equ P2, 32
    .equ P3, 48
    @ From SP: sums of them.
    .equ P0123, 0
    .equ P13, 16
    .equ P02, 32
    .equ P23, 48
    .equ P01, 64
    @ Where y is; where s is read, and how.
    .equ Y, 80
    .equ AT, 84
    .equ FIRST, 88
    .equ BITS, 92
    .equ PLUS, 96
    .equ BIAS, 100  @ 8 in each byte
    @ Words of s from -16 on, four values each as a sum of s 256^k, without a bias.
    .equ NEW, 104
    .equ OLD, 120
    @ Sums: a product for two quarters, those of s for quarters 0 and 2, for 1 and 3. Each lies where nothing is needed
    @ any more: in OLD, or in the bytes of s and e.
    .equ SHARED_S, 120
    .equ ODD, 120
    .equ EVEN, 136
    .equ SHARED_D, 152
    @ Bytes with a bias: s from -4, e from -8, d from -12, g from -16 on.
    .equ BYTES_S, 152
    .equ BYTES_E, 160
    .equ BYTES_D, 172
    .equ BYTES_G, 188
    .equ ROOM, 208

    @ What `product` does with an accumulator.
    .equ ADD, 0
    .equ SUBTRACT, 1
    .equ SET, 2      @ the first product of each

@ To sum n, or from it, value r4 times the word at `y` from `base`.
.macro product n, y, how, base
.if \how == SET
    ldr r\n, [\base, #\y]
    muls r\n, r4
.else
    ldr r5, [\base, #\y]
    muls r5, r4
    .if \how == SUBTRACT
    subs r\n, r\n, r5
    .else
    adds r\n, r\n, r5
    .endif
.endif
.endm

@ Value m = b - n of a row, for the sums 0 .. 3 that have it.
.macro value m, at, y, how, base
    ldrb r4, [r7, #\at + (\m)]
    .irp n, 0, 1, 2, 3
    .if (\n + (\m) == 0) && (\how == SET)
    product \n, \y, SET, \base
    .elseif (\n + (\m) >= 0) && (\n + (\m) < 4) && (\how == SET)
    product \n, \y + 4 * (\n + (\m)), ADD, \base
    .elseif (\n + (\m) >= 0) && (\n + (\m) < 4)
    product \n, \y + 4 * (\n + (\m)), \how, \base
    .endif
    .endr
.endm

@ Sums in r0 .. r3 of a matrix of 4 x 4, whose first value is at `at` from r7, times four words.
.macro matrix at, y, how, base=sp
    .irp m, -3, -2, -1, 0, 1, 2, 3
    value \m, \at, \y, \how, \base
    .endr
.endm

@ The same with a quarter of y.
.macro matrix_y at, y, how
    ldr r6, [sp, #Y]
    matrix \at, \y, \how, r6
.endm

@ Adds four words from r6 on; with reversed 1, what was there is subtracted from them.
.macro add_words reversed=0
    ldm r6!, {r4, r5}
    .if \reversed
    subs r0, r4, r0
    subs r1, r5, r1
    .else
    adds r0, r0, r4
    adds r1, r1, r5
    .endif
    ldm r6!, {r4, r5}
    .if \reversed
    subs r2, r4, r2
    subs r3, r5, r3
    .else
    adds r2, r2, r4
    adds r3, r3, r5
    .endif
.endm

@ Adds four words of T, and takes the bias away.
.macro add_t correction
    mov r6, r12
    add_words
    add r0, \correction
    add r1, \correction
    add r2, \correction
    add r3, \correction
.endm

.macro store_t
    mov r6, r12
    stm r6!, {r0-r3}
    mov r12, r6
.endm

@ Four fields to the lowest bits of four bytes.
.macro spread x, pairs, single
    lsls r6, \x, #\pairs
    orrs \x, r6
    ands \x, r4
    lsls r6, \x, #\single
    orrs \x, r6
    ands \x, r5
.endm

@ Eight fields of 3 bits from `at` on.
.macro load_eight x, y, at
    ldrb \x, [r7, #\at]
    ldrb \y, [r7, #\at + 1]
    lsls r6, \y, #8
    orrs \x, r6
    spread \x, 10, 5
    lsrs \y, \y, #4
    ldrb r6, [r7, #\at + 2]
    lsls r6, r6, #4
    orrs \y, r6
    spread \y, 10, 5
.endm

@ x plus the bias in `bias`, to a word of the stack; x is lost.
.macro store_bytes x, bias, to
    adds \x, \x, \bias
    str \x, [sp, #\to]
.endm

@ void ksig_haetae_add_adjoint(uint32_t t[256], const uint8_t *packed, const int32_t y[16], unsigned i_bits)
@ stack: ksig_haetae_add_adjoint 244
function ksig_haetae_add_adjoint
    save_all
    sub sp, #ROOM
    movs r4, #1
    lsls r5, r4, #10
    adds r0, r0, r5
    mov r12, r0 @ where T goes on, at first its end: before the first sums come two blocks of s
    mov lr, r0
    lsls r5, r4, #16
    adds r5, #1 @ 0x10001
    lsls r6, r5, #8
    adds r6, r6, r5 @ 0x1010101
    lsls r7, r6, #3
    str r7, [sp, #BIAS]
    movs r7, #7
    ands r7, r3
    str r7, [sp, #BITS]
    str r1, [sp, #FIRST]
    subs r3, r3, r7
    adds r3, #16
    muls r3, r7
    lsrs r3, r3, #3
    adds r3, r3, r1
    str r3, [sp, #AT]
    str r2, [sp, #Y]
    @ A value is top - field = ~field + 1 + top, or field - top.
    subs r7, #1
    muls r7, r6
    adds r7, #1
    str r7, [sp, #PLUS]
    movs r3, #0
    mov r8, r3
    mov r9, r3
    mov r10, r3
    mov r11, r3

    @ Sums of quarters, one place after the other, and those of all four places.
    mov r3, sp
1:  ldr r4, [r2, #P0]
    ldr r5, [r2, #P1]
    ldr r6, [r2, #P2]
    ldr r7, [r2, #P3]
    adds r2, #4
    add r8, r4
    add r9, r5
    add r10, r6
    add r11, r7
    adds r0, r4, r6
    str r0, [r3, #P02]
    adds r1, r5, r7
    str r1, [r3, #P13]
    adds r0, r0, r1
    str r0, [r3, #P0123]
    adds r6, r6, r7
    str r6, [r3, #P23]
    adds r4, r4, r5
    adds r3, #4
    str r4, [r3, #P01 - 4]
    mov r0, sp
    adds r0, #16
    cmp r3, r0
    bne 1b

    @ What a bias of 8 adds to each quarter of the sums: 8 (s0 + 2 s1 + 2 s2 + 4 s3), 8 (s1 + 2 s3), 8 (s2 + 2 s3), 8 s3,
    @ where s0 .. s3 are the sums of the quarters of y.
    mov r0, r8
    mov r1, r9
    mov r2, r10
    mov r3, r11
    lsls r4, r3, #1
    adds r1, r1, r4
    adds r4, r1, r2
    lsls r4, r4, #1
    adds r0, r0, r4
    lsls r4, r3, #1
    adds r2, r2, r4
    movs r4, #7
    mvns r4, r4
    muls r0, r4
    muls r1, r4
    muls r2, r4
    muls r3, r4
    mov r8, r0
    mov r9, r1
    mov r10, r2
    mov r11, r3

.Lnext:
    @ The next sixteen values of s, from the end to the begin.
    add r7, sp, #NEW
    ldm r7!, {r0-r3}
    stm r7!, {r0-r3}
    ldr r7, [sp, #AT]
    ldr r5, [sp, #BITS]
    lsls r4, r5, #1
    subs r7, r7, r4
    ldr r4, [sp, #FIRST]
    cmp r7, r4
    bhs 2f
    lsls r4, r5, #5
    adds r7, r7, r4
    ldr r4, [sp, #PLUS]
    movs r6, #1
    subs r4, r6, r4
    str r4, [sp, #PLUS]
2:  str r7, [sp, #AT]
    cmp r5, #3
    beq 3f
    ldr r4, .Lpairs2
    ldr r5, .Lsingle2
    .irp number, 0, 1, 2, 3
    ldrb r\number, [r7, #\number]
    spread r\number, 12, 6
    .endr
    b 4f
3:  ldr r4, .Lpairs3
    ldr r5, .Lsingle3
    load_eight r0, r1, 0
    load_eight r2, r3, 3
4:  ldr r5, [sp, #PLUS]
    asrs r4, r5, #31
    mvns r4, r4 @ of 1 + top in each byte, -1; of minus top, 0
    .irp word, r0, r1, r2, r3
    eors \word, r4
    adds \word, \word, r5
    .endr
    add r7, sp, #NEW
    stm r7!, {r0-r3}
    cmp r12, lr
    bne 5f
    mov r4, r12
    movs r5, #1
    lsls r5, r5, #10
    subs r4, r4, r5
    mov r12, r4
    b .Lnext

    .balign 4
.Lpairs2:
    .word 0x000f000f
.Lsingle2:
    .word 0x03030303
.Lpairs3:
    .word 0x003f003f
.Lsingle3:
    .word 0x07070707

    @ s, e, then d and g as bytes.
5:  ldm r7!, {r4, r5}
    ldr r6, [sp, #BIAS]
    subs r5, r5, r4
    store_bytes r5, r6, BYTES_E + 8
    subs r5, r4, r3
    store_bytes r5, r6, BYTES_E + 4
    subs r5, r3, r2
    store_bytes r5, r6, BYTES_E
    store_bytes r4, r6, BYTES_S + 4
    adds r5, r3, r6
    str r5, [sp, #BYTES_S]
    subs r7, #8
    ldm r7, {r4-r7}
    subs r7, r7, r5
    subs r6, r6, r4
    subs r5, r5, r3
    subs r4, r4, r2
    subs r3, r3, r1
    subs r2, r2, r0
    ldr r0, [sp, #BIAS]
    subs r7, r7, r6
    store_bytes r7, r0, BYTES_G + 16
    subs r7, r6, r5
    store_bytes r7, r0, BYTES_G + 12
    store_bytes r6, r0, BYTES_D + 12
    subs r7, r5, r4
    store_bytes r7, r0, BYTES_G + 8
    store_bytes r5, r0, BYTES_D + 8
    subs r7, r4, r3
    store_bytes r7, r0, BYTES_G + 4
    store_bytes r4, r0, BYTES_D + 4
    subs r7, r3, r2
    store_bytes r7, r0, BYTES_G
    store_bytes r3, r0, BYTES_D

    add r7, sp, #BYTES_S
    matrix 4, P0123, SET
    add r6, sp, #SHARED_S
    stm r6!, {r0-r3}
    matrix 8 + 8, P13, ADD
    stm r6!, {r0-r3}
    subs r6, #32
    ldm r6!, {r0-r3}
    matrix 8 + 4, P02, SUBTRACT
    subs r6, #16
    stm r6!, {r0-r3}

    adds r7, #BYTES_D + 8 - BYTES_S
    matrix 4, P23, SET
    adds r6, #SHARED_D - EVEN
    stm r6!, {r0-r3}
    subs r6, #SHARED_D + 16 - EVEN
    add_words
    add_t r8
    matrix_y 8 + 16, P3, ADD
    store_t
    add r6, sp, #SHARED_D
    ldm r6!, {r0-r3}
    subs r6, #SHARED_D + 16 - ODD
    add_words
    add_t r9
    matrix_y 8 + 12, P2, SUBTRACT
    store_t

    subs r7, #8
    matrix 4, P01, SET
    add r6, sp, #SHARED_D
    stm r6!, {r0-r3}
    subs r6, #SHARED_D + 16 - EVEN
    add_words 1
    add_t r10
    matrix_y 16 + 8, P1, SUBTRACT
    store_t
    add r6, sp, #SHARED_D
    ldm r6!, {r0-r3}
    subs r6, #SHARED_D + 16 - ODD
    add_words 1
    add_t r11
    matrix_y 16 + 4, P0, ADD
    store_t
    cmp r12, lr
    beq 6f
    b .Lnext
6:  add sp, #ROOM
    restore_all
end_function ksig_haetae_add_adjoint

#endif
