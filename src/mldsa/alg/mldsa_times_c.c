/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_times_c.h"

#include "arch/gates.h"
#include "mldsa/alg/mldsa_row.h"
#include "ring/short23.h"
#include "ring/sum23.h"
#include "util/memory.h"

enum { N = KSIG_MLDSA_N, HALF = N / 2, QUARTER = N / 4, VALUES = KSIG_MLDSA_T0_VALUES };

/* Entry m of the list of c, 1 or -1, times a value. */
static inline int32_t signed_by(const ksig_mldsa_challenge *c, unsigned m, int32_t value) {
    return c->signs[m / 8] >> m % 8 & 1 ? -value : value;
}

static inline void make_c(int32_t operand[N], const ksig_mldsa_challenge *c, unsigned tau) {
    for (unsigned n = 0; n < N; n++)
        operand[n] = 0;
    for (unsigned m = 0; m < tau; m++)
        operand[c->position[m]] = signed_by(c, m, 1);
}

/* ScalarVectorNTT (FIPS 204 Algorithm 47). */
KSIG_NOINLINE void ksig_mldsa_times_c_secret(uint32_t words[192], int32_t *operand,
                                             const ksig_mldsa_challenge *c, unsigned tau) {
    make_c(operand, c, tau);
    ksig_short_ntt(operand);
    ksig_short_negative_products(words, operand);
}

#if KSIG_COMPACT_RING

/* The first layer: a half is modulo x^128 - r, where r is zeta^128 or its negative.
 * check: pow(1753, 128, 8380417) == 8380417 - 3572223 */
static int32_t root_of(unsigned half) { return half ? 3572223 : -3572223; }

/* ScalarVectorNTT (FIPS 204 Algorithm 47). */
void ksig_mldsa_times_c(uint32_t words[192], int32_t *operand, const ksig_mldsa_challenge *c,
                        unsigned tau) {
    ksig_mldsa_times_c_secret(words, operand, c, tau);
}

KSIG_NOINLINE void ksig_mldsa_times_c_by_halves(uint32_t words[192], int32_t *operand,
                                                const ksig_mldsa_challenge *c, unsigned tau) {
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned n = 0; n < HALF; n++)
            operand[n] = 0;
        for (unsigned m = 0; m < tau; m++) {
            const unsigned position = c->position[m];
            operand[position % HALF] += signed_by(c, m, position < HALF ? 1 : root_of(half));
        }
        ksig_compact_transform(operand, HALF, 2 + half);
        ksig_compact_negative_products(words + 96 * half, operand, HALF);
    }
}

#else

/* ScalarVectorNTT (FIPS 204 Algorithm 47). */
KSIG_NOINLINE void ksig_mldsa_times_c(uint32_t words[192], int32_t *operand,
                                      const ksig_mldsa_challenge *c, unsigned tau) {
    make_c(operand, c, tau);
    ksig_ntt23(operand);
    ksig_sum23_multiply(words, operand, N / 4);
}

/* The factor of z's transform, of which this is subtracted. */
enum { SCALE = KSIG_MLDSA_SCALED_ROW ? KSIG_Z_SCALE : 1 };

/* ScalarVectorNTT (FIPS 204 Algorithm 47). Two layers by their definition, as few coefficients are
 * nonzero: a quarter's slots are c modulo x^64 - r, where r is zeta 2 or 3 or its negative, and r^2
 * is zeta 1 or its negative. */
KSIG_NOINLINE void ksig_mldsa_times_c_by_quarters(uint32_t words[192], const int32_t *values,
                                                  int32_t *operand, const ksig_mldsa_challenge *c,
                                                  unsigned tau) {
    for (unsigned quarter = 0; quarter < 4; quarter++) {
        const unsigned half = quarter / 2;
        const int32_t square = half ? 1 - ksig_zetas23[1] : ksig_zetas23[1],
                      quotient = ksig_zetas23[2 + half];
        const int32_t w = ksig_constant23(square),
                      zeta = ksig_times23(SCALE, ksig_constant23(quotient), quotient),
                      root = quarter % 2 ? -zeta : zeta;
        const int32_t powers[4] = {SCALE, root, ksig_times23(SCALE, w, square),
                                   ksig_times23(root, w, square)};
        for (unsigned n = 0; n < QUARTER; n++)
            operand[n] = 0;
        for (unsigned m = 0; m < tau; m++)
            operand[c->position[m] % QUARTER] += signed_by(c, m, powers[c->position[m] / QUARTER]);
        ksig_ntt23_last(operand, QUARTER, 4 + quarter);
        ksig_sum23_multiply_values(words + 48 * quarter, values + QUARTER * quarter, operand,
                                   QUARTER / 4);
    }
}

#endif

#if !KSIG_ASM_ROTATE

static inline uint32_t word_of(const uint8_t *at, unsigned size) {
    uint16_t pair[2];
    if (size == 1)
        return ksig_load32(at);
    KSIG_COPY_FEW(pair, at, 4);
    return pair[0] | (uint32_t)pair[1] << 16;
}

/* `size`: bytes of a field. */
static inline unsigned rotate(uint32_t sums[8], const uint8_t *fields, const uint8_t *positions,
                              uint32_t terms, unsigned size) {
    const uint32_t first = size == 1 ? terms >> 29 << 5 : terms >> 28 << 4;
    unsigned negative = 0;
    for (terms &= size == 1 ? 0x1fffffff : 0xfffffff; terms != 1; terms >>= 1) {
        const uint32_t position = *positions++;
        const uint8_t *at = fields + ((first - position) & 255u) * size;
        if ((first < position) != (terms & 1)) {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] -= word_of(at, size);
            negative++;
        } else {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] += word_of(at, size);
        }
    }
    return negative;
}

