/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Smallest program for an emulated Cortex-M: calls main, then leaves QEMU by semihosting. */
    .syntax unified
    .thumb

    .section .vectors, "a"
    .word stack_top
    .word reset
    .rept 14
    .word fault /* HardFault is the third entry, SVCall the eleventh */
    .endr

    .text
    .balign 4
    .global reset
    .type reset, %function
reset:
#ifdef __ARM_FP
    ldr r0, =0xe000ed88 /* CPACR: coprocessors 10 and 11 */
    ldr r1, =0x00f00000
    str r1, [r0]
    dsb
    isb
#endif
    bl main
    movs r0, #0x18 /* SYS_EXIT, ADP_Stopped_ApplicationExit */
    ldr r1, =0x20026
    bkpt 0xab
1:  b 1b
    .pool
    .size reset, . - reset

/* Goes on behind a 16-bit instruction that faulted, and behind an SVC: the stacked PC of the latter is there
 * already. */
    .balign 4
    .global fault
    .type fault, %function
fault:
    mrs r0, ipsr
    cmp r0, #11
    beq 1f
    ldr r0, [sp, #24]
    adds r0, #2
    str r0, [sp, #24]
1:  bx lr
    .size fault, . - fault
