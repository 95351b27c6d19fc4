/* Encodings of h and s2 (Falcon specification 1.2, sections 3.11.2 to 3.11.4).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/falcon_state.h"
#include "guard/guard.h"
#include "stream/verdict.h"

enum {
    GREATEST = 2047,    /* largest |s2| that can be encoded */
    ZEROS = 16,         /* too many zeros after the low bits; check: 16 * 2**7 == 2047 + 1 */
    MOST_BITS = 24,     /* longest coefficient: sign, 7 bits, 15 zeros, a one */
    MINUS_ZERO = 0x101, /* sign, seven zeros, the one that ends it */
};

void ksig_falcon_start_decoding(ksig_falcon_state *v) {
    v->tally.bad = 0;
    v->tally.good = 0;
    v->window = 0;
    v->excess = 0;
    v->available = 0;
    v->missing = ksig_falcon_params_of(v)->n;
}

/* 14 bits each, highest first. Each is checked as it arrives, and again as it is stored, then by
 * adding 2^14 - q: with the same constant, one register would serve both checks. */
/* check: 12289 + 4095 == 2**14 */
void ksig_falcon_decode_key(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    int16_t *h = v->poly + ksig_falcon_params_of(v)->n - v->missing;
    uint32_t window = v->window;
    unsigned available = v->available;
    ksig_tally tally = v->tally;
    const uint8_t *const end = data + length;
    while (data < end) {
        window = window << 8 | *data++;
        available += 8;
        if (data < end) {
            window = window << 8 | *data++;
            available += 8;
        }
        while (available >= 14) {
            available -= 14;
            const uint32_t field = window >> available & 0x3fff;
            *h = (int16_t)field;
            ksig_count(&tally, ((uint32_t)KSIG_Q14 - 1u - field) >> 31);
            ksig_count(&tally, (*(volatile uint16_t *)h + (0x4000u - (uint32_t)KSIG_Q14)) >> 14);
            h++;
        }
    }
    v->tally = tally;
    v->available = (uint8_t)available;
    v->missing = (uint16_t)(v->poly + ksig_falcon_params_of(v)->n - h);
    v->window = window;
}

/* 1 if nothing at all may follow the last coefficient. Looked up again each time. */
static inline uint32_t ends(const ksig_falcon_state *v) {
    KSIG_RELOAD(v);
    return ksig_falcon_params_of(v)->unpadded;
}

/* Takes what follows the last coefficient: zeros, or nothing at all. ORs it into two words, from a
 * copy of each byte that is read twice, in `header`, which is no longer needed. Returns where it
 * stopped. */
static const uint8_t *take_padding(ksig_falcon_state *v, const uint8_t *data, const uint8_t *end) {
    volatile uint8_t *const byte = &v->header;
    while (data != end) {
        const ksig_falcon_state *again = v;
        KSIG_RELOAD(again); /* otherwise both would use one load of the pointer to the set */
        *byte = *data++;
        KSIG_BARRIER(data);
        v->excess |= *byte | ends(v);
        v->window |= *byte | ends(again);
    }
    return data;
}

/* Unread bits, derived from the data pointer itself rather than from a counter that a skipped
 * instruction could leave stale: a byte that was not counted would give its place in the window to
 * the next one. The barriers keep compilers from adding such a counter. */
static inline uint32_t bits_left(const uint8_t **data, uint32_t taken) {
    KSIG_RELOAD(*data);
    uint32_t bits = 8 * (uint32_t)(uintptr_t)*data - taken;
    KSIG_BARRIER(bits);
    return bits;
}

/* Decompress (Falcon specification 1.2, Algorithm 18). A coefficient is its sign, the 7 low bits of
 * its absolute value, the rest of that as a number of zeros, and a one: 9 to 24 bits. A negative
 * one is stored as the complement, without adding 1: so -0 is the value -1, and can be rejected
 * again. The window is kept twice: bits that one copy has lost are in the other, which is checked
 * for -0 and for what follows s2. */
size_t ksig_falcon_decode(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    const unsigned n = ksig_falcon_params_of(v)->n;
    int16_t *const s2_end = ksig_falcon_s2(v) + n, *s2 = s2_end - v->missing;
    const uint8_t *const begin = data, *const end = data + length;
    uint32_t window = v->window, twin = v->excess;
    uint32_t available, taken = 8 * (uint32_t)(uintptr_t)data - v->available;
    ksig_tally tally = v->tally;
    while (s2 < s2_end) {
        while ((available = bits_left(&data, taken)) < MOST_BITS && data < end) {
            const uint32_t bits = (uint32_t)*data++ << (24 - available);
            window |= bits;
            twin |= bits;
        }
        const unsigned zeros = ksig_leading_zeros(window << 8 | UINT32_C(1) << (31 - ZEROS));
        if (9 + zeros > available || zeros == ZEROS) {
            if (available < MOST_BITS)
                break;
            ksig_reject(&v->head, KSIG_REJECT_ENCODING);
            return length;
        }
        const uint32_t size = (window >> 24 & 0x7f) | zeros << 7, sign = 0u - (window >> 31);
        KSIG_RELOAD(twin);
        ksig_count(&tally, ((twin >> 23 ^ MINUS_ZERO) - 1) >> 31);
        *s2++ = (int16_t)(size ^ sign);
        window <<= 9 + zeros;
        twin <<= 9 + zeros;
        taken += 9 + zeros;
    }
    available = bits_left(&data, taken);
    v->tally = tally;
    v->available = (uint8_t)available;
    v->missing = (uint16_t)(s2_end - s2);
    v->window = window;
    v->excess = twin;
    if (s2 == s2_end) {
        if (available >= 8) /* a whole byte is left, where nothing may follow */
            v->window |= ends(v);
        data = take_padding(v, data, end);
    }
    return (size_t)(data - begin);
}

ksig_tally ksig_falcon_check_s2(ksig_falcon_state *v) {
    int16_t *const end = ksig_falcon_s2(v) + ksig_falcon_params_of(v)->n;
    ksig_tally tally = v->tally;
    for (int16_t *s2 = ksig_falcon_s2(v); s2 < end; s2++) {
        const int32_t complement = *s2;
        const uint32_t from_least =
            (uint32_t)complement + GREATEST + 1; /* 0 .. 2 GREATEST + 1, not GREATEST for -1 */
        ksig_count(&tally,
                   (from_least | (2 * GREATEST + 1 - from_least) | ((from_least ^ GREATEST) - 1)) >>
                       31);
        *s2 = (int16_t)(complement + (int32_t)((uint32_t)complement >> 31));
    }
    return tally;
}
