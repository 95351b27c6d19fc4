/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/brwhash.h"

#include <string.h>

#include "util/bytes.h"

#define LIMB_MASK UINT32_C(0x3ffffff) /* 26 bits */

/* limb + block, limb by limb. */
static void add_block(uint32_t sum[5], const uint32_t limb[5], const uint8_t block[16]) {
    const uint32_t w0 = ksig_load32(block), w1 = ksig_load32(block + 4);
    const uint32_t w2 = ksig_load32(block + 8), w3 = ksig_load32(block + 12);
    sum[0] = limb[0] + (w0 & LIMB_MASK);
    sum[1] = limb[1] + ((w0 >> 26 | w1 << 6) & LIMB_MASK);
    sum[2] = limb[2] + ((w1 >> 20 | w2 << 12) & LIMB_MASK);
    sum[3] = limb[3] + ((w2 >> 14 | w3 << 18) & LIMB_MASK);
    sum[4] = limb[4] + (w3 >> 8);
}

/* out = a b + c d modulo p; 2^130 = 5 folds limb 5 + i into limb i; b5 = 5 b. Limbs of a and c are below 2^27 + 2^12, of b
 * below 2^26 + 2^11, of d below 2^27 + 2^12: a sum of five products, four of them times 5, is below 2^58.7, two such sums
 * below 2^59.7, a carry below 2^34. Times 5 it is below 2^37 and leaves limb 1 below 2^26 + 2^11. out may be a. */
static void multiply_two(uint32_t out[5], const uint32_t a[5], const uint32_t b[5], const uint32_t b5[5],
                         const uint32_t c[5], const uint32_t d[5]) {
    const uint32_t d51 = 5 * d[1], d52 = 5 * d[2], d53 = 5 * d[3], d54 = 5 * d[4];
#define P(x, y) ((uint64_t)(x) * (y))
    uint64_t t = P(a[0], b[0]) + P(a[1], b5[4]) + P(a[2], b5[3]) + P(a[3], b5[2]) + P(a[4], b5[1]) + P(c[0], d[0]) +
                 P(c[1], d54) + P(c[2], d53) + P(c[3], d52) + P(c[4], d51);
    const uint32_t low = (uint32_t)t & LIMB_MASK;
    t = (t >> 26) + P(a[0], b[1]) + P(a[1], b[0]) + P(a[2], b5[4]) + P(a[3], b5[3]) + P(a[4], b5[2]) + P(c[0], d[1]) +
        P(c[1], d[0]) + P(c[2], d54) + P(c[3], d53) + P(c[4], d52);
    const uint32_t limb1 = (uint32_t)t & LIMB_MASK;
    t = (t >> 26) + P(a[0], b[2]) + P(a[1], b[1]) + P(a[2], b[0]) + P(a[3], b5[4]) + P(a[4], b5[3]) + P(c[0], d[2]) +
        P(c[1], d[1]) + P(c[2], d[0]) + P(c[3], d54) + P(c[4], d53);
    const uint32_t limb2 = (uint32_t)t & LIMB_MASK;
    t = (t >> 26) + P(a[0], b[3]) + P(a[1], b[2]) + P(a[2], b[1]) + P(a[3], b[0]) + P(a[4], b5[4]) + P(c[0], d[3]) +
        P(c[1], d[2]) + P(c[2], d[1]) + P(c[3], d[0]) + P(c[4], d54);
    const uint32_t limb3 = (uint32_t)t & LIMB_MASK;
    t = (t >> 26) + P(a[0], b[4]) + P(a[1], b[3]) + P(a[2], b[2]) + P(a[3], b[1]) + P(a[4], b[0]) + P(c[0], d[4]) +
        P(c[1], d[3]) + P(c[2], d[2]) + P(c[3], d[1]) + P(c[4], d[0]);
#undef P
    out[2] = limb2;
    out[3] = limb3;
    out[4] = (uint32_t)t & LIMB_MASK;
    t = (t >> 26) * 5 + low;
    out[0] = (uint32_t)t & LIMB_MASK;
    out[1] = limb1 + (uint32_t)(t >> 26);
}

static void square(uint32_t out[5], const uint32_t a[5]) {
    static const uint32_t zero[5] = {0};
    uint32_t a5[5];
    for (unsigned i = 0; i < 5; i++)
        a5[i] = 5 * a[i];
    multiply_two(out, a, a, a5, zero, zero);
}

void ksig_brwhash_init(ksig_brwhash *h, const uint8_t point[KSIG_BRWHASH_KEY_BYTES]) {
    memset(h, 0, sizeof *h);
    add_block(h->powers[0], h->value, point);
    square(h->powers[1], h->powers[0]);
    square(h->powers[2], h->powers[1]);
    for (unsigned i = 0; i < 5; i++)
        h->powers[3][i] = 5 * h->powers[2][i];
}

static void take_group(ksig_brwhash *h, const uint8_t group[48]) {
    uint32_t a[5], b[5];
    add_block(a, h->powers[0], group);
    add_block(b, h->powers[1], group + 16);
    multiply_two(h->value, h->value, h->powers[2], h->powers[3], a, b);
    add_block(h->value, h->value, group + 32);
}

void ksig_brwhash_update(ksig_brwhash *h, const uint8_t *data, size_t length) {
    while (length > 0) {
        if (h->filled == 0 && length >= sizeof h->group) {
            take_group(h, data);
            data += sizeof h->group;
            length -= sizeof h->group;
            continue;
        }
        const size_t room = sizeof h->group - h->filled, part = length < room ? length : room;
        memcpy(h->group + h->filled, data, part);
        h->filled += (uint32_t)part;
        data += part;
        length -= part;
        if (h->filled == sizeof h->group) {
            take_group(h, h->group);
            h->filled = 0;
        }
    }
}

void ksig_brwhash_final(ksig_brwhash *h, uint32_t value[5]) {
    if (h->filled != 0) {
        memset(h->group + h->filled, 0, sizeof h->group - h->filled);
        take_group(h, h->group);
        h->filled = 0;
    }
    memset(h->group, 0, sizeof h->group);
    take_group(h, h->group);
    memcpy(value, h->value, sizeof h->value);
    memset(h->value, 0, sizeof h->value);
}
