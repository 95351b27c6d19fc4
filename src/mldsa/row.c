/* A row of w: what comes before and after the products with A. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/state.h"

/* t1 2^13 in place of the packed t1 at the end of the polynomial. Coefficient n takes its bytes, from 704 + 5 n / 4 on,
 * before they are overwritten: 4 n + 3 < 704 + 5 (n + 1) / 4 for n < 256. */
static void unpack_t1(int32_t poly[256]) {
    const uint8_t *const packed = (const uint8_t *)poly + 4 * KSIG_MLDSA_N - KSIG_MLDSA_T1_BYTES;
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++) {
        const unsigned bit = 10 * n;
        const unsigned field = ((unsigned)packed[bit / 8] | (unsigned)packed[bit / 8 + 1] << 8) >> bit % 8 & 0x3ff;
        poly[n] = (int32_t)field << KSIG_MLDSA_D;
    }
}

/* Sets the sum to -NTT(c) NTT(t1 2^13) 2^-32 for `count` slots from `first` on; challenge holds NTT(c) of those. */
static void multiply_by_challenge(ksig_mldsa_row *row, const int32_t *challenge, unsigned first, unsigned count) {
    for (unsigned n = 0; n < count; n++) {
        const int32_t t1 = ksig_mldsa_load(row->sum.low, row->sum.high, first + n);
        const int32_t product = ksig_multiply23(t1, challenge[n]);
        ksig_mldsa_store(row->sum.low, row->sum.high, first + n, ksig_positive23(-product));
    }
}

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL

static void subtract_challenge_product(ksig_mldsa_state *v) {
    int32_t *const operand = v->row.sum.operand;
    const ksig_mldsa_challenge *const c = &v->xof.challenge;
    for (unsigned n = 0; n < 256; n++)
        operand[n] = 0;
    for (unsigned m = 0; m < ksig_mldsa_params_of(v)->tau; m++)
        operand[c->position[m]] = c->signs[m / 8] >> m % 8 & 1 ? -1 : 1;
    ksig_ntt23(operand, 256, 1);
    multiply_by_challenge(&v->row, operand, 0, 256);
}

#else

/* One half of the slots after the other. The first layer of the transform takes coefficients n and n + 128 to
 * a + zeta b and a - zeta b; then the halves go their own ways. */
static void subtract_challenge_product(ksig_mldsa_state *v) {
    int32_t *const operand = v->row.sum.operand;
    const ksig_mldsa_challenge *const c = &v->xof.challenge;
    for (unsigned half = 0; half < 2; half++) {
        const int32_t zeta = ksig_multiply23(ksig_zetas23[1], half ? -1 : 1);
        for (unsigned n = 0; n < 128; n++)
            operand[n] = 0;
        for (unsigned m = 0; m < ksig_mldsa_params_of(v)->tau; m++) {
            const unsigned position = c->position[m];
            const int32_t value = position < 128 ? 1 : zeta;
            operand[position % 128] += c->signs[m / 8] >> m % 8 & 1 ? -value : value;
        }
        ksig_ntt23(operand, 128, 2 + half);
        multiply_by_challenge(&v->row, operand, 128 * half, 128);
    }
}

#endif

void ksig_mldsa_begin_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    unpack_t1(poly);
    ksig_ntt23(poly, 256, 1);
    /* Ascending: slot n of the sum lies at or below slot n of the polynomial, or apart from it. */
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_mldsa_store(v->row.sum.low, v->row.sum.high, n, ksig_reduce23(poly[n]));
    ksig_mldsa_sample_challenge(v);
    subtract_challenge_product(v);
}

/* The high part of w in [0, q), corrected by a hint (FIPS 204 Algorithms 36, 40). */
static unsigned use_hint(const ksig_mldsa_params *p, uint32_t w, int hint) {
    /* w = r1 2 gamma2 + r0 with -gamma2 < r0 <= gamma2; r1 = m stands for 0, with r0 one less. m = 44 or 16. */
    const uint32_t m = p->w1_values;
    uint32_t r1 = ((w + p->gamma2 - 1) >> p->w1_shift) * p->w1_reciprocal >> 25;
    if (hint)
        r1 += r1 == m || w <= r1 * 2 * p->gamma2 ? m - 1 : 1;
    return r1 >= 2 * m ? r1 - 2 * m : r1 >= m ? r1 - m : r1;
}

/* Applies the row's hints and packs w1 over the beginning of the polynomial: at most 6 bits for each 32 read.
 * Returns the number of packed bytes. */
static unsigned pack_w1(ksig_mldsa_state *v, int32_t *poly) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const positions = ksig_mldsa_hint(v);
    const uint8_t *const counts = positions + p->omega;
    unsigned h = v->row_index == 0 ? 0 : counts[v->row_index - 1];
    const unsigned end = counts[v->row_index];
    uint8_t *packed = (uint8_t *)poly;
    unsigned bits = 0, held = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++) {
        const int hint = h < end && positions[h] == n;
        if (hint)
            h++;
        held |= use_hint(p, (uint32_t)ksig_positive23(poly[n]), hint) << bits;
        for (bits += p->w1_bits; bits >= 8; bits -= 8, held >>= 8)
            *packed++ = (uint8_t)held;
    }
    return 32u * p->w1_bits;
}

void ksig_mldsa_finish_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    /* Descending: see ksig_mldsa_begin_row. */
    for (unsigned n = KSIG_MLDSA_N; n-- > 0;)
        poly[n] = ksig_mldsa_load(v->row.sum.low, v->row.sum.high, n);
    ksig_inverse_ntt23(poly);
    const unsigned length = pack_w1(v, poly);
    ksig_keccak_absorb(&v->transcript, (const uint8_t *)poly, length);
}
