/* STM32 boards: a counter of cycles, text over a UART, faults.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stm32.h"
#include "armv7m.h"
#include "bench.h"
#include "board.h"

#if __ARM_ARCH >= 7
/* That of the core (ARM DDI 0403E, C1.8). */
#define DWT_CTRL REGISTER(0xE0001000u)
#define DWT_CYCCNT REGISTER(0xE0001004u)
#define SCB_DEMCR REGISTER(0xE000EDFCu)
#define DWT_CTRL_CYCCNTENA 1u
#define DEMCR_TRCENA (1u << 24) /* without it the DWT does not run */
#define COUNTER DWT_CYCCNT
#else
/* A Cortex-M0+ has none: TIM2, 32 bits at the core's clock, which stm32_init has switched on (ST
 * RM0444, chapter 22). */
#define TIM2_CR1 REGISTER(0x40000000u)
#define TIM2_CNT REGISTER(0x40000024u)
#define TIM_CR1_CEN 1u
#define COUNTER TIM2_CNT
#endif

static void start_counter(void) {
#if __ARM_ARCH >= 7
    SCB_DEMCR |= DEMCR_TRCENA;
    DWT_CTRL |= DWT_CTRL_CYCCNTENA;
#else
    TIM2_CR1 = TIM_CR1_CEN;
#endif
}

static void print_hex(const char *name, uint32_t value) {
    bench_print(name);
    for (unsigned shift = 32; shift != 0;) {
        shift -= 4;
        stm32_send("0123456789abcdef"[value >> shift & 15u]);
    }
    bench_print("\n");
}

void bench_init(void) {
    const uint32_t flash_acr = stm32_init();
    start_counter();
    bench_print("board ");
    bench_print(stm32_name);
    print_hex("\nhz 0x", stm32_hz);
    print_hex("flash_acr 0x", flash_acr);
    if (board_fault) {
        /* The fault reset the chip; this is the start after it. */
        print_hex("FAULT\nexception 0x", fault_record.exception);
        print_hex("cfsr 0x", fault_record.cfsr);
        bench_exit(1);
    }
}

void bench_start_cycles(void) { COUNTER = 0; }

uint32_t bench_read_cycles(void) { return COUNTER; }

void bench_print(const char *text) {
    while (*text != '\0')
        stm32_send(*text++);
}

void bench_exit(int status) {
    bench_print(status == 0 ? "exit 0\n" : "exit 1\n");
    stm32_flush();
    /* No interrupt is enabled; the loop is for a debugger, which ends a sleep. */
    for (;;)
        __asm__ volatile("wfi");
}
