/* Keccak-f[1600] (FIPS 202 section 3) in place. Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_KECCAK
#include "arch/rv32/function.inc"

// void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate)
// stack: ksig_keccak_f1600 64
function ksig_keccak_f1600
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
    sw a1, 56(sp)
    andi a2, a1, 256
    bnez a2, .Lis_own
    andi a1, a1, 255
    add a1, a1, a0
    mv a6, a0
#ifndef __riscv_zbkb
    li t4, 0xffff
    li t3, 0xff00ff
    li t2, 0xf0f0f0f
    li t1, 0x33333333
    li t0, 0x55555555
#endif
.Lin:
    lw a2, 0(a6)
    lw a3, 4(a6)
#ifdef __riscv_zbkb
    unzip a2, a2
    unzip a3, a3
    pack a4, a2, a3
    srli a2, a2, 16
    srli a3, a3, 16
    pack a3, a2, a3
    mv a2, a4
#else
    srli a4, a2, 16
    xor a4, a4, a3
    and a4, a4, t4
    xor a3, a3, a4
    slli a4, a4, 16
    xor a2, a2, a4
    srli a4, a2, 8
    xor a4, a4, a3
    and a4, a4, t3
    xor a3, a3, a4
    slli a4, a4, 8
    xor a2, a2, a4
    srli a4, a2, 4
    xor a4, a4, a3
    and a4, a4, t2
    xor a3, a3, a4
    slli a4, a4, 4
    xor a2, a2, a4
    srli a4, a2, 2
    xor a4, a4, a3
    and a4, a4, t1
    xor a3, a3, a4
    slli a4, a4, 2
    xor a2, a2, a4
    srli a4, a2, 1
    xor a4, a4, a3
    and a4, a4, t0
    xor a3, a3, a4
    slli a4, a4, 1
    xor a2, a2, a4
#endif
    sw a2, 0(a6)
    sw a3, 4(a6)
    addi a6, a6, 8
    bltu a6, a1, .Lin
.Lis_own:
#ifndef __riscv_zbb
    lw s0, 160(a0)
    not s0, s0
    sw s0, 160(a0)
    lw s0, 164(a0)
    not s0, s0
    sw s0, 164(a0)
    lw s0, 8(a0)
    not s0, s0
    sw s0, 8(a0)
    lw s0, 12(a0)
    not s0, s0
    sw s0, 12(a0)
    lw s0, 16(a0)
    not s0, s0
    sw s0, 16(a0)
    lw s0, 20(a0)
    not s0, s0
    sw s0, 20(a0)
    lw s0, 96(a0)
    not s0, s0
    sw s0, 96(a0)
    lw s0, 100(a0)
    not s0, s0
    sw s0, 100(a0)
    lw s0, 136(a0)
    not s0, s0
    sw s0, 136(a0)
    lw s0, 140(a0)
    not s0, s0
    sw s0, 140(a0)
    lw s0, 64(a0)
    not s0, s0
    sw s0, 64(a0)
    lw s0, 68(a0)
    not s0, s0
    sw s0, 68(a0)
#endif
    lla s11, .Lround_constants
    addi s0, s11, 192
    sw s0, 52(sp)
    lw s1, 0(a0)
    lw a2, 40(a0)
    xor s1, s1, a2
    lw a3, 80(a0)
    xor s1, s1, a3
    lw a4, 120(a0)
    xor s1, s1, a4
    lw a5, 160(a0)
    xor s1, s1, a5
    lw a6, 4(a0)
    lw a2, 44(a0)
    xor a6, a6, a2
    lw a3, 84(a0)
    xor a6, a6, a3
    lw a4, 124(a0)
    xor a6, a6, a4
    lw a5, 164(a0)
    xor a6, a6, a5
    lw a7, 8(a0)
    lw a2, 48(a0)
    xor a7, a7, a2
    lw a3, 88(a0)
    xor a7, a7, a3
    lw a4, 128(a0)
    xor a7, a7, a4
    lw a5, 168(a0)
    xor a7, a7, a5
    lw t0, 12(a0)
    lw a2, 52(a0)
    xor t0, t0, a2
    lw a3, 92(a0)
    xor t0, t0, a3
    lw a4, 132(a0)
    xor t0, t0, a4
    lw a5, 172(a0)
    xor t0, t0, a5
    lw t1, 16(a0)
    lw a2, 56(a0)
    xor t1, t1, a2
    lw a3, 96(a0)
    xor t1, t1, a3
    lw a4, 136(a0)
    xor t1, t1, a4
    lw a5, 176(a0)
    xor t1, t1, a5
    lw t2, 20(a0)
    lw a2, 60(a0)
    xor t2, t2, a2
    lw a3, 100(a0)
    xor t2, t2, a3
    lw a4, 140(a0)
    xor t2, t2, a4
    lw a5, 180(a0)
    xor t2, t2, a5
    lw t3, 24(a0)
    lw a2, 64(a0)
    xor t3, t3, a2
    lw a3, 104(a0)
    xor t3, t3, a3
    lw a4, 144(a0)
    xor t3, t3, a4
    lw a5, 184(a0)
    xor t3, t3, a5
    lw t4, 28(a0)
    lw a2, 68(a0)
    xor t4, t4, a2
    lw a3, 108(a0)
    xor t4, t4, a3
    lw a4, 148(a0)
    xor t4, t4, a4
    lw a5, 188(a0)
    xor t4, t4, a5
    lw t5, 32(a0)
    lw a2, 72(a0)
    xor t5, t5, a2
    lw a3, 112(a0)
    xor t5, t5, a3
    lw a4, 152(a0)
    xor t5, t5, a4
    lw a5, 192(a0)
    xor t5, t5, a5
    lw t6, 36(a0)
    lw a2, 76(a0)
    xor t6, t6, a2
    lw a3, 116(a0)
    xor t6, t6, a3
    lw a4, 156(a0)
    xor t6, t6, a4
    lw a5, 196(a0)
    xor t6, t6, a5
.Lfour_rounds:
#ifdef __riscv_zbb
    rori s0, t0, 31
    xor s2, t5, s0
    xor s3, t6, a7
    rori s0, t2, 31
    xor s4, s1, s0
    xor s5, a6, t1
    rori s0, t4, 31
    xor s6, a7, s0
    xor s7, t0, t3
    rori s0, t6, 31
    xor s8, t1, s0
    xor s9, t2, t5
    rori s0, a6, 31
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 48(a0)
    xor a2, a2, s4
    rori a2, a2, 10
    lw a3, 100(a0)
    xor a3, a3, s7
    rori a3, a3, 10
    lw a4, 148(a0)
    xor a4, a4, s9
    rori a4, a4, 21
    lw a5, 192(a0)
    xor a5, a5, s10
    rori a5, a5, 25
    andn s0, a3, a2
    xor s1, a1, s0
    lw s0, 0(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    andn s0, a4, a3
    xor a7, a2, s0
    sw a7, 48(a0)
    andn s0, a5, a4
    xor t1, a3, s0
    sw t1, 100(a0)
    andn s0, a1, a5
    xor t3, a4, s0
    sw t3, 148(a0)
    andn s0, a2, a1
    xor t5, a5, s0
    sw t5, 192(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 52(a0)
    xor a2, a2, s5
    rori a2, a2, 10
    lw a3, 96(a0)
    xor a3, a3, s6
    rori a3, a3, 11
    lw a4, 144(a0)
    xor a4, a4, s8
    rori a4, a4, 22
    lw a5, 196(a0)
    xor a5, a5, ra
    rori a5, a5, 25
    andn s0, a3, a2
    xor a6, a1, s0
    lw s0, 4(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    andn s0, a4, a3
    xor t0, a2, s0
    sw t0, 52(a0)
    andn s0, a5, a4
    xor t2, a3, s0
    sw t2, 96(a0)
    andn s0, a1, a5
    xor t4, a4, s0
    sw t4, 144(a0)
    andn s0, a2, a1
    xor t6, a5, s0
    sw t6, 196(a0)
    lw a1, 24(a0)
    xor a1, a1, s8
    rori a1, a1, 18
    lw a2, 72(a0)
    xor a2, a2, s10
    rori a2, a2, 22
    lw a3, 84(a0)
    xor a3, a3, s3
    rori a3, a3, 30
    lw a4, 132(a0)
    xor a4, a4, s5
    rori a4, a4, 9
    lw a5, 180(a0)
    xor a5, a5, s7
    rori a5, a5, 1
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 84(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 132(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 28(a0)
    xor a1, a1, s9
    rori a1, a1, 18
    lw a2, 76(a0)
    xor a2, a2, ra
    rori a2, a2, 22
    lw a3, 80(a0)
    xor a3, a3, s2
    rori a3, a3, 31
    lw a4, 128(a0)
    xor a4, a4, s4
    rori a4, a4, 10
    lw a5, 176(a0)
    xor a5, a5, s6
    rori a5, a5, 2
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 80(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 128(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 12(a0)
    xor a1, a1, s5
    rori a1, a1, 31
    lw a2, 56(a0)
    xor a2, a2, s6
    rori a2, a2, 29
    lw a3, 108(a0)
    xor a3, a3, s9
    rori a3, a3, 19
    lw a4, 152(a0)
    xor a4, a4, s10
    rori a4, a4, 28
    lw a5, 160(a0)
    xor a5, a5, s2
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 160(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 12(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t5, t5, a5
    lw a1, 8(a0)
    xor a1, a1, s4
    lw a2, 60(a0)
    xor a2, a2, s7
    rori a2, a2, 29
    lw a3, 104(a0)
    xor a3, a3, s8
    rori a3, a3, 20
    lw a4, 156(a0)
    xor a4, a4, ra
    rori a4, a4, 28
    lw a5, 164(a0)
    xor a5, a5, s3
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 164(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 8(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t6, t6, a5
    lw a1, 36(a0)
    xor a1, a1, ra
    rori a1, a1, 18
    lw a2, 40(a0)
    xor a2, a2, s2
    rori a2, a2, 14
    lw a3, 88(a0)
    xor a3, a3, s4
    rori a3, a3, 27
    lw a4, 140(a0)
    xor a4, a4, s7
    rori a4, a4, 24
    lw a5, 184(a0)
    xor a5, a5, s8
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 40(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 88(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t5, t5, a5
    lw a1, 32(a0)
    xor a1, a1, s10
    rori a1, a1, 19
    lw a2, 44(a0)
    xor a2, a2, s3
    rori a2, a2, 14
    lw a3, 92(a0)
    xor a3, a3, s5
    rori a3, a3, 27
    lw a4, 136(a0)
    xor a4, a4, s6
    rori a4, a4, 25
    lw a5, 188(a0)
    xor a5, a5, s9
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 44(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 92(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t6, t6, a5
    lw a1, 16(a0)
    xor a1, a1, s6
    rori a1, a1, 1
    lw a2, 68(a0)
    xor a2, a2, s9
    rori a2, a2, 4
    lw a3, 116(a0)
    xor a3, a3, ra
    rori a3, a3, 12
    lw a4, 124(a0)
    xor a4, a4, s3
    rori a4, a4, 11
    lw a5, 168(a0)
    xor a5, a5, s4
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 124(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t5, t5, a5
    lw a1, 20(a0)
    xor a1, a1, s7
    rori a1, a1, 1
    lw a2, 64(a0)
    xor a2, a2, s8
    rori a2, a2, 5
    lw a3, 112(a0)
    xor a3, a3, s10
    rori a3, a3, 13
    lw a4, 120(a0)
    xor a4, a4, s2
    rori a4, a4, 12
    lw a5, 172(a0)
    xor a5, a5, s5
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 120(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t6, t6, a5
    rori s0, t0, 31
    xor s2, t5, s0
    xor s3, t6, a7
    rori s0, t2, 31
    xor s4, s1, s0
    xor s5, a6, t1
    rori s0, t4, 31
    xor s6, a7, s0
    xor s7, t0, t3
    rori s0, t6, 31
    xor s8, t1, s0
    xor s9, t2, t5
    rori s0, a6, 31
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 132(a0)
    xor a2, a2, s4
    rori a2, a2, 10
    lw a3, 60(a0)
    xor a3, a3, s7
    rori a3, a3, 10
    lw a4, 188(a0)
    xor a4, a4, s9
    rori a4, a4, 21
    lw a5, 116(a0)
    xor a5, a5, s10
    rori a5, a5, 25
    andn s0, a3, a2
    xor s1, a1, s0
    lw s0, 8(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    andn s0, a4, a3
    xor a7, a2, s0
    sw a7, 132(a0)
    andn s0, a5, a4
    xor t1, a3, s0
    sw t1, 60(a0)
    andn s0, a1, a5
    xor t3, a4, s0
    sw t3, 188(a0)
    andn s0, a2, a1
    xor t5, a5, s0
    sw t5, 116(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 128(a0)
    xor a2, a2, s5
    rori a2, a2, 10
    lw a3, 56(a0)
    xor a3, a3, s6
    rori a3, a3, 11
    lw a4, 184(a0)
    xor a4, a4, s8
    rori a4, a4, 22
    lw a5, 112(a0)
    xor a5, a5, ra
    rori a5, a5, 25
    andn s0, a3, a2
    xor a6, a1, s0
    lw s0, 12(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    andn s0, a4, a3
    xor t0, a2, s0
    sw t0, 128(a0)
    andn s0, a5, a4
    xor t2, a3, s0
    sw t2, 56(a0)
    andn s0, a1, a5
    xor t4, a4, s0
    sw t4, 184(a0)
    andn s0, a2, a1
    xor t6, a5, s0
    sw t6, 112(a0)
    lw a1, 148(a0)
    xor a1, a1, s8
    rori a1, a1, 18
    lw a2, 72(a0)
    xor a2, a2, s10
    rori a2, a2, 22
    lw a3, 164(a0)
    xor a3, a3, s3
    rori a3, a3, 30
    lw a4, 92(a0)
    xor a4, a4, s5
    rori a4, a4, 9
    lw a5, 20(a0)
    xor a5, a5, s7
    rori a5, a5, 1
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 164(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 92(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 144(a0)
    xor a1, a1, s9
    rori a1, a1, 18
    lw a2, 76(a0)
    xor a2, a2, ra
    rori a2, a2, 22
    lw a3, 160(a0)
    xor a3, a3, s2
    rori a3, a3, 31
    lw a4, 88(a0)
    xor a4, a4, s4
    rori a4, a4, 10
    lw a5, 16(a0)
    xor a5, a5, s6
    rori a5, a5, 2
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 160(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 88(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 52(a0)
    xor a1, a1, s5
    rori a1, a1, 31
    lw a2, 180(a0)
    xor a2, a2, s6
    rori a2, a2, 29
    lw a3, 104(a0)
    xor a3, a3, s9
    rori a3, a3, 19
    lw a4, 36(a0)
    xor a4, a4, s10
    rori a4, a4, 28
    lw a5, 124(a0)
    xor a5, a5, s2
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 124(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 52(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t5, t5, a5
    lw a1, 48(a0)
    xor a1, a1, s4
    lw a2, 176(a0)
    xor a2, a2, s7
    rori a2, a2, 29
    lw a3, 108(a0)
    xor a3, a3, s8
    rori a3, a3, 20
    lw a4, 32(a0)
    xor a4, a4, ra
    rori a4, a4, 28
    lw a5, 120(a0)
    xor a5, a5, s3
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 120(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 48(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t6, t6, a5
    lw a1, 196(a0)
    xor a1, a1, ra
    rori a1, a1, 18
    lw a2, 84(a0)
    xor a2, a2, s2
    rori a2, a2, 14
    lw a3, 12(a0)
    xor a3, a3, s4
    rori a3, a3, 27
    lw a4, 136(a0)
    xor a4, a4, s7
    rori a4, a4, 24
    lw a5, 68(a0)
    xor a5, a5, s8
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 84(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 12(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t5, t5, a5
    lw a1, 192(a0)
    xor a1, a1, s10
    rori a1, a1, 19
    lw a2, 80(a0)
    xor a2, a2, s3
    rori a2, a2, 14
    lw a3, 8(a0)
    xor a3, a3, s5
    rori a3, a3, 27
    lw a4, 140(a0)
    xor a4, a4, s6
    rori a4, a4, 25
    lw a5, 64(a0)
    xor a5, a5, s9
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 80(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 8(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t6, t6, a5
    lw a1, 100(a0)
    xor a1, a1, s6
    rori a1, a1, 1
    lw a2, 28(a0)
    xor a2, a2, s9
    rori a2, a2, 4
    lw a3, 156(a0)
    xor a3, a3, ra
    rori a3, a3, 12
    lw a4, 44(a0)
    xor a4, a4, s3
    rori a4, a4, 11
    lw a5, 168(a0)
    xor a5, a5, s4
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 44(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t5, t5, a5
    lw a1, 96(a0)
    xor a1, a1, s7
    rori a1, a1, 1
    lw a2, 24(a0)
    xor a2, a2, s8
    rori a2, a2, 5
    lw a3, 152(a0)
    xor a3, a3, s10
    rori a3, a3, 13
    lw a4, 40(a0)
    xor a4, a4, s2
    rori a4, a4, 12
    lw a5, 172(a0)
    xor a5, a5, s5
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 40(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t6, t6, a5
    rori s0, t0, 31
    xor s2, t5, s0
    xor s3, t6, a7
    rori s0, t2, 31
    xor s4, s1, s0
    xor s5, a6, t1
    rori s0, t4, 31
    xor s6, a7, s0
    xor s7, t0, t3
    rori s0, t6, 31
    xor s8, t1, s0
    xor s9, t2, t5
    rori s0, a6, 31
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 92(a0)
    xor a2, a2, s4
    rori a2, a2, 10
    lw a3, 176(a0)
    xor a3, a3, s7
    rori a3, a3, 10
    lw a4, 64(a0)
    xor a4, a4, s9
    rori a4, a4, 21
    lw a5, 156(a0)
    xor a5, a5, s10
    rori a5, a5, 25
    andn s0, a3, a2
    xor s1, a1, s0
    lw s0, 16(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    andn s0, a4, a3
    xor a7, a2, s0
    sw a7, 92(a0)
    andn s0, a5, a4
    xor t1, a3, s0
    sw t1, 176(a0)
    andn s0, a1, a5
    xor t3, a4, s0
    sw t3, 64(a0)
    andn s0, a2, a1
    xor t5, a5, s0
    sw t5, 156(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 88(a0)
    xor a2, a2, s5
    rori a2, a2, 10
    lw a3, 180(a0)
    xor a3, a3, s6
    rori a3, a3, 11
    lw a4, 68(a0)
    xor a4, a4, s8
    rori a4, a4, 22
    lw a5, 152(a0)
    xor a5, a5, ra
    rori a5, a5, 25
    andn s0, a3, a2
    xor a6, a1, s0
    lw s0, 20(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    andn s0, a4, a3
    xor t0, a2, s0
    sw t0, 88(a0)
    andn s0, a5, a4
    xor t2, a3, s0
    sw t2, 180(a0)
    andn s0, a1, a5
    xor t4, a4, s0
    sw t4, 68(a0)
    andn s0, a2, a1
    xor t6, a5, s0
    sw t6, 152(a0)
    lw a1, 188(a0)
    xor a1, a1, s8
    rori a1, a1, 18
    lw a2, 72(a0)
    xor a2, a2, s10
    rori a2, a2, 22
    lw a3, 120(a0)
    xor a3, a3, s3
    rori a3, a3, 30
    lw a4, 8(a0)
    xor a4, a4, s5
    rori a4, a4, 9
    lw a5, 96(a0)
    xor a5, a5, s7
    rori a5, a5, 1
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 120(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 8(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 184(a0)
    xor a1, a1, s9
    rori a1, a1, 18
    lw a2, 76(a0)
    xor a2, a2, ra
    rori a2, a2, 22
    lw a3, 124(a0)
    xor a3, a3, s2
    rori a3, a3, 31
    lw a4, 12(a0)
    xor a4, a4, s4
    rori a4, a4, 10
    lw a5, 100(a0)
    xor a5, a5, s6
    rori a5, a5, 2
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 124(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 12(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 128(a0)
    xor a1, a1, s5
    rori a1, a1, 31
    lw a2, 20(a0)
    xor a2, a2, s6
    rori a2, a2, 29
    lw a3, 108(a0)
    xor a3, a3, s9
    rori a3, a3, 19
    lw a4, 196(a0)
    xor a4, a4, s10
    rori a4, a4, 28
    lw a5, 44(a0)
    xor a5, a5, s2
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 44(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 128(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t5, t5, a5
    lw a1, 132(a0)
    xor a1, a1, s4
    lw a2, 16(a0)
    xor a2, a2, s7
    rori a2, a2, 29
    lw a3, 104(a0)
    xor a3, a3, s8
    rori a3, a3, 20
    lw a4, 192(a0)
    xor a4, a4, ra
    rori a4, a4, 28
    lw a5, 40(a0)
    xor a5, a5, s3
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 40(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 132(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t6, t6, a5
    lw a1, 112(a0)
    xor a1, a1, ra
    rori a1, a1, 18
    lw a2, 164(a0)
    xor a2, a2, s2
    rori a2, a2, 14
    lw a3, 52(a0)
    xor a3, a3, s4
    rori a3, a3, 27
    lw a4, 140(a0)
    xor a4, a4, s7
    rori a4, a4, 24
    lw a5, 28(a0)
    xor a5, a5, s8
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 164(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 52(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t5, t5, a5
    lw a1, 116(a0)
    xor a1, a1, s10
    rori a1, a1, 19
    lw a2, 160(a0)
    xor a2, a2, s3
    rori a2, a2, 14
    lw a3, 48(a0)
    xor a3, a3, s5
    rori a3, a3, 27
    lw a4, 136(a0)
    xor a4, a4, s6
    rori a4, a4, 25
    lw a5, 24(a0)
    xor a5, a5, s9
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 160(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 48(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t6, t6, a5
    lw a1, 60(a0)
    xor a1, a1, s6
    rori a1, a1, 1
    lw a2, 144(a0)
    xor a2, a2, s9
    rori a2, a2, 4
    lw a3, 32(a0)
    xor a3, a3, ra
    rori a3, a3, 12
    lw a4, 80(a0)
    xor a4, a4, s3
    rori a4, a4, 11
    lw a5, 168(a0)
    xor a5, a5, s4
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 80(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t5, t5, a5
    lw a1, 56(a0)
    xor a1, a1, s7
    rori a1, a1, 1
    lw a2, 148(a0)
    xor a2, a2, s8
    rori a2, a2, 5
    lw a3, 36(a0)
    xor a3, a3, s10
    rori a3, a3, 13
    lw a4, 84(a0)
    xor a4, a4, s2
    rori a4, a4, 12
    lw a5, 172(a0)
    xor a5, a5, s5
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 84(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t6, t6, a5
    rori s0, t0, 31
    xor s2, t5, s0
    xor s3, t6, a7
    rori s0, t2, 31
    xor s4, s1, s0
    xor s5, a6, t1
    rori s0, t4, 31
    xor s6, a7, s0
    xor s7, t0, t3
    rori s0, t6, 31
    xor s8, t1, s0
    xor s9, t2, t5
    rori s0, a6, 31
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 8(a0)
    xor a2, a2, s4
    rori a2, a2, 10
    lw a3, 16(a0)
    xor a3, a3, s7
    rori a3, a3, 10
    lw a4, 24(a0)
    xor a4, a4, s9
    rori a4, a4, 21
    lw a5, 32(a0)
    xor a5, a5, s10
    rori a5, a5, 25
    andn s0, a3, a2
    xor s1, a1, s0
    lw s0, 24(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    andn s0, a4, a3
    xor a7, a2, s0
    sw a7, 8(a0)
    andn s0, a5, a4
    xor t1, a3, s0
    sw t1, 16(a0)
    andn s0, a1, a5
    xor t3, a4, s0
    sw t3, 24(a0)
    andn s0, a2, a1
    xor t5, a5, s0
    sw t5, 32(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 12(a0)
    xor a2, a2, s5
    rori a2, a2, 10
    lw a3, 20(a0)
    xor a3, a3, s6
    rori a3, a3, 11
    lw a4, 28(a0)
    xor a4, a4, s8
    rori a4, a4, 22
    lw a5, 36(a0)
    xor a5, a5, ra
    rori a5, a5, 25
    andn s0, a3, a2
    xor a6, a1, s0
    lw s0, 28(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    andn s0, a4, a3
    xor t0, a2, s0
    sw t0, 12(a0)
    andn s0, a5, a4
    xor t2, a3, s0
    sw t2, 20(a0)
    andn s0, a1, a5
    xor t4, a4, s0
    sw t4, 28(a0)
    andn s0, a2, a1
    xor t6, a5, s0
    sw t6, 36(a0)
    lw a1, 64(a0)
    xor a1, a1, s8
    rori a1, a1, 18
    lw a2, 72(a0)
    xor a2, a2, s10
    rori a2, a2, 22
    lw a3, 40(a0)
    xor a3, a3, s3
    rori a3, a3, 30
    lw a4, 48(a0)
    xor a4, a4, s5
    rori a4, a4, 9
    lw a5, 56(a0)
    xor a5, a5, s7
    rori a5, a5, 1
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 40(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 48(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 68(a0)
    xor a1, a1, s9
    rori a1, a1, 18
    lw a2, 76(a0)
    xor a2, a2, ra
    rori a2, a2, 22
    lw a3, 44(a0)
    xor a3, a3, s2
    rori a3, a3, 31
    lw a4, 52(a0)
    xor a4, a4, s4
    rori a4, a4, 10
    lw a5, 60(a0)
    xor a5, a5, s6
    rori a5, a5, 2
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 44(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 52(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 88(a0)
    xor a1, a1, s5
    rori a1, a1, 31
    lw a2, 96(a0)
    xor a2, a2, s6
    rori a2, a2, 29
    lw a3, 104(a0)
    xor a3, a3, s9
    rori a3, a3, 19
    lw a4, 112(a0)
    xor a4, a4, s10
    rori a4, a4, 28
    lw a5, 80(a0)
    xor a5, a5, s2
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 80(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 88(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t5, t5, a5
    lw a1, 92(a0)
    xor a1, a1, s4
    lw a2, 100(a0)
    xor a2, a2, s7
    rori a2, a2, 29
    lw a3, 108(a0)
    xor a3, a3, s8
    rori a3, a3, 20
    lw a4, 116(a0)
    xor a4, a4, ra
    rori a4, a4, 28
    lw a5, 84(a0)
    xor a5, a5, s3
    rori a5, a5, 23
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 84(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 92(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t6, t6, a5
    lw a1, 152(a0)
    xor a1, a1, ra
    rori a1, a1, 18
    lw a2, 120(a0)
    xor a2, a2, s2
    rori a2, a2, 14
    lw a3, 128(a0)
    xor a3, a3, s4
    rori a3, a3, 27
    lw a4, 136(a0)
    xor a4, a4, s7
    rori a4, a4, 24
    lw a5, 144(a0)
    xor a5, a5, s8
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 120(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 128(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t5, t5, a5
    lw a1, 156(a0)
    xor a1, a1, s10
    rori a1, a1, 19
    lw a2, 124(a0)
    xor a2, a2, s3
    rori a2, a2, 14
    lw a3, 132(a0)
    xor a3, a3, s5
    rori a3, a3, 27
    lw a4, 140(a0)
    xor a4, a4, s6
    rori a4, a4, 25
    lw a5, 148(a0)
    xor a5, a5, s9
    rori a5, a5, 4
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 124(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 132(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t6, t6, a5
    lw a1, 176(a0)
    xor a1, a1, s6
    rori a1, a1, 1
    lw a2, 184(a0)
    xor a2, a2, s9
    rori a2, a2, 4
    lw a3, 192(a0)
    xor a3, a3, ra
    rori a3, a3, 12
    lw a4, 160(a0)
    xor a4, a4, s3
    rori a4, a4, 11
    lw a5, 168(a0)
    xor a5, a5, s4
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 160(a0)
    xor s1, s1, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t1, t1, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t3, t3, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t5, t5, a5
    lw a1, 180(a0)
    xor a1, a1, s7
    rori a1, a1, 1
    lw a2, 188(a0)
    xor a2, a2, s8
    rori a2, a2, 5
    lw a3, 196(a0)
    xor a3, a3, s10
    rori a3, a3, 13
    lw a4, 164(a0)
    xor a4, a4, s2
    rori a4, a4, 12
    lw a5, 172(a0)
    xor a5, a5, s5
    rori a5, a5, 31
    andn s0, a3, a2
    xor s0, a1, s0
    sw s0, 164(a0)
    xor a6, a6, s0
    andn s0, a4, a3
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    andn s0, a5, a4
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t2, t2, a3
    andn s0, a1, a5
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t4, t4, a4
    andn s0, a2, a1
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t6, t6, a5
#else
    slli a1, t0, 1
    srli s0, t0, 31
    or s0, s0, a1
    xor s2, t5, s0
    xor s3, t6, a7
    slli a1, t2, 1
    srli s0, t2, 31
    or s0, s0, a1
    xor s4, s1, s0
    xor s5, a6, t1
    slli a1, t4, 1
    srli s0, t4, 31
    or s0, s0, a1
    xor s6, a7, s0
    xor s7, t0, t3
    slli a1, t6, 1
    srli s0, t6, 31
    or s0, s0, a1
    xor s8, t1, s0
    xor s9, t2, t5
    slli a1, a6, 1
    srli s0, a6, 31
    or s0, s0, a1
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 48(a0)
    xor a2, a2, s4
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 100(a0)
    xor a3, a3, s7
    slli s0, a3, 22
    srli a3, a3, 10
    or a3, a3, s0
    lw a4, 148(a0)
    xor a4, a4, s9
    slli s0, a4, 11
    srli a4, a4, 21
    or a4, a4, s0
    lw a5, 192(a0)
    xor a5, a5, s10
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor s1, a1, s0
    lw s0, 0(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    not s0, a3
    or s0, s0, a4
    xor a7, a2, s0
    sw a7, 48(a0)
    and s0, a4, a5
    xor t1, a3, s0
    sw t1, 100(a0)
    or s0, a5, a1
    xor t3, a4, s0
    sw t3, 148(a0)
    and s0, a1, a2
    xor t5, a5, s0
    sw t5, 192(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 52(a0)
    xor a2, a2, s5
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 96(a0)
    xor a3, a3, s6
    slli s0, a3, 21
    srli a3, a3, 11
    or a3, a3, s0
    lw a4, 144(a0)
    xor a4, a4, s8
    slli s0, a4, 10
    srli a4, a4, 22
    or a4, a4, s0
    lw a5, 196(a0)
    xor a5, a5, ra
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor a6, a1, s0
    lw s0, 4(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    not s0, a3
    or s0, s0, a4
    xor t0, a2, s0
    sw t0, 52(a0)
    and s0, a4, a5
    xor t2, a3, s0
    sw t2, 96(a0)
    or s0, a5, a1
    xor t4, a4, s0
    sw t4, 144(a0)
    and s0, a1, a2
    xor t6, a5, s0
    sw t6, 196(a0)
    lw a1, 24(a0)
    xor a1, a1, s8
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 72(a0)
    xor a2, a2, s10
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 84(a0)
    xor a3, a3, s3
    slli s0, a3, 2
    srli a3, a3, 30
    or a3, a3, s0
    lw a4, 132(a0)
    xor a4, a4, s5
    slli s0, a4, 23
    srli a4, a4, 9
    or a4, a4, s0
    lw a5, 180(a0)
    xor a5, a5, s7
    slli s0, a5, 31
    srli a5, a5, 1
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 84(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 132(a0)
    xor a7, a7, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 28(a0)
    xor a1, a1, s9
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 76(a0)
    xor a2, a2, ra
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 80(a0)
    xor a3, a3, s2
    slli s0, a3, 1
    srli a3, a3, 31
    or a3, a3, s0
    lw a4, 128(a0)
    xor a4, a4, s4
    slli s0, a4, 22
    srli a4, a4, 10
    or a4, a4, s0
    lw a5, 176(a0)
    xor a5, a5, s6
    slli s0, a5, 30
    srli a5, a5, 2
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 80(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 128(a0)
    xor t0, t0, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 12(a0)
    xor a1, a1, s5
    slli s0, a1, 1
    srli a1, a1, 31
    or a1, a1, s0
    lw a2, 56(a0)
    xor a2, a2, s6
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 108(a0)
    xor a3, a3, s9
    slli s0, a3, 13
    srli a3, a3, 19
    or a3, a3, s0
    lw a4, 152(a0)
    xor a4, a4, s10
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 160(a0)
    xor a5, a5, s2
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 160(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 12(a0)
    xor a7, a7, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t1, t1, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t5, t5, a5
    lw a1, 8(a0)
    xor a1, a1, s4
    lw a2, 60(a0)
    xor a2, a2, s7
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 104(a0)
    xor a3, a3, s8
    slli s0, a3, 12
    srli a3, a3, 20
    or a3, a3, s0
    lw a4, 156(a0)
    xor a4, a4, ra
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 164(a0)
    xor a5, a5, s3
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 164(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 8(a0)
    xor t0, t0, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t2, t2, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t6, t6, a5
    lw a1, 36(a0)
    xor a1, a1, ra
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 40(a0)
    xor a2, a2, s2
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 88(a0)
    xor a3, a3, s4
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 140(a0)
    xor a4, a4, s7
    slli s0, a4, 8
    srli a4, a4, 24
    or a4, a4, s0
    lw a5, 184(a0)
    xor a5, a5, s8
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 40(a0)
    xor s1, s1, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 88(a0)
    xor a7, a7, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t1, t1, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t3, t3, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t5, t5, a5
    lw a1, 32(a0)
    xor a1, a1, s10
    slli s0, a1, 13
    srli a1, a1, 19
    or a1, a1, s0
    lw a2, 44(a0)
    xor a2, a2, s3
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 92(a0)
    xor a3, a3, s5
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 136(a0)
    xor a4, a4, s6
    slli s0, a4, 7
    srli a4, a4, 25
    or a4, a4, s0
    lw a5, 188(a0)
    xor a5, a5, s9
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 44(a0)
    xor a6, a6, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 92(a0)
    xor t0, t0, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t2, t2, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t4, t4, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t6, t6, a5
    lw a1, 16(a0)
    xor a1, a1, s6
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 68(a0)
    xor a2, a2, s9
    slli s0, a2, 28
    srli a2, a2, 4
    or a2, a2, s0
    lw a3, 116(a0)
    xor a3, a3, ra
    slli s0, a3, 20
    srli a3, a3, 12
    or a3, a3, s0
    lw a4, 124(a0)
    xor a4, a4, s3
    slli s0, a4, 21
    srli a4, a4, 11
    or a4, a4, s0
    lw a5, 168(a0)
    xor a5, a5, s4
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 124(a0)
    xor s1, s1, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t5, t5, a5
    lw a1, 20(a0)
    xor a1, a1, s7
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 64(a0)
    xor a2, a2, s8
    slli s0, a2, 27
    srli a2, a2, 5
    or a2, a2, s0
    lw a3, 112(a0)
    xor a3, a3, s10
    slli s0, a3, 19
    srli a3, a3, 13
    or a3, a3, s0
    lw a4, 120(a0)
    xor a4, a4, s2
    slli s0, a4, 20
    srli a4, a4, 12
    or a4, a4, s0
    lw a5, 172(a0)
    xor a5, a5, s5
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 120(a0)
    xor a6, a6, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t6, t6, a5
    slli a1, t0, 1
    srli s0, t0, 31
    or s0, s0, a1
    xor s2, t5, s0
    xor s3, t6, a7
    slli a1, t2, 1
    srli s0, t2, 31
    or s0, s0, a1
    xor s4, s1, s0
    xor s5, a6, t1
    slli a1, t4, 1
    srli s0, t4, 31
    or s0, s0, a1
    xor s6, a7, s0
    xor s7, t0, t3
    slli a1, t6, 1
    srli s0, t6, 31
    or s0, s0, a1
    xor s8, t1, s0
    xor s9, t2, t5
    slli a1, a6, 1
    srli s0, a6, 31
    or s0, s0, a1
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 132(a0)
    xor a2, a2, s4
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 60(a0)
    xor a3, a3, s7
    slli s0, a3, 22
    srli a3, a3, 10
    or a3, a3, s0
    lw a4, 188(a0)
    xor a4, a4, s9
    slli s0, a4, 11
    srli a4, a4, 21
    or a4, a4, s0
    lw a5, 116(a0)
    xor a5, a5, s10
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor s1, a1, s0
    lw s0, 8(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    not s0, a3
    or s0, s0, a4
    xor a7, a2, s0
    sw a7, 132(a0)
    and s0, a4, a5
    xor t1, a3, s0
    sw t1, 60(a0)
    or s0, a5, a1
    xor t3, a4, s0
    sw t3, 188(a0)
    and s0, a1, a2
    xor t5, a5, s0
    sw t5, 116(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 128(a0)
    xor a2, a2, s5
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 56(a0)
    xor a3, a3, s6
    slli s0, a3, 21
    srli a3, a3, 11
    or a3, a3, s0
    lw a4, 184(a0)
    xor a4, a4, s8
    slli s0, a4, 10
    srli a4, a4, 22
    or a4, a4, s0
    lw a5, 112(a0)
    xor a5, a5, ra
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor a6, a1, s0
    lw s0, 12(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    not s0, a3
    or s0, s0, a4
    xor t0, a2, s0
    sw t0, 128(a0)
    and s0, a4, a5
    xor t2, a3, s0
    sw t2, 56(a0)
    or s0, a5, a1
    xor t4, a4, s0
    sw t4, 184(a0)
    and s0, a1, a2
    xor t6, a5, s0
    sw t6, 112(a0)
    lw a1, 148(a0)
    xor a1, a1, s8
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 72(a0)
    xor a2, a2, s10
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 164(a0)
    xor a3, a3, s3
    slli s0, a3, 2
    srli a3, a3, 30
    or a3, a3, s0
    lw a4, 92(a0)
    xor a4, a4, s5
    slli s0, a4, 23
    srli a4, a4, 9
    or a4, a4, s0
    lw a5, 20(a0)
    xor a5, a5, s7
    slli s0, a5, 31
    srli a5, a5, 1
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 164(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 92(a0)
    xor a7, a7, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 144(a0)
    xor a1, a1, s9
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 76(a0)
    xor a2, a2, ra
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 160(a0)
    xor a3, a3, s2
    slli s0, a3, 1
    srli a3, a3, 31
    or a3, a3, s0
    lw a4, 88(a0)
    xor a4, a4, s4
    slli s0, a4, 22
    srli a4, a4, 10
    or a4, a4, s0
    lw a5, 16(a0)
    xor a5, a5, s6
    slli s0, a5, 30
    srli a5, a5, 2
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 160(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 88(a0)
    xor t0, t0, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 52(a0)
    xor a1, a1, s5
    slli s0, a1, 1
    srli a1, a1, 31
    or a1, a1, s0
    lw a2, 180(a0)
    xor a2, a2, s6
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 104(a0)
    xor a3, a3, s9
    slli s0, a3, 13
    srli a3, a3, 19
    or a3, a3, s0
    lw a4, 36(a0)
    xor a4, a4, s10
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 124(a0)
    xor a5, a5, s2
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 124(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 52(a0)
    xor a7, a7, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t1, t1, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t5, t5, a5
    lw a1, 48(a0)
    xor a1, a1, s4
    lw a2, 176(a0)
    xor a2, a2, s7
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 108(a0)
    xor a3, a3, s8
    slli s0, a3, 12
    srli a3, a3, 20
    or a3, a3, s0
    lw a4, 32(a0)
    xor a4, a4, ra
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 120(a0)
    xor a5, a5, s3
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 120(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 48(a0)
    xor t0, t0, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t2, t2, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t6, t6, a5
    lw a1, 196(a0)
    xor a1, a1, ra
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 84(a0)
    xor a2, a2, s2
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 12(a0)
    xor a3, a3, s4
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 136(a0)
    xor a4, a4, s7
    slli s0, a4, 8
    srli a4, a4, 24
    or a4, a4, s0
    lw a5, 68(a0)
    xor a5, a5, s8
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 84(a0)
    xor s1, s1, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 12(a0)
    xor a7, a7, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t1, t1, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t3, t3, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t5, t5, a5
    lw a1, 192(a0)
    xor a1, a1, s10
    slli s0, a1, 13
    srli a1, a1, 19
    or a1, a1, s0
    lw a2, 80(a0)
    xor a2, a2, s3
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 8(a0)
    xor a3, a3, s5
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 140(a0)
    xor a4, a4, s6
    slli s0, a4, 7
    srli a4, a4, 25
    or a4, a4, s0
    lw a5, 64(a0)
    xor a5, a5, s9
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 80(a0)
    xor a6, a6, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 8(a0)
    xor t0, t0, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t2, t2, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t4, t4, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t6, t6, a5
    lw a1, 100(a0)
    xor a1, a1, s6
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 28(a0)
    xor a2, a2, s9
    slli s0, a2, 28
    srli a2, a2, 4
    or a2, a2, s0
    lw a3, 156(a0)
    xor a3, a3, ra
    slli s0, a3, 20
    srli a3, a3, 12
    or a3, a3, s0
    lw a4, 44(a0)
    xor a4, a4, s3
    slli s0, a4, 21
    srli a4, a4, 11
    or a4, a4, s0
    lw a5, 168(a0)
    xor a5, a5, s4
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 44(a0)
    xor s1, s1, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t5, t5, a5
    lw a1, 96(a0)
    xor a1, a1, s7
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 24(a0)
    xor a2, a2, s8
    slli s0, a2, 27
    srli a2, a2, 5
    or a2, a2, s0
    lw a3, 152(a0)
    xor a3, a3, s10
    slli s0, a3, 19
    srli a3, a3, 13
    or a3, a3, s0
    lw a4, 40(a0)
    xor a4, a4, s2
    slli s0, a4, 20
    srli a4, a4, 12
    or a4, a4, s0
    lw a5, 172(a0)
    xor a5, a5, s5
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 40(a0)
    xor a6, a6, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t6, t6, a5
    slli a1, t0, 1
    srli s0, t0, 31
    or s0, s0, a1
    xor s2, t5, s0
    xor s3, t6, a7
    slli a1, t2, 1
    srli s0, t2, 31
    or s0, s0, a1
    xor s4, s1, s0
    xor s5, a6, t1
    slli a1, t4, 1
    srli s0, t4, 31
    or s0, s0, a1
    xor s6, a7, s0
    xor s7, t0, t3
    slli a1, t6, 1
    srli s0, t6, 31
    or s0, s0, a1
    xor s8, t1, s0
    xor s9, t2, t5
    slli a1, a6, 1
    srli s0, a6, 31
    or s0, s0, a1
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 92(a0)
    xor a2, a2, s4
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 176(a0)
    xor a3, a3, s7
    slli s0, a3, 22
    srli a3, a3, 10
    or a3, a3, s0
    lw a4, 64(a0)
    xor a4, a4, s9
    slli s0, a4, 11
    srli a4, a4, 21
    or a4, a4, s0
    lw a5, 156(a0)
    xor a5, a5, s10
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor s1, a1, s0
    lw s0, 16(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    not s0, a3
    or s0, s0, a4
    xor a7, a2, s0
    sw a7, 92(a0)
    and s0, a4, a5
    xor t1, a3, s0
    sw t1, 176(a0)
    or s0, a5, a1
    xor t3, a4, s0
    sw t3, 64(a0)
    and s0, a1, a2
    xor t5, a5, s0
    sw t5, 156(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 88(a0)
    xor a2, a2, s5
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 180(a0)
    xor a3, a3, s6
    slli s0, a3, 21
    srli a3, a3, 11
    or a3, a3, s0
    lw a4, 68(a0)
    xor a4, a4, s8
    slli s0, a4, 10
    srli a4, a4, 22
    or a4, a4, s0
    lw a5, 152(a0)
    xor a5, a5, ra
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor a6, a1, s0
    lw s0, 20(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    not s0, a3
    or s0, s0, a4
    xor t0, a2, s0
    sw t0, 88(a0)
    and s0, a4, a5
    xor t2, a3, s0
    sw t2, 180(a0)
    or s0, a5, a1
    xor t4, a4, s0
    sw t4, 68(a0)
    and s0, a1, a2
    xor t6, a5, s0
    sw t6, 152(a0)
    lw a1, 188(a0)
    xor a1, a1, s8
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 72(a0)
    xor a2, a2, s10
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 120(a0)
    xor a3, a3, s3
    slli s0, a3, 2
    srli a3, a3, 30
    or a3, a3, s0
    lw a4, 8(a0)
    xor a4, a4, s5
    slli s0, a4, 23
    srli a4, a4, 9
    or a4, a4, s0
    lw a5, 96(a0)
    xor a5, a5, s7
    slli s0, a5, 31
    srli a5, a5, 1
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 120(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 8(a0)
    xor a7, a7, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 184(a0)
    xor a1, a1, s9
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 76(a0)
    xor a2, a2, ra
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 124(a0)
    xor a3, a3, s2
    slli s0, a3, 1
    srli a3, a3, 31
    or a3, a3, s0
    lw a4, 12(a0)
    xor a4, a4, s4
    slli s0, a4, 22
    srli a4, a4, 10
    or a4, a4, s0
    lw a5, 100(a0)
    xor a5, a5, s6
    slli s0, a5, 30
    srli a5, a5, 2
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 124(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 12(a0)
    xor t0, t0, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 128(a0)
    xor a1, a1, s5
    slli s0, a1, 1
    srli a1, a1, 31
    or a1, a1, s0
    lw a2, 20(a0)
    xor a2, a2, s6
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 108(a0)
    xor a3, a3, s9
    slli s0, a3, 13
    srli a3, a3, 19
    or a3, a3, s0
    lw a4, 196(a0)
    xor a4, a4, s10
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 44(a0)
    xor a5, a5, s2
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 44(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 128(a0)
    xor a7, a7, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 20(a0)
    xor t1, t1, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t5, t5, a5
    lw a1, 132(a0)
    xor a1, a1, s4
    lw a2, 16(a0)
    xor a2, a2, s7
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 104(a0)
    xor a3, a3, s8
    slli s0, a3, 12
    srli a3, a3, 20
    or a3, a3, s0
    lw a4, 192(a0)
    xor a4, a4, ra
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 40(a0)
    xor a5, a5, s3
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 40(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 132(a0)
    xor t0, t0, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 16(a0)
    xor t2, t2, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t6, t6, a5
    lw a1, 112(a0)
    xor a1, a1, ra
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 164(a0)
    xor a2, a2, s2
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 52(a0)
    xor a3, a3, s4
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 140(a0)
    xor a4, a4, s7
    slli s0, a4, 8
    srli a4, a4, 24
    or a4, a4, s0
    lw a5, 28(a0)
    xor a5, a5, s8
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 164(a0)
    xor s1, s1, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 52(a0)
    xor a7, a7, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t1, t1, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 28(a0)
    xor t3, t3, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t5, t5, a5
    lw a1, 116(a0)
    xor a1, a1, s10
    slli s0, a1, 13
    srli a1, a1, 19
    or a1, a1, s0
    lw a2, 160(a0)
    xor a2, a2, s3
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 48(a0)
    xor a3, a3, s5
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 136(a0)
    xor a4, a4, s6
    slli s0, a4, 7
    srli a4, a4, 25
    or a4, a4, s0
    lw a5, 24(a0)
    xor a5, a5, s9
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 160(a0)
    xor a6, a6, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 48(a0)
    xor t0, t0, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t2, t2, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 24(a0)
    xor t4, t4, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t6, t6, a5
    lw a1, 60(a0)
    xor a1, a1, s6
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 144(a0)
    xor a2, a2, s9
    slli s0, a2, 28
    srli a2, a2, 4
    or a2, a2, s0
    lw a3, 32(a0)
    xor a3, a3, ra
    slli s0, a3, 20
    srli a3, a3, 12
    or a3, a3, s0
    lw a4, 80(a0)
    xor a4, a4, s3
    slli s0, a4, 21
    srli a4, a4, 11
    or a4, a4, s0
    lw a5, 168(a0)
    xor a5, a5, s4
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 80(a0)
    xor s1, s1, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 32(a0)
    xor t5, t5, a5
    lw a1, 56(a0)
    xor a1, a1, s7
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 148(a0)
    xor a2, a2, s8
    slli s0, a2, 27
    srli a2, a2, 5
    or a2, a2, s0
    lw a3, 36(a0)
    xor a3, a3, s10
    slli s0, a3, 19
    srli a3, a3, 13
    or a3, a3, s0
    lw a4, 84(a0)
    xor a4, a4, s2
    slli s0, a4, 20
    srli a4, a4, 12
    or a4, a4, s0
    lw a5, 172(a0)
    xor a5, a5, s5
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 84(a0)
    xor a6, a6, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 36(a0)
    xor t6, t6, a5
    slli a1, t0, 1
    srli s0, t0, 31
    or s0, s0, a1
    xor s2, t5, s0
    xor s3, t6, a7
    slli a1, t2, 1
    srli s0, t2, 31
    or s0, s0, a1
    xor s4, s1, s0
    xor s5, a6, t1
    slli a1, t4, 1
    srli s0, t4, 31
    or s0, s0, a1
    xor s6, a7, s0
    xor s7, t0, t3
    slli a1, t6, 1
    srli s0, t6, 31
    or s0, s0, a1
    xor s8, t1, s0
    xor s9, t2, t5
    slli a1, a6, 1
    srli s0, a6, 31
    or s0, s0, a1
    xor s10, t3, s0
    xor ra, t4, s1
    lw a1, 0(a0)
    xor a1, a1, s2
    lw a2, 8(a0)
    xor a2, a2, s4
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 16(a0)
    xor a3, a3, s7
    slli s0, a3, 22
    srli a3, a3, 10
    or a3, a3, s0
    lw a4, 24(a0)
    xor a4, a4, s9
    slli s0, a4, 11
    srli a4, a4, 21
    or a4, a4, s0
    lw a5, 32(a0)
    xor a5, a5, s10
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor s1, a1, s0
    lw s0, 24(s11)
    xor s1, s1, s0
    sw s1, 0(a0)
    not s0, a3
    or s0, s0, a4
    xor a7, a2, s0
    sw a7, 8(a0)
    and s0, a4, a5
    xor t1, a3, s0
    sw t1, 16(a0)
    or s0, a5, a1
    xor t3, a4, s0
    sw t3, 24(a0)
    and s0, a1, a2
    xor t5, a5, s0
    sw t5, 32(a0)
    lw a1, 4(a0)
    xor a1, a1, s3
    lw a2, 12(a0)
    xor a2, a2, s5
    slli s0, a2, 22
    srli a2, a2, 10
    or a2, a2, s0
    lw a3, 20(a0)
    xor a3, a3, s6
    slli s0, a3, 21
    srli a3, a3, 11
    or a3, a3, s0
    lw a4, 28(a0)
    xor a4, a4, s8
    slli s0, a4, 10
    srli a4, a4, 22
    or a4, a4, s0
    lw a5, 36(a0)
    xor a5, a5, ra
    slli s0, a5, 7
    srli a5, a5, 25
    or a5, a5, s0
    or s0, a2, a3
    xor a6, a1, s0
    lw s0, 28(s11)
    xor a6, a6, s0
    sw a6, 4(a0)
    not s0, a3
    or s0, s0, a4
    xor t0, a2, s0
    sw t0, 12(a0)
    and s0, a4, a5
    xor t2, a3, s0
    sw t2, 20(a0)
    or s0, a5, a1
    xor t4, a4, s0
    sw t4, 28(a0)
    and s0, a1, a2
    xor t6, a5, s0
    sw t6, 36(a0)
    lw a1, 64(a0)
    xor a1, a1, s8
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 72(a0)
    xor a2, a2, s10
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 40(a0)
    xor a3, a3, s3
    slli s0, a3, 2
    srli a3, a3, 30
    or a3, a3, s0
    lw a4, 48(a0)
    xor a4, a4, s5
    slli s0, a4, 23
    srli a4, a4, 9
    or a4, a4, s0
    lw a5, 56(a0)
    xor a5, a5, s7
    slli s0, a5, 31
    srli a5, a5, 1
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 40(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 48(a0)
    xor a7, a7, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 56(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 64(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 72(a0)
    xor t5, t5, a5
    lw a1, 68(a0)
    xor a1, a1, s9
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 76(a0)
    xor a2, a2, ra
    slli s0, a2, 10
    srli a2, a2, 22
    or a2, a2, s0
    lw a3, 44(a0)
    xor a3, a3, s2
    slli s0, a3, 1
    srli a3, a3, 31
    or a3, a3, s0
    lw a4, 52(a0)
    xor a4, a4, s4
    slli s0, a4, 22
    srli a4, a4, 10
    or a4, a4, s0
    lw a5, 60(a0)
    xor a5, a5, s6
    slli s0, a5, 30
    srli a5, a5, 2
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 44(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 52(a0)
    xor t0, t0, s0
    not s0, a5
    or s0, s0, a4
    xor a3, a3, s0
    sw a3, 60(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 68(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 76(a0)
    xor t6, t6, a5
    lw a1, 88(a0)
    xor a1, a1, s5
    slli s0, a1, 1
    srli a1, a1, 31
    or a1, a1, s0
    lw a2, 96(a0)
    xor a2, a2, s6
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 104(a0)
    xor a3, a3, s9
    slli s0, a3, 13
    srli a3, a3, 19
    or a3, a3, s0
    lw a4, 112(a0)
    xor a4, a4, s10
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 80(a0)
    xor a5, a5, s2
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 80(a0)
    xor s1, s1, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 88(a0)
    xor a7, a7, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 96(a0)
    xor t1, t1, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 104(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 112(a0)
    xor t5, t5, a5
    lw a1, 92(a0)
    xor a1, a1, s4
    lw a2, 100(a0)
    xor a2, a2, s7
    slli s0, a2, 3
    srli a2, a2, 29
    or a2, a2, s0
    lw a3, 108(a0)
    xor a3, a3, s8
    slli s0, a3, 12
    srli a3, a3, 20
    or a3, a3, s0
    lw a4, 116(a0)
    xor a4, a4, ra
    slli s0, a4, 4
    srli a4, a4, 28
    or a4, a4, s0
    lw a5, 84(a0)
    xor a5, a5, s3
    slli s0, a5, 9
    srli a5, a5, 23
    or a5, a5, s0
    or s0, a2, a3
    xor s0, a1, s0
    sw s0, 84(a0)
    xor a6, a6, s0
    and s0, a3, a4
    xor s0, a2, s0
    sw s0, 92(a0)
    xor t0, t0, s0
    not s0, a4
    and s0, s0, a5
    xor a3, a3, s0
    sw a3, 100(a0)
    xor t2, t2, a3
    or s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 108(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 116(a0)
    xor t6, t6, a5
    lw a1, 152(a0)
    xor a1, a1, ra
    slli s0, a1, 14
    srli a1, a1, 18
    or a1, a1, s0
    lw a2, 120(a0)
    xor a2, a2, s2
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 128(a0)
    xor a3, a3, s4
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 136(a0)
    xor a4, a4, s7
    slli s0, a4, 8
    srli a4, a4, 24
    or a4, a4, s0
    lw a5, 144(a0)
    xor a5, a5, s8
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 120(a0)
    xor s1, s1, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 128(a0)
    xor a7, a7, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 136(a0)
    xor t1, t1, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 144(a0)
    xor t3, t3, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 152(a0)
    xor t5, t5, a5
    lw a1, 156(a0)
    xor a1, a1, s10
    slli s0, a1, 13
    srli a1, a1, 19
    or a1, a1, s0
    lw a2, 124(a0)
    xor a2, a2, s3
    slli s0, a2, 18
    srli a2, a2, 14
    or a2, a2, s0
    lw a3, 132(a0)
    xor a3, a3, s5
    slli s0, a3, 5
    srli a3, a3, 27
    or a3, a3, s0
    lw a4, 140(a0)
    xor a4, a4, s6
    slli s0, a4, 7
    srli a4, a4, 25
    or a4, a4, s0
    lw a5, 148(a0)
    xor a5, a5, s9
    slli s0, a5, 28
    srli a5, a5, 4
    or a5, a5, s0
    and s0, a2, a3
    xor s0, a1, s0
    sw s0, 124(a0)
    xor a6, a6, s0
    or s0, a3, a4
    xor s0, a2, s0
    sw s0, 132(a0)
    xor t0, t0, s0
    not s0, a4
    or s0, s0, a5
    xor a3, a3, s0
    sw a3, 140(a0)
    xor t2, t2, a3
    and s0, a5, a1
    not s0, s0
    xor a4, a4, s0
    sw a4, 148(a0)
    xor t4, t4, a4
    or s0, a1, a2
    xor a5, a5, s0
    sw a5, 156(a0)
    xor t6, t6, a5
    lw a1, 176(a0)
    xor a1, a1, s6
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 184(a0)
    xor a2, a2, s9
    slli s0, a2, 28
    srli a2, a2, 4
    or a2, a2, s0
    lw a3, 192(a0)
    xor a3, a3, ra
    slli s0, a3, 20
    srli a3, a3, 12
    or a3, a3, s0
    lw a4, 160(a0)
    xor a4, a4, s3
    slli s0, a4, 21
    srli a4, a4, 11
    or a4, a4, s0
    lw a5, 168(a0)
    xor a5, a5, s4
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 160(a0)
    xor s1, s1, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 168(a0)
    xor a7, a7, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 176(a0)
    xor t1, t1, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 184(a0)
    xor t3, t3, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 192(a0)
    xor t5, t5, a5
    lw a1, 180(a0)
    xor a1, a1, s7
    slli s0, a1, 31
    srli a1, a1, 1
    or a1, a1, s0
    lw a2, 188(a0)
    xor a2, a2, s8
    slli s0, a2, 27
    srli a2, a2, 5
    or a2, a2, s0
    lw a3, 196(a0)
    xor a3, a3, s10
    slli s0, a3, 19
    srli a3, a3, 13
    or a3, a3, s0
    lw a4, 164(a0)
    xor a4, a4, s2
    slli s0, a4, 20
    srli a4, a4, 12
    or a4, a4, s0
    lw a5, 172(a0)
    xor a5, a5, s5
    slli s0, a5, 1
    srli a5, a5, 31
    or a5, a5, s0
    not s0, a2
    and s0, s0, a3
    xor s0, a1, s0
    sw s0, 164(a0)
    xor a6, a6, s0
    or s0, a3, a4
    not s0, s0
    xor s0, a2, s0
    sw s0, 172(a0)
    xor t0, t0, s0
    and s0, a4, a5
    xor a3, a3, s0
    sw a3, 180(a0)
    xor t2, t2, a3
    or s0, a5, a1
    xor a4, a4, s0
    sw a4, 188(a0)
    xor t4, t4, a4
    and s0, a1, a2
    xor a5, a5, s0
    sw a5, 196(a0)
    xor t6, t6, a5
#endif
    addi s11, s11, 32
    lw s0, 52(sp)
    beq s11, s0, .Lend
    j .Lfour_rounds
.Lend:
#ifndef __riscv_zbb
    lw s0, 160(a0)
    not s0, s0
    sw s0, 160(a0)
    lw s0, 164(a0)
    not s0, s0
    sw s0, 164(a0)
    lw s0, 8(a0)
    not s0, s0
    sw s0, 8(a0)
    lw s0, 12(a0)
    not s0, s0
    sw s0, 12(a0)
    lw s0, 16(a0)
    not s0, s0
    sw s0, 16(a0)
    lw s0, 20(a0)
    not s0, s0
    sw s0, 20(a0)
    lw s0, 96(a0)
    not s0, s0
    sw s0, 96(a0)
    lw s0, 100(a0)
    not s0, s0
    sw s0, 100(a0)
    lw s0, 136(a0)
    not s0, s0
    sw s0, 136(a0)
    lw s0, 140(a0)
    not s0, s0
    sw s0, 140(a0)
    lw s0, 64(a0)
    not s0, s0
    sw s0, 64(a0)
    lw s0, 68(a0)
    not s0, s0
    sw s0, 68(a0)
#endif
    lw a2, 56(sp)
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
    andi a1, a2, 512
    bnez a1, .Lstays
    andi a2, a2, 255
    srli a2, a2, 3
    mv a1, a0
    j ksig_keccak_separate
.Lstays:
    ret
end_function ksig_keccak_f1600

// void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count)
// stack: ksig_keccak_separate 0
function ksig_keccak_separate
    slli a7, a2, 3
    add a7, a7, a1
    mv a6, a0
#ifndef __riscv_zbkb
    li t4, 0xffff
    li t3, 0xff00ff
    li t2, 0xf0f0f0f
    li t1, 0x33333333
    li t0, 0x55555555
#endif
.Lout:
    lw a2, 0(a1)
    lw a3, 4(a1)
#ifdef __riscv_zbkb
    pack a4, a2, a3
    srli a2, a2, 16
    srli a3, a3, 16
    pack a5, a2, a3
    zip a2, a4
    zip a3, a5
#else
    srli a4, a2, 1
    xor a4, a4, a3
    and a4, a4, t0
    xor a3, a3, a4
    slli a4, a4, 1
    xor a2, a2, a4
    srli a4, a2, 2
    xor a4, a4, a3
    and a4, a4, t1
    xor a3, a3, a4
    slli a4, a4, 2
    xor a2, a2, a4
    srli a4, a2, 4
    xor a4, a4, a3
    and a4, a4, t2
    xor a3, a3, a4
    slli a4, a4, 4
    xor a2, a2, a4
    srli a4, a2, 8
    xor a4, a4, a3
    and a4, a4, t3
    xor a3, a3, a4
    slli a4, a4, 8
    xor a2, a2, a4
    srli a4, a2, 16
    xor a4, a4, a3
    and a4, a4, t4
    xor a3, a3, a4
    slli a4, a4, 16
    xor a2, a2, a4
#endif
    sw a2, 0(a6)
    sw a3, 4(a6)
    addi a6, a6, 8
    addi a1, a1, 8
    bne a1, a7, .Lout
    ret
end_function ksig_keccak_separate

    .section .rodata.ksig_keccak_f1600, "a", %progbits
    .balign 4
.Lround_constants:
    .word 1, 0x00000000
    .word 0, 0x00000089
    .word 0, 0x8000008b
    .word 0, 0x80008080
    .word 1, 0x0000008b
    .word 1, 0x00008000
    .word 1, 0x80008088
    .word 1, 0x80000082
    .word 0, 0x0000000b
    .word 0, 0x0000000a
    .word 1, 0x00008082
    .word 0, 0x00008003
    .word 1, 0x0000808b
    .word 1, 0x8000000b
    .word 1, 0x8000008a
    .word 1, 0x80000081
    .word 0, 0x80000081
    .word 0, 0x80000008
    .word 0, 0x00000083
    .word 0, 0x80008003
    .word 1, 0x80008088
    .word 0, 0x80000088
    .word 1, 0x00008000
    .word 0, 0x80008082

#endif
