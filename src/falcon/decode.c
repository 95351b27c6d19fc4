/* Encodings of h and s2 (Falcon specification 1.2, sections 3.11.2 to 3.11.4). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"
#include "falcon/state.h"

enum {
    GREATEST = 2047,    /* largest |s2| that can be encoded */
    ZEROS = 16,         /* so many zeros behind the low bits are too many; check: 16 << 7 == 2047 + 1 */
    MINUS_ZERO = 0x101, /* sign, seven zeros, the one that ends it */
};

static uint32_t load_big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* 14 bits each, from the highest down; four in seven bytes. Writing never overtakes reading: the two meet at the end. */
ksig_tally ksig_falcon_unpack_key(ksig_falcon_state *v) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    const int16_t *const end = v->poly + p->n;
    const uint8_t *in = (const uint8_t *)end - ksig_falcon_packed_key(p);
    ksig_tally tally = {0, 0};
    for (int16_t *h = v->poly; h < end; h += 4, in += 7) {
        const uint32_t first = load_big_endian(in), second = load_big_endian(in + 3);
        const uint32_t fields[4] = {first >> 18, first >> 4 & 0x3fff, second >> 14 & 0x3fff, second & 0x3fff};
        for (unsigned i = 0; i < 4; i++) {
            h[i] = (int16_t)fields[i];
            ksig_count(&tally, fields[i] >= KSIG_Q14);
            /* Once more, on what is used. */
            ksig_count(&tally, (KSIG_Q14 - 1u - (uint32_t) * (const volatile int16_t *)&h[i]) >> 31);
        }
    }
    return tally;
}

/* What follows the last coefficient: 0, or nothing at all. Read twice, into two sums. */
static void take_padding(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    const unsigned surplus = !ksig_falcon_params_of(v)->padded;
    const volatile uint8_t *const bytes = data;
    for (size_t i = 0; i < length; i++)
        v->excess |= bytes[i] | surplus;
    for (size_t i = length; i-- > 0;)
        v->window |= bytes[i] | surplus;
}

/* A coefficient is its sign, the 7 low bits of its size, as many zeros as the rest of it says, and a one: 9 to 24 bits. Fewer
 * than 24 are in the window when a byte comes, so it has room. Every coefficient is checked as it is encoded and as it is
 * understood. */
void ksig_falcon_decode(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    const unsigned n = ksig_falcon_params_of(v)->n;
    int16_t *const s2 = ksig_falcon_s2(v);
    const uint8_t *const end = data + length;
    uint32_t window = v->window, norm = v->norm_s2;
    unsigned available = v->available, decoded = v->decoded;
    ksig_tally tally = v->tally;
    while (data < end && decoded < n) {
        window |= (uint32_t)*data++ << (24 - available);
        available += 8;
        while (available > 8 && decoded < n) {
            unsigned zeros = 0;
            for (uint32_t rest = window << 8; rest >> 31 == 0 && zeros < available - 8; rest <<= 1)
                zeros++;
            if (zeros >= ZEROS) {
                ksig_reject(&v->head, KSIG_REJECT_ENCODING);
                return;
            }
            if (zeros == available - 8)
                break;
            const unsigned negative = window >> 31, size = (window >> 24 & 0x7f) | zeros << 7;
            ksig_count(&tally, window >> 23 == MINUS_ZERO);
            ksig_count(&tally, size - negative > GREATEST - negative);
            const int32_t s = negative ? -(int32_t)size : (int32_t)size;
            s2[decoded++] = (int16_t)s;
            norm = ksig_falcon_add_square(norm, s);
            window <<= 9 + zeros;
            available -= 9 + zeros;
        }
    }
    v->tally = tally;
    v->norm_s2 = norm;
    v->available = (uint8_t)available;
    v->decoded = (uint16_t)decoded;
    v->window = window;
    if (decoded == n) {
        v->excess |= window;
        take_padding(v, data, (size_t)(end - data));
    }
}
