/* Nucleo-L4R5ZI: STM32L4R5ZI, Cortex-M4; LPUART1 on PG7 (TX), the ST-LINK's virtual COM port.
 * Registers: ST RM0432. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "stm32.h"

#define RCC_CR REGISTER(0x40021000u)
#define RCC_CFGR REGISTER(0x40021008u)
#define RCC_AHB2ENR REGISTER(0x4002104Cu)
#define RCC_APB1ENR1 REGISTER(0x40021058u)
#define RCC_APB1ENR2 REGISTER(0x4002105Cu)
#define FLASH_ACR REGISTER(0x40022000u)
#define PWR_CR2 REGISTER(0x40007004u)
#define GPIOG_MODER REGISTER(0x48001800u)
#define GPIOG_AFRL REGISTER(0x48001820u)
#define LPUART1_CR1 REGISTER(0x40008000u)
#define LPUART1_BRR REGISTER(0x4000800Cu)
#define LPUART1_ISR REGISTER(0x4000801Cu)
#define LPUART1_TDR REGISTER(0x40008028u)

#define RCC_CR_HSION (1u << 8)
#define RCC_CR_HSIRDY (1u << 10)
#define RCC_CFGR_SW_MASK 3u
#define RCC_CFGR_SW_HSI16 1u
#define RCC_CFGR_SWS_MASK (3u << 2)
#define RCC_CFGR_SWS_HSI16 (1u << 2)
#define RCC_AHB2ENR_GPIOGEN (1u << 6)
#define RCC_APB1ENR1_PWREN (1u << 28)
#define RCC_APB1ENR2_LPUART1EN (1u << 0)
#define PWR_CR2_IOSV (1u << 9)
#define LPUART_CR1_UE_TE ((1u << 0) | (1u << 3))
#define LPUART_ISR_TC (1u << 6)
#define LPUART_ISR_TXE (1u << 7)

/* The reset value: no wait states (right up to 20 MHz in voltage range 1, that of reset), both
 * caches on, prefetch off; 0x700 turns it on. */
#ifndef BENCH_FLASH_ACR
#define BENCH_FLASH_ACR 0x600u
#endif

#define CLOCK_HZ 16000000u

const char stm32_name[] = "nucleo-l4r5zi";
const uint32_t stm32_hz = CLOCK_HZ;

uint32_t stm32_init(void) {
    FLASH_ACR = BENCH_FLASH_ACR;
    /* Reset leaves 4 MHz from another oscillator. */
    RCC_CR |= RCC_CR_HSION;
    while (!(RCC_CR & RCC_CR_HSIRDY))
        ;
    RCC_CFGR = (RCC_CFGR & ~RCC_CFGR_SW_MASK) | RCC_CFGR_SW_HSI16;
    while ((RCC_CFGR & RCC_CFGR_SWS_MASK) != RCC_CFGR_SWS_HSI16)
        ;
    RCC_AHB2ENR |= RCC_AHB2ENR_GPIOGEN;
    RCC_APB1ENR1 |= RCC_APB1ENR1_PWREN;
    RCC_APB1ENR2 |= RCC_APB1ENR2_LPUART1EN;
    /* A read after enabling: the clock is there two cycles later. */
    (void)RCC_APB1ENR2;
    /* PG2 to PG15 have a supply of their own, VDDIO2, which is held off until declared valid. */
    PWR_CR2 |= PWR_CR2_IOSV;
    /* 256 clocks: BRR counts fractions of a clock. */
    LPUART1_BRR = (256u * CLOCK_HZ + STM32_BAUD / 2) / STM32_BAUD;
    LPUART1_CR1 = LPUART_CR1_UE_TE;
    /* The pin last, so that the line never leaves idle. PG7: alternate function (2) number 8. */
    GPIOG_AFRL = (GPIOG_AFRL & ~(0xFu << 28)) | (8u << 28);
    GPIOG_MODER = (GPIOG_MODER & ~(3u << 14)) | (2u << 14);
    return FLASH_ACR;
}

void stm32_send(char byte) {
    while (!(LPUART1_ISR & LPUART_ISR_TXE))
        ;
    LPUART1_TDR = (uint8_t)byte;
}

void stm32_flush(void) {
    while (!(LPUART1_ISR & LPUART_ISR_TC))
        ;
}
