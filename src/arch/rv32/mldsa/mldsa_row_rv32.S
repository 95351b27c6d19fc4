/* The first two layers of the transform of z, twin of src/mldsa/alg/mldsa_row.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_Z_LAYERS
#include "arch/rv32/function.inc"

// a0 values, a1 packed, t6 where the values' first half ends; s2, s3: KSIG_Z_SCALE and its product with zeta 1 or its
// negative; s4, s5: the second constant and its quotient; s6 q; s9 is what the first layer makes of fields of 0: gamma1
// times the sum of its constants; s8 is 0 for 18 bits; s10 is 1 for the last four of eight fields.

// x becomes the field from bit `shift` on of x, a half-word, and the next one, at byte `at`, which is loaded.
.macro field x, next, bits, at, shift
    lhu \next, \at(a1)
    slli a5, \next, 48 - \bits - (\shift)
    srli a5, a5, 32 - \bits
.if \shift
    srli \x, \x, \shift
.endif
    or \x, \x, a5
.endm

// Four fields of a quarter; the first begins at bit `shift` of the half-word at byte `at`. Two half-words have a field,
// and the next field begins `bits` - 16 bits later in the next one.
.macro fields bits, at, shift, f0, f1, f2, f3
    lhu \f0, \at(a1)
    field \f0, \f1, \bits, \at + 2, \shift
    field \f1, \f2, \bits, \at + 4, \shift + \bits - 16
    field \f2, \f3, \bits, \at + 6, \shift + 2 * (\bits - 16)
    field \f3, a5, \bits, \at + 8, \shift + 3 * (\bits - 16)
.endm

.macro quarters bits, at, shift
    fields \bits, \at, \shift, t0, t1, t2, t3
    fields \bits, 8 * \bits + \at, \shift, s11, a6, a7, ra
    fields \bits, 16 * \bits + \at, \shift, s0, s1, t4, t5
    fields \bits, 24 * \bits + \at, \shift, a2, a3, a4, s7
.endm

// The first layer of two coefficients: a becomes s9 - a s2 - b s3.
.macro first a, b
    mul \a, \a, s2
    mul \b, \b, s3
    add \a, \a, \b
    sub \a, s9, \a
.endm

// The second layer of two pairs of sums, each to values n and n + 64 (the products as ksig_times23); t and u are lost.
.macro second i, a, b, t, c, d, u
    mulh \t, \b, s5
    mulh \u, \d, s5
    mul \b, \b, s4
    mul \d, \d, s4
    mul \t, \t, s6
    mul \u, \u, s6
    sub \b, \b, \t
    sub \d, \d, \u
    add \t, \a, \b
    sub \a, \a, \b
    add \u, \c, \d
    sub \c, \c, \d
    sw \t, 4 * \i(a0)
    sw \a, 256 + 4 * \i(a0)
    sw \u, 4 * \i + 4(a0)
    sw \c, 256 + 4 * \i + 4(a0)
.endm

// void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half)
// stack: ksig_mldsa_first_layers 64
function ksig_mldsa_first_layers
    save_all
    lla a5, ksig_zetas23
    slli a4, a3, 2
    add a5, a5, a4
    lw s5, 8(a5)
    li s6, 8380417
    mulh s4, s5, s6
    li s2, 556
    li s3, 2841
    beqz a3, 1f
    neg s3, s3
1:  add s9, s2, s3
    addi a5, a2, -1
    sll s9, s9, a5
    addi t6, a0, 256
    addi s8, a2, -18
    li s10, 0
.Lgroup:
    bnez s8, .Lwide
    bnez s10, .Lodd
    quarters 18, 0, 0
    li s10, 1
    j .Lunpacked
.Lodd:
    quarters 18, 8, 8
    li s10, 0
    addi a1, a1, 18
    j .Lunpacked
.Lwide:
    quarters 20, 0, 0
    addi a1, a1, 10
.Lunpacked:
    first t0, s0
    first t1, s1
    first t2, t4
    first t3, t5
    first s11, a2
    first a6, a3
    first a7, a4
    first ra, s7
    second 0, t0, s11, s0, t1, a6, s1
    second 2, t2, a7, t4, t3, ra, t5
    addi a0, a0, 16
    bne a0, t6, .Lgroup
    restore_all
    ret
end_function ksig_mldsa_first_layers

#endif
