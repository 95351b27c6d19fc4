/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Branches, alignment, IT blocks, and blocks that QEMU splits. */
#include "routine.h"
    .text

@= branch: 2, m3 5, m4 5
routine branch
    b 1f                @ 1+1
    nop
1:  bx lr               @ 1+2
ends branch

@= loop: 8, m3 14, m4 14
routine loop
    movs r0, #3         @ 1
1:  subs r0, #1         @ 1, three times
    bne 1b              @ 1+2, twice; 1 at the end
    bx lr               @ 1+2
ends loop

@= branch_wide: 3, m3 7, m4 7
routine branch_wide
    cmp r2, #4          @ 1
    beq.w 1f            @ 1+2
    nop
1:  bx lr               @ 1+2
ends branch_wide

@= compare_branch: 4, m3 8, m4 8
routine compare_branch
    movs r0, #0         @ 1
    cbnz r0, 1f         @ 1
    cbz r0, 1f          @ 1+2
    nop
1:  bx lr               @ 1+2
ends compare_branch

@= load_around_branch: 5, m3 9, m4 9
routine load_around_branch
    cmp r2, #4          @ 1
    ldr r0, [r1]        @ 1+1
    bne 1f              @ 1
    ldr r2, [r1]        @ 1+1: a branch is in between
1:  bx lr               @ 1+2
ends load_around_branch

routine leaf
    bx lr               @ 1+2
ends leaf

@= call_leaf: 4, m3 14, m4 14, stack 8
routine call_leaf
    push {r4, lr}       @ 1+2
    bl leaf             @ 1+1, leaf 1+2
    pop {r4, pc}        @ 1+2+3
ends call_leaf

@= call_register: 6, m3 18, m4 18, stack 8
routine call_register
    push {r4, lr}       @ 1+2
    nop                 @ 1
    ldr r0, =leaf       @ 1+1
    blx r0              @ 1+2, leaf 1+2
    pop {r4, pc}        @ 1+2+3
    .pool
ends call_register

@= tail_call: 3, m3 6, m4 6
routine tail_call
    nop                 @ 1
    b.n leaf_behind     @ 1+1
ends tail_call
routine leaf_behind
    bx lr               @ 1+2
ends leaf_behind

@= table_branch: 3, m3 10, m4 10
routine table_branch
    movs r0, #1         @ 1
    tbb [pc, r0]        @ 1+5
1:  .byte (2f - 1b) / 2, (3f - 1b) / 2
2:  nop
3:  bx lr               @ 1+2
ends table_branch

