/* Start, faults and cycle counter of the RP2350's Hazard3. CSRs: RP2350 Datasheet 3.8.9.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "riscv.h"
#include "rp2350.h"

int main(void);
void reset_handler(void) __attribute__((naked, section(".reset")));
void pico2_start(void) __attribute__((noreturn, used));
void pico2_fault(void) __attribute__((naked, aligned(4)));

/* The lowest address, which the boot ROM enters. What makes it an image [RP2350 Datasheet 5.9.5.2]
 * follows: executable, RISC-V, RP2350; the last item; a loop of this block alone. */
void reset_handler(void) {
    __asm__ volatile(
        "j 1f\n\t"
        ".balign 4\n\t"
        ".word 0xFFFFDED3, 0x11010142, 0x000001FF, 0, 0xAB123579\n"
        "1: la t0, pico2_fault\n\t" RISCV_CSR("csrw mtvec, t0\n\tcsrci mstatus, 8\n\tcsrwi "
                                              "mcountinhibit, 0") "\n\t"
                                                                  "la sp, link_stack_top\n\t"
                                                                  "j pico2_start");
}

void pico2_start(void) {
    layout_start();
    main();
    for (;;)
        ;
}

/* After a stack overflow SP may be anywhere: take a good stack first. */
void pico2_fault(void) {
    __asm__ volatile("la sp, link_stack_top\n\t"
                     "j rp2350_tell_fault");
}

void bench_init(void) { rp2350_init("pico2-riscv"); }

static uint32_t start_cycles;

static uint32_t read_cycles(void) {
    uint32_t cycles;
    __asm__ volatile(RISCV_CSR("csrr %0, mcycle") : "=r"(cycles)::"memory");
    return cycles;
}

void bench_start_cycles(void) { start_cycles = read_cycles(); }

uint32_t bench_read_cycles(void) { return read_cycles() - start_cycles; }
