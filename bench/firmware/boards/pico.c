/* Raspberry Pi Pico, and any other board with an RP2040 and a crystal of 12 MHz: core at 133 MHz,
 * text over UART0 (GP0). Registers: RP2040 Datasheet, sections in brackets.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench.h"
#include "layout.h"

/* Bits alone [2.1.2]. */
#define SET(address) REGISTER((address) + 0x2000u)
#define CLEAR(address) REGISTER((address) + 0x3000u)

#define RESETS 0x4000C000u /* [2.14.3] */
#define RESETS_RESET RESETS
#define RESETS_DONE REGISTER(RESETS + 8u)
#define RESETS_UART0 (1u << 22)
/* IO_BANK0, PADS_BANK0, PLL_SYS, TIMER */
#define RESETS_OTHERS ((1u << 5) | (1u << 8) | (1u << 12) | (1u << 21))

#define XOSC_CTRL REGISTER(0x40024000u) /* [2.16.7] */
#define XOSC_STATUS REGISTER(0x40024004u)
#define XOSC_STARTUP REGISTER(0x4002400Cu)
#define XOSC_ENABLE_1_15MHZ ((0xFABu << 12) | 0xAA0u)
#define XOSC_STABLE (1u << 31)
#define XOSC_DELAY 282u /* x 256 cycles: 6 ms */

#define CLK_REF_CTRL REGISTER(0x40008030u) /* [2.15.7] */
#define CLK_REF_SELECTED REGISTER(0x40008038u)
#define CLK_SYS_CTRL REGISTER(0x4000803Cu)
#define CLK_SYS_SELECTED REGISTER(0x40008044u)
#define CLK_PERI_CTRL REGISTER(0x40008048u)
#define CLK_REF_XOSC 2u
#define CLK_SYS_REF 0u
#define CLK_SYS_PLL 1u /* by the auxiliary multiplexer, whose reset value is PLL_SYS */
#define CLK_PERI_ENABLE (1u << 11)

#define PLL_SYS 0x40028000u /* [2.18.4] */
#define PLL_CS REGISTER(PLL_SYS)
#define PLL_PWR (PLL_SYS + 4u)
#define PLL_FBDIV REGISTER(PLL_SYS + 8u)
#define PLL_PRIM REGISTER(PLL_SYS + 12u)
#define PLL_LOCK (1u << 31)
#define PLL_PWR_VCO ((1u << 0) | (1u << 5))
#define PLL_PWR_POSTDIV (1u << 3)

#define WATCHDOG_TICK REGISTER(0x4005802Cu) /* [4.7.6]: the timer's microseconds */
#define WATCHDOG_TICK_ENABLE (1u << 9)
#define TIMER_RAWL REGISTER(0x40054028u) /* [4.6.5] */

#define UART_DR REGISTER(0x40034000u) /* [4.2.8] */
#define UART_FR REGISTER(0x40034018u)
#define UART_IBRD REGISTER(0x40034024u)
#define UART_FBRD REGISTER(0x40034028u)
#define UART_LCR_H REGISTER(0x4003402Cu)
#define UART_CR REGISTER(0x40034030u)
#define UART_BUSY (1u << 3)
#define UART_FULL (1u << 5)
#define UART_8N1_FIFO ((3u << 5) | (1u << 4))
#define UART_ENABLE_TX ((1u << 0) | (1u << 8))
#define GPIO0_CTRL REGISTER(0x40014004u) /* [2.19.6] */
#define GPIO_UART 2u

#define SYST_CSR REGISTER(0xE000E010u) /* ARM DDI 0419E, B3.3 */
#define SYST_RVR REGISTER(0xE000E014u)
#define SYST_CVR REGISTER(0xE000E018u)
#define SYST_CORE_CLOCK 5u /* enabled, no interrupt */
#define SYST_MASK 0xFFFFFFu
#define VTOR 0xE000ED08u

#define CRYSTAL_MHZ 12u
#define CORE_MHZ 133u
/* 12 MHz x 133 = 1,596 MHz, within the 750 to 1,600 of the oscillator; / 6 / 2.
 * check: 12 * 133 == 6 * 2 * 133 */
#define POST_DIVIDERS ((6u << 16) | (2u << 12))
/* Of 16 samples a bit, in 64ths;
 * check: round(133000000 * 64 / 16 / 115200) == 72 * 64 + 10 */
#define BAUD_INTEGER 72u
#define BAUD_FRACTION 10u

int main(void);
void reset_handler(void) __attribute__((naked, used, section(".boot")));
void pico_start(void) __attribute__((noreturn, used));
void pico_fault(void) __attribute__((naked));
void pico_tell_fault(void) __attribute__((noreturn, used));

