/* Vector table, reset, faults and watchdog of the example: as firmware/boards/armv7m/startup.c, but
 * interrupts are taken. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "board.h"
#include "watchdog.h"

#define NVIC_IPR(irq) (*(volatile uint8_t *)(0xE000E400u + (irq)))
#define IWDG_KR REGISTER(0x40003000u)
#define IWDG_PR REGISTER(0x40003004u)
#define IWDG_RLR REGISTER(0x40003008u)
/* below configMAX_SYSCALL_INTERRUPT_PRIORITY: may call the kernel */
#define KERNEL_PRIORITY 0x60u

enum { MAIN_WORDS = 64, USART1_IRQ = 37 };

int main(void);
void reset_handler(void) __attribute__((noreturn));
void fault_handler(void) __attribute__((naked));
void fault_reset(void) __attribute__((noreturn, used));
void svc_handler(void);
void pendsv_handler(void);
void systick_handler(void);
void uart_handler(void);

struct fault_record fault_record __attribute__((section(".noinit")));
uint32_t board_fault;

/* main and the interrupts. The kernel gives what main used of it to the interrupts. */
static uint64_t main_stack[MAIN_WORDS / 2] __attribute__((section(".noinit")));

struct vectors {
    uint64_t *stack;
    void (*handler[15])(void);
    void (*interrupt[USART1_IRQ + 1])(void);
};

extern const struct vectors vectors;
const struct vectors vectors __attribute__((section(".vectors"), used)) = {
    main_stack + MAIN_WORDS / 2,
    {
        reset_handler, fault_handler,                      /* NMI */
        fault_handler, fault_handler,                      /* HardFault, MemManage */
        fault_handler, fault_handler,                      /* BusFault, UsageFault */
        0, 0, 0, 0, svc_handler,                           /* SVCall */
        fault_handler, 0, pendsv_handler, systick_handler, /* DebugMonitor, -, PendSV, SysTick */
    },
    {[USART1_IRQ] = uart_handler},
};

void reset_handler(void) {
    __asm__ volatile("cpsid i");
    for (volatile uint32_t *word = link_bss_start; word < link_bss_end;)
        *word++ = 0;
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
    __asm__ volatile("ldr r0, =vectors\n\t"
                     "ldr r0, [r0]\n\t"
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

/* board.c calls these. The kernel has SysTick. */
void systick_start(uint32_t hz) { (void)hz; }

void wakeup_enable(unsigned irq) {
    NVIC_IPR(irq) = KERNEL_PRIORITY;
    NVIC_ISER(irq) = NVIC_BIT(irq);
}

static volatile uint32_t left_ms;

void watchdog_start(void) {
    watchdog_serve();
    IWDG_KR = 0x5555; /* write access */
    IWDG_PR = 1;      /* 40 kHz / 8; the oscillator runs at 30 to 60 kHz */
    IWDG_RLR = WATCHDOG_MS * 60 / 8;
    IWDG_KR = 0xCCCC;
}

void watchdog_serve(void) {
    left_ms = WATCHDOG_MS;
    IWDG_KR = 0xAAAA;
}

void watchdog_tick(void) {
    if (--left_ms == 0)
        fault_handler();
}
