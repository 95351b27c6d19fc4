/* Sums of products modulo 8380417, twin of src/ring/sum23.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_SUM23_ADD
#include "arch/rv32/function.inc"

// a0 words, a1 factors, a2 stream, t6 where the words end; t3 q, t4 its inverse modulo 2^32, t5 2^23 - 1, s11 2 q.

// number = number factor 2^-32 mod q (ksig_multiply23); factor is lost.
.macro multiply number, factor
    mulh a6, \number, \factor
    mul \number, \number, \factor
    mul \number, \number, t4
    mulh \number, \number, t3
    sub \number, a6, \number
.endm

// s, within 2 q, within q again.
.macro into_range s
    srai a6, \s, 31
    and a6, a6, s11
    sub \s, \s, t3
    add \s, \s, a6
.endm

// The lowest three bytes of value, under a byte that is the highest of word.
.macro join value, word
    slli \value, \value, 8
    srli \value, \value, 8
    slli \word, \word, 24
    or \value, \value, \word
.endm

// A word from four bytes at any address.
.macro load_bytes word, at
    lbu \word, \at(a2)
    lbu a6, \at + 1(a2)
    slli a6, a6, 8
    or \word, \word, a6
    lbu a6, \at + 2(a2)
    slli a6, a6, 16
    or \word, \word, a6
    lbu a6, \at + 3(a2)
    slli a6, a6, 24
    or \word, \word, a6
.endm

#ifdef __riscv_zbkb

.macro load_masks
.endm

// A lane from even and odd bits to halves.
.macro separate low, high
    pack a6, \low, \high
    srli \low, \low, 16
    srli \high, \high, 16
    pack \high, \low, \high
    zip \low, a6
    zip \high, \high
.endm

#else

.macro load_masks
    li t0, 0x55555555
    li t1, 0x33333333
    li t2, 0xf0f0f0f
    li s1, 0xff00ff
    li s8, 0xffff
.endm

.macro exchange low, high, distance, mask
    srli a6, \low, \distance
    xor a6, a6, \high
    and a6, a6, \mask
    xor \high, \high, a6
    slli a6, a6, \distance
    xor \low, \low, a6
.endm

// A lane from even and odd bits to halves.
.macro separate low, high
    exchange \low, \high, 1, t0
    exchange \low, \high, 2, t1
    exchange \low, \high, 4, t2
    exchange \low, \high, 8, s1
    exchange \low, \high, 16, s8
.endm

#endif

// Both functions: with `packed` 1, factors are in groups of three words. Of lanes, two groups are three, from s6 on,
// and the second group's words go to the stack; s7 is where the lanes end.
.macro add_products packed
    save_all
    mv s9, a0
    li s7, 0
    li s6, 0
    andi a6, a3, 256
    bnez a6, .Llanes\@
    slli t6, a3, 1
    add t6, t6, a3
    slli t6, t6, 2
    add t6, t6, a0
.Lbegin\@:
    li t3, 8380417
    li t4, 58728449
    li t5, 0x7fffff
    slli s11, t3, 1
    bne s6, s7, .Lthree\@
    beqz a3, .Lend\@
.Lgroup\@:
    andi a6, a2, 3
    bnez a6, .Lbytes\@
    lw a3, 0(a2)
    lw a4, 4(a2)
    lw a5, 8(a2)
.Lnumbers\@:
    and s2, a3, t5
    srli a3, a3, 24
    slli a6, a4, 8
    or a3, a3, a6
    and s3, a3, t5
    srli a4, a4, 16
    slli a6, a5, 16
    or a4, a4, a6
    and s4, a4, t5
    srli a5, a5, 8
    and s5, a5, t5
    bgeu s2, t3, .Lend\@
    bgeu s3, t3, .Lend\@
    bgeu s4, t3, .Lend\@
    bgeu s5, t3, .Lend\@
    lw a3, 0(a1)
    lw a4, 4(a1)
    lw a5, 8(a1)
.if \packed
    addi a1, a1, 12
    slli s0, a3, 8
    srai s0, s0, 8
    multiply s2, s0
    slli s0, a4, 8
    srai s0, s0, 8
    multiply s3, s0
    slli s0, a5, 8
    srai s0, s0, 8
    multiply s4, s0
    srli a3, a3, 24
    srli a4, a4, 24
    slli a4, a4, 8
    srai a5, a5, 24
    slli a5, a5, 16
    or a3, a3, a4
    or a3, a3, a5
    multiply s5, a3
.else
    lw a7, 12(a1)
    addi a1, a1, 16
    multiply s2, a3
    multiply s3, a4
    multiply s4, a5
    multiply s5, a7
.endif
    lw a3, 0(a0)
    lw a4, 4(a0)
    lw a5, 8(a0)
    slli s0, a3, 8
    srai s0, s0, 8
    add s2, s2, s0
    slli s0, a4, 8
    srai s0, s0, 8
    add s3, s3, s0
    slli s0, a5, 8
    srai s0, s0, 8
    add s4, s4, s0
    srli a3, a3, 24
    srli a4, a4, 24
    slli a4, a4, 8
    srai a5, a5, 24
    slli a5, a5, 16
    or a3, a3, a4
    or a3, a3, a5
    add s5, s5, a3
    into_range s2
    into_range s3
    into_range s4
    into_range s5
    srli a3, s5, 8
    srli a4, s5, 16
    join s2, s5
    join s3, a3
    join s4, a4
    sw s2, 0(a0)
    sw s3, 4(a0)
    sw s4, 8(a0)
    addi a0, a0, 12
    addi a2, a2, 12
    bne a0, t6, .Lgroup\@
    bne s6, s7, .Lthree\@
.Lend\@:
    // A third of the words; check: 0xaaaaaaab * 3 % 2**32 == 1
    sub a0, a0, s9
    srli a0, a0, 2
    li a3, 0xaaaaaaab
    mul a0, a0, a3
    restore_all
    ret
.Lbytes\@:
    load_bytes a3, 0
    load_bytes a4, 4
    load_bytes a5, 8
    j .Lnumbers\@
.Llanes\@:
    andi a4, a3, 255
    srli a3, a3, 9
    add a4, a4, a3
    slli s6, a3, 3
    slli a3, a3, 2
    add s6, s6, a3
    add s6, s6, a2
    slli s7, a4, 3
    slli a4, a4, 2
    add s7, s7, a4
    add s7, s7, a2
    load_masks
    j .Lbegin\@
.Lthree\@:
    lw a3, 0(s6)
    lw a4, 4(s6)
    lw a5, 8(s6)
    lw s2, 12(s6)
    lw s3, 16(s6)
    lw s4, 20(s6)
    addi s6, s6, 24
    separate a3, a4
    separate a5, s2
    separate s3, s4
    sw s2, 52(sp)
    sw s3, 56(sp)
    sw s4, 60(sp)
    addi a2, sp, 52 - 12
    addi t6, a0, 24
    j .Lnumbers\@
.endm

// unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream, unsigned groups)
// stack: ksig_sum23_add_products 64
function ksig_sum23_add_products
    add_products 0
end_function ksig_sum23_add_products

// unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors, const uint8_t *stream,
//                                         unsigned groups)
// stack: ksig_sum23_add_packed_products 64
function ksig_sum23_add_packed_products
    add_products 1
end_function ksig_sum23_add_packed_products

#endif
