/* SPDX-License-Identifier: Apache-2.0 OR MIT */
    .text
    .global _start
    .type _start, @function
_start:
    la sp, stack_top
    call main
    li a0, 0x18 /* SYS_EXIT, ADP_Stopped_ApplicationExit */
    li a1, 0x20026
    .balign 16  /* the semihosting sequence must not cross a page */
    .option norvc
    slli zero, zero, 0x1f
    ebreak
    srai zero, zero, 7
    .option rvc
1:  j 1b
    .size _start, . - _start

/* 31 instructions */
    .type sum, @function
sum:
    li a0, 0
    li a1, 9
1:  add a0, a0, a1
    addi a1, a1, -1
    bnez a1, 1b
    addi a0, a0, 0x300
    ret
    .size sum, . - sum

/* 8 and two sums, one of them by a register */
    .type twice, @function
twice:
    addi sp, sp, -16
    sw ra, 12(sp)
    jal sum
    lui t0, %hi(sum)
    jalr ra, t0, %lo(sum)
    lw ra, 12(sp)
    addi sp, sp, 16
    ret
    .size twice, . - twice

    .type main, @function
main:
    addi sp, sp, -16
    sw ra, 12(sp)
    call twice
    call sum
    lw ra, 12(sp)
    addi sp, sp, 16
    ret
    .size main, . - main
