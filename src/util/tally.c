/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/tally.h"

uint32_t ksig_compare_packed(const volatile uint8_t *a, const volatile uint8_t *b, size_t length) {
    uint32_t good = KSIG_TALLY_MARK, bad = a == b;
    for (size_t i = 0; i < length; i++) {
        bad |= (uint32_t)a[i] ^ b[i];
        good += (((uint32_t)a[i] ^ b[i]) - 1) >> 31;
    }
    return bad << 16 | good;
}
