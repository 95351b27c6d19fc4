/* What the STM32 boards share: cycle counter, output and end are in stm32.c; a board gives clock
 * and UART. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BENCH_STM32_H
#define BENCH_STM32_H

#include <stdint.h>

#define STM32_BAUD 115200u

extern const char stm32_name[];
extern const uint32_t stm32_hz; /* clock of the core, and of the bus of the UART */

/* Clock, flash and UART. Returns FLASH_ACR as the chip has it then. */
uint32_t stm32_init(void);

/* Waits for room in the transmitter. */
void stm32_send(char byte);

/* Waits until the last bit has left. */
void stm32_flush(void);

#endif
