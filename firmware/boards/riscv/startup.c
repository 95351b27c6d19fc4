/* Reset and faults of a RISC-V core in machine mode. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "riscv.h"

int main(void);
void reset_handler(void) __attribute__((naked, section(".reset")));
void trap_handler(void) __attribute__((naked, aligned(4)));
void start(void) __attribute__((noreturn, used));
void fault_reset(void) __attribute__((noreturn, used));

struct fault_record fault_record __attribute__((section(".noinit")));
uint32_t board_fault;

void reset_handler(void) {
    __asm__ volatile("la t0, trap_handler\n\t" RISCV_CSR(
        "csrw mtvec, t0\n\tcsrci mstatus, 8") "\n\t"
                                              "la sp, link_stack_top\n\t"
                                              "j start");
}

/* A stack overflow leaves SP below RAM, where nothing can be stored: take a good stack first. */
void trap_handler(void) {
    __asm__ volatile("la sp, link_stack_top\n\t"
                     "j fault_reset");
}

void start(void) {
    layout_start();
    board_fault = fault_record.magic == FAULT_MAGIC;
    fault_record.magic = 0;
    main();
    for (;;)
        ;
}

/* The core cannot reset the chip: begin again, and board_init sets up whatever it needs. */
void fault_reset(void) {
    uint32_t cause;
    __asm__ volatile(RISCV_CSR("csrr %0, mcause") : "=r"(cause));
    fault_record = (struct fault_record){FAULT_MAGIC, cause};
    __asm__ volatile("la t0, reset_handler\n\tjr t0");
    __builtin_unreachable();
}
