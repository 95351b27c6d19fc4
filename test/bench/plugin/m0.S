/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Hand-counted routines of Armv6-M, as in memory.S; behind the stroke the cycles with a multiplier
 * of 32. Beside an instruction stands its cost on Cortex-M0+, and on Cortex-M0 where it differs
 * (ARM DDI 0484C and DDI 0432C, table 3-1). */
/* clang-format off */
#include "routine.h"
    .text

@= m0_empty: 1, m0 3, m0plus 2
routine m0_empty
    bx lr               @ 2, 3
ends m0_empty

@= m0_alu: 9, m0 11, m0plus 10
routine m0_alu
    adds r0, r2, r3     @ 1
    eors r0, r2         @ 1
    lsls r0, r0, #3     @ 1
    mov r8, r0          @ 1
    uxth r0, r0         @ 1
    rev r0, r0          @ 1
    cmp r0, r2          @ 1
    nop                 @ 1
    bx lr               @ 2, 3
ends m0_alu

@= m0_loads: 7, m0 15, m0plus 14
routine m0_loads
    ldr r0, [r1]        @ 2
    ldrb r2, [r1, #4]   @ 2: no load is cheaper behind another
    ldr r0, [r0]        @ 2: nor dearer for its address
    ldrsh r0, [r1, r2]  @ 2
    ldr r0, [sp]        @ 2
    ldr r0, =0x12345678 @ 2
    bx lr               @ 2, 3
    .pool
ends m0_loads

@= m0_stores: 7, m0 12, m0plus 11
routine m0_stores
    mov r0, sp          @ 1
    subs r0, #16        @ 1
    str r0, [r0, #4]    @ 2
    ldr r0, [r0, #4]    @ 2: nothing for a load behind a store
    strb r0, [r0, r3]   @ 2
    mov r0, r0          @ 1
    bx lr               @ 2, 3
ends m0_stores

@= m0_multiple: 6, m0 17, m0plus 16, stack 12
routine m0_multiple
    push {r4, r5, r6}   @ 1+3
    ldmia r1!, {r4}     @ 1+1
    mov r1, sp          @ 1
    stmia r1!, {r4, r5} @ 1+2
    pop {r4, r5, r6}    @ 1+3
    bx lr               @ 2, 3
ends m0_multiple

@= m0_return: 2, m0 9, m0plus 8, stack 8
routine m0_return
    push {r4, lr}       @ 1+2
    pop {r4, pc}        @ 3+2, 4+2
ends m0_return

@= m0_multiply: 3, m0 5/67, m0plus 4/66
routine m0_multiply
    muls r2, r3         @ 1, or 32
    muls r3, r2         @ 1, or 32
    bx lr               @ 2, 3
ends m0_multiply

@= m0_branches: 7, m0 13, m0plus 10
routine m0_branches
    movs r0, #0         @ 1
    beq 1f              @ 2, 3
    nop
1:  bne 2f              @ 1: not taken
    b 2f                @ 2, 3
    .balign 4
    nop
2:  nop                 @ 1
    nop                 @ 1
    bx lr               @ 2, 3
ends m0_branches

routine m0_leaf
    bx lr               @ 2, 3
ends m0_leaf

@= m0_calls: 7, m0 24, m0plus 19, stack 8
routine m0_calls
    push {r4, lr}       @ 1+2
    ldr r4, =m0_leaf    @ 2
    blx r4              @ 2, 3; and 2, 3
    bl m0_leaf          @ 3, 4; and 2, 3
    pop {r4, pc}        @ 3+2, 4+2
    .pool
ends m0_calls

@= m0_to_pc: 3, m0 7, m0plus 5
routine m0_to_pc
    adr r0, 1f          @ 1
    mov pc, r0          @ 2, 3
    .balign 4
1:  bx lr               @ 2, 3
ends m0_to_pc

@= m0_system: 6, m0 20, m0plus 15
routine m0_system
    mrs r0, primask     @ 3, 4
    msr primask, r0     @ 3, 4
    dsb                 @ 3, 4
    isb                 @ 3, 4
    cpsid i             @ 1
    bx lr               @ 2, 3
ends m0_system

@= sum: 33, m0 53, m0plus 43
routine sum
    movs r0, #0         @ 1
    movs r1, #10        @ 1
1:  adds r0, r1         @ 10 x 1
    subs r1, #1         @ 10 x 1
    bne 1b              @ 9 x 2 + 1, 9 x 3 + 1
    bx lr               @ 2, 3
ends sum

/* 8 + 2000, which Armv6-M can make by a register only. */
@= deep: 7, m0 17, m0plus 16, stack 2008
routine deep
    push {r4, lr}       @ 1+2
    ldr r4, =-2000      @ 2
    add sp, r4          @ 1
    str r0, [sp, #4]    @ 2
    ldr r4, =2000       @ 2
    add sp, r4          @ 1
    pop {r4, pc}        @ 3+2, 4+2
    .pool
ends deep

routine main
    push {r4, lr}
    call m0_empty
    call m0_alu
    call m0_loads
    call m0_stores
    call m0_multiple
    call m0_return
    call m0_multiply
    call m0_branches
    call m0_calls
    call m0_to_pc
    call m0_system
    call sum
    call deep
    pop {r4, pc}
    .pool
ends main

    .balign 4
buffer: /* read only */
    .word buffer, 0, 4, 0
