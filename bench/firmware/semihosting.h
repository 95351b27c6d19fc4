/* Semihosting: output and end of an image that runs under a debugger or an emulator. Numbers: Arm,
 * "Semihosting for AArch32 and AArch64"; RISC-V uses the same with another trap.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BENCH_SEMIHOSTING_H
#define BENCH_SEMIHOSTING_H

#include <stdint.h>

#define SYS_WRITE0 0x04u
#define SYS_EXIT 0x18u
#define ADP_STOPPED_RUN_TIME_ERROR 0x20023u
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

static inline void semihosting(uint32_t operation, uintptr_t argument) {
#if defined(__riscv)
    register uint32_t a0 __asm__("a0") = operation;
    register uintptr_t a1 __asm__("a1") = argument;
    __asm__ volatile(".option push\n\t"
                     ".option norvc\n\t"
                     ".balign 16\n\t" /* all three within one page */
                     "slli zero, zero, 0x1f\n\t"
                     "ebreak\n\t"
                     "srai zero, zero, 7\n\t"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
#else
    register uint32_t r0 __asm__("r0") = operation;
    register uintptr_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#endif
}

#endif
