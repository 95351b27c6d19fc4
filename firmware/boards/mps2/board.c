/* Arm MPS2 with application note 385 (Cortex-M3) or 386 (Cortex-M4): CMSDK UART0. Registers: Arm
 * DDI 0479, 4.3. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * board: mps2-an385, cortex-m3
 * board: mps2-an386, cortex-m4
 */
#include "board.h"
#include "armv7m.h"

#define UART0_DATA REGISTER(0x40004000u)
#define UART0_STATE REGISTER(0x40004004u)
#define UART0_CTRL REGISTER(0x40004008u)
#define UART0_INTCLEAR REGISTER(0x4000400Cu)
#define UART0_BAUDDIV REGISTER(0x40004010u)

#define UART_STATE_TX_FULL 1u
#define UART_STATE_RX_FULL 2u
#define UART_CTRL_TX_RX 3u
#define UART_CTRL_RX_INTERRUPT 8u
#define UART_INT_RX 2u
#define UART0_RX_IRQ 0u

#define CLOCK_HZ 25000000u
#define BAUD 115200u

const char board_name[] = BOARD_NAME;
const uint32_t board_ram = 4u << 20;
const uint16_t board_chunk = 256;

void board_init(void) {
    UART0_BAUDDIV = (CLOCK_HZ + BAUD / 2) / BAUD;
    UART0_CTRL = UART_CTRL_TX_RX | UART_CTRL_RX_INTERRUPT;
    wakeup_enable(UART0_RX_IRQ);
    systick_start(CLOCK_HZ);
}

int uart_read(void) { return UART0_STATE & UART_STATE_RX_FULL ? (int)(UART0_DATA & 0xFFu) : -1; }

void uart_write(const uint8_t *data, size_t length) {
    for (; length != 0; length--) {
        while (UART0_STATE & UART_STATE_TX_FULL)
            ;
        UART0_DATA = *data++;
    }
}

void board_wait(void) {
    wakeup_wait(UART0_RX_IRQ);
    /* This interrupt does not go away with the byte. A byte that comes from here on sets it again.
     */
    UART0_INTCLEAR = UART_INT_RX;
    NVIC_ICPR(UART0_RX_IRQ) = NVIC_BIT(UART0_RX_IRQ);
}
