/* USART0 and the stack of an ATmega2560. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>

void put(char c);
void put_text(const char *text);
void put_number(uint16_t number);
void put_hex(uint8_t byte);
void console_open(void);
/* "static N stack N": bytes of .data, .bss and constants, and of the deepest stack since reset. */
void put_ram(void);

#endif
