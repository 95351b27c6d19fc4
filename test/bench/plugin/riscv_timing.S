/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Hand-counted routines of RISC-V, each called once by main, all branches foreign to the predictors
 * (FE310-G000 Manual, 3.2 and 3.3; RP2350 Datasheet, 3.8.7). Lines `#=`: instructions, cycles. Beside
 * an instruction stands what it costs beyond 1: on E31, on Hazard3. A return that E31 has not seen
 * before costs 3; every one costs 1 on Hazard3. */
/* clang-format off */
    .text
    .option norvc
    .macro routine name
    .balign 4
    .type \name, @function
\name:
    .endm
    .macro ends name
    .size \name, . - \name
    .endm

    .global _start
routine _start
    la sp, stack_top
    call main
    li a0, 0x18 /* SYS_EXIT, ADP_Stopped_ApplicationExit */
    li a1, 0x20026
    .balign 16  /* the semihosting sequence must not cross a page */
    slli zero, zero, 0x1f
    ebreak
    srai zero, zero, 7
1:  j 1b
ends _start

#= t_alu: 5, e31 8, hazard3 6
routine t_alu
    addi a0, zero, 1
    addi a0, a0, 1
    xor a0, a0, a0
    lui a1, 1
    ret                 # 3, 1
ends t_alu

#= t_load_use: 6, e31 10, hazard3 8
routine t_load_use
    lw a0, 0(sp)
    addi a0, a0, 1      # 1, 1
    lw a1, 0(sp)
    addi a2, zero, 0
    add a1, a1, a0
    ret                 # 3, 1
ends t_load_use

#= t_narrow: 6, e31 12, hazard3 8
routine t_narrow
    lbu a0, 0(sp)
    addi a0, a0, 1      # 2, 1
    lh a1, 0(sp)
    addi a2, zero, 0
    addi a1, a1, 1      # 1, 0
    ret                 # 3, 1
ends t_narrow

#= t_two_loads: 5, e31 10, hazard3 7
routine t_two_loads
    lbu a0, 0(sp)
    lbu a1, 1(sp)
    add a2, a1, a0      # 2, 1
    addi a2, a2, 1
    ret                 # 3, 1
ends t_two_loads

#= t_store_data: 6, e31 10, hazard3 7
routine t_store_data
    addi sp, sp, -16
    sw zero, 0(sp)
    lw a0, 0(sp)
    sw a0, 4(sp)        # 1, 0: what is stored is needed a stage later
    addi sp, sp, 16
    ret                 # 3, 1
ends t_store_data

#= t_store_address: 6, e31 10, hazard3 8
routine t_store_address
    addi sp, sp, -16
    sw sp, 0(sp)
    lw a0, 0(sp)
    sw zero, 4(a0)      # 1, 1
    addi sp, sp, 16
    ret                 # 3, 1
ends t_store_address

#= t_overwritten: 3, e31 7, hazard3 4
routine t_overwritten
    lw a0, 0(sp)
    addi a0, zero, 1    # 1, 0
    ret                 # 3, 1
ends t_overwritten

#= t_products: 6, e31 17, hazard3 7
routine t_products
    mul a0, a1, a2
    mul a3, a1, a2      # 4, 0: the unit is busy
    add a0, a0, a3      # 4, 0
    mulhu a4, a1, a2
    addi a5, zero, 1
    ret                 # 3, 1
ends t_products

#= t_product_between: 5, e31 10, hazard3 6
routine t_product_between
    mul a0, a1, a2
    addi a3, zero, 1
    addi a4, zero, 1
    add a0, a0, a3      # 2, 0
    ret                 # 3, 1
ends t_product_between

#= t_loop: 8, e31 20, hazard3 11
routine t_loop
    addi a0, zero, 3
1:  addi a0, a0, -1
    bnez a0, 1b         # taken 3, 1; taken 3, 0; not taken 3, 1
    ret                 # 3, 1
ends t_loop

#= t_forward: 2, e31 8, hazard3 4
routine t_forward
    beqz zero, 1f       # 3, 1
    nop
1:  ret                 # 3, 1
ends t_forward

#= t_not_taken: 2, e31 5, hazard3 3
routine t_not_taken
    bnez zero, 1f
1:  ret                 # 3, 1
ends t_not_taken

#= t_jump: 2, e31 8, hazard3 4
routine t_jump
    j 1f                # 3, 1
    nop
1:  ret                 # 3, 1
ends t_jump

#= t_unaligned: 4, e31 10, hazard3 7
routine t_unaligned
    .option rvc
    c.j 1f              # 3, 1 + 1
1:  .option norvc
    addi a0, a0, 0x100
    .option rvc
    c.nop
    .option norvc
    ret                 # 3, 1
ends t_unaligned

/* Called twice, from two places. */
#= t_leaf: 2, e31 5, hazard3 4
routine t_leaf
    ret                 # 3, 1; 0, 1: the stack of return addresses knows it
ends t_leaf

#= t_divide: 2, e31 5, hazard3 20
routine t_divide
    div a0, a1, a2      # 0, 17: E31 goes on until the quotient is needed
    ret                 # 3, 1
ends t_divide

routine main
    addi sp, sp, -16
    sw ra, 12(sp)
    .irp name, alu, load_use, narrow, two_loads, store_data, store_address, overwritten, products, product_between, loop
    jal t_\name
    .endr
    .irp name, forward, not_taken, jump, unaligned, leaf, leaf, divide
    jal t_\name
    .endr
    lw ra, 12(sp)
    addi sp, sp, 16
    ret
ends main
