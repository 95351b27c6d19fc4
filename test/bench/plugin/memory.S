/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Loads and stores. buffer holds its own address, then 0, 4, 0. */
#include "routine.h"
    .text

@= empty: 1, m3 3, m4 3
routine empty
    bx lr               @ 1+2
ends empty

@= alu: 5, m3 7, m4 7
routine alu
    adds r0, r2, r3         @ 1
    eors r0, r2             @ 1
    lsls r0, r0, #3         @ 1
    sub.w r0, r0, r2, lsl #2 @ 1, second 32-bit instruction only is not aligned
    bx lr                   @ 1+2
ends alu

@= load: 2, m3 5, m4 5
routine load
    ldr r0, [r1]        @ 1+1
    bx lr               @ 1+2
ends load

@= load_literal: 2, m3 5, m4 5
routine load_literal
    ldr r0, =0x12345678 @ 1+1
    bx lr               @ 1+2
    .pool
ends load_literal

@= load_pipelined: 5, m3 8, m4 8
routine load_pipelined
    ldr r0, [r1]        @ 1+1
    ldrb r2, [r1, #4]   @ 1
    ldrh r3, [r1, #6]   @ 1
    ldr r1, [r1, #8]    @ 1
    bx lr               @ 1+2
ends load_pipelined

@= load_chain: 3, m3 8, m4 8
routine load_chain
    ldr r0, [r1]        @ 1+1
    ldr r2, [r0]        @ 1+1, and 1 for the address
    bx lr               @ 1+2
ends load_chain

@= load_address: 3, m3 7, m4 7
routine load_address
    adds r0, r1, #4     @ 1
    ldr r2, [r0]        @ 1+1+1
    bx lr               @ 1+2
ends load_address

@= load_other_address: 3, m3 6, m4 6
routine load_other_address
    adds r0, r1, #4     @ 1
    ldr r2, [r1]        @ 1+1
    bx lr               @ 1+2
ends load_other_address

@= load_index: 3, m3 7, m4 7
routine load_index
    movs r0, #4         @ 1
    ldr r2, [r1, r0]    @ 1+1+1
    bx lr               @ 1+2
ends load_index

@= load_index_late: 4, m3 7, m4 7
routine load_index_late
    movs r0, #4         @ 1
    nop                 @ 1
    ldrsb r2, [r1, r0]  @ 1+1
    bx lr               @ 1+2
ends load_index_late

@= load_post_index: 3, m3 8, m4 8
routine load_post_index
    ldr.w r0, [r1], #4  @ 1+1
    ldr.w r2, [r1], #4  @ 1+1+1: writing back is writing
    bx lr               @ 1+2
ends load_post_index

@= load_apart: 4, m3 8, m4 8
routine load_apart
    ldr r0, [r1]        @ 1+1
    nop                 @ 1
    ldr r2, [r1]        @ 1+1
    bx lr               @ 1+2
ends load_apart

@= store: 3, m3 5, m4 5
routine store
    str r2, [r1, #12]   @ 1
    strb r2, [r1, #12]  @ 1
    bx lr               @ 1+2
ends store

@= store_index: 2, m3 5, m4 5
routine store_index
    str r2, [r1, r2]    @ 1+1
    bx lr               @ 1+2
ends store_index

@= store_index_behind_load: 3, m3 6, m4 6
routine store_index_behind_load
    ldr r0, [r1]        @ 1+1
    str r2, [r1, r2]    @ 1
    bx lr               @ 1+2
ends store_index_behind_load

@= store_index_chain: 3, m3 7, m4 7
routine store_index_chain
    ldr r3, [r1, #8]    @ 1+1
    str r2, [r1, r3]    @ 1+1
    bx lr               @ 1+2
ends store_index_chain

@= load_behind_store: 3, m3 9/6, m4 9/6
routine load_behind_store
    str r2, [r1, #12]   @ 1
    ldr r0, [r1]        @ 1+1, ldrst
    bx lr               @ 1+2
ends load_behind_store

@= load_behind_store_late: 4, m3 7, m4 7
routine load_behind_store_late
    str r2, [r1, #12]   @ 1
    nop                 @ 1
    ldr r0, [r1]        @ 1+1
    bx lr               @ 1+2
ends load_behind_store_late

@= two_loads_behind_store: 4, m3 10/7, m4 10/7
routine two_loads_behind_store
    str r2, [r1, #12]   @ 1
    ldr r0, [r1]        @ 1+1, ldrst
    ldr r2, [r1, #4]    @ 1
    bx lr               @ 1+2
ends two_loads_behind_store

@= load_multiple: 2, m3 7, m4 7
routine load_multiple
    ldm r1, {r0, r2, r3} @ 1+3
    bx lr               @ 1+2
ends load_multiple

@= store_multiple: 2, m3 6, m4 6
routine store_multiple
    stm r1!, {r2, r3}   @ 1+2
    bx lr               @ 1+2
ends store_multiple

@= load_behind_multiple: 3, m3 8, m4 8
routine load_behind_multiple
    ldm.w r1, {r0, r3}  @ 1+2
    ldr r2, [r1]        @ 1+1: multiples are not pipelined
    bx lr               @ 1+2
ends load_behind_multiple

@= dual: 4, m3 10, m4 10
routine dual
    strd r2, r3, [r1, #8] @ 1+2
    nop                 @ 1
    ldrd r2, r3, [r1]   @ 1+2, not aligned, but alone
    bx lr               @ 1+2
ends dual

@= exclusive: 3, m3 6, m4 6
routine exclusive
    ldrex r0, [r1]      @ 1+1
    strex r2, r0, [r1, #4] @ 1: timed as a load
    bx lr               @ 1+2
ends exclusive

@= push_pop: 3, m3 12, m4 12, stack 12
routine push_pop
    push {r4, r5, lr}   @ 1+3
    nop                 @ 1
    pop {r4, r5, pc}    @ 1+3+3
ends push_pop

@= push_pop_at_once: 2, m3 15/12, m4 15/12, stack 12
routine push_pop_at_once
    push {r4, r5, lr}   @ 1+3
    pop {r4, r5, pc}    @ 1+3+3, and 1 for the address: SP was just written; ldrst
ends push_pop_at_once

    .global call_memory
    .type call_memory, %function
call_memory:
    push {r4, lr}
    ldr r1, =buffer
    str r1, [r1]
    movs r0, #0
    movs r2, #4
    str r0, [r1, #4]
    str r2, [r1, #8]
    str r0, [r1, #12]
    call empty
    call alu
    call load
    call load_literal
    call load_pipelined
    call load_chain
    call load_address
    call load_other_address
    call load_index
    call load_index_late
    call load_post_index
    call load_apart
    call store
    call store_index
    call store_index_behind_load
    ldr r1, =buffer
    str r2, [r1, #8]
    call store_index_chain
    call load_behind_store
    call load_behind_store_late
    call two_loads_behind_store
    call load_multiple
    call store_multiple
    call load_behind_multiple
    call dual
    call exclusive
    call push_pop
    call push_pop_at_once
    pop {r4, pc}
    .pool
    .size call_memory, . - call_memory

    .bss
    .balign 4
    .global buffer
buffer:
    .space 64
