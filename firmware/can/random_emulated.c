/* NOT random: emulated boards have no source of entropy. It makes challenges differ, no more, and
 * they begin again after a reset. A product links its own random_bytes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "authentication.h"
#include "board.h"

void random_bytes(uint8_t *bytes, size_t length) {
    static uint32_t state = 0x9E3779B9u;
    for (; length != 0; length--) {
        state = (state ^ millis()) * 1664525u + 1013904223u;
        *bytes++ = (uint8_t)(state >> 24);
    }
}
