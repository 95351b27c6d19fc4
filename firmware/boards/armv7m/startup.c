/* Vector table, reset and faults of ARMv7-M. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "board.h"

int main(void);
void reset_handler(void) __attribute__((noreturn));
void fault_handler(void) __attribute__((naked));
void fault_reset(void) __attribute__((noreturn, used));

struct fault_record fault_record __attribute__((section(".noinit")));
uint32_t board_fault;

struct vectors {
    uint32_t *stack;
    void (*handler[15])(void);
};

/* Interrupts stay masked: the table ends with the system exceptions. */
extern const struct vectors vectors;
const struct vectors vectors __attribute__((section(".vectors"), used)) = {
    link_stack_top,
    {
        reset_handler, fault_handler, /* NMI */
        fault_handler,                /* HardFault */
        fault_handler,                /* MemManage */
        fault_handler,                /* BusFault */
        fault_handler,                /* UsageFault */
        0, 0, 0, 0, fault_handler,    /* SVCall */
        fault_handler,                /* DebugMonitor */
        0, fault_handler,             /* PendSV */
        fault_handler,                /* SysTick */
    },
};

/* Volatile keeps the compiler from making calls of these loops, whose frames would land in the paint. */
static inline __attribute__((always_inline)) void fill(volatile uint32_t *from, const volatile uint32_t *to,
                                                       uint32_t word) {
    while (from < to)
        *from++ = word;
}

void reset_handler(void) {
    uint32_t *stack_pointer;
    __asm__ volatile("cpsid i");
    __asm__ volatile("mov %0, sp" : "=r"(stack_pointer));
    fill(link_stack_limit, stack_pointer, STACK_PAINT);
    fill(link_bss_start, link_bss_end, 0);
    const volatile uint32_t *load = link_data_load;
    for (volatile uint32_t *data = link_data_start; data < link_data_end;)
        *data++ = *load++;

    board_fault = fault_record.magic == FAULT_MAGIC;
    fault_record.magic = 0;
    main();
    for (;;)
        ;
}

/* A stack overflow leaves SP below RAM, where nothing can be pushed: take a good stack first. */
void fault_handler(void) {
    __asm__ volatile("ldr r0, =link_stack_top\n\t"
                     "msr msp, r0\n\t"
                     "b fault_reset");
}

void fault_reset(void) {
    uint32_t exception;
    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    fault_record = (struct fault_record){FAULT_MAGIC, exception, SCB_CFSR};
    __asm__ volatile("dsb" ::: "memory");
    SCB_AIRCR = AIRCR_SYSRESETREQ;
    for (;;)
        ;
}
