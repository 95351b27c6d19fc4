/* Nucleo-F207ZG: STM32F207ZG, Cortex-M3; USART3 on PD8 (TX), the ST-LINK's virtual COM port.
 * Registers: ST RM0033. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "stm32.h"

#define RCC_AHB1ENR REGISTER(0x40023830u)
#define RCC_APB1ENR REGISTER(0x40023840u)
#define FLASH_ACR REGISTER(0x40023C00u)
#define GPIOD_MODER REGISTER(0x40020C00u)
#define GPIOD_AFRH REGISTER(0x40020C24u)
#define USART3_SR REGISTER(0x40004800u)
#define USART3_DR REGISTER(0x40004804u)
#define USART3_BRR REGISTER(0x40004808u)
#define USART3_CR1 REGISTER(0x4000480Cu)

#define RCC_AHB1ENR_GPIODEN (1u << 3)
#define RCC_APB1ENR_USART3EN (1u << 18)
#define USART_SR_TC (1u << 6)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_UE_TE ((1u << 13) | (1u << 3))

/* The reset value: no wait states (right up to 30 MHz at 3.3 V), prefetch and both caches off;
 * 0x700 turns them on. */
#ifndef BENCH_FLASH_ACR
#define BENCH_FLASH_ACR 0u
#endif

/* Reset leaves the internal oscillator as the clock, undivided for core and buses. */
#define CLOCK_HZ 16000000u

const char stm32_name[] = "nucleo-f207zg";
const uint32_t stm32_hz = CLOCK_HZ;

uint32_t stm32_init(void) {
    FLASH_ACR = BENCH_FLASH_ACR;
    RCC_AHB1ENR |= RCC_AHB1ENR_GPIODEN;
    RCC_APB1ENR |= RCC_APB1ENR_USART3EN;
    /* A read after enabling: the clock is there two cycles later. */
    (void)RCC_APB1ENR;
    USART3_BRR = (CLOCK_HZ + STM32_BAUD / 2) / STM32_BAUD;
    USART3_CR1 = USART_CR1_UE_TE;
    /* The pin last, so that the line never leaves idle. PD8: alternate function (2) number 7. */
    GPIOD_AFRH = (GPIOD_AFRH & ~0xFu) | 7u;
    GPIOD_MODER = (GPIOD_MODER & ~(3u << 16)) | (2u << 16);
    return FLASH_ACR;
}

void stm32_send(char byte) {
    while (!(USART3_SR & USART_SR_TXE))
        ;
    USART3_DR = (uint8_t)byte;
}

void stm32_flush(void) {
    while (!(USART3_SR & USART_SR_TC))
        ;
}
