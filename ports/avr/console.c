/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "console.h"

#include <avr/io.h>
#include <stdlib.h>

enum { PAINT = 0xA5 };

extern uint8_t _end, __stack; /* of the linker: RAM between them is stack */

/* Before the first call: paints what is not yet in use. */
static void paint(void) __attribute__((naked, used, section(".init3")));
static void paint(void) {
    for (uint8_t *byte = &_end; byte < &__stack; byte++)
        *byte = PAINT;
}

void console_open(void) { UCSR0B = _BV(TXEN0); }

void put(char c) {
    while (!(UCSR0A & _BV(UDRE0)))
        ;
    UDR0 = (uint8_t)c;
}

void put_text(const char *text) {
    while (*text != '\0')
        put(*text++);
}

void put_hex(uint8_t byte) {
    for (uint8_t shift = 8; shift != 0;) {
        shift = (uint8_t)(shift - 4);
        const uint8_t nibble = (byte >> shift) & 15;
        put((char)(nibble < 10 ? '0' + nibble : 'a' + nibble - 10));
    }
}

void put_number(uint16_t number) {
    char digits[6];
    put_text(utoa(number, digits, 10));
}

void put_ram(void) {
    const uint8_t *byte = &_end;
    while (byte <= &__stack && *byte == PAINT)
        byte++;
    put_text("static ");
    put_number((uint16_t)(&_end - (uint8_t *)RAMSTART));
    put_text(" stack ");
    put_number((uint16_t)(&__stack - byte + 1));
    put('\n');
}
