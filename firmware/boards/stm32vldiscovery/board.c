/* STM32VLDISCOVERY: STM32F100RB, USART1 on PA9 (TX) and PA10 (RX), 115200 8N1. Registers: ST
 * RM0041. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * board: stm32vldiscovery, cortex-m3
 */
#include "board.h"
#include "armv7m.h"

#define RCC_CR REGISTER(0x40021000u)
#define RCC_CFGR REGISTER(0x40021004u)
#define RCC_APB2ENR REGISTER(0x40021018u)
#define GPIOA_CRH REGISTER(0x40010804u)
#define USART1_SR REGISTER(0x40013800u)
#define USART1_DR REGISTER(0x40013804u)
#define USART1_BRR REGISTER(0x40013808u)
#define USART1_CR1 REGISTER(0x4001380Cu)

#define RCC_CR_HSIRDY (1u << 1)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_CFGR_PLLMUL6 (4u << 18) /* from HSI / 2 = 4 MHz */
#define RCC_CFGR_SW_PLL 2u
#define RCC_CFGR_SWS_MASK (3u << 2)
#define RCC_CFGR_SWS_PLL (2u << 2)
#define RCC_APB2ENR_IOPAEN (1u << 2)
#define RCC_APB2ENR_USART1EN (1u << 14)
#define USART_SR_RXNE (1u << 5)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_UE_TE_RE ((1u << 13) | (1u << 3) | (1u << 2))
#define USART_CR1_RXNEIE (1u << 5)
#define USART1_IRQ 37u

#define CLOCK_HZ 24000000u
#define BAUD 115200u

const char board_name[] = BOARD_NAME;
const uint32_t board_ram = 8192;
const uint16_t board_chunk = 64;

void board_init(void) {
    /* 24 MHz from the internal oscillator, the most an STM32F100 does; its flash needs no wait
     * states. The emulator has no RCC (it reads 0, HSI never ready) and runs at 24 MHz by itself.
     */
    if (RCC_CR & RCC_CR_HSIRDY) {
        RCC_CFGR = RCC_CFGR_PLLMUL6;
        RCC_CR |= RCC_CR_PLLON;
        while (!(RCC_CR & RCC_CR_PLLRDY))
            ;
        RCC_CFGR |= RCC_CFGR_SW_PLL;
        while ((RCC_CFGR & RCC_CFGR_SWS_MASK) != RCC_CFGR_SWS_PLL)
            ;
    }
    RCC_APB2ENR |= RCC_APB2ENR_IOPAEN | RCC_APB2ENR_USART1EN;
    /* PA9: alternate function, push-pull, 50 MHz (0xB); PA10: floating input (0x4). */
    GPIOA_CRH = (GPIOA_CRH & ~0x00000FF0u) | 0x000004B0u;
    USART1_BRR = (CLOCK_HZ + BAUD / 2) / BAUD;
    USART1_CR1 = USART_CR1_UE_TE_RE | USART_CR1_RXNEIE;
    wakeup_enable(USART1_IRQ);
    systick_start(CLOCK_HZ);
}

int uart_read(void) {
    /* Reading DR after SR also clears an overrun. */
    return USART1_SR & USART_SR_RXNE ? (int)(USART1_DR & 0xFFu) : -1;
}

void uart_write(const uint8_t *data, size_t length) {
    for (; length != 0; length--) {
        while (!(USART1_SR & USART_SR_TXE))
            ;
        USART1_DR = *data++;
    }
}

void board_wait(void) { wakeup_wait(USART1_IRQ); }
