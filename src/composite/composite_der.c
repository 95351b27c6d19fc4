/* Ecdsa-Sig-Value (RFC 3279 section 2.2.3): SEQUENCE { r INTEGER, s INTEGER }, in DER.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_hash.h"
#include "util/memory.h"

enum { TAG_INTEGER = 0x02, TAG_SEQUENCE = 0x30 };

/* Reads the number at der[at] into `bytes` bytes. Returns where the next number begins, or 0.
 * Lengths are below 128: the longest signature has 104 bytes. */
static size_t read_integer(const uint8_t *der, size_t at, size_t length, uint8_t *number,
                           size_t bytes) {
    if (length - at < 3 || der[at] != TAG_INTEGER)
        return 0;
    size_t count = der[at + 1];
    at += 2;
    if (count == 0 || count > length - at)
        return 0;
    const size_t end = at + count;
    if (der[at] >= 0x80)
        return 0; /* negative */
    if (der[at] == 0) {
        /* A leading zero is allowed only before a byte with its top bit set; r and s are not 0. */
        if (count == 1 || der[at + 1] < 0x80)
            return 0;
        at++;
        count--;
    }
    if (count > bytes)
        return 0;
    memcpy(number + (bytes - count), der + at, count);
    return end;
}

uint32_t ksig_composite_read_integers(const uint8_t *der, size_t length, uint8_t *integers,
                                      size_t bytes) {
    memset(integers, 0, 2 * bytes);
    if (length < 8 || der[0] != TAG_SEQUENCE || der[1] != length - 2 || der[1] >= 0x80)
        return 1;
    const size_t middle = read_integer(der, 2, length, integers, bytes);
    if (middle == 0)
        return 1;
    const size_t end = read_integer(der, middle, length, integers + bytes, bytes);
    return (uint32_t)(end ^ length);
}
