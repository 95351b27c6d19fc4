/* Nucleo-G071RB: STM32G071RB, Cortex-M0+; USART2 on PA2 (TX), the ST-LINK's virtual COM port.
 * Registers: ST RM0444. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "stm32.h"

#define RCC_IOPENR REGISTER(0x40021034u)
#define RCC_APBENR1 REGISTER(0x4002103Cu)
#define FLASH_ACR REGISTER(0x40022000u)
#define GPIOA_MODER REGISTER(0x50000000u)
#define GPIOA_AFRL REGISTER(0x50000020u)
#define USART2_CR1 REGISTER(0x40004400u)
#define USART2_BRR REGISTER(0x4000440Cu)
#define USART2_ISR REGISTER(0x4000441Cu)
#define USART2_TDR REGISTER(0x40004428u)

#define RCC_IOPENR_GPIOAEN (1u << 0)
#define RCC_APBENR1_TIM2EN (1u << 0)
#define RCC_APBENR1_USART2EN (1u << 17)
#define USART_CR1_UE_TE ((1u << 0) | (1u << 3))
#define USART_ISR_TC (1u << 6)
#define USART_ISR_TXE (1u << 7)
/* Wait states, prefetch, instruction cache. */
#define FLASH_ACR_OWN 0x307u

/* As after a reset: no wait states (right up to 24 MHz), instruction cache on, prefetch off; 0x300
 * turns it on. */
#ifndef BENCH_FLASH_ACR
#define BENCH_FLASH_ACR 0x200u
#endif

/* Reset leaves the internal oscillator as the clock, undivided for core and buses. */
#define CLOCK_HZ 16000000u

const char stm32_name[] = "nucleo-g071rb";
const uint32_t stm32_hz = CLOCK_HZ;

uint32_t stm32_init(void) {
    FLASH_ACR = (FLASH_ACR & ~FLASH_ACR_OWN) | BENCH_FLASH_ACR;
    RCC_IOPENR |= RCC_IOPENR_GPIOAEN;
    RCC_APBENR1 |= RCC_APBENR1_TIM2EN | RCC_APBENR1_USART2EN;
    /* A read after enabling: the clock is there two cycles later. */
    (void)RCC_APBENR1;
    USART2_BRR = (CLOCK_HZ + STM32_BAUD / 2) / STM32_BAUD;
    USART2_CR1 = USART_CR1_UE_TE;
    /* The pin last, so that the line never leaves idle. PA2: alternate function (2) number 1. */
    GPIOA_AFRL = (GPIOA_AFRL & ~(0xFu << 8)) | (1u << 8);
    GPIOA_MODER = (GPIOA_MODER & ~(3u << 4)) | (2u << 4);
    return FLASH_ACR;
}

void stm32_send(char byte) {
    while (!(USART2_ISR & USART_ISR_TXE))
        ;
    USART2_TDR = (uint8_t)byte;
}

void stm32_flush(void) {
    while (!(USART2_ISR & USART_ISR_TC))
        ;
}
