/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "x509/x509_der.h"

enum { MANY_BYTES = 31, LONG = 0x80, MOST_LENGTH_BYTES = 4 };

unsigned ksig_der_head(const uint8_t *data, unsigned held, uint8_t *tag, uint32_t *length) {
    *tag = 0;
    *length = 0;
    if (held < 2)
        return 2 - held;
    if ((data[0] & MANY_BYTES) == MANY_BYTES)
        return KSIG_DER_BAD;
    *tag = data[0];
    if (data[1] < LONG) {
        *length = data[1];
        return held == 2 ? 0 : KSIG_DER_BAD;
    }
    const unsigned count = data[1] & 0x7fu;
    if (count == 0 || count > MOST_LENGTH_BYTES || held > 2 + count)
        return KSIG_DER_BAD;
    if (held < 2 + count)
        return 2 + count - held;
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum = sum << 8 | data[2 + i];
    /* The length must need all its bytes. */
    if (sum < LONG || data[2] == 0)
        return KSIG_DER_BAD;
    *length = sum;
    return 0;
}

unsigned ksig_der_write(uint8_t out[KSIG_DER_HEAD_BYTES], uint8_t tag, uint32_t length) {
    unsigned count = 0;
    out[0] = tag;
    out[1] = (uint8_t)length;
    if (length < LONG)
        return 2;
    while (count < MOST_LENGTH_BYTES && length >> 8 * count != 0)
        count++;
    out[1] = (uint8_t)(LONG | count);
    for (unsigned i = 0; i < count; i++)
        out[2 + i] = (uint8_t)(length >> 8 * (count - 1 - i));
    return 2 + count;
}

int ksig_der_is_natural(const uint8_t *data, unsigned length) {
    if (length == 0 || (data[0] & 0x80) != 0)
        return 0;
    return length == 1 || data[0] != 0 || (data[1] & 0x80) != 0;
}

int ksig_der_is_oid(const uint8_t *data, unsigned length) {
    unsigned more = 0; /* the preceding byte is not the last of its number */
    for (unsigned i = 0; i < length; i++) {
        if (more == 0 && data[i] == 0x80)
            return 0;
        more = data[i] & 0x80;
    }
    return length != 0 && more == 0;
}

/* Two digits; 100 if they are not digits. */
static uint32_t two_digits(const uint8_t *p) {
    const unsigned tens = p[0] - (unsigned)'0', ones = p[1] - (unsigned)'0';
    return tens > 9 || ones > 9 ? 100u : tens * 10u + ones;
}

/* year: within its century. Without a division, which Cortex-M0 lacks. */
static uint32_t days_of(uint32_t century, uint32_t year, uint32_t month) {
    const uint32_t leap = (year != 0 ? year : century) % 4 == 0;
    if (month == 2)
        return 28 + leap;
    return 30 + ((month + (month >> 3)) & 1);
}

uint64_t ksig_der_seconds(const uint8_t *data, unsigned length) {
    const unsigned four = length == 15 ? 2 : 0;
    if ((length != 13 && length != 15) || data[length - 1] != 'Z')
        return 0;
    uint32_t v[7] = {20}; /* the century and the rest */
    for (unsigned i = four != 0 ? 0 : 1; i < 7; i++) {
        v[i] = two_digits(data + 2 * i + four - 2);
        if (v[i] == 100)
            return 0;
    }
    if (four == 0 && v[1] >= 50)
        v[0] = 19;
    if (four != 0 && 100 * v[0] + v[1] < 2050) /* must be UTCTime */
        return 0;
    const uint32_t month = v[2], day = v[3];
    if (month < 1 || month > 12 || day < 1 || day > days_of(v[0], v[1], month) || v[4] > 23 ||
        v[5] > 59 || v[6] > 59)
        return 0;
    /* The year begins in March: 30.6 days a month, rounded like (153 march + 2) / 5.
     * check: 153 == 31 + 30 + 31 + 30 + 31 */
    const uint32_t march = month > 2 ? month - 3 : month + 9;
    uint32_t century = v[0], year = v[1];
    if (month <= 2 && year-- == 0) {
        century--;
        year = 99;
    }
    const uint32_t days = 365 * (100 * century + year) + 25 * century + year / 4 - century +
                          century / 4 + ((979 * march + 15) >> 5) + day - 1;
    return (uint64_t)days * 86400 + v[4] * 3600 + v[5] * 60 + v[6];
}