@= table_branch_half: 2, m3 9, m4 9
routine table_branch_half
    tbh [pc, r2, lsl #1] @ 1+5
1:  .hword 0, 0, 0, 0, (2f - 1b) / 2
2:  bx lr               @ 1+2
ends table_branch_half

@= load_pc: 2, m3 8, m4 8
routine load_pc
    ldr.w pc, 2f        @ 1+1+3
    nop
1:  bx lr               @ 1+2
    .balign 4
2:  .word 1b + 1
ends load_pc

@= move_pc: 4, m3 8, m4 8
routine move_pc
    adr r0, 1f          @ 1
    nop                 @ 1
    mov pc, r0          @ 1+2
    nop
    .balign 4
1:  bx lr               @ 1+2
ends move_pc

@= target_aligned: 3, m3 6, m4 6
routine target_aligned
    b.n 1f              @ 1+1
    nop
1:  add.w r0, r0, #1    @ 1
    bx lr               @ 1+2
ends target_aligned

@= target_unaligned: 3, m3 7, m4 7
routine target_unaligned
    b.n 1f              @ 1+1, and 1 for the target
    nop
    nop
1:  add.w r0, r0, #1    @ 1
    bx lr               @ 1+2
ends target_unaligned

@= unaligned_two: 4, m3 6, m4 6
routine unaligned_two
    nop                 @ 1
    add.w r0, r0, #1    @ 1
    add.w r0, r0, #1    @ 1
    bx lr               @ 1+2
ends unaligned_two

@= unaligned_three: 5, m3 8, m4 8
routine unaligned_three
    nop                 @ 1
    add.w r0, r0, #1    @ 1
    add.w r0, r0, #1    @ 1
    add.w r0, r0, #1    @ 1+1
    bx lr               @ 1+2
ends unaligned_three

@= unaligned_five: 7, m3 10, m4 10
routine unaligned_five
    nop                 @ 1
    .rept 5
    add.w r0, r0, #1    @ 1, and once 1
    .endr
    bx lr               @ 1+2
ends unaligned_five

@= unaligned_twice: 10, m3 14, m4 14
routine unaligned_twice
    nop                 @ 1
    .rept 3
    add.w r0, r0, #1    @ 1, and once 1
    .endr
    nop                 @ 1, ends the run
    nop                 @ 1
    .rept 3
    add.w r0, r0, #1    @ 1, and once 1
    .endr
    bx lr               @ 1+2
ends unaligned_twice

@= it_executed: 5, m3 8, m4 8
routine it_executed
    cmp r2, #4          @ 1
    itt eq              @ 1
    ldreq r0, [r1]      @ 1+1
    streq r2, [r1, r3]  @ 1, behind a load
    bx lr               @ 1+2
ends it_executed

@= it_skipped: 6, m3 8, m4 8
routine it_skipped
    cmp r2, #4          @ 1
    ittt ne             @ 1
    ldrne r0, [r1]      @ 1
    strne r2, [r1, r3]  @ 1
    ldmne r1, {r0, r2, r3} @ 1
    bx lr               @ 1+2
ends it_skipped

@= it_else: 5, m3 8, m4 8
routine it_else
    cmp r2, #4          @ 1
    ite ne              @ 1
    ldrne r0, [r1]      @ 1
    ldreq r2, [r1]      @ 1+1: no load was executed before
    bx lr               @ 1+2
ends it_else

@= it_multiple: 4, m3 9, m4 9
routine it_multiple
    cmp r2, #4          @ 1
    it eq               @ 1
    ldmeq r1, {r0, r2, r3} @ 1+3, counted once though it is three accesses
    bx lr               @ 1+2
ends it_multiple

@= it_return: 4, m3 11, m4 11, stack 8
routine it_return
    push {r4, lr}       @ 1+2
    cmp r2, #4          @ 1
    it eq               @ 1
    popeq {r4, pc}      @ 1+2+3
ends it_return

@= it_no_return: 5, m3 12, m4 12, stack 8
routine it_no_return
    push {r4, lr}       @ 1+2
    cmp r2, #4          @ 1
    it ne               @ 1
    popne {r4, pc}      @ 1
    pop {r4, pc}        @ 1+2+3
ends it_no_return

@= it_branch_register: 3, m3 5, m4 5
routine it_branch_register
    cmp r2, #4          @ 1
    it eq               @ 1
    bxeq lr             @ 1+2
    bx lr
ends it_branch_register

@ More instructions than QEMU puts into one block, and an IT state to keep.
@= long: 1405, m3 1407, m4 1407
routine long
    cmp r2, #4          @ 1
    .rept 467
    it ne               @ 1
    movne r0, #1        @ 1
    nop                 @ 1
    .endr
    it ne               @ 1
    ldrne r0, [r1]      @ 1
    bx lr               @ 1+2
ends long

@ QEMU ends a block at the end of a page of 1 kB. Each routine has the boundary between the instructions marked |.
    .macro before_page bytes
    .balign 1024
    .space 1024 - \bytes, 0xbf /* nop is bf00: never executed */
    .endm

    before_page 4
@= page_load_store: 4, m3 10/7, m4 10/7
routine page_load_store
    nop                 @ 1
    str r2, [r1, #12]   @ 1
    @ |
    ldr r0, [r1]        @ 1+1, ldrst
    bx lr               @ 1+2
ends page_load_store

    before_page 4
@= page_loads: 4, m3 7, m4 7
routine page_loads
    nop                 @ 1
    ldr r2, [r1]        @ 1+1
    @ |
    ldr r0, [r1]        @ 1
    bx lr               @ 1+2
ends page_loads

    before_page 4
@= page_it: 5, m3 7, m4 7
routine page_it
    cmp r2, #4          @ 1
    itt ne              @ 1
    @ |
    ldrne r0, [r1]      @ 1
    strne r2, [r1, r3]  @ 1
    bx lr               @ 1+2
ends page_it

    before_page 4
@= page_it_executed: 5, m3 10, m4 10
routine page_it_executed
    cmp r2, #4          @ 1
    itt eq              @ 1
    @ |
    ldreq r0, [r1]      @ 1+1
    ldreq r2, [r0, r3]  @ 1+1+1
    bx lr               @ 1+2
ends page_it_executed

    before_page 4
@= page_wide: 4, m3 8, m4 8
routine page_wide
    nop                 @ 1
    add.w r1, r1, #4    @ 1, its second half is in the next page
    ldr r0, [r1]        @ 1+1+1
    bx lr               @ 1+2
ends page_wide

    before_page 8
@= page_unaligned: 5, m3 8, m4 8
routine page_unaligned
    nop                 @ 1
    add.w r0, r0, #1    @ 1
    add.w r0, r0, #1    @ 1, across
    add.w r0, r0, #1    @ 1+1
    bx lr               @ 1+2
ends page_unaligned

    before_page 4
@= page_narrow_end: 3, m3 5, m4 5
routine page_narrow_end
    nop                 @ 1
    nop                 @ 1
    @ |
    bx lr               @ 1+2
ends page_narrow_end

    .global call_control
    .type call_control, %function
call_control:
    push {r4, lr}
    ldr r1, =buffer
    str r1, [r1]
    call branch
    call loop
    call branch_wide
    call compare_branch
    call load_around_branch
    call call_leaf
    call call_register
    call tail_call
    call table_branch
    call table_branch_half
    call load_pc
    call move_pc
    call target_aligned
    call target_unaligned
    call unaligned_two
    call unaligned_three
    call unaligned_five
    call unaligned_twice
    call it_executed
    call it_skipped
    call it_else
    call it_multiple
    call it_return
    call it_no_return
    call it_branch_register
    call long
    call page_load_store
    call page_loads
    call page_it
    ldr r1, =buffer
    str r1, [r1]
    call page_it_executed
    call page_wide
    call page_unaligned
    call page_narrow_end
    pop {r4, pc}
    .pool
    .size call_control, . - call_control
