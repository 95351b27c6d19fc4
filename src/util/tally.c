/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/tally.h"

#include "util/bytes.h"

uint32_t ksig_compare_packed(const volatile uint8_t *a, const volatile uint8_t *b, size_t length) {
    uint32_t good = 0, bad = a == b;
    KSIG_HIDE(good); /* or, for no bytes, `length` could be what is returned */
    for (size_t i = 0; i < length; i++) {
        bad |= (uint32_t)a[i] ^ b[i];
        good += (((uint32_t)a[i] ^ b[i]) - 1) >> 31;
    }
    return bad << 16 | good;
}
