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

static uint64_t product(uint32_t a, uint32_t b) { return (uint64_t)a * b; }

/* sum += a b modulo p, without carries: 2^130 = 5 folds limb 5 + i into limb i. */
static void add_product(uint64_t sum[5], const uint32_t a[5], const uint32_t b[5]) {
    const uint32_t a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4];
    const uint32_t b0 = b[0];
    uint32_t b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4];
    sum[4] += product(a0, b4) + product(a1, b3) + product(a2, b2) + product(a3, b1) + product(a4, b0);
    b4 *= 5;
    sum[3] += product(a0, b3) + product(a1, b2) + product(a2, b1) + product(a3, b0) + product(a4, b4);
    b3 *= 5;
    sum[2] += product(a0, b2) + product(a1, b1) + product(a2, b0) + product(a3, b4) + product(a4, b3);
    b2 *= 5;
    sum[1] += product(a0, b1) + product(a1, b0) + product(a2, b4) + product(a3, b3) + product(a4, b2);
    b1 *= 5;
    sum[0] += product(a0, b0) + product(a1, b4) + product(a2, b3) + product(a3, b2) + product(a4, b1);
}

/* Carries. Factors are powers, and powers or the value with a block added: limbs below 2^26 + 2^11 or 2^27 + 2^12. So a sum
 * of five products, four of them times 5, is below 2^58.7, two such sums below 2^59.7; a carry is below 2^34, times 5 below
 * 2^37, and leaves limb 1 below 2^26 + 2^11. */
static void reduce(uint32_t limb[5], const uint64_t sum[5]) {
    uint64_t carry = 0;
    for (unsigned i = 0; i < 5; i++) {
        carry += sum[i];
        limb[i] = (uint32_t)carry & LIMB_MASK;
        carry >>= 26;
    }
    carry = carry * 5 + limb[0];
    limb[0] = (uint32_t)carry & LIMB_MASK;
    limb[1] += (uint32_t)(carry >> 26);
}

static void square(uint32_t out[5], const uint32_t a[5]) {
    uint64_t sum[5] = {0, 0, 0, 0, 0};
    add_product(sum, a, a);
    reduce(out, sum);
}

void ksig_brwhash_init(ksig_brwhash *h, const uint8_t point[KSIG_BRWHASH_KEY_BYTES]) {
    memset(h, 0, sizeof *h);
    add_block(h->powers[0], h->value, point);
    square(h->powers[1], h->powers[0]);
    square(h->powers[2], h->powers[1]);
}

/* The hot path: every third call has the two multiplications. */
static void take_block(ksig_brwhash *h, const uint8_t block[16]) {
    if (h->blocks == 0) {
        add_block(h->factor, h->powers[0], block);
        h->blocks = 1;
    } else if (h->blocks == 1) {
        uint64_t sum[5] = {0, 0, 0, 0, 0};
        uint32_t other[5];
        add_block(other, h->powers[1], block);
        add_product(sum, h->value, h->powers[2]);
        add_product(sum, h->factor, other);
        reduce(h->value, sum);
        h->blocks = 2;
    } else {
        add_block(h->value, h->value, block);
        h->blocks = 0;
    }
}

void ksig_brwhash_update(ksig_brwhash *h, const uint8_t *data, size_t length) {
    while (length > 0) {
        if (h->filled == 0 && length >= sizeof h->block) {
            take_block(h, data);
            data += sizeof h->block;
            length -= sizeof h->block;
            continue;
        }
        h->block[h->filled++] = *data++;
        length--;
        if (h->filled == sizeof h->block) {
            take_block(h, h->block);
            h->filled = 0;
        }
    }
}

void ksig_brwhash_final(ksig_brwhash *h, uint32_t value[5]) {
    while (h->filled != 0 || h->blocks != 0) {
        static const uint8_t zero[16] = {0};
        ksig_brwhash_update(h, zero, sizeof h->block - h->filled);
    }
    memcpy(value, h->value, sizeof h->value);
    memset(h->value, 0, sizeof h->value);
}
