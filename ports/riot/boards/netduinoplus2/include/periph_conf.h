/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PERIPH_CONF_H
#define PERIPH_CONF_H

/* The oscillator of 16 MHz that runs after a reset, since nothing sets another: rates follow from
 * it. */
#define CONFIG_USE_CLOCK_HSI 1
#define CONFIG_BOARD_HAS_HSE 0
#define CONFIG_BOARD_HAS_LSE 0

#include "periph_cpu.h"

#include "clk_conf.h"

/* QEMU's first serial port. */
static const uart_conf_t uart_config[] = {{
    .dev = USART1,
    .rcc_mask = RCC_APB2ENR_USART1EN,
    .rx_pin = GPIO_PIN(PORT_A, 10),
    .tx_pin = GPIO_PIN(PORT_A, 9),
    .rx_af = GPIO_AF7,
    .tx_af = GPIO_AF7,
    .bus = APB2,
    .irqn = USART1_IRQn,
}};

#define UART_0_ISR isr_usart1
#define UART_NUMOF ARRAY_SIZE(uart_config)

#endif
