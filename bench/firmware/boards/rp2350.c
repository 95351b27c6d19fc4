/* Raspberry Pi Pico 2, and any other board with an RP2350 and a crystal of 12 MHz: core at 150 MHz,
 * text over UART0 (GP0). Registers: RP2350 Datasheet, sections in brackets.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "rp2350.h"

/* Bits alone [2.1.3]. */
#define SET(address) REGISTER((address) + 0x2000u)
#define CLEAR(address) REGISTER((address) + 0x3000u)

#define RESETS_RESET 0x40020000u /* [7.5.3] */
#define RESETS_DONE REGISTER(0x40020008u)
#define RESETS_UART0 (1u << 26)
#define RESETS_PLL_SYS (1u << 14)
/* IO_BANK0, PADS_BANK0, PLL_SYS */
#define RESETS_OTHERS ((1u << 6) | (1u << 9) | RESETS_PLL_SYS)

#define XOSC_CTRL REGISTER(0x40048000u) /* [8.2.8] */
#define XOSC_STATUS REGISTER(0x40048004u)
#define XOSC_STARTUP REGISTER(0x4004800Cu)
#define XOSC_ENABLE_1_15MHZ ((0xFABu << 12) | 0xAA0u)
#define XOSC_STABLE (1u << 31)
#define XOSC_DELAY 282u /* x 256 cycles: 6 ms */

#define CLK_REF_CTRL REGISTER(0x40010030u) /* [8.1.7] */
#define CLK_REF_SELECTED REGISTER(0x40010038u)
#define CLK_SYS_CTRL REGISTER(0x4001003Cu)
#define CLK_SYS_SELECTED REGISTER(0x40010044u)
#define CLK_PERI_CTRL REGISTER(0x40010048u)
#define CLK_REF_XOSC 2u
#define CLK_SYS_REF 0u
#define CLK_SYS_AUX 1u /* AUXSRC 0, in the bits above: PLL_SYS */
#define CLK_PERI_ENABLE (1u << 11)
#define CLK_PERI_ENABLED (1u << 28)

#define PLL_SYS 0x40050000u /* [8.6.5] */
#define PLL_CS REGISTER(PLL_SYS)
#define PLL_PWR (PLL_SYS + 4u)
#define PLL_FBDIV REGISTER(PLL_SYS + 8u)
#define PLL_PRIM REGISTER(PLL_SYS + 12u)
#define PLL_LOCK (1u << 31)
#define PLL_PWR_VCO ((1u << 0) | (1u << 5))
#define PLL_PWR_POSTDIV (1u << 3)

#define UART_DR REGISTER(0x40070000u) /* [12.1.8] */
#define UART_FR REGISTER(0x40070018u)
#define UART_IBRD REGISTER(0x40070024u)
#define UART_FBRD REGISTER(0x40070028u)
#define UART_LCR_H REGISTER(0x4007002Cu)
#define UART_CR REGISTER(0x40070030u)
#define UART_BUSY (1u << 3)
#define UART_FULL (1u << 5)
#define UART_8N1_FIFO ((3u << 5) | (1u << 4))
#define UART_ENABLE_TX ((1u << 0) | (1u << 8))
#define GPIO0_CTRL REGISTER(0x40028004u) /* [9.11.1] */
#define GPIO_UART 2u
#define PADS_GPIO0 0x40038004u /* [9.11.3]; isolated until told otherwise [9.7] */
#define PADS_ISO (1u << 8)

/* 12 MHz x 125 = 1,500 MHz, within the 750 to 1,600 of the oscillator; / 5 / 2.
 * check: 12 * 125 == 5 * 2 * 150 */
#define FEEDBACK 125u
#define POST_DIVIDERS ((5u << 16) | (2u << 12))
/* Of 16 samples a bit, in 64ths;
 * check: round(150000000 * 64 / 16 / 115200) == 81 * 64 + 24 */
#define BAUD_INTEGER 81u
#define BAUD_FRACTION 24u

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

    /* As they are after a reset, the clock of the UART stopped while its source is none. */
    CLK_PERI_CTRL = 0;
    SET(RESETS_RESET) = RESETS_PLL_SYS | RESETS_UART0;
    CLEAR(RESETS_RESET) = RESETS_OTHERS;
    while ((RESETS_DONE & RESETS_OTHERS) != RESETS_OTHERS)
        ;
    PLL_CS = 1;
    PLL_FBDIV = FEEDBACK;
    CLEAR(PLL_PWR) = PLL_PWR_VCO;
    while (!(PLL_CS & PLL_LOCK))
        ;
    PLL_PRIM = POST_DIVIDERS;
    CLEAR(PLL_PWR) = PLL_PWR_POSTDIV;
    CLK_SYS_CTRL = CLK_SYS_AUX;
    while (CLK_SYS_SELECTED != 1u << CLK_SYS_AUX)
        ;
    CLK_PERI_CTRL = CLK_PERI_ENABLE;
    while (!(CLK_PERI_CTRL & CLK_PERI_ENABLED))
        ;
    CLEAR(RESETS_RESET) = RESETS_UART0;
    while (!(RESETS_DONE & RESETS_UART0))
        ;
}

void rp2350_init(const char *board) {
    start_clocks();
    UART_IBRD = BAUD_INTEGER;
    UART_FBRD = BAUD_FRACTION;
    UART_LCR_H = UART_8N1_FIFO; /* takes the dividers over */
    UART_CR = UART_ENABLE_TX;
    GPIO0_CTRL = GPIO_UART;
    CLEAR(PADS_GPIO0) = PADS_ISO;
    bench_print("board ");
    bench_print(board);
    bench_print("\nhz 0x08f0d180\n"); /* check: 150000000 == 0x08f0d180 */
}

void rp2350_tell_fault(void) {
    bench_print("FAULT\n");
    bench_exit(1);
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
