/* The first two layers of the transform of z, twin of src/mldsa/alg/mldsa_row.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_Z_LAYERS
#include "arch/rv32/function.inc"

// a0 values, a1 packed, t6 where the values' first half ends; s2, s3 the first layer's constant and its quotient; s4, s5
// the second's; s6 q, s9 gamma1; s7, s8, s10: a group's bits begin at bit s7 = 31 - s8 of the word at s10.

// x = x w mod q (ksig_times23)
.macro times x, w, quotient
    mulh a5, \x, \quotient
    mul \x, \x, \w
    mul a5, a5, s6
    sub \x, \x, a5
.endm

// word |= its bits in the next one
.macro align_word word, next
    srl \word, \word, s7
    slli a5, \next, 1
    sll a5, a5, s8
    or \word, \word, a5
.endm

// gamma1 minus a field, for four fields of a quarter of the polynomial.
.macro fields bits, quarter, f0, f1, f2, f3
    lw a2, 8 * \bits * \quarter(s10)
    lw a3, 8 * \bits * \quarter + 4(s10)
    lw a4, 8 * \bits * \quarter + 8(s10)
    align_word a2, a3
    align_word a3, a4
    srl a4, a4, s7
    slli \f0, a2, 32 - \bits
    srli \f0, \f0, 32 - \bits
    slli \f1, a3, 64 - 2 * \bits
    srli \f1, \f1, 32 - \bits
    srli a2, a2, \bits
    or \f1, \f1, a2
    slli \f2, a3, 64 - 3 * \bits
    srli \f2, \f2, 32 - \bits
    slli \f3, a4, 96 - 4 * \bits
    srli \f3, \f3, 32 - \bits
    srli a3, a3, 3 * \bits - 32
    or \f3, \f3, a3
    sub \f0, s9, \f0
    sub \f1, s9, \f1
    sub \f2, s9, \f2
    sub \f3, s9, \f3
.endm

// A coefficient of each quarter, the first layer's products done, to values n and n + 64.
.macro second_layer i, b, x, y
    add \y, \y, \x
    times \y, s4, s5
    add \x, \b, \y
    sub \b, \b, \y
    sw \x, 4 * \i(a0)
    sw \b, 256 + 4 * \i(a0)
.endm

.macro groups bits
1:  andi s7, a1, 3
    sub s10, a1, s7
    slli s7, s7, 3
    xori s8, s7, 31
    fields \bits, 2, s0, s1, t4, t5
    fields \bits, 0, t0, t1, t2, t3
    times s0, s2, s3
    times s1, s2, s3
    times t4, s2, s3
    times t5, s2, s3
    add t0, t0, s0
    add t1, t1, s1
    add t2, t2, t4
    add t3, t3, t5
    fields \bits, 3, s0, s1, t4, t5
    fields \bits, 1, s11, a6, a7, ra
    times s0, s2, s3
    times s1, s2, s3
    times t4, s2, s3
    times t5, s2, s3
    second_layer 0, t0, s0, s11
    second_layer 1, t1, s1, a6
    second_layer 2, t2, t4, a7
    second_layer 3, t3, t5, ra
    addi a0, a0, 16
    addi a1, a1, \bits / 2
    bne a0, t6, 1b
.endm

// void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half)
// stack: ksig_mldsa_first_layers 64
function ksig_mldsa_first_layers
    save_all
    lla a5, ksig_zetas23
    lw s3, 4(a5)
    slli a4, a3, 2
    add a5, a5, a4
    lw s5, 8(a5)
    beqz a3, 1f
    sub s3, a3, s3 // 1 - zeta: the halves differ in the sign of the first constant
1:  li s6, 8380417
    mulh s2, s3, s6
    mulh s4, s5, s6
    addi a5, a2, -1
    li s9, 1
    sll s9, s9, a5
    addi t6, a0, 256
    addi a2, a2, -18
    bnez a2, .Lof_20_bits
    groups 18
    j .Ldone
.Lof_20_bits:
    groups 20
.Ldone:
    restore_all
    ret
end_function ksig_mldsa_first_layers

#endif
