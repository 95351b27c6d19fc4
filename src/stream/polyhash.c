/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/polyhash.h"

#include "arch/gates.h"
#include "util/bytes.h"
#include "util/memory.h"

#define LIMB_MASK UINT32_C(0x3ffffff) /* 26 bits */
#define LEAST UINT32_C(0x8000000)     /* of a factor: 2^27 */

/* A block as five limbs of 26 bits. */
static void load_limbs(uint32_t limb[5], const uint8_t block[16]) {
    limb[0] = ksig_load32(block) & LIMB_MASK;
    limb[1] = ksig_load32(block + 3) >> 2 & LIMB_MASK;
    limb[2] = ksig_load32(block + 6) >> 4 & LIMB_MASK;
    limb[3] = ksig_load32(block + 9) >> 6 & LIMB_MASK;
    limb[4] = ksig_load24(block + 13);
}

/* The value of no blocks: e. */
static void begin(ksig_polyhash *h) {
    for (unsigned i = 0; i < 5; i++)
        h->value[i] = LEAST;
}

void ksig_polyhash_init(ksig_polyhash *h, const uint8_t point[KSIG_POLYHASH_KEY_BYTES]) {
    memset(h, 0, sizeof *h);
    load_limbs(h->point, point);
    for (unsigned i = 0; i < 5; i++)
        h->point[i] += LEAST;
    begin(h);
}

#if !KSIG_ASM_POLYHASH
/* Without loops: compilers do not unroll them, and the code takes three times as long. On ARMv6-M,
 * where a product of 64 bits is a call of 41 instructions, this is assembly with halves of limbs.
 */
#define LIMB(a, b, c, d, e)                                                     \
    ((uint64_t)sum[0] * (a) + (uint64_t)sum[1] * (b) + (uint64_t)sum[2] * (c) + \
     (uint64_t)sum[3] * (d) + (uint64_t)sum[4] * (e))

void ksig_polyhash_update(ksig_polyhash *h, const uint8_t *data, size_t length) {
    const uint32_t r0 = h->point[0], r1 = h->point[1], r2 = h->point[2], r3 = h->point[3],
                   r4 = h->point[4];
    for (; length > 0; data += 16, length -= 16) {
        uint32_t sum[5];
        load_limbs(sum, data);
        sum[0] += h->value[0];
        sum[1] += h->value[1];
        sum[2] += h->value[2];
        sum[3] += h->value[3];
        sum[4] += h->value[4];

        /* Limb i of the product; 2^130 = 5 folds limb 5 + i into limb i. In units of 2^26, r < 3
         * and 5 r < 15, so 5 r fits in 32 bits; a sum is e (2), a value and a block: below 4.01.
         * Limb 0 adds one product with r and four with 5 r, < 4.01 (3 + 4 15) 2^52 < 2^60; the
         * others add fewer with 5 r, and a carry < 2^34. */
        uint64_t t = LIMB(r0, 5 * r4, 5 * r3, 5 * r2, 5 * r1);
        const uint32_t value0 = (uint32_t)t & LIMB_MASK;
        t = (t >> 26) + LIMB(r1, r0, 5 * r4, 5 * r3, 5 * r2);
        const uint32_t value1 = (uint32_t)t & LIMB_MASK;
        t = (t >> 26) + LIMB(r2, r1, r0, 5 * r4, 5 * r3);
        h->value[2] = ((uint32_t)t & LIMB_MASK) + LEAST;
        t = (t >> 26) + LIMB(r3, r2, r1, r0, 5 * r4);
        h->value[3] = ((uint32_t)t & LIMB_MASK) + LEAST;
        t = (t >> 26) + LIMB(r4, r3, r2, r1, r0);
        h->value[4] = ((uint32_t)t & LIMB_MASK) + LEAST;
        /* Limb 4 has no product with 5 r: t < 5 4.01 3 2^52 + 2^34 < 2^58, so its carry is below
         * 2^32. Five times the low limb of the carry goes to limb 0, below 2^29; the rest and the
         * carry of limb 0, below 5 2^6 + 2^3, to limb 1. */
        const uint32_t carry = (uint32_t)(t >> 26), limb0 = value0 + 5 * (carry & LIMB_MASK);
        h->value[0] = (limb0 & LIMB_MASK) + LEAST;
        h->value[1] = value1 + 5 * (carry >> 26) + (limb0 >> 26) + LEAST;
    }
}
#endif

void ksig_polyhash_keep(ksig_polyhash *h) {
    memcpy(h->first, h->value, sizeof h->first);
    begin(h);
}

ksig_tally ksig_polyhash_compare(ksig_polyhash *h) {
    ksig_tally tally =
        ksig_compare((const uint8_t *)h->value, (const uint8_t *)h->first, sizeof h->first);
    ksig_count(&tally, h->first[0] < LEAST); /* a wipe that overran makes both 0 */
    begin(h);
    return tally;
}
