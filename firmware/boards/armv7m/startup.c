/* Vector table, reset and faults of ARMv7-M and ARMv6-M.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
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

/* Interrupts stay masked: the table ends with the system exceptions. ARMv6-M uses fewer of them. */
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

void reset_handler(void) {
    __asm__ volatile("cpsid i");
    layout_start();
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
#if __ARM_ARCH >= 7
    const uint32_t cfsr = SCB_CFSR;
#else
    const uint32_t cfsr = 0;
#endif
    fault_record = (struct fault_record){FAULT_MAGIC, exception, cfsr};
    __asm__ volatile("dsb" ::: "memory");
    SCB_AIRCR = AIRCR_SYSRESETREQ;
    for (;;)
        ;
}
