/* Checks for unit tests: count, report, go on. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdint.h>

/* Counts a check; prints file, line and text of a failed one. */
#define CHECK(condition) check_that(__FILE__, __LINE__, #condition, (condition) != 0)

/* Compares `length` bytes with a string of hexadecimal digits. */
#define CHECK_HEX(bytes, length, hex) check_hex(__FILE__, __LINE__, bytes, length, hex)

void check_that(const char *file, int line, const char *text, int passed);
void check_hex(const char *file, int line, const uint8_t *bytes, size_t length, const char *hex);

/* Prints `N passed, N failed`; the exit status of main. */
int check_end(void);

/* Whether this is `make full`, which repeats more often. */
int check_full(void);

/* A repeatable stream of pseudo-random words (xorshift64*): for tests, not for cryptography. */
uint32_t check_random(void);
void check_random_bytes(uint8_t *out, size_t length);

#endif
