/* SiFive E (FE310, rv32imac): UART0, 115200 8N1. Registers: SiFive FE310-G000 Manual; QEMU's
 * machine sifive_e has no more than this uses. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * board: sifive_e, rv32imac
 */
#include "board.h"
#include "riscv.h"

#define CLINT_MTIMECMP_LOW REGISTER(0x02004000u)
#define CLINT_MTIMECMP_HIGH REGISTER(0x02004004u)
#define CLINT_MTIME_LOW REGISTER(0x0200BFF8u)
#define CLINT_MTIME_HIGH REGISTER(0x0200BFFCu)
#define PLIC_PRIORITY(irq) REGISTER(0x0C000000u + 4u * (irq))
#define PLIC_ENABLE REGISTER(0x0C002000u) /* of irqs 0 to 31 */
#define PLIC_THRESHOLD REGISTER(0x0C200000u)
#define PLIC_CLAIM REGISTER(0x0C200004u)
#define GPIO_IOF_EN REGISTER(0x10012038u)
#define GPIO_IOF_SEL REGISTER(0x1001203Cu)
#define UART0_TXDATA REGISTER(0x10013000u)
#define UART0_RXDATA REGISTER(0x10013004u)
#define UART0_TXCTRL REGISTER(0x10013008u)
#define UART0_RXCTRL REGISTER(0x1001300Cu)
#define UART0_IE REGISTER(0x10013010u)
#define UART0_DIV REGISTER(0x10013018u)

#define UART0_PINS ((1u << 16) | (1u << 17))
#define UART0_IRQ 3u
#define UART_FULL_OR_EMPTY 0x80000000u
#define UART_ON 1u
#define UART_IE_RX 2u

#define CLOCK_HZ 16000000u /* of the board's crystal */
#define BAUD 115200u
#define SLEEP_MS 200u

const char board_name[] = BOARD_NAME;
const uint32_t board_ram = 16384;
const uint16_t board_chunk = 64;

/* So many milliseconds are so many ticks of mtime: in lowest terms, since a division of 64 bits is
 * 2 kB of code. */
struct rate {
    uint32_t ms, ticks;
};
static const struct rate of_32768_hz = {125, 4096}, of_10_mhz = {1, 10000};
static const struct rate *rate;
static uint32_t then_ticks, part, now_ms;

/* mtime counts 32768 Hz on the chip and in newer emulators, 10 MHz in QEMU up to 8.0, where it goes
 * on with almost every read: the most reads in eight ticks tell which. */
static const struct rate *find_rate(void) {
    uint32_t most = 0;
    for (unsigned round = 0; round < 4; round++) {
        const uint32_t begin = CLINT_MTIME_LOW;
        uint32_t reads = 0;
        while (CLINT_MTIME_LOW - begin < 8)
            reads++;
        if (reads > most)
            most = reads;
    }
    return most < 100 ? &of_10_mhz : &of_32768_hz;
}

void board_init(void) {
    UART0_DIV = CLOCK_HZ / BAUD;
    UART0_TXCTRL = UART_ON;
    UART0_RXCTRL = UART_ON; /* watermark 0: an interrupt with the first byte */
    UART0_IE = UART_IE_RX;
    GPIO_IOF_SEL &= ~UART0_PINS;
    GPIO_IOF_EN |= UART0_PINS;
    PLIC_PRIORITY(UART0_IRQ) = 1;
    PLIC_THRESHOLD = 0;
    PLIC_ENABLE = 1u << UART0_IRQ;
    riscv_enable(MIE_TIMER | MIE_EXTERNAL);
    rate = find_rate();
    then_ticks = CLINT_MTIME_LOW;
}

int uart_read(void) {
    const uint32_t data = UART0_RXDATA;
    return data & UART_FULL_OR_EMPTY ? -1 : (int)(data & 0xFFu);
}

void uart_write(const uint8_t *data, size_t length) {
    for (; length != 0; length--) {
        while (UART0_TXDATA & UART_FULL_OR_EMPTY)
            ;
        UART0_TXDATA = *data++;
    }
}

void board_wait(void) {
    uint32_t high, low;
    do { /* the two halves of one value */
        high = CLINT_MTIME_HIGH;
        low = CLINT_MTIME_LOW;
    } while (high != CLINT_MTIME_HIGH);
    const uint64_t end = ((uint64_t)high << 32 | low) + SLEEP_MS * rate->ticks / rate->ms;
    CLINT_MTIMECMP_HIGH = 0xFFFFFFFFu; /* no wrong time in between */
    CLINT_MTIMECMP_LOW = (uint32_t)end;
    CLINT_MTIMECMP_HIGH = (uint32_t)(end >> 32);
    riscv_wait();
    /* The request stays pending until it is claimed and completed, even when its byte was read. */
    PLIC_CLAIM = PLIC_CLAIM;
}

uint32_t millis(void) {
    /* Wrong only after 17 minutes without a call. `part` is of a millisecond that is not over yet.
     */
    const uint32_t now = CLINT_MTIME_LOW, parts = (now - then_ticks) * rate->ms + part;
    then_ticks = now;
    now_ms += parts / rate->ticks;
    part = parts % rate->ticks;
    return now_ms;
}
