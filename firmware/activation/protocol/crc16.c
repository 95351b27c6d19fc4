/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "crc16.h"

uint16_t crc16(uint16_t crc, const uint8_t *data, size_t length) {
    /* Polynomial 0x1021 = x^12 + x^5 + 1, a byte at a time: t is what the byte adds to the
     * feedback, shifted by 0, 5 and 12 bits for the three terms. */
    for (; length != 0; length--) {
        unsigned t = (crc >> 8) ^ *data++;
        t ^= t >> 4;
        crc = (uint16_t)((unsigned)crc << 8 ^ t << 12 ^ t << 5 ^ t);
    }
    return crc;
}
