/* What the examples expect of a board. host.c makes one of a computer.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* What every example is. Returns one of these. */
int application(void);
#define ACCEPTED 0
#define REJECTED 1
#define GAVE_UP 2

/* Flash that the core can address. On a board these are places in the memory map, here files. */
struct part {
    const uint8_t *bytes;
    uint32_t length;
};
struct part flash(const char *name);

/* The anchors of the keys that this product trusts, written when it is provisioned. Null: there is
 * no such key. */
const uint8_t *flash_anchor(unsigned key_id);

/* A number that only grows, in fuses or in flash: keys before this one are no longer trusted. */
unsigned oldest_key(void);

/* Brings 1 .. room bytes that came, or 0 if nothing came for 100 ms. */
size_t bus_read(uint8_t *data, size_t room);
void bus_write(const uint8_t *data, size_t length);

/* The registers of a SHA-256 engine: one compression. */
void engine_sha256(uint32_t chain[8], const uint8_t block[64]);

void log_line(const char *text);

/* RAM that a reset leaves as it is: a section that start-up code does not clear. */
#define RETAINED __attribute__((section("retained")))

#endif