KSIG_NOINLINE unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[KSIG_MLDSA_TURNED],
                                         const uint8_t *positions, uint32_t terms) {
    return rotate(sums, fields, positions, terms, 1);
}

KSIG_NOINLINE unsigned ksig_mldsa_rotate_wide(uint32_t sums[8], const uint16_t fields[256 + 16],
                                              const uint8_t *positions, uint32_t terms) {
    return rotate(sums, (const uint8_t *)fields, positions, terms, 2);
}

#endif

void ksig_mldsa_turn(const ksig_mldsa_params *p, ksig_mldsa_factor *factor) {
    const uint8_t twice = (uint8_t)(2 * ksig_mldsa_eta(p));
    for (unsigned n = 0; n < KSIG_MLDSA_TURNED - N; n++)
        factor->fields[N + n] = (uint8_t)(twice - factor->fields[n]);
}

/* At most 24 terms from m on: m is a multiple of 8, and there are 8 bytes of signs. Returns how
 * many were subtracted. */
static inline unsigned rotate_terms(const ksig_mldsa_challenge *c, ksig_mldsa_factor *factor,
                                    unsigned first, unsigned m, unsigned count) {
    const uint8_t *const signs = c->signs + m / 8;
    const uint32_t end = UINT32_C(1) << count;
    const uint32_t few =
        signs[0] | (uint32_t)signs[1] << 8 | (m < 48 ? (uint32_t)signs[2] << 16 : 0);
    return ksig_mldsa_rotate(factor->sums, factor->fields, c->position + m,
                             (few & (end - 1)) | end | (uint32_t)(first / 32) << 29);
}

static inline void subtract_bytes(ksig_mldsa_factor *factor, uint32_t negative, int32_t all) {
    const uint32_t *word = factor->sums;
    int16_t *product = factor->product;
    for (const int16_t *const end = product + KSIG_MLDSA_PRODUCTS; product < end; product += 4) {
        const uint32_t sum = *word++ + negative;
        product[0] = (int16_t)((all ? all : product[0]) - (int32_t)(sum & 0xff));
        product[1] = (int16_t)((all ? all : product[1]) - (int32_t)(sum >> 8 & 0xff));
        product[2] = (int16_t)((all ? all : product[2]) - (int32_t)(sum >> 16 & 0xff));
        product[3] = (int16_t)((all ? all : product[3]) - (int32_t)(sum >> 24));
    }
}

/* The product becomes `all`, or with 0 the old product, minus the bytes of the sums. Not inlined,
 * so that its frame does not add to that of the sums. */
static KSIG_NOINLINE void subtract_sums(ksig_mldsa_factor *factor, uint32_t negative,
                                        uint32_t all) {
    if (!KSIG_LEAST_FLASH && all == 0) {
        subtract_bytes(factor, negative, 0);
        return;
    }
    subtract_bytes(factor, negative, (int32_t)all);
}

/* Four fields in a word. In x^position s, coefficients below `position` change their sign, as x^256
 * = -1. Where `position` is within these 32, the negated fields after the 256 give all of them the
 * sign of the first. Each subtracted field has 2 eta added in the end. So a byte is a sum of at
 * most 24 fields up to 8, or tau fields up to 4, below 2^8; over all terms it is tau eta minus the
 * coefficient of c s. */
void ksig_mldsa_multiply_c(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                           ksig_mldsa_factor *factor, unsigned first) {
    const unsigned eta = ksig_mldsa_eta(p), tau = p->tau;
    for (unsigned m = 0, all = tau * eta; m < tau; all = 0) {
        uint32_t negative = 0;
        for (unsigned n = 0; n < KSIG_MLDSA_PRODUCTS / 4; n++)
            factor->sums[n] = 0;
        do {
            const unsigned count = tau - m < 24 ? tau - m : 24;
            negative += rotate_terms(c, factor, first, m, count);
            m += count;
        } while (m < tau && eta == 2);
        negative *= UINT32_C(0x01010101) * (2 * eta);
        subtract_sums(factor, negative, all);
    }
}

/* Two fields in a word: sums of 7 are below 2^16. */
KSIG_NOINLINE void ksig_mldsa_multiply_t0(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                                          ksig_mldsa_t0_factor *factor, unsigned first) {
    uint32_t *const sums = factor->sums;
    const unsigned tau = p->tau;
    int32_t *const products = factor->product;
    for (unsigned n = 0; n < VALUES; n++)
        products[n] = (int32_t)tau * 4096;
    for (unsigned m = 0; m < tau; m += 7) {
        const unsigned count = tau - m < 7 ? tau - m : 7, byte = m / 8 < 7 ? m / 8 : 6;
        const uint32_t signs =
            (c->signs[byte] | (uint32_t)c->signs[byte + 1] << 8) >> (m - 8 * byte);
        const uint32_t end = UINT32_C(1) << count;
        for (unsigned n = 0; n < VALUES / 2; n++)
            sums[n] = 0;
        const uint32_t negative =
            UINT32_C(0x20002000) *
            ksig_mldsa_rotate_wide(sums, factor->t0, c->position + m,
                                   (signs & (end - 1)) | end | (uint32_t)(first / 16) << 28);
        int32_t *product = products;
        for (const uint32_t *word = sums; word < sums + VALUES / 2; word++, product += 2) {
            const uint32_t sum = *word + negative;
            product[0] -= (int32_t)(sum & 0xffff);
            product[1] -= (int32_t)(sum >> 16);
        }
    }
}
