/* The compression of SHA-256 (FIPS 180-4). Written by its generator, which says how: do not edit.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_RV32 && KSIG_ASM_SHA256
#include "arch/rv32/function.inc"

.macro rotate to, from, amount
#ifdef __riscv_zbb
    rori \to, \from, \amount
#else
    srli \to, \from, \amount
    slli a2, \from, 32 - \amount
    xor \to, \to, a2
#endif
.endm

.macro add_rotated to, from, amount
#ifdef __riscv_zbb
    rori a2, \from, \amount
    xor \to, \to, a2
#else
    srli a2, \from, \amount
    xor \to, \to, a2
    slli a2, \from, 32 - \amount
    xor \to, \to, a2
#endif
.endm

.macro sum0 to, from
#if defined(__riscv_zknh)
    sha256sum0 \to, \from
#else
    rotate \to, \from, 2
    add_rotated \to, \from, 13
    add_rotated \to, \from, 22
#endif
.endm

.macro sum1 to, from
#if defined(__riscv_zknh)
    sha256sum1 \to, \from
#else
    rotate \to, \from, 6
    add_rotated \to, \from, 11
    add_rotated \to, \from, 25
#endif
.endm

.macro sigma0 to, from
#if defined(__riscv_zknh)
    sha256sig0 \to, \from
#else
    rotate \to, \from, 7
    add_rotated \to, \from, 18
    srli a2, \from, 3
    xor \to, \to, a2
#endif
.endm

.macro sigma1 to, from
#if defined(__riscv_zknh)
    sha256sig1 \to, \from
#else
    rotate \to, \from, 17
    add_rotated \to, \from, 19
    srli a2, \from, 10
    xor \to, \to, a2
#endif
.endm

// The word with its bytes in the other order; a1 is 0xff00ff.
.macro swap word
#ifdef __riscv_zbb
    rev8 \word, \word
#else
    and a2, \word, a1
    slli a2, a2, 8
    srli \word, \word, 8
    and \word, \word, a1
    or \word, \word, a2
    slli a2, \word, 16
    srli \word, \word, 16
    or \word, \word, a2
#endif
.endm

// void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16])
// stack: ksig_sha256_compress 64
function ksig_sha256_compress
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
    sw a0, 52(sp)
    lw s4, 0(a1)
    lw s5, 4(a1)
    lw s6, 8(a1)
    lw s7, 12(a1)
    lw s8, 16(a1)
    lw s9, 20(a1)
    lw s10, 24(a1)
    lw s11, 28(a1)
    lw t0, 32(a1)
    lw t1, 36(a1)
    lw t2, 40(a1)
    lw t3, 44(a1)
    lw t4, 48(a1)
    lw t5, 52(a1)
    lw t6, 56(a1)
    lw ra, 60(a1)
#ifndef __riscv_zbb
    li a1, 0xff00ff
#endif
    swap s4
    swap s5
    swap s6
    swap s7
    swap s8
    swap s9
    swap s10
    swap s11
    swap t0
    swap t1
    swap t2
    swap t3
    swap t4
    swap t5
    swap t6
    swap ra
    lw s0, 0(a0)
    lw s1, 4(a0)
    lw a4, 8(a0)
    lw a5, 12(a0)
    lw a6, 16(a0)
    lw a7, 20(a0)
    lw s2, 24(a0)
    lw s3, 28(a0)
    xor a3, s1, a4
    lla a0, .Lround_constants
.Lrounds:
    lw a1, 0(a0)
    add s3, s3, s4
    add s3, s3, a1
    sum1 a1, a6
    add s3, s3, a1
    xor a1, a7, s2
    and a1, a1, a6
    xor a1, a1, s2
    add s3, s3, a1
    add a5, a5, s3
    sum0 a1, s0
    add s3, s3, a1
    xor a1, s0, s1
    and a3, a3, a1
    xor a3, a3, s1
    add s3, s3, a3
    lw a3, 4(a0)
    add s2, s2, s5
    add s2, s2, a3
    sum1 a3, a5
    add s2, s2, a3
    xor a3, a6, a7
    and a3, a3, a5
    xor a3, a3, a7
    add s2, s2, a3
    add a4, a4, s2
    sum0 a3, s3
    add s2, s2, a3
    xor a3, s3, s0
    and a1, a1, a3
    xor a1, a1, s0
    add s2, s2, a1
    lw a1, 8(a0)
    add a7, a7, s6
    add a7, a7, a1
    sum1 a1, a4
    add a7, a7, a1
    xor a1, a5, a6
    and a1, a1, a4
    xor a1, a1, a6
    add a7, a7, a1
    add s1, s1, a7
    sum0 a1, s2
    add a7, a7, a1
    xor a1, s2, s3
    and a3, a3, a1
    xor a3, a3, s3
    add a7, a7, a3
    lw a3, 12(a0)
    add a6, a6, s7
    add a6, a6, a3
    sum1 a3, s1
    add a6, a6, a3
    xor a3, a4, a5
    and a3, a3, s1
    xor a3, a3, a5
    add a6, a6, a3
    add s0, s0, a6
    sum0 a3, a7
    add a6, a6, a3
    xor a3, a7, s2
    and a1, a1, a3
    xor a1, a1, s2
    add a6, a6, a1
    lw a1, 16(a0)
    add a5, a5, s8
    add a5, a5, a1
    sum1 a1, s0
    add a5, a5, a1
    xor a1, s1, a4
    and a1, a1, s0
    xor a1, a1, a4
    add a5, a5, a1
    add s3, s3, a5
    sum0 a1, a6
    add a5, a5, a1
    xor a1, a6, a7
    and a3, a3, a1
    xor a3, a3, a7
    add a5, a5, a3
    lw a3, 20(a0)
    add a4, a4, s9
    add a4, a4, a3
    sum1 a3, s3
    add a4, a4, a3
    xor a3, s0, s1
    and a3, a3, s3
    xor a3, a3, s1
    add a4, a4, a3
    add s2, s2, a4
    sum0 a3, a5
    add a4, a4, a3
    xor a3, a5, a6
    and a1, a1, a3
    xor a1, a1, a6
    add a4, a4, a1
    lw a1, 24(a0)
    add s1, s1, s10
    add s1, s1, a1
    sum1 a1, s2
    add s1, s1, a1
    xor a1, s3, s0
    and a1, a1, s2
    xor a1, a1, s0
    add s1, s1, a1
    add a7, a7, s1
    sum0 a1, a4
    add s1, s1, a1
    xor a1, a4, a5
    and a3, a3, a1
    xor a3, a3, a5
    add s1, s1, a3
    lw a3, 28(a0)
    add s0, s0, s11
    add s0, s0, a3
    sum1 a3, a7
    add s0, s0, a3
    xor a3, s2, s3
    and a3, a3, a7
    xor a3, a3, s3
    add s0, s0, a3
    add a6, a6, s0
    sum0 a3, s1
    add s0, s0, a3
    xor a3, s1, a4
    and a1, a1, a3
    xor a1, a1, a4
    add s0, s0, a1
    lw a1, 32(a0)
    add s3, s3, t0
    add s3, s3, a1
    sum1 a1, a6
    add s3, s3, a1
    xor a1, a7, s2
    and a1, a1, a6
    xor a1, a1, s2
    add s3, s3, a1
    add a5, a5, s3
    sum0 a1, s0
    add s3, s3, a1
    xor a1, s0, s1
    and a3, a3, a1
    xor a3, a3, s1
    add s3, s3, a3
    lw a3, 36(a0)
    add s2, s2, t1
    add s2, s2, a3
    sum1 a3, a5
    add s2, s2, a3
    xor a3, a6, a7
    and a3, a3, a5
    xor a3, a3, a7
    add s2, s2, a3
    add a4, a4, s2
    sum0 a3, s3
    add s2, s2, a3
    xor a3, s3, s0
    and a1, a1, a3
    xor a1, a1, s0
    add s2, s2, a1
    lw a1, 40(a0)
    add a7, a7, t2
    add a7, a7, a1
    sum1 a1, a4
    add a7, a7, a1
    xor a1, a5, a6
    and a1, a1, a4
    xor a1, a1, a6
    add a7, a7, a1
    add s1, s1, a7
    sum0 a1, s2
    add a7, a7, a1
    xor a1, s2, s3
    and a3, a3, a1
    xor a3, a3, s3
    add a7, a7, a3
    lw a3, 44(a0)
    add a6, a6, t3
    add a6, a6, a3
    sum1 a3, s1
    add a6, a6, a3
    xor a3, a4, a5
    and a3, a3, s1
    xor a3, a3, a5
    add a6, a6, a3
    add s0, s0, a6
    sum0 a3, a7
    add a6, a6, a3
    xor a3, a7, s2
    and a1, a1, a3
    xor a1, a1, s2
    add a6, a6, a1
    lw a1, 48(a0)
    add a5, a5, t4
    add a5, a5, a1
    sum1 a1, s0
    add a5, a5, a1
    xor a1, s1, a4
    and a1, a1, s0
    xor a1, a1, a4
    add a5, a5, a1
    add s3, s3, a5
    sum0 a1, a6
    add a5, a5, a1
    xor a1, a6, a7
    and a3, a3, a1
    xor a3, a3, a7
    add a5, a5, a3
    lw a3, 52(a0)
    add a4, a4, t5
    add a4, a4, a3
    sum1 a3, s3
    add a4, a4, a3
    xor a3, s0, s1
    and a3, a3, s3
    xor a3, a3, s1
    add a4, a4, a3
    add s2, s2, a4
    sum0 a3, a5
    add a4, a4, a3
    xor a3, a5, a6
    and a1, a1, a3
    xor a1, a1, a6
    add a4, a4, a1
    lw a1, 56(a0)
    add s1, s1, t6
    add s1, s1, a1
    sum1 a1, s2
    add s1, s1, a1
    xor a1, s3, s0
    and a1, a1, s2
    xor a1, a1, s0
    add s1, s1, a1
    add a7, a7, s1
    sum0 a1, a4
    add s1, s1, a1
    xor a1, a4, a5
    and a3, a3, a1
    xor a3, a3, a5
    add s1, s1, a3
    lw a3, 60(a0)
    add s0, s0, ra
    add s0, s0, a3
    sum1 a3, a7
    add s0, s0, a3
    xor a3, s2, s3
    and a3, a3, a7
    xor a3, a3, s3
    add s0, s0, a3
    add a6, a6, s0
    sum0 a3, s1
    add s0, s0, a3
    xor a3, s1, a4
    and a1, a1, a3
    xor a1, a1, a4
    add s0, s0, a1
    addi a0, a0, 64
    lw a1, 0(a0)
    beqz a1, .Lend
    sigma0 a1, s5
    add s4, s4, a1
    add s4, s4, t1
    sigma1 a1, t6
    add s4, s4, a1
    sigma0 a1, s6
    add s5, s5, a1
    add s5, s5, t2
    sigma1 a1, ra
    add s5, s5, a1
    sigma0 a1, s7
    add s6, s6, a1
    add s6, s6, t3
    sigma1 a1, s4
    add s6, s6, a1
    sigma0 a1, s8
    add s7, s7, a1
    add s7, s7, t4
    sigma1 a1, s5
    add s7, s7, a1
    sigma0 a1, s9
    add s8, s8, a1
    add s8, s8, t5
    sigma1 a1, s6
    add s8, s8, a1
    sigma0 a1, s10
    add s9, s9, a1
    add s9, s9, t6
    sigma1 a1, s7
    add s9, s9, a1
    sigma0 a1, s11
    add s10, s10, a1
    add s10, s10, ra
    sigma1 a1, s8
    add s10, s10, a1
    sigma0 a1, t0
    add s11, s11, a1
    add s11, s11, s4
    sigma1 a1, s9
    add s11, s11, a1
    sigma0 a1, t1
    add t0, t0, a1
    add t0, t0, s5
    sigma1 a1, s10
    add t0, t0, a1
    sigma0 a1, t2
    add t1, t1, a1
    add t1, t1, s6
    sigma1 a1, s11
    add t1, t1, a1
    sigma0 a1, t3
    add t2, t2, a1
    add t2, t2, s7
    sigma1 a1, t0
    add t2, t2, a1
    sigma0 a1, t4
    add t3, t3, a1
    add t3, t3, s8
    sigma1 a1, t1
    add t3, t3, a1
    sigma0 a1, t5
    add t4, t4, a1
    add t4, t4, s9
    sigma1 a1, t2
    add t4, t4, a1
    sigma0 a1, t6
    add t5, t5, a1
    add t5, t5, s10
    sigma1 a1, t3
    add t5, t5, a1
    sigma0 a1, ra
    add t6, t6, a1
    add t6, t6, s11
    sigma1 a1, t4
    add t6, t6, a1
    sigma0 a1, s4
    add ra, ra, a1
    add ra, ra, t0
    sigma1 a1, t5
    add ra, ra, a1
    j .Lrounds
.Lend:
    lw a1, 0(a0) # again: after 16 rounds, words could be solved for any result
    beqz a1, .Lwhole
    j .Lrounds
.Lwhole:
    lw a0, 52(sp)
    lw a1, 0(a0)
    add s0, s0, a1
    sw s0, 0(a0)
    lw a1, 4(a0)
    add s1, s1, a1
    sw s1, 4(a0)
    lw a1, 8(a0)
    add a4, a4, a1
    sw a4, 8(a0)
    lw a1, 12(a0)
    add a5, a5, a1
    sw a5, 12(a0)
    lw a1, 16(a0)
    add a6, a6, a1
    sw a6, 16(a0)
    lw a1, 20(a0)
    add a7, a7, a1
    sw a7, 20(a0)
    lw a1, 24(a0)
    add s2, s2, a1
    sw s2, 24(a0)
    lw a1, 28(a0)
    add s3, s3, a1
    sw s3, 28(a0)
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
end_function ksig_sha256_compress

    .section .rodata.ksig_sha256_compress, "a", %progbits
    .balign 4
.Lround_constants:
    .word 0x428a2f98
    .word 0x71374491
    .word 0xb5c0fbcf
    .word 0xe9b5dba5
    .word 0x3956c25b
    .word 0x59f111f1
    .word 0x923f82a4
    .word 0xab1c5ed5
    .word 0xd807aa98
    .word 0x12835b01
    .word 0x243185be
    .word 0x550c7dc3
    .word 0x72be5d74
    .word 0x80deb1fe
    .word 0x9bdc06a7
    .word 0xc19bf174
    .word 0xe49b69c1
    .word 0xefbe4786
    .word 0x0fc19dc6
    .word 0x240ca1cc
    .word 0x2de92c6f
    .word 0x4a7484aa
    .word 0x5cb0a9dc
    .word 0x76f988da
    .word 0x983e5152
    .word 0xa831c66d
    .word 0xb00327c8
    .word 0xbf597fc7
    .word 0xc6e00bf3
    .word 0xd5a79147
    .word 0x06ca6351
    .word 0x14292967
    .word 0x27b70a85
    .word 0x2e1b2138
    .word 0x4d2c6dfc
    .word 0x53380d13
    .word 0x650a7354
    .word 0x766a0abb
    .word 0x81c2c92e
    .word 0x92722c85
    .word 0xa2bfe8a1
    .word 0xa81a664b
    .word 0xc24b8b70
    .word 0xc76c51a3
    .word 0xd192e819
    .word 0xd6990624
    .word 0xf40e3585
    .word 0x106aa070
    .word 0x19a4c116
    .word 0x1e376c08
    .word 0x2748774c
    .word 0x34b0bcb5
    .word 0x391c0cb3
    .word 0x4ed8aa4a
    .word 0x5b9cca4f
    .word 0x682e6ff3
    .word 0x748f82ee
    .word 0x78a5636f
    .word 0x84c87814
    .word 0x8cc70208
    .word 0x90befffa
    .word 0xa4506ceb
    .word 0xbef9a3f7
    .word 0xc67178f2
    .word 0 // the end

#endif
