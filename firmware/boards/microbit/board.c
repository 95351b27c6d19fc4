/* BBC micro:bit (version 1): nRF51822, Cortex-M0, UART on P0.24 (TX) and P0.25 (RX), 115200 8N1.
 * Registers: Nordic, nRF51 Series Reference Manual 3.0. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * board: microbit, cortex-m0
 */
#include "board.h"
#include "armv7m.h"

#define UART_STARTRX REGISTER(0x40002000u)
#define UART_STARTTX REGISTER(0x40002008u)
#define UART_RXDRDY REGISTER(0x40002108u)
#define UART_TXDRDY REGISTER(0x4000211Cu)
#define UART_INTENSET REGISTER(0x40002304u)
#define UART_ENABLE REGISTER(0x40002500u)
#define UART_PSELTXD REGISTER(0x4000250Cu)
#define UART_PSELRXD REGISTER(0x40002514u)
#define UART_RXD REGISTER(0x40002518u)
#define UART_TXD REGISTER(0x4000251Cu)
#define UART_BAUDRATE REGISTER(0x40002524u)
#define TIMER0_START REGISTER(0x40008000u)
#define TIMER0_CAPTURE0 REGISTER(0x40008040u)
#define TIMER0_COMPARE1 REGISTER(0x40008144u)
#define TIMER0_INTENSET REGISTER(0x40008304u)
#define TIMER0_MODE REGISTER(0x40008504u)
#define TIMER0_BITMODE REGISTER(0x40008508u)
#define TIMER0_PRESCALER REGISTER(0x40008510u)
#define TIMER0_CC0 REGISTER(0x40008540u)
#define TIMER0_CC1 REGISTER(0x40008544u)
#define GPIO_OUTSET REGISTER(0x50000508u)
#define GPIO_DIRSET REGISTER(0x50000518u)

#define TX_PIN 24u
#define RX_PIN 25u
#define UART_ENABLED 4u
#define UART_115200 0x01D7E000u
#define UART_INT_RXDRDY (1u << 2)
#define TIMER_32_BITS 3u
#define TIMER_1_MHZ 4u /* 16 MHz / 2^4 */
#define TIMER_INT_COMPARE1 (1u << 17)
#define UART_IRQ 2u
#define TIMER0_IRQ 8u

#define TICKS_PER_MS 1000u
#define SLEEP_MS 200u

const char board_name[] = BOARD_NAME;
const uint32_t board_ram = 16384;
const uint16_t board_chunk = 64;

static uint32_t then_ticks, now_ms;

static uint32_t ticks(void) {
    TIMER0_CAPTURE0 = 1;
    return TIMER0_CC0;
}

void board_init(void) {
    GPIO_OUTSET = 1u << TX_PIN; /* the line is idle until the UART drives it */
    GPIO_DIRSET = 1u << TX_PIN;
    UART_PSELTXD = TX_PIN;
    UART_PSELRXD = RX_PIN;
    UART_BAUDRATE = UART_115200;
    UART_ENABLE = UART_ENABLED;
    UART_INTENSET = UART_INT_RXDRDY;
    UART_STARTRX = 1;
    UART_STARTTX = 1;
    TIMER0_MODE = 0; /* counts time. There is no SysTick */
    TIMER0_BITMODE = TIMER_32_BITS;
    TIMER0_PRESCALER = TIMER_1_MHZ;
    TIMER0_INTENSET = TIMER_INT_COMPARE1;
    TIMER0_START = 1;
    then_ticks = ticks();
    wakeup_enable(UART_IRQ);
    wakeup_enable(TIMER0_IRQ);
}

int uart_read(void) {
    if (UART_RXDRDY == 0)
        return -1;
    UART_RXDRDY = 0; /* before reading, which brings up the next of up to six bytes */
    return (int)(UART_RXD & 0xFFu);
}

void uart_write(const uint8_t *data, size_t length) {
    for (; length != 0; length--) {
        UART_TXDRDY = 0;
        UART_TXD = *data++;
        while (UART_TXDRDY == 0)
            ;
    }
}

void board_wait(void) {
    TIMER0_COMPARE1 = 0;
    TIMER0_CC1 = ticks() + SLEEP_MS * TICKS_PER_MS;
    wakeup_wait(UART_IRQ);
    NVIC_ICPR(TIMER0_IRQ) = NVIC_BIT(TIMER0_IRQ);
}

uint32_t millis(void) {
    /* A loop instead of a division; at least every 200 ms, so that it is short. */
    while (ticks() - then_ticks >= TICKS_PER_MS) {
        then_ticks += TICKS_PER_MS;
        now_ms++;
    }
    return now_ms;
}
