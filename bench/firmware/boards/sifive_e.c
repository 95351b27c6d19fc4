/* SiFive E (rv32imac, 16 kB of RAM) in QEMU: start-up, traps, output. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench.h"
#include "semihosting.h"

int main(void);
void reset_handler(void) __attribute__((naked, section(".reset")));
void trap_handler(void) __attribute__((naked, aligned(4)));
void start(void) __attribute__((noreturn, used));
void trap(void) __attribute__((noreturn, used));

/* From the linker script. */
extern uint32_t link_data_load[], link_data_start[], link_data_end[], link_bss_start[], link_bss_end[];

void reset_handler(void) {
    __asm__ volatile(".option push\n\t"
                     ".option arch, +zicsr\n\t"
                     "la t0, trap_handler\n\t"
                     "csrw mtvec, t0\n\t"
                     ".option pop\n\t"
                     "la sp, link_stack_top\n\t"
                     "j start");
}

/* After a stack overflow nothing can be pushed: take a good stack first. */
void trap_handler(void) {
    __asm__ volatile("la sp, link_stack_top\n\t"
                     "j trap");
}

void start(void) {
    for (volatile uint32_t *bss = link_bss_start; bss < link_bss_end;)
        *bss++ = 0;
    const volatile uint32_t *load = link_data_load;
    for (volatile uint32_t *data = link_data_start; data < link_data_end;)
        *data++ = *load++;
    main();
    bench_exit(1);
}

void trap(void) {
    bench_print("FAULT\n");
    bench_exit(1);
}

void bench_init(void) {}

void bench_start_cycles(void) {}

/* QEMU's cycle counter counts host time. */
uint32_t bench_read_cycles(void) { return 0; }

void bench_print(const char *text) { semihosting(SYS_WRITE0, (uintptr_t)text); }

void bench_exit(int status) {
    semihosting(SYS_EXIT, status == 0 ? ADP_STOPPED_APPLICATION_EXIT : ADP_STOPPED_RUN_TIME_ERROR);
    for (;;)
        ;
}
