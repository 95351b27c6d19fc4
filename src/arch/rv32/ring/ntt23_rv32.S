/* NTT and NTT^-1 (FIPS 204 Algorithms 41 and 42). Written by their generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_NTT23
#include "arch/rv32/function.inc"

// void ksig_ntt23(int32_t a[256])
// stack: ksig_ntt23 64
function ksig_ntt23
    addi sp, sp, -64
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    li t6, 8380417
    li t5, 4
    lla a1, ksig_zetas23
    add a1, a1, t5
    lw s3, 0(a1)
    add a1, a1, t5
    lw s5, 0(a1)
    lw s7, 4(a1)
    mulh s2, s3, t6
    mulh s4, s5, t6
    mulh s6, s7, t6
    addi ra, a0, 256
.Lfirst:
    lw s0, 0(a0)
    lw s1, 256(a0)
    lw a2, 512(a0)
    lw a3, 768(a0)
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
    sw s0, 0(a0)
    sw s1, 256(a0)
    sw a2, 512(a0)
    sw a3, 768(a0)
    addi a0, a0, 4
    bne a0, ra, .Lfirst
    addi a0, a0, -256
    li a1, 256
    li a2, 4
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, 64
    tail ksig_ntt23_last
end_function ksig_ntt23

// void ksig_ntt23_last(int32_t *a, unsigned count, unsigned root)
// stack: ksig_ntt23_last 64
function ksig_ntt23_last
    addi sp, sp, -64
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    li t6, 8380417
    slli t5, a2, 2
    slli a1, a1, 2
    add a1, a0, a1
    sw a0, 56(sp)
    sw a1, 52(sp)
    sw t5, 60(sp)
.Lsix_blocks:
    lla a1, ksig_zetas23
    add a1, a1, t5
    lw s3, 0(a1)
    add a1, a1, t5
    lw s5, 0(a1)
    lw s7, 4(a1)
    add a1, a1, t5
    add a1, a1, t5
    lw s9, 0(a1)
    lw s11, 4(a1)
    lw t1, 8(a1)
    lw t3, 12(a1)
    mulh s2, s3, t6
    mulh s4, s5, t6
    mulh s6, s7, t6
    mulh s8, s9, t6
    mulh s10, s11, t6
    mulh t0, t1, t6
    mulh t2, t3, t6
    addi ra, a0, 32
.Lsix_blocks_values:
    lw s0, 0(a0)
    lw s1, 32(a0)
    lw a2, 64(a0)
    lw a3, 96(a0)
    lw a4, 128(a0)
    lw a5, 160(a0)
    lw a6, 192(a0)
    lw a7, 224(a0)
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
    sw s0, 0(a0)
    sw s1, 32(a0)
    sw a2, 64(a0)
    sw a3, 96(a0)
    sw a4, 128(a0)
    sw a5, 160(a0)
    sw a6, 192(a0)
    sw a7, 224(a0)
    addi a0, a0, 4
    bne a0, ra, .Lsix_blocks_values
    lw a1, 52(sp)
    addi t5, t5, 4
    addi a0, a0, 224
    bne a0, a1, .Lsix_blocks
    mv ra, a0
    lw a0, 56(sp)
    lw t5, 60(sp)
    slli t5, t5, 3
    lla a1, ksig_zetas23
    add s2, a1, t5
    add s3, s2, t5
    add s4, s3, t5
    add s4, s4, t5
.Llast:
    lw s0, 0(a0)
    lw s1, 4(a0)
    lw a2, 8(a0)
    lw a3, 12(a0)
    lw a4, 16(a0)
    lw a5, 20(a0)
    lw a6, 24(a0)
    lw a7, 28(a0)
    lw s6, 0(s2)
    mulh s5, s6, t6
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
    lw s6, 0(s3)
    mulh s5, s6, t6
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
    lw s6, 4(s3)
    mulh s5, s6, t6
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
    lw s6, 0(s4)
    mulh s5, s6, t6
    mulh a1, s1, s6
    mul s1, s1, s5
    mul a1, a1, t6
    sub a1, s1, a1
    sub s1, s0, a1
    add s0, s0, a1
    lw s6, 4(s4)
    mulh s5, s6, t6
    mulh a1, a3, s6
    mul a3, a3, s5
    mul a1, a1, t6
    sub a1, a3, a1
    sub a3, a2, a1
    add a2, a2, a1
    lw s6, 8(s4)
    mulh s5, s6, t6
    mulh a1, a5, s6
    mul a5, a5, s5
    mul a1, a1, t6
    sub a1, a5, a1
    sub a5, a4, a1
    add a4, a4, a1
    lw s6, 12(s4)
    mulh s5, s6, t6
    mulh a1, a7, s6
    mul a7, a7, s5
    mul a1, a1, t6
    sub a1, a7, a1
    sub a7, a6, a1
    add a6, a6, a1
    sw s0, 0(a0)
    sw s1, 4(a0)
    sw a2, 8(a0)
    sw a3, 12(a0)
    sw a4, 16(a0)
    sw a5, 20(a0)
    sw a6, 24(a0)
    sw a7, 28(a0)
    addi s2, s2, 4
    addi s3, s3, 8
    addi s4, s4, 16
    addi a0, a0, 32
    bne a0, ra, .Llast
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, 64
    ret
end_function ksig_ntt23_last

// void ksig_inverse_ntt23_times(int32_t a[256], const int32_t last[4])
// stack: ksig_inverse_ntt23_times 64
function ksig_inverse_ntt23_times
    addi sp, sp, -64
    sw ra, 0(sp)
    sw s0, 4(sp)
    sw s1, 8(sp)
    sw s2, 12(sp)
    sw s3, 16(sp)
    sw s4, 20(sp)
    sw s5, 24(sp)
    sw s6, 28(sp)
    sw s7, 32(sp)
    sw s8, 36(sp)
    sw s9, 40(sp)
    sw s10, 44(sp)
    sw s11, 48(sp)
    li t6, 8380417
    sw a1, 56(sp)
    addi ra, a0, 1024
    sw ra, 52(sp)
    li t5, 252
    lla a1, ksig_zetas23
    add s2, a1, t5
    add s3, s2, t5
    add s4, s3, t5
    add s4, s4, t5
.Linverse_first:
    lw s0, 0(a0)
    lw s1, 4(a0)
    lw a2, 8(a0)
    lw a3, 12(a0)
    lw a4, 16(a0)
    lw a5, 20(a0)
    lw a6, 24(a0)
    lw a7, 28(a0)
    lw s6, 12(s4)
    mulh s5, s6, t6
    sub a1, s1, s0
    add s0, s0, s1
    mulh s1, a1, s6
    mul a1, a1, s5
    mul s1, s1, t6
    sub s1, a1, s1
    lw s6, 8(s4)
    mulh s5, s6, t6
    sub a1, a3, a2
    add a2, a2, a3
    mulh a3, a1, s6
    mul a1, a1, s5
    mul a3, a3, t6
    sub a3, a1, a3
    lw s6, 4(s4)
    mulh s5, s6, t6
    sub a1, a5, a4
    add a4, a4, a5
    mulh a5, a1, s6
    mul a1, a1, s5
    mul a5, a5, t6
    sub a5, a1, a5
    lw s6, 0(s4)
    mulh s5, s6, t6
    sub a1, a7, a6
    add a6, a6, a7
    mulh a7, a1, s6
    mul a1, a1, s5
    mul a7, a7, t6
    sub a7, a1, a7
    lw s6, 4(s3)
    mulh s5, s6, t6
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
    lw s6, 0(s3)
    mulh s5, s6, t6
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
    lw s6, 0(s2)
    mulh s5, s6, t6
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
    sw s0, 0(a0)
    sw s1, 4(a0)
    sw a2, 8(a0)
    sw a3, 12(a0)
    sw a4, 16(a0)
    sw a5, 20(a0)
    sw a6, 24(a0)
    sw a7, 28(a0)
    addi s2, s2, -4
    addi s3, s3, -8
    addi s4, s4, -16
    addi a0, a0, 32
    bne a0, ra, .Linverse_first
    addi a0, a0, -1024
    li t5, 28
.Linverse_blocks:
    lla a1, ksig_zetas23
    add a1, a1, t5
    lw s3, 0(a1)
    add a1, a1, t5
    lw s5, 4(a1)
    lw s7, 0(a1)
    add a1, a1, t5
    add a1, a1, t5
    lw s9, 12(a1)
    lw s11, 8(a1)
    lw t1, 4(a1)
    lw t3, 0(a1)
    mulh s2, s3, t6
    mulh s4, s5, t6
    mulh s6, s7, t6
    mulh s8, s9, t6
    mulh s10, s11, t6
    mulh t0, t1, t6
    mulh t2, t3, t6
    addi ra, a0, 32
.Linverse_blocks_values:
    lw s0, 0(a0)
    lw s1, 32(a0)
    lw a2, 64(a0)
    lw a3, 96(a0)
    lw a4, 128(a0)
    lw a5, 160(a0)
    lw a6, 192(a0)
    lw a7, 224(a0)
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
    sw s0, 0(a0)
    sw s1, 32(a0)
    sw a2, 64(a0)
    sw a3, 96(a0)
    sw a4, 128(a0)
    sw a5, 160(a0)
    sw a6, 192(a0)
    sw a7, 224(a0)
    addi a0, a0, 4
    bne a0, ra, .Linverse_blocks_values
    lw a1, 52(sp)
    addi t5, t5, -4
    addi a0, a0, 224
    bne a0, a1, .Linverse_blocks
    addi a0, a0, -1024
    li t5, 4
    lla a1, ksig_zetas23
    add a1, a1, t5
    lw s3, 0(a1)
    add a1, a1, t5
    lw s5, 4(a1)
    lw s7, 0(a1)
    mulh s2, s3, t6
    mulh s4, s5, t6
    mulh s6, s7, t6
    lw a1, 56(sp)
    lw s2, 0(a1)
    lw s3, 4(a1)
    lw s8, 8(a1)
    lw s9, 12(a1)
    addi ra, a0, 256
.Linverse_last:
    lw s0, 0(a0)
    lw s1, 256(a0)
    lw a2, 512(a0)
    lw a3, 768(a0)
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
    sw s0, 0(a0)
    sw s1, 256(a0)
    sw a2, 512(a0)
    sw a3, 768(a0)
    addi a0, a0, 4
    bne a0, ra, .Linverse_last
    lw ra, 0(sp)
    lw s0, 4(sp)
    lw s1, 8(sp)
    lw s2, 12(sp)
    lw s3, 16(sp)
    lw s4, 20(sp)
    lw s5, 24(sp)
    lw s6, 28(sp)
    lw s7, 32(sp)
    lw s8, 36(sp)
    lw s9, 40(sp)
    lw s10, 44(sp)
    lw s11, 48(sp)
    addi sp, sp, 64
    ret
end_function ksig_inverse_ntt23_times

#endif
