/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Multiplication, division, DSP and floating point. */
#include "routine.h"
    .text

@= multiply: 3, m3 5, m4 5
routine multiply
    muls r2, r3, r2         @ 1
    mul.w r0, r2, r3        @ 1
    bx lr                   @ 1+2
ends multiply

@= multiply_accumulate: 3, m3 7, m4 5
routine multiply_accumulate
    mla r0, r2, r3, r1      @ M3 1+1, M4 1
    mls r0, r2, r3, r1      @ M3 1+1, M4 1
    bx lr                   @ 1+2
ends multiply_accumulate

@= multiply_long: 3, m3 11, m4 5
routine multiply_long
    umull r0, r1, r2, r3    @ M3 1+3, M4 1
    smull r0, r1, r2, r3    @ M3 1+3, M4 1
    bx lr                   @ 1+2
ends multiply_long

@= multiply_accumulate_long: 3, m3 15, m4 5
routine multiply_accumulate_long
    umlal r0, r1, r2, r3    @ M3 1+5, M4 1
    smlal r0, r1, r2, r3    @ M3 1+5, M4 1
    bx lr                   @ 1+2
ends multiply_accumulate_long

@= divide: 3, m3 17, m4 17
routine divide
    udiv r0, r3, r2         @ 1+6
    sdiv r0, r3, r2         @ 1+6
    bx lr                   @ 1+2
ends divide

@= it_multiply: 4, m3 9, m4 6
routine it_multiply
    cmp r2, #4              @ 1
    it ne                   @ 1
    umullne r0, r1, r2, r3  @ skipped; counted as executed: M3 1+3, M4 1
    bx lr                   @ 1+2
ends it_multiply

#ifdef __ARM_FEATURE_DSP
@= dsp: 7, m4 9
routine dsp
    smlad r0, r2, r3, r1    @ 1
    umaal r0, r1, r2, r3    @ 1
    smulbb r0, r2, r3       @ 1
    uadd8 r0, r2, r3        @ 1
    sxtah r0, r2, r3        @ 1
    usat r0, #8, r2         @ 1
    bx lr                   @ 1+2
ends dsp
#endif

#ifdef __ARM_FP
@= fp_memory: 5, m4 10
routine fp_memory
    vldr s0, [r1]           @ 1+1
    vldr s1, [r1, #4]       @ 1+1: not pipelined
    nop                     @ 1
    vstr s0, [r1, #8]       @ 1+1
    bx lr                   @ 1+2
ends fp_memory

@= fp_double: 2, m4 6
routine fp_double
    vldr d0, [r1]           @ 1+2
    bx lr                   @ 1+2
ends fp_double

@= fp_arithmetic: 5, m4 7
routine fp_arithmetic
    vadd.f32 s0, s1, s2     @ 1
    vmul.f32 s0, s1, s2     @ 1
    vmov s0, r2             @ 1
    vcvt.f32.u32 s0, s0     @ 1
    bx lr                   @ 1+2
ends fp_arithmetic

@= fp_pair: 3, m4 7
routine fp_pair
    vmov s0, s1, r2, r3     @ 1+1
    vmov r0, r1, d0         @ 1+1
    bx lr                   @ 1+2
ends fp_pair

@= fp_accumulate: 3, m4 9
routine fp_accumulate
    vmla.f32 s0, s1, s2     @ 1+2
    vfma.f32 s0, s1, s2     @ 1+2
    bx lr                   @ 1+2
ends fp_accumulate

@= fp_divide: 3, m4 31
routine fp_divide
    vdiv.f32 s0, s1, s2     @ 1+13
    vsqrt.f32 s0, s1        @ 1+13
    bx lr                   @ 1+2
ends fp_divide

@= fp_stack: 5, m4 13, stack 16
routine fp_stack
    vpush {s16-s19}         @ 1+4
    nop                     @ 1
    vpop {s16-s17}          @ 1+2
    add sp, #8              @ 1
    bx lr                   @ 1+2
ends fp_stack
#endif

    .global call_arithmetic
    .type call_arithmetic, %function
call_arithmetic:
    push {r4, lr}
    call multiply
    call multiply_accumulate
    call multiply_long
    call multiply_accumulate_long
    call divide
    call it_multiply
#ifdef __ARM_FEATURE_DSP
    call dsp
#endif
#ifdef __ARM_FP
    call fp_memory
    call fp_double
    call fp_arithmetic
    call fp_pair
    call fp_accumulate
    call fp_divide
    call fp_stack
#endif
    pop {r4, pc}
    .pool
    .size call_arithmetic, . - call_arithmetic
