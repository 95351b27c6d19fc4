/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/brwhash.h"

#include "arch/gates.h"
#include "kilosig/config.h"
#include "util/bytes.h"
#include "util/memory.h"

#define LIMB_MASK UINT32_C(0x1fffffff)  /* 29 bits */
#define BLOCK_MASK UINT32_C(0x0fffffff) /* 28 bits */
#define LEAST UINT32_C(0x08000000)      /* of a factor: 2^27 */

#if !KSIG_ASM_BRWHASH

/* limb + block, limb by limb: 28 bits of the block are added to each. */
static void add_block(uint32_t sum[4], const uint32_t limb[4], const uint8_t block[14]) {
    sum[0] = limb[0] + (ksig_load32(block) & BLOCK_MASK);
    sum[1] = limb[1] + (ksig_load32(block + 3) >> 4);
    sum[2] = limb[2] + (ksig_load32(block + 7) & BLOCK_MASK);
    sum[3] = limb[3] + (ksig_load32(block + 10) >> 4);
}

/* t[i] = limb i of a b + c d, not reduced; 2^116 = 3 folds limb 4 + i into limb i. */
static void two_products(uint64_t t[4], const uint32_t a[4], const uint32_t b[4],
                         const uint32_t c[4], const uint32_t d[4]) {
    const uint32_t b31 = 3 * b[1], b32 = 3 * b[2], b33 = 3 * b[3], d31 = 3 * d[1], d32 = 3 * d[2],
                   d33 = 3 * d[3];
#define P(x, y) ((uint64_t)(x) * (y))
    t[0] = P(a[0], b[0]) + P(a[1], b33) + P(a[2], b32) + P(a[3], b31) + P(c[0], d[0]) +
           P(c[1], d33) + P(c[2], d32) + P(c[3], d31);
    t[1] = P(a[0], b[1]) + P(a[1], b[0]) + P(a[2], b33) + P(a[3], b32) + P(c[0], d[1]) +
           P(c[1], d[0]) + P(c[2], d33) + P(c[3], d32);
    t[2] = P(a[0], b[2]) + P(a[1], b[1]) + P(a[2], b[0]) + P(a[3], b33) + P(c[0], d[2]) +
           P(c[1], d[1]) + P(c[2], d[0]) + P(c[3], d33);
    t[3] = P(a[0], b[3]) + P(a[1], b[2]) + P(a[2], b[1]) + P(a[3], b[0]) + P(c[0], d[3]) +
           P(c[1], d[2]) + P(c[2], d[1]) + P(c[3], d[0]);
#undef P
}

/* Factors in units of 2^29, slightly rounded up: r, s and f are below 1.25, since e contributes
 * 0.25; with a block of 0.5 they are below 1.75, and so is the value. Thus 3 b is below 5.25, 32
 * bits, and t[0], to which six products are added three times and two once, below 10 (1.75^2 + 1.75
 * * 1.25) = 52.5 of 2^58, 64 bits. t[3], without factors 3, is below 21 of 2^58, so its carry is
 * below 2^34: the low limb of the carry, times 3, goes to limb 0, the rest to limb 1. */
size_t ksig_brwhash_groups(ksig_brwhash *h, const uint8_t *data, size_t length) {
    do {
        uint32_t a[4], b[4];
        uint64_t t[4];
        add_block(a, h->powers[0], data);
        add_block(b, h->powers[1], data + 14);
        two_products(t, a, b, h->value, h->powers[2]);
        for (unsigned i = 0; i < 3; i++)
            t[i + 1] += t[i] >> 29;
        const uint64_t high = t[3] >> 29;
        const uint32_t limb0 = ((uint32_t)t[0] & LIMB_MASK) + 3 * ((uint32_t)high & LIMB_MASK);
        a[0] = (limb0 & LIMB_MASK) + LEAST;
        a[1] = ((uint32_t)t[1] & LIMB_MASK) + 3 * (uint32_t)(high >> 29) + (limb0 >> 29) + LEAST;
        a[2] = ((uint32_t)t[2] & LIMB_MASK) + LEAST;
        a[3] = ((uint32_t)t[3] & LIMB_MASK) + LEAST;
        add_block(h->value, a, data + 28);
        data += KSIG_BRWHASH_GROUP_BYTES;
        length -= KSIG_BRWHASH_GROUP_BYTES;
    } while (length >= KSIG_BRWHASH_GROUP_BYTES);
    return length;
}

#endif

void ksig_brwhash_init(ksig_brwhash *h, const uint8_t point[KSIG_BRWHASH_KEY_BYTES]) {
    memset(h, 0, sizeof *h);
    /* A group of zeros makes the value times f + r s + e. While s is 0, these are squares. */
    for (unsigned i = 0; i < 4; i++)
        h->powers[0][i] = (ksig_load32(point + 4 * i) & LIMB_MASK) + LEAST;
    memcpy(h->value, h->powers[0], sizeof h->value);
    memcpy(h->powers[2], h->value, sizeof h->value);
    (void)ksig_brwhash_groups(h, h->group, sizeof h->group);
    memcpy(h->powers[2], h->value, sizeof h->value);
    (void)ksig_brwhash_groups(h, h->group, sizeof h->group);
    memcpy(h->powers[1], h->powers[2], sizeof h->value);
    memcpy(h->powers[2], h->value, sizeof h->value);
    memset(h->value, 0, sizeof h->value);
}

void ksig_brwhash_update(ksig_brwhash *h, const uint8_t *data, size_t length) {
    while (length > 0) {
        size_t part = length;
        if (h->filled == 0 && length >= KSIG_BRWHASH_GROUP_BYTES) {
            part -= ksig_brwhash_groups(h, data, length);
        } else {
            const size_t room = KSIG_BRWHASH_GROUP_BYTES - (size_t)h->filled;
            part = part < room ? part : room;
            ksig_copy(h->group + h->filled, data, part);
            h->filled = (uint8_t)(h->filled + part);
            if (part == room) {
                (void)ksig_brwhash_groups(h, h->group, sizeof h->group);
                h->filled = 0;
            }
        }
        data += part;
        length -= part;
    }
}

void ksig_brwhash_final(ksig_brwhash *h, uint32_t value[4]) {
    if (h->filled != 0) {
        memset(h->group + h->filled, 0, sizeof h->group - h->filled);
        (void)ksig_brwhash_groups(h, h->group, sizeof h->group);
        h->filled = 0;
    }
    ksig_wipe(h->group, sizeof h->group); /* by words */
    (void)ksig_brwhash_groups(h, h->group, sizeof h->group);
    memcpy(value, h->value, sizeof h->value);
    memset(h->value, 0, sizeof h->value);
}
