/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_product.h"

#include "haetae/common/haetae_pack.h"
#include "util/bytes.h"

enum { FIELD = 3, FIELD_MASK = 7, LANE = 2 * FIELD };
/* check: 0o7070707 == 7 * (64**4 - 1) // 63 */
#define EVEN_FIELDS UINT32_C(07070707)
/* check: 0o770077 == 63 * (4096**2 - 1) // 4095 */
#define EVEN_SUMS UINT32_C(0770077)

/* Group g of eight fields, 3 bits each, of a polynomial that continues as -s below g = 0. -(top -
 * field) = top - (2 top - field), so changing the fields changes the sign. */
static inline uint32_t fields_of(const ksig_haetae_secret *secret, unsigned g) {
    uint32_t fields = ksig_haetae_group(secret->packed, secret->bits, g % 32);
    if (secret->bits == 2) { /* moves fours, pairs and single fields apart */
        fields = (fields & 0xff) | (fields & 0xff00) << 4;
        fields = (fields & 0x00f00f) | (fields & 0x0f00f0) << 2;
        fields = (fields & 0x0c30c3) | (fields & 0x30c30c) << 1;
    }
    if (g >= 32)
        fields =
            2 * (uint32_t)secret->top * 0x249249 - fields; /* check: 0x249249 == (8**8 - 1) // 7 */
    return fields;
}

static uint32_t weight_of(const uint8_t c[KSIG_HAETAE_C_BYTES]) {
    uint32_t weight = 0;
    for (unsigned j = 0; j < KSIG_HAETAE_C_BYTES; j += 4) {
        uint32_t sums = ksig_load32(c + j);
        sums -= sums >> 1 & UINT32_C(0x55555555);
        sums = (sums & UINT32_C(0x33333333)) + (sums >> 2 & UINT32_C(0x33333333));
        sums = (sums + (sums >> 4)) & UINT32_C(0x0f0f0f0f);
        weight += sums * UINT32_C(0x01010101) >> 24;
    }
    return weight;
}

/* Adds fields n .. n + 7 for bit j, even and odd ones apart; those for bit j + 1 are fields n - 1
 * .. n + 6, so even and odd change places. Bits above the 24 are not used. */
#define ADD_BIT(j, even, odd)                                           \
    do {                                                                \
        sum_even += even * (bits >> (j)&1u);                            \
        sum_odd += odd * (bits >> (j)&1u);                              \
        odd = odd << LANE | (before >> FIELD * (7 - (j)) & FIELD_MASK); \
    } while (0)

/* Coefficient n of c s is the sum of the s[n - j] with c_j = 1. Eight fields sum up within 6 bits,
 * and all of them, at most 4 * 80 or 2 * 128, within 12. */
void ksig_haetae_product(int32_t cs[8], const ksig_haetae_secret *secret,
                         const uint8_t c[KSIG_HAETAE_C_BYTES], unsigned i) {
    const int32_t all = secret->top * (int32_t)weight_of(c);
    uint32_t sum04 = 0, sum26 = 0, sum15 = 0, sum37 = 0;
    uint32_t fields = fields_of(secret, i / 8);
    for (unsigned j = 0; j < KSIG_HAETAE_C_BYTES; j++) {
        const uint32_t bits = c[j], before = fields_of(secret, i / 8 - j - 1);
        uint32_t sum_even = 0, sum_odd = 0, even = fields & EVEN_FIELDS,
                 odd = fields >> FIELD & EVEN_FIELDS;
        ADD_BIT(0, even, odd);
        ADD_BIT(1, odd, even);
        ADD_BIT(2, even, odd);
        ADD_BIT(3, odd, even);
        ADD_BIT(4, even, odd);
        ADD_BIT(5, odd, even);
        ADD_BIT(6, even, odd);
        ADD_BIT(7, odd, even);
        sum04 += sum_even & EVEN_SUMS;
        sum26 += sum_even >> LANE & EVEN_SUMS;
        sum15 += sum_odd & EVEN_SUMS;
        sum37 += sum_odd >> LANE & EVEN_SUMS;
        fields = before;
    }
    cs[0] = all - (int32_t)(sum04 & 0xfff);
    cs[1] = all - (int32_t)(sum15 & 0xfff);
    cs[2] = all - (int32_t)(sum26 & 0xfff);
    cs[3] = all - (int32_t)(sum37 & 0xfff);
    cs[4] = all - (int32_t)(sum04 >> 12);
    cs[5] = all - (int32_t)(sum15 >> 12);
    cs[6] = all - (int32_t)(sum26 >> 12);
    cs[7] = all - (int32_t)(sum37 >> 12);
}
