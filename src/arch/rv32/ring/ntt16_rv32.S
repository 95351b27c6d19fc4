/* The transforms modulo 64513 (src/ring/ntt16.c). Written by their generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_NTT16
#include "arch/rv32/function.inc"

// void ksig_ntt16(uint16_t a[256])
// stack: ksig_ntt16 64
function ksig_ntt16
    save_all
    li t6, 64513
    li t5, 66575
    li t4, 2
    li s1, 0xc7f0fbff
    lla s0, ksig_zetas16
    add s0, s0, t4
    lhu s3, 0(s0)
    mul s3, s3, s1
    mulh s2, s3, t6
    addi s2, s2, 1
    add s0, s0, t4
    lhu s5, 0(s0)
    mul s5, s5, s1
    mulh s4, s5, t6
    addi s4, s4, 1
    lhu s7, 2(s0)
    mul s7, s7, s1
    mulh s6, s7, t6
    addi s6, s6, 1
    addi ra, a0, 128
.Lfirst:
    lhu s0, 0(a0)
    lhu s1, 128(a0)
    lhu a2, 256(a0)
    lhu a3, 384(a0)
    mulh a1, a2, s3
    mul a2, a2, s2
    mul a1, a1, t6
    sub a1, a2, a1
    sub a2, s0, a1
    add s0, s0, a1
    mulh a1, a3, s3
    mul a3, a3, s2
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, s1, a1
    add s1, s1, a1
    mulh a1, s1, s5
    mul s1, s1, s4
    mul a1, a1, t6
    sub a1, s1, a1
    sub s1, s0, a1
    add s0, s0, a1
    mulh a1, a3, s7
    mul a3, a3, s6
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, a2, a1
    add a2, a2, a1
    mulh a1, s0, t5
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 128(a0)
    mulh a1, a2, t5
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 256(a0)
    mulh a1, a3, t5
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 384(a0)
    addi a0, a0, 2
    bne a0, ra, .Lfirst
    addi a1, a0, 384
    sw a1, 52(sp)
    addi a0, a0, -128
    li t4, 8
.Lblocks:
    li s1, 0xc7f0fbff
    lla s0, ksig_zetas16
    add s0, s0, t4
    lhu s3, 0(s0)
    mul s3, s3, s1
    mulh s2, s3, t6
    addi s2, s2, 1
    add s0, s0, t4
    lhu s5, 0(s0)
    mul s5, s5, s1
    mulh s4, s5, t6
    addi s4, s4, 1
    lhu s7, 2(s0)
    mul s7, s7, s1
    mulh s6, s7, t6
    addi s6, s6, 1
    add s0, s0, t4
    add s0, s0, t4
    lhu s9, 0(s0)
    mul s9, s9, s1
    mulh s8, s9, t6
    addi s8, s8, 1
    lhu s11, 2(s0)
    mul s11, s11, s1
    mulh s10, s11, t6
    addi s10, s10, 1
    lhu t1, 4(s0)
    mul t1, t1, s1
    mulh t0, t1, t6
    addi t0, t0, 1
    lhu t3, 6(s0)
    mul t3, t3, s1
    mulh t2, t3, t6
    addi t2, t2, 1
    addi ra, a0, 16
.Lblocks_values:
    lhu s0, 0(a0)
    lhu s1, 16(a0)
    lhu a2, 32(a0)
    lhu a3, 48(a0)
    lhu a4, 64(a0)
    lhu a5, 80(a0)
    lhu a6, 96(a0)
    lhu a7, 112(a0)
    mulh a1, a4, s3
    mul a4, a4, s2
    mul a1, a1, t6
    sub a1, a4, a1
    sub a4, s0, a1
    add s0, s0, a1
    mulh a1, a5, s3
    mul a5, a5, s2
    mul a1, a1, t6
    sub a1, a5, a1
    sub a5, s1, a1
    add s1, s1, a1
    mulh a1, a6, s3
    mul a6, a6, s2
    mul a1, a1, t6
    sub a1, a6, a1
    sub a6, a2, a1
    add a2, a2, a1
    mulh a1, a7, s3
    mul a7, a7, s2
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a3, a1
    add a3, a3, a1
    mulh a1, a2, s5
    mul a2, a2, s4
    mul a1, a1, t6
    sub a1, a2, a1
    sub a2, s0, a1
    add s0, s0, a1
    mulh a1, a3, s5
    mul a3, a3, s4
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, s1, a1
    add s1, s1, a1
    mulh a1, a6, s7
    mul a6, a6, s6
    mul a1, a1, t6
    sub a1, a6, a1
    sub a6, a4, a1
    add a4, a4, a1
    mulh a1, a7, s7
    mul a7, a7, s6
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a5, a1
    add a5, a5, a1
    mulh a1, s1, s9
    mul s1, s1, s8
    mul a1, a1, t6
    sub a1, s1, a1
    sub s1, s0, a1
    add s0, s0, a1
    mulh a1, a3, s11
    mul a3, a3, s10
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, a2, a1
    add a2, a2, a1
    mulh a1, a5, t1
    mul a5, a5, t0
    mul a1, a1, t6
    sub a1, a5, a1
    sub a5, a4, a1
    add a4, a4, a1
    mulh a1, a7, t3
    mul a7, a7, t2
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a6, a1
    add a6, a6, a1
    mulh a1, s0, t5
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 16(a0)
    mulh a1, a2, t5
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 32(a0)
    mulh a1, a3, t5
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 48(a0)
    mulh a1, a4, t5
    mul a1, a1, t6
    sub a4, a4, a1
    sh a4, 64(a0)
    mulh a1, a5, t5
    mul a1, a1, t6
    sub a5, a5, a1
    sh a5, 80(a0)
    mulh a1, a6, t5
    mul a1, a1, t6
    sub a6, a6, a1
    sh a6, 96(a0)
    mulh a1, a7, t5
    mul a1, a1, t6
    sub a7, a7, a1
    sh a7, 112(a0)
    addi a0, a0, 2
    bne a0, ra, .Lblocks_values
    lw a1, 52(sp)
    addi t4, t4, 2
    addi a0, a0, 112
    bne a0, a1, .Lblocks
    mv ra, a0
    addi a0, a0, -512
    li t4, 64
    lla a1, ksig_zetas16
    li s8, 0xc7f0fbff
    add s2, a1, t4
    add s3, s2, t4
    add s4, s3, t4
    add s4, s4, t4
    slli s7, t6, 2
    li t5, 1090768438
.Llast:
    lhu s0, 0(a0)
    lhu s1, 2(a0)
    lhu a2, 4(a0)
    lhu a3, 6(a0)
    lhu a4, 8(a0)
    lhu a5, 10(a0)
    lhu a6, 12(a0)
    lhu a7, 14(a0)
    add s0, s0, s7
    lhu s6, 0(s2)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a4, s6
    mul a4, a4, s5
    mul a1, a1, t6
    sub a1, a4, a1
    sub a4, s0, a1
    add s0, s0, a1
    mulh a1, a5, s6
    mul a5, a5, s5
    mul a1, a1, t6
    sub a1, a5, a1
    sub a5, s1, a1
    add s1, s1, a1
    mulh a1, a6, s6
    mul a6, a6, s5
    mul a1, a1, t6
    sub a1, a6, a1
    sub a6, a2, a1
    add a2, a2, a1
    mulh a1, a7, s6
    mul a7, a7, s5
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a3, a1
    add a3, a3, a1
    lhu s6, 0(s3)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a2, s6
    mul a2, a2, s5
    mul a1, a1, t6
    sub a1, a2, a1
    sub a2, s0, a1
    add s0, s0, a1
    mulh a1, a3, s6
    mul a3, a3, s5
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, s1, a1
    add s1, s1, a1
    lhu s6, 2(s3)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a6, s6
    mul a6, a6, s5
    mul a1, a1, t6
    sub a1, a6, a1
    sub a6, a4, a1
    add a4, a4, a1
    mulh a1, a7, s6
    mul a7, a7, s5
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a5, a1
    add a5, a5, a1
    lhu s6, 0(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, s1, s6
    mul s1, s1, s5
    mul a1, a1, t6
    sub a1, s1, a1
    sub s1, s0, a1
    add s0, s0, a1
    lhu s6, 2(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a3, s6
    mul a3, a3, s5
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, a2, a1
    add a2, a2, a1
    lhu s6, 4(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a5, s6
    mul a5, a5, s5
    mul a1, a1, t6
    sub a1, a5, a1
    sub a5, a4, a1
    add a4, a4, a1
    lhu s6, 6(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    mulh a1, a7, s6
    mul a7, a7, s5
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a6, a1
    add a6, a6, a1
    mulh a1, s0, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 2(a0)
    mulh a1, a2, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 4(a0)
    mulh a1, a3, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 6(a0)
    mulh a1, a4, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a4, a4, a1
    sh a4, 8(a0)
    mulh a1, a5, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a5, a5, a1
    sh a5, 10(a0)
    mulh a1, a6, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a6, a6, a1
    sh a6, 12(a0)
    mulh a1, a7, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a7, a7, a1
    sh a7, 14(a0)
    addi s2, s2, 2
    addi s3, s3, 4
    addi s4, s4, 8
    addi a0, a0, 16
    bne a0, ra, .Llast
    restore_all
    ret
end_function ksig_ntt16

// void ksig_inverse_ntt16(uint16_t a[256])
// stack: ksig_inverse_ntt16 64
function ksig_inverse_ntt16
    save_all
    li t6, 64513
    li t5, 66575
    addi ra, a0, 512
    sw ra, 52(sp)
    li t4, 126
    lla a1, ksig_zetas16
    li s8, 0xc7f0fbff
    add s2, a1, t4
    add s3, s2, t4
    add s4, s3, t4
    add s4, s4, t4
.Linverse_first:
    lhu s0, 0(a0)
    lhu s1, 2(a0)
    lhu a2, 4(a0)
    lhu a3, 6(a0)
    lhu a4, 8(a0)
    lhu a5, 10(a0)
    lhu a6, 12(a0)
    lhu a7, 14(a0)
    lhu s6, 6(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, s1, s0
    add s0, s0, s1
    mulh s1, a1, s6
    mul a1, a1, s5
    mul s1, s1, t6
    sub s1, a1, s1
    lhu s6, 4(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a3, a2
    add a2, a2, a3
    mulh a3, a1, s6
    mul a1, a1, s5
    mul a3, a3, t6
    sub a3, a1, a3
    lhu s6, 2(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a5, a4
    add a4, a4, a5
    mulh a5, a1, s6
    mul a1, a1, s5
    mul a5, a5, t6
    sub a5, a1, a5
    lhu s6, 0(s4)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a7, a6
    add a6, a6, a7
    mulh a7, a1, s6
    mul a1, a1, s5
    mul a7, a7, t6
    sub a7, a1, a7
    lhu s6, 2(s3)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a2, s0
    add s0, s0, a2
    mulh a2, a1, s6
    mul a1, a1, s5
    mul a2, a2, t6
    sub a2, a1, a2
    sub a1, a3, s1
    add s1, s1, a3
    mulh a3, a1, s6
    mul a1, a1, s5
    mul a3, a3, t6
    sub a3, a1, a3
    lhu s6, 0(s3)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a6, a4
    add a4, a4, a6
    mulh a6, a1, s6
    mul a1, a1, s5
    mul a6, a6, t6
    sub a6, a1, a6
    sub a1, a7, a5
    add a5, a5, a7
    mulh a7, a1, s6
    mul a1, a1, s5
    mul a7, a7, t6
    sub a7, a1, a7
    lhu s6, 0(s2)
    mul s6, s6, s8
    mulh s5, s6, t6
    addi s5, s5, 1
    sub a1, a4, s0
    add s0, s0, a4
    mulh a4, a1, s6
    mul a1, a1, s5
    mul a4, a4, t6
    sub a4, a1, a4
    sub a1, a5, s1
    add s1, s1, a5
    mulh a5, a1, s6
    mul a1, a1, s5
    mul a5, a5, t6
    sub a5, a1, a5
    sub a1, a6, a2
    add a2, a2, a6
    mulh a6, a1, s6
    mul a1, a1, s5
    mul a6, a6, t6
    sub a6, a1, a6
    sub a1, a7, a3
    add a3, a3, a7
    mulh a7, a1, s6
    mul a1, a1, s5
    mul a7, a7, t6
    sub a7, a1, a7
    mulh a1, s0, t5
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 2(a0)
    mulh a1, a2, t5
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 4(a0)
    mulh a1, a3, t5
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 6(a0)
    mulh a1, a4, t5
    mul a1, a1, t6
    sub a4, a4, a1
    sh a4, 8(a0)
    mulh a1, a5, t5
    mul a1, a1, t6
    sub a5, a5, a1
    sh a5, 10(a0)
    mulh a1, a6, t5
    mul a1, a1, t6
    sub a6, a6, a1
    sh a6, 12(a0)
    mulh a1, a7, t5
    mul a1, a1, t6
    sub a7, a7, a1
    sh a7, 14(a0)
    addi s2, s2, -2
    addi s3, s3, -4
    addi s4, s4, -8
    addi a0, a0, 16
    bne a0, ra, .Linverse_first
    addi a0, a0, -512
    li t4, 14
.Linverse_blocks:
    li s1, 0xc7f0fbff
    lla s0, ksig_zetas16
    add s0, s0, t4
    lhu s3, 0(s0)
    mul s3, s3, s1
    mulh s2, s3, t6
    addi s2, s2, 1
    add s0, s0, t4
    lhu s5, 2(s0)
    mul s5, s5, s1
    mulh s4, s5, t6
    addi s4, s4, 1
    lhu s7, 0(s0)
    mul s7, s7, s1
    mulh s6, s7, t6
    addi s6, s6, 1
    add s0, s0, t4
    add s0, s0, t4
    lhu s9, 6(s0)
    mul s9, s9, s1
    mulh s8, s9, t6
    addi s8, s8, 1
    lhu s11, 4(s0)
    mul s11, s11, s1
    mulh s10, s11, t6
    addi s10, s10, 1
    lhu t1, 2(s0)
    mul t1, t1, s1
    mulh t0, t1, t6
    addi t0, t0, 1
    lhu t3, 0(s0)
    mul t3, t3, s1
    mulh t2, t3, t6
    addi t2, t2, 1
    addi ra, a0, 16
.Linverse_blocks_values:
    lhu s0, 0(a0)
    lhu s1, 16(a0)
    lhu a2, 32(a0)
    lhu a3, 48(a0)
    lhu a4, 64(a0)
    lhu a5, 80(a0)
    lhu a6, 96(a0)
    lhu a7, 112(a0)
    sub a1, s1, s0
    add s0, s0, s1
    mulh s1, a1, s9
    mul a1, a1, s8
    mul s1, s1, t6
    sub s1, a1, s1
    sub a1, a3, a2
    add a2, a2, a3
    mulh a3, a1, s11
    mul a1, a1, s10
    mul a3, a3, t6
    sub a3, a1, a3
    sub a1, a5, a4
    add a4, a4, a5
    mulh a5, a1, t1
    mul a1, a1, t0
    mul a5, a5, t6
    sub a5, a1, a5
    sub a1, a7, a6
    add a6, a6, a7
    mulh a7, a1, t3
    mul a1, a1, t2
    mul a7, a7, t6
    sub a7, a1, a7
    sub a1, a2, s0
    add s0, s0, a2
    mulh a2, a1, s5
    mul a1, a1, s4
    mul a2, a2, t6
    sub a2, a1, a2
    sub a1, a3, s1
    add s1, s1, a3
    mulh a3, a1, s5
    mul a1, a1, s4
    mul a3, a3, t6
    sub a3, a1, a3
    sub a1, a6, a4
    add a4, a4, a6
    mulh a6, a1, s7
    mul a1, a1, s6
    mul a6, a6, t6
    sub a6, a1, a6
    sub a1, a7, a5
    add a5, a5, a7
    mulh a7, a1, s7
    mul a1, a1, s6
    mul a7, a7, t6
    sub a7, a1, a7
    sub a1, a4, s0
    add s0, s0, a4
    mulh a4, a1, s3
    mul a1, a1, s2
    mul a4, a4, t6
    sub a4, a1, a4
    sub a1, a5, s1
    add s1, s1, a5
    mulh a5, a1, s3
    mul a1, a1, s2
    mul a5, a5, t6
    sub a5, a1, a5
    sub a1, a6, a2
    add a2, a2, a6
    mulh a6, a1, s3
    mul a1, a1, s2
    mul a6, a6, t6
    sub a6, a1, a6
    sub a1, a7, a3
    add a3, a3, a7
    mulh a7, a1, s3
    mul a1, a1, s2
    mul a7, a7, t6
    sub a7, a1, a7
    mulh a1, s0, t5
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 16(a0)
    mulh a1, a2, t5
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 32(a0)
    mulh a1, a3, t5
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 48(a0)
    mulh a1, a4, t5
    mul a1, a1, t6
    sub a4, a4, a1
    sh a4, 64(a0)
    mulh a1, a5, t5
    mul a1, a1, t6
    sub a5, a5, a1
    sh a5, 80(a0)
    mulh a1, a6, t5
    mul a1, a1, t6
    sub a6, a6, a1
    sh a6, 96(a0)
    mulh a1, a7, t5
    mul a1, a1, t6
    sub a7, a7, a1
    sh a7, 112(a0)
    addi a0, a0, 2
    bne a0, ra, .Linverse_blocks_values
    lw a1, 52(sp)
    addi t4, t4, -2
    addi a0, a0, 112
    bne a0, a1, .Linverse_blocks
    addi a0, a0, -512
    li t4, 2
    li s1, 0xc7f0fbff
    lla s0, ksig_zetas16
    add s0, s0, t4
    lhu s3, 0(s0)
    mul s3, s3, s1
    mulh s2, s3, t6
    addi s2, s2, 1
    add s0, s0, t4
    lhu s5, 2(s0)
    mul s5, s5, s1
    mulh s4, s5, t6
    addi s4, s4, 1
    lhu s7, 0(s0)
    mul s7, s7, s1
    mulh s6, s7, t6
    addi s6, s6, 1
    li s3, 0x6e46ac6a
    mulh s2, s3, t6
    addi s2, s2, 1
    li s9, 0x01040f38
    mulh s8, s9, t6
    addi s8, s8, 1
    li t5, 1090768438
    addi ra, a0, 128
.Linverse_last:
    lhu s0, 0(a0)
    lhu s1, 128(a0)
    lhu a2, 256(a0)
    lhu a3, 384(a0)
    sub a1, s1, s0
    add s0, s0, s1
    mulh s1, a1, s5
    mul a1, a1, s4
    mul s1, s1, t6
    sub s1, a1, s1
    sub a1, a3, a2
    add a2, a2, a3
    mulh a3, a1, s7
    mul a1, a1, s6
    mul a3, a3, t6
    sub a3, a1, a3
    sub a1, a2, s0
    add s0, s0, a2
    mulh a2, a1, s3
    mul a1, a1, s2
    mul a2, a2, t6
    sub a2, a1, a2
    sub a1, a3, s1
    add s1, s1, a3
    mulh a3, a1, s3
    mul a1, a1, s2
    mul a3, a3, t6
    sub a3, a1, a3
    mv a1, s0
    mulh s0, a1, s9
    mul a1, a1, s8
    mul s0, s0, t6
    sub s0, a1, s0
    mv a1, s1
    mulh s1, a1, s9
    mul a1, a1, s8
    mul s1, s1, t6
    sub s1, a1, s1
    add s0, s0, t6
    add s1, s1, t6
    add a2, a2, t6
    add a3, a3, t6
    mulh a1, s0, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub s0, s0, a1
    sh s0, 0(a0)
    mulh a1, s1, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub s1, s1, a1
    sh s1, 128(a0)
    mulh a1, a2, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a2, a2, a1
    sh a2, 256(a0)
    mulh a1, a3, t5
    srai a1, a1, 14
    mul a1, a1, t6
    sub a3, a3, a1
    sh a3, 384(a0)
    addi a0, a0, 2
    bne a0, ra, .Linverse_last
    restore_all
    ret
end_function ksig_inverse_ntt16

#endif
