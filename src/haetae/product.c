/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/product.h"

#include "haetae/pack.h"

/* check: 0o7070707 == 7 * (64**4 - 1) // 63 */
#define EVEN_FIELDS UINT32_C(07070707)
/* check: 0o770077 == 63 * (4096**2 - 1) // 4095 */
#define EVEN_SUMS UINT32_C(0770077)

/* Group g of eight fields, of a polynomial that goes on as -s below g = 0, in 3 bits each. -(top - field) =
 * top - (2 top - field), so the sign changes with the fields. */
static inline uint32_t fields_of(const ksig_haetae_secret *secret, unsigned g) {
    uint32_t fields = ksig_haetae_group(secret->packed, secret->bits, g % 32);
    if (secret->bits == 2) { /* fours, pairs and single fields move apart */
        fields = (fields & 0xff) | (fields & 0xff00) << 4;
        fields = (fields & 0x00f00f) | (fields & 0x0f00f0) << 2;
        fields = (fields & 0x0c30c3) | (fields & 0x30c30c) << 1;
    }
    if (g >= 32)
        fields = 2 * (uint32_t)secret->top * 0x249249 - fields; /* check: 0x249249 == (8**8 - 1) // 7 */
    return fields;
}

/* Coefficient n of c s is the sum of the s[n - j] with c_j = 1. For the eight j of a byte of c, the fields of n .. n + 7
 * slide through a word; eight of them sum up within 6 bits, and all of them, at most 4 * 80 or 2 * 128, within 12. */
void ksig_haetae_product(int32_t cs[8], const ksig_haetae_secret *secret, const uint8_t c[KSIG_HAETAE_C_BYTES],
                         unsigned i) {
    uint32_t sum04 = 0, sum26 = 0, sum15 = 0, sum37 = 0;
    uint32_t weight = 0, window = fields_of(secret, i / 8);
    for (unsigned j = 0; j < KSIG_HAETAE_C_BYTES; j++) {
        const uint32_t before = fields_of(secret, i / 8 - j - 1);
        uint32_t even = 0, odd = 0, incoming = before << 8;
        for (uint32_t bits = c[j] | 0x100u; bits > 1; bits >>= 1) {
            const uint32_t mask = EVEN_FIELDS & (0u - (bits & 1));
            even += window & mask;
            odd += window >> 3 & mask;
            weight += bits & 1;
            window = window << 3 | incoming >> 29;
            incoming <<= 3;
        }
        sum04 += even & EVEN_SUMS;
        sum26 += even >> 6 & EVEN_SUMS;
        sum15 += odd & EVEN_SUMS;
        sum37 += odd >> 6 & EVEN_SUMS;
        window = before;
    }
    const int32_t all = secret->top * (int32_t)weight;
    cs[0] = all - (int32_t)(sum04 & 0xfff);
    cs[1] = all - (int32_t)(sum15 & 0xfff);
    cs[2] = all - (int32_t)(sum26 & 0xfff);
    cs[3] = all - (int32_t)(sum37 & 0xfff);
    cs[4] = all - (int32_t)(sum04 >> 12);
    cs[5] = all - (int32_t)(sum15 >> 12);
    cs[6] = all - (int32_t)(sum26 >> 12);
    cs[7] = all - (int32_t)(sum37 >> 12);
}
