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
 * Constant time: no branch and no address depends on s or y. The products are MUL, as in C. */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_ADJOINT
#include "arch/rv32/function.inc"

    // From SP: sums of the quarters of y.
    .equ P0123, 0
    .equ P13, 16
    .equ P02, 32
    .equ P23, 48
    .equ P01, 64
    // Where s is read, and how; plus 128 in each byte.
    .equ AT, 80
    .equ FIRST, 84
    .equ BITS, 88
    .equ INVERTED, 92
    .equ PLUS, 96
    .equ LEFT, 100     // blocks of s; one more than of sums
    .equ KEPT, 104     // three words of the last block
    // Bytes: s from -4, e from -8, d from -12, g from -16 on.
    .equ BYTES_S, 116
    .equ BYTES_E, 124
    .equ BYTES_D, 136
    .equ BYTES_G, 152
    .equ ROOM, 176

    // What `product` does with a sum.
    .equ ADD, 0
    .equ SUBTRACT, 1
    .equ SET, 2        // the first product of each

// to = v y[b], y in s0 .. s3.
.macro multiply to, v, b
    .irp number, 0, 1, 2, 3
    .if (\b) == \number
    mul \to, \v, s\number
    .endif
    .endr
.endm

.macro end_product sum, how, product
    .if \how == SUBTRACT
    sub \sum, \sum, \product
    .else
    add \sum, \sum, \product
    .endif
.endm

// Value m = b - n of a row, in v, to the sums 0 .. 3 that have it; the next value to `next`. A product is added while
// the next one is made.
.macro value m, at, how, v, next, sum0, sum1, sum2, sum3
    .if \m < 3
    lb \next, \at + 1 + (\m)(sp)
    .endif
    start_product \m, 0, \how, \v, \sum0, t0
    start_product \m, 1, \how, \v, \sum1, t1
    finish_product \m, 0, \how, \sum0, t0
    start_product \m, 2, \how, \v, \sum2, t0
    finish_product \m, 1, \how, \sum1, t1
    start_product \m, 3, \how, \v, \sum3, t1
    finish_product \m, 2, \how, \sum2, t0
    finish_product \m, 3, \how, \sum3, t1
.endm

.macro start_product m, n, how, v, sum, product
    .if (\n + (\m) == 0) && (\how == SET)
    mul \sum, \v, s0
    .elseif (\n + (\m) >= 0) && (\n + (\m) < 4)
    multiply \product, \v, \n + (\m)
    .endif
.endm

.macro finish_product m, n, how, sum, product
    .if (\n + (\m) >= 0) && (\n + (\m) < 4) && ((\n + (\m) != 0) || (\how != SET))
    end_product \sum, \how, \product
    .endif
.endm

// Sums of a matrix of 4 x 4, whose first value is at `at` from SP, times four words from `y` on.
.macro matrix at, y, base, how, sums:vararg
    lb t2, \at - 3(sp)
    .irp number, 0, 1, 2, 3
    lw s\number, \y + 4 * \number(\base)
    .endr
    value -3, \at, \how, t2, ra, \sums
    value -2, \at, \how, ra, t2, \sums
    value -1, \at, \how, t2, ra, \sums
    value 0, \at, \how, ra, t2, \sums
    value 1, \at, \how, t2, ra, \sums
    value 2, \at, \how, ra, t2, \sums
    value 3, \at, \how, t2, ra, \sums
.endm

// A sum of quarter `at` / 16, of T and of what two products of several quarters are: to = of_s + of_d, or - of_d.
.macro begin operation, to, of_s, of_d, at
    lw t0, \at(s4)
    \operation \to, \of_s, \of_d
    add \to, \to, t0
.endm

// Four fields to the lowest bits of four bytes.
.macro spread x, pairs, single
    slli t0, \x, \pairs
    or \x, \x, t0
    and \x, \x, t1
    slli t0, \x, \single
    or \x, \x, t0
    and \x, \x, t2
.endm

// Eight fields of 3 bits from `at` on.
.macro load_eight x, y, at
    lbu \x, \at(a0)
    lbu \y, \at + 1(a0)
    lbu a1, \at + 2(a0)
    slli t0, \y, 8
    or \x, \x, t0
    spread \x, 10, 5
    srli \y, \y, 4
    slli a1, a1, 4
    or \y, \y, a1
    spread \y, 10, 5
.endm

// to = x - y in each byte, all with 128 more, as s0 has.
.macro difference to, x, y
    sub \to, \x, \y
    add \to, \to, s0
.endm

// Without the 128, to the stack; x is lost.
.macro store_bytes x, to
    xor \x, \x, s0
    sw \x, \to(sp)
.endm

.macro store_difference x, y, to
    difference t0, \x, \y
    store_bytes t0, \to
.endm

// void ksig_haetae_add_adjoint(uint32_t t[256], const uint8_t *packed, const int32_t y[16], unsigned i_bits)
// stack: ksig_haetae_add_adjoint 240
function ksig_haetae_add_adjoint
    save_all
    addi sp, sp, -ROOM
    addi s4, a0, -128 // before the first sums come two blocks of s
    mv s5, a2
    sw a1, FIRST(sp)
    .irp number, 0, 1, 2, 3
    lw t0, 4 * \number(s5)
    lw t1, 16 + 4 * \number(s5)
    lw t2, 32 + 4 * \number(s5)
    lw t3, 48 + 4 * \number(s5)
    add t4, t1, t3
    add t1, t1, t0
    add t0, t0, t2
    add t3, t3, t2
    add t2, t0, t4
    sw t2, P0123 + 4 * \number(sp)
    sw t4, P13 + 4 * \number(sp)
    sw t0, P02 + 4 * \number(sp)
    sw t3, P23 + 4 * \number(sp)
    sw t1, P01 + 4 * \number(sp)
    .endr
    andi a4, a3, 7
    sw a4, BITS(sp)
    sub a3, a3, a4
    addi a3, a3, 16
    mul a3, a3, a4
    srli a3, a3, 3
    add a3, a3, a1
    sw a3, AT(sp)
    // A value is top - field = ~field + 1 + top, or field - top; 128 more keep bytes apart.
    li t0, 0x1010101
    addi a4, a4, 127
    mul a4, a4, t0
    addi a4, a4, 1
    sw a4, PLUS(sp)
    li t0, -1
    sw t0, INVERTED(sp)
    li t0, 17
    sw t0, LEFT(sp)

