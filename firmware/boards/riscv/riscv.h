/* What startup.c leaves for the board, and the interrupts that end a sleep. RISC-V, privileged
 * architecture 1.10. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef RISCV_H
#define RISCV_H

#include "layout.h"

/* For the assembler: CSRs are an extension of their own since the specification of 2019. */
#define RISCV_CSR(instruction) \
    ".option push\n\t.option arch, +zicsr\n\t" instruction "\n\t.option pop"

#define MIE_TIMER (1u << 7)
#define MIE_EXTERNAL (1u << 11)

/* mstatus.MIE stays 0: an interrupt ends a sleep and is never taken, so no frame of its own appears
 * in a measured stack. */
static inline void riscv_enable(uint32_t mie) {
    __asm__ volatile(RISCV_CSR("csrw mie, %0")::"r"(mie));
}
static inline void riscv_wait(void) { __asm__ volatile("wfi" ::: "memory"); }

/* The last fault, kept over the reset that follows it. */
struct fault_record {
    uint32_t magic; /* FAULT_MAGIC: the other member is valid */
    uint32_t cause; /* mcause */
};
#define FAULT_MAGIC 0xFA017EC0u
extern struct fault_record fault_record;

#endif
