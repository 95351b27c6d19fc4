/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Stack use, calls and returns; the expectations are in test_bench_plugin.py. */
#include "routine.h"
    .text

/* 20 bytes pushed and 40 reserved, of which nothing is written. */
routine stack_reserved
    push {r4-r7, lr}
    sub sp, #40
    add sp, #40
    pop {r4-r7, pc}
ends stack_reserved

/* 8, and the deeper of two callees. */
routine stack_nested
    push {r4, lr}
    bl stack_reserved
    bl stack_forms
    pop {r4, pc}
ends stack_nested

/* 8 bytes for each of r0 + 1 calls. */
routine recurse
    push {r4, lr}
    cmp r0, #0
    beq 1f
    subs r0, #1
    bl recurse
1:  pop {r4, pc}
ends recurse

/* 8 + 16, and r0 = 64 by a register; SP is found again by the store. */
routine stack_dynamic
    push {r7, lr}
    sub sp, #16
    add r7, sp, #0
    mov r0, sp
    subs r0, #64
    mov sp, r0
    str r1, [sp]
    mov sp, r7
    add sp, #16
    pop {r7, pc}
ends stack_dynamic

/* The same, but only a callee shows where SP is: 8 + 64 + 8 below. */
routine stack_dynamic_callee
    push {r7, lr}
    mov r7, sp
    mov r0, sp
    subs r0, #64
    mov sp, r0
    bl stack_leaf
    mov sp, r7
    pop {r7, pc}
ends stack_dynamic_callee

routine stack_leaf
    push {r4, lr}
    pop {r4, pc}
ends stack_leaf

/* The other instructions that move SP: 12 + 8 + 8 + 16 + 1024 + 4000 + 4 = 5072. */
routine stack_forms
    mov ip, lr
    str r4, [sp, #-12]!
    stmdb sp!, {r4, r5}
    strd r4, r5, [sp, #-8]!
    sub.w sp, sp, #16
    sub.w sp, sp, #1024
    subw sp, sp, #4000
    push.w {r8}
    pop.w {r8}
    addw sp, sp, #4000
    add.w sp, sp, #1024
    add.w sp, sp, #16
    ldrd r4, r5, [sp], #8
    ldmia.w sp!, {r4, r5}
    ldr r4, [sp], #12
    bx ip
ends stack_forms

/* 3 * r0 + 4 instructions. */
routine spin
    nop
1:  nop
    subs r0, #1
    bne 1b
    nop
    nop
    bx lr
ends spin

/* Leaves two calls at once, as longjmp does. */
routine outer
    push {r4, lr}
    mov r4, sp
    bl inner
    nop
    pop {r4, pc}
ends outer
routine inner
    push {r4, lr}
    bl inmost
    pop {r4, pc}
ends inner
routine inmost
    ldr r0, =outer + 2 * 4 + 1 /* behind the call in outer */
    mov sp, r4
    bx r0
    .pool
ends inmost

routine supervisor
    svc #0
    bx lr
ends supervisor

#ifdef FAULT
routine undefined
    udf #0
    bx lr
ends undefined
#endif

    .global main
    .type main, %function
main:
    push {r4, lr}
    bl call_memory
    bl call_control
    bl call_arithmetic
    bl stack_reserved
    bl stack_nested
    movs r0, #5
    bl recurse
    movs r0, #2
    bl recurse
    bl stack_dynamic
    bl stack_dynamic_callee
    movs r0, #1
    bl spin
    movs r0, #10
    bl spin
    movs r0, #4
    bl spin
    bl outer
    bl supervisor
#ifdef FAULT
    bl undefined
    bl undefined
#endif
    pop {r4, pc}
    .size main, . - main