struct vectors {
    uint32_t *stack;
    void (*handler[15])(void);
};
/* No interrupt is enabled: HardFault is all that can come. */
extern const struct vectors vectors;
const struct vectors vectors __attribute__((section(".vectors"), used, aligned(256))) = {
    link_stack_top,
    {pico_start, pico_fault, pico_fault},
};

static uint32_t start_ticks, start_us;

/* Where the boot ROM jumps to. */
void reset_handler(void) {
    __asm__ volatile("cpsid i\n\t"
                     "ldr r0, =vectors\n\t"
                     "ldr r1, =%c0\n\t"
                     "str r0, [r1]\n\t"
                     "ldmia r0!, {r1, r2}\n\t"
                     "msr msp, r1\n\t"
                     "bx r2\n\t"
                     ".ltorg" ::"i"(VTOR));
}

void pico_start(void) {
    layout_start();
    main();
    for (;;)
        ;
}

/* After a stack overflow SP may be anywhere: take a good stack first. */
void pico_fault(void) {
    __asm__ volatile("ldr r0, =link_stack_top\n\t"
                     "msr msp, r0\n\t"
                     "ldr r0, =pico_tell_fault\n\t"
                     "bx r0\n\t"
                     ".ltorg");
}

/* A reset would end in the boot ROM, and the image, which is in RAM alone, be lost. */
void pico_tell_fault(void) {
    bench_print("FAULT\n");
    bench_exit(1);
}

static void start_clocks(void) {
    /* Away from whatever ran before, then on the crystal. */
    CLK_SYS_CTRL = CLK_SYS_REF;
    while (CLK_SYS_SELECTED != 1u << CLK_SYS_REF)
        ;
    XOSC_STARTUP = XOSC_DELAY;
    XOSC_CTRL = XOSC_ENABLE_1_15MHZ;
    while (!(XOSC_STATUS & XOSC_STABLE))
        ;
    CLK_REF_CTRL = CLK_REF_XOSC;
    while (CLK_REF_SELECTED != 1u << CLK_REF_XOSC)
        ;

    SET(RESETS_RESET) = 1u << 12; /* PLL_SYS as it is after a reset */
    CLEAR(RESETS_RESET) = RESETS_OTHERS | RESETS_UART0;
    while ((RESETS_DONE & RESETS_OTHERS) != RESETS_OTHERS)
        ;
    PLL_CS = 1;
    PLL_FBDIV = CORE_MHZ;
    CLEAR(PLL_PWR) = PLL_PWR_VCO;
    while (!(PLL_CS & PLL_LOCK))
        ;
    PLL_PRIM = POST_DIVIDERS;
    CLEAR(PLL_PWR) = PLL_PWR_POSTDIV;
    CLK_SYS_CTRL = CLK_SYS_PLL;
    while (CLK_SYS_SELECTED != 1u << CLK_SYS_PLL)
        ;
    CLK_PERI_CTRL = CLK_PERI_ENABLE;
    while (!(RESETS_DONE & RESETS_UART0))
        ; /* without its clock it would never be done */
    WATCHDOG_TICK = CRYSTAL_MHZ | WATCHDOG_TICK_ENABLE;
}

void bench_init(void) {
    start_clocks();
    UART_IBRD = BAUD_INTEGER;
    UART_FBRD = BAUD_FRACTION;
    UART_LCR_H = UART_8N1_FIFO; /* takes the dividers over */
    UART_CR = UART_ENABLE_TX;
    GPIO0_CTRL = GPIO_UART;
    SYST_RVR = SYST_MASK;
    SYST_CVR = 0;
    SYST_CSR = SYST_CORE_CLOCK;
    bench_print("board pico\nhz 0x07ed6b40\n"); /* check: 133000000 == 0x07ed6b40 */
}

void bench_start_cycles(void) {
    start_us = TIMER_RAWL;
    start_ticks = SYST_CVR;
}

/* SysTick counts 24 bits of cycles down; the timer's microseconds, which have the same source, say
 * how many times it went round. */
uint32_t bench_read_cycles(void) {
    const uint32_t ticks = start_ticks - SYST_CVR;
    const uint32_t about = (TIMER_RAWL - start_us) * CORE_MHZ;
    const uint32_t off = (ticks - about) & SYST_MASK;
    return about + off - 2u * (off & ((SYST_MASK + 1u) >> 1));
}

void bench_print(const char *text) {
    for (; *text != '\0'; text++) {
        while (UART_FR & UART_FULL)
            ;
        UART_DR = (uint8_t)*text;
    }
}

void bench_exit(int status) {
    bench_print(status == 0 ? "exit 0\n" : "exit 1\n");
    while (UART_FR & UART_BUSY)
        ;
    for (;;)
        __asm__ volatile("wfi");
}
