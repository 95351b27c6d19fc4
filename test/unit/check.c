/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long passed_count, failed_count;

void check_that(const char *file, int line, const char *text, int passed) {
    if (passed) {
        passed_count++;
        return;
    }
    failed_count++;
    if (failed_count <= 20)
        printf("%s:%d: failed: %s\n", file, line, text);
}

void check_hex(const char *file, int line, const uint8_t *bytes, size_t length, const char *hex) {
    char text[257];
    if (length > 128)
        length = 128;
    for (size_t i = 0; i < length; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    text[2 * length] = '\0';
    const int equal = strcmp(text, hex) == 0;
    check_that(file, line, "bytes as expected", equal);
    if (!equal && failed_count <= 20)
        printf("    got      %s\n    expected %s\n", text, hex);
}

int check_end(void) {
    printf("%lu passed, %lu failed\n", passed_count, failed_count);
    return failed_count != 0 || passed_count == 0;
}

int check_full(void) {
    const char *const full = getenv("KSIG_FULL");
    return full != NULL && strcmp(full, "0") != 0;
}

uint32_t check_random(void) {
    static uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(state * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}

void check_random_bytes(uint8_t *out, size_t length) {
    for (size_t i = 0; i < length; i++)
        out[i] = (uint8_t)check_random();
}