.Lnext:
    // The next sixteen values of s, from the end to the begin.
    lw a0, AT(sp)
    lw a2, BITS(sp)
    lw a3, FIRST(sp)
    lw a4, INVERTED(sp)
    lw a5, PLUS(sp)
    li s0, 0x80808080
    slli t0, a2, 1
    sub a0, a0, t0
    bgeu a0, a3, 1f
    slli t0, a2, 5
    add a0, a0, t0
    li a4, 0
    sw a4, INVERTED(sp)
    slli t0, s0, 1
    addi t0, t0, 1
    sub a5, t0, a5
    sw a5, PLUS(sp)
1:  sw a0, AT(sp)
    li t0, 3
    beq a2, t0, 2f
    li t1, 0xf000f
    li t2, 0x3030303
    lbu t3, 0(a0)
    lbu t4, 1(a0)
    lbu t5, 2(a0)
    lbu t6, 3(a0)
    .irp word, t3, t4, t5, t6
    spread \word, 12, 6
    .endr
    j 3f
2:  li t1, 0x3f003f
    li t2, 0x7070707
    load_eight t3, t4, 0
    load_eight t5, t6, 3
3:  lw s1, KEPT(sp) // of s: t3 .. t6 from -16 on, then s1, s2, s3 from 0 on
    lw s2, KEPT + 4(sp)
    lw s3, KEPT + 8(sp)
    lw a0, BYTES_G(sp)
    .irp word, t3, t4, t5, t6
    xor \word, \word, a4
    add \word, \word, a5
    .endr
    sw t3, KEPT(sp)
    sw t4, KEPT + 4(sp)
    sw t5, KEPT + 8(sp)
    sw a0, BYTES_G + 16(sp)
    store_difference t6, t5, BYTES_E
    store_difference s1, t6, BYTES_E + 4
    store_difference s2, s1, BYTES_E + 8
    difference a0, t5, t3
    difference a1, t6, t4
    difference a2, s1, t5
    difference a3, s2, t6
    difference a4, s3, s1
    store_difference a1, a0, BYTES_G
    store_difference a2, a1, BYTES_G + 4
    store_difference a3, a2, BYTES_G + 8
    store_difference a4, a3, BYTES_G + 12
    store_bytes a1, BYTES_D
    store_bytes a2, BYTES_D + 4
    store_bytes a3, BYTES_D + 8
    store_bytes a4, BYTES_D + 12
    store_bytes t6, BYTES_S
    store_bytes s1, BYTES_S + 4
    lw t0, LEFT(sp)
    addi s4, s4, 64
    addi t0, t0, -1
    sw t0, LEFT(sp)
    li t1, 16
    beq t0, t1, .Lnext

    // Of s: for quarters 0 and 2, 1 and 3; then of d.
    matrix BYTES_S + 4, P0123, sp, SET, a0, a1, a2, a3
    mv a4, a0
    mv a5, a1
    mv a6, a2
    mv a7, a3
    matrix BYTES_E + 8, P13, sp, ADD, a0, a1, a2, a3
    matrix BYTES_E + 4, P02, sp, SUBTRACT, a4, a5, a6, a7
    matrix BYTES_D + 12, P23, sp, SET, t3, t4, t5, t6
    begin add, s8, a0, t3, 0
    begin add, s9, a1, t4, 4
    begin add, s10, a2, t5, 8
    begin add, s11, a3, t6, 12
    matrix BYTES_G + 16, 48, s5, ADD, s8, s9, s10, s11
    sw s8, 0(s4)
    sw s9, 4(s4)
    sw s10, 8(s4)
    sw s11, 12(s4)
    begin add, t3, a4, t3, 16
    begin add, t4, a5, t4, 20
    begin add, t5, a6, t5, 24
    begin add, t6, a7, t6, 28
    matrix BYTES_G + 12, 32, s5, SUBTRACT, t3, t4, t5, t6
    sw t3, 16(s4)
    sw t4, 20(s4)
    sw t5, 24(s4)
    sw t6, 28(s4)
    matrix BYTES_D + 4, P01, sp, SET, t3, t4, t5, t6
    begin sub, a0, a0, t3, 32
    begin sub, a1, a1, t4, 36
    begin sub, a2, a2, t5, 40
    begin sub, a3, a3, t6, 44
    matrix BYTES_G + 8, 16, s5, SUBTRACT, a0, a1, a2, a3
    begin sub, a4, a4, t3, 48
    begin sub, a5, a5, t4, 52
    begin sub, a6, a6, t5, 56
    begin sub, a7, a7, t6, 60
    matrix BYTES_G + 4, 0, s5, ADD, a4, a5, a6, a7
    .irp number, 0, 1, 2, 3, 4, 5, 6, 7
    sw a\number, 32 + 4 * \number(s4)
    .endr
    lw t0, LEFT(sp)
    bnez t0, .Lnext
    addi sp, sp, ROOM
    restore_all
    ret
end_function ksig_haetae_add_adjoint

#endif
