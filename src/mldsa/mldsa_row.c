/* A row of w: what comes before and after the products with A.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_state.h"

#if !KSIG_COMPACT_RING /* mldsa_row_compact.c */

/* SimpleBitUnpack (FIPS 204 Algorithm 18): t1 2^13 in place of the packed t1 at the end of the
 * polynomial. Four coefficients take their five bytes, from 704 + 5 n / 4 on, before they are
 * overwritten: 4 n + 15 < 704 + 5 n / 4 + 5 for n = 0, 4, .. 252. */
static void unpack_t1(int32_t poly[256]) {
    const uint8_t *packed = (const uint8_t *)poly + 4 * KSIG_MLDSA_N - KSIG_MLDSA_T1_BYTES;
    for (int32_t *end = poly + KSIG_MLDSA_N; poly < end; poly += 4, packed += 5) {
        const uint32_t low = ksig_load32(packed), high = packed[4];
        poly[0] = (int32_t)((low & 0x3ff) << KSIG_MLDSA_D);
        poly[1] = (int32_t)((low >> 10 & 0x3ff) << KSIG_MLDSA_D);
        poly[2] = (int32_t)((low >> 20 & 0x3ff) << KSIG_MLDSA_D);
        poly[3] = (int32_t)((low >> 30 | high << 2) << KSIG_MLDSA_D);
    }
}

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL

/* ScalarVectorNTT (FIPS 204 Algorithm 47), one row: -NTT(c) NTT(t1 2^13). */
static KSIG_NOINLINE void subtract_challenge_product(ksig_mldsa_state *v) {
    int32_t *const operand = v->row.sum.operand;
    const ksig_mldsa_challenge *const c = &v->xof.challenge;
    for (unsigned n = 0; n < 256; n++)
        operand[n] = 0;
    for (unsigned m = 0; m < ksig_mldsa_params_of(v)->tau; m++)
        operand[c->position[m]] = c->signs[m / 8] >> m % 8 & 1 ? -1 : 1;
    ksig_ntt23(operand);
    ksig_sum23_multiply(v->row.sum.words, operand, 64);
}

#else

/* ScalarVectorNTT (FIPS 204 Algorithm 47), one row: -NTT(c) NTT(t1 2^13). One half of the slots
 * after the other. Two layers by their definition, as few coefficients are not 0: the first 64
 * slots of half h are c modulo x^64 - r, the others modulo x^64 + r, where r is zeta 2 + h, and r^2
 * is zeta 1 or its negative. */
static KSIG_NOINLINE void subtract_challenge_product(ksig_mldsa_state *v) {
    int32_t *const operand = v->row.sum.operand;
    const ksig_mldsa_challenge *const c = &v->xof.challenge;
    for (unsigned half = 0; half < 2; half++) {
        const int32_t square = half ? 1 - ksig_zetas23[1] : ksig_zetas23[1],
                      root = ksig_constant23(ksig_zetas23[2 + half]);
        const int32_t powers[4] = {1, root, ksig_constant23(square),
                                   ksig_times23(root, ksig_constant23(square), square)};
        for (unsigned n = 0; n < 128; n++)
            operand[n] = 0;
        for (unsigned m = 0; m < ksig_mldsa_params_of(v)->tau; m++) {
            const unsigned power = c->position[m] / 64u, slot = c->position[m] % 64u;
            const int32_t value = c->signs[m / 8] >> m % 8 & 1 ? -powers[power] : powers[power];
            operand[slot] += value;
            operand[slot + 64] += power % 2 ? -value : value;
        }
        ksig_ntt23_last(operand, 128, 4 + 2 * half);
        ksig_sum23_multiply(v->row.sum.words + 96 * half, operand, 32);
    }
}

#endif

void ksig_mldsa_begin_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    unpack_t1(poly);
    ksig_ntt23(poly);
    ksig_sum23_pack(v->row.sum.words, poly);
    /* For each row: if it came from one computation, a fault there could set it to what a forger
     * knows. */
    ksig_mldsa_sample_challenge(v);
    subtract_challenge_product(v);
}

#endif

/* Decompose and HighBits: the high part of w in [0, q) (FIPS 204 Algorithms 36 and 37): w = r1 2
 * gamma2 + r0 with -gamma2 < r0 <= gamma2, and the last r1 stands for 0. The quotient by 2 gamma2,
 * a multiple of 512, is one by 372 or 1023, and a multiplication is right for all w. */
static inline uint32_t high_part(uint32_t w, const ksig_mldsa_params *p) {
    const uint32_t r1 = ((w + p->gamma2 - 1) >> 9) * p->high_factor >> 25;
    return r1 == p->high_parts ? 0 : r1;
}

/* UseHint (FIPS 204 Algorithm 40): the same corrected by a hint. */
static uint32_t use_hint(uint32_t w, const ksig_mldsa_params *p) {
    const uint32_t m = p->high_parts, r1 = high_part(w, p);
    const uint32_t low = w - r1 * 2 * p->gamma2; /* r0, modulo 2^32; w <= r1 2 gamma2 and w from (m
                                                    - 1/2) 2 gamma2 on have it not above 0 */
    return low - 1 < p->gamma2 ? (r1 == m - 1 ? 0 : r1 + 1) : r1 == 0 ? m - 1 : r1 - 1;
}

/* UseHint for the places that HintBitUnpack (FIPS 204 Algorithm 21) finds. Replaces coefficients
 * with a hint by multiples of 2 gamma2 whose high part is the corrected one. */
static void apply_hints(ksig_mldsa_state *v, int32_t *poly) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const uint8_t *const positions = ksig_mldsa_hint(v);
    const uint8_t *const counts = positions + p->omega;
    for (unsigned h = v->row_index == 0 ? 0 : counts[v->row_index - 1]; h < counts[v->row_index];
         h++) {
        int32_t *const w = &poly[positions[h]];
        *w = (int32_t)(use_hint((uint32_t)ksig_positive23(*w), p) * 2 * p->gamma2);
    }
}

#if KSIG_COMPACT_RING

void ksig_mldsa_finish_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    ksig_mldsa_end_at_end(poly);
    apply_hints(v, poly);
    const size_t bytes =
        (size_t)(ksig_mldsa_pack_high(ksig_mldsa_params_of(v), poly) - (uint8_t *)poly);
    ksig_taken(&v->head, ksig_keccak_absorb(&v->transcript, (const uint8_t *)poly, bytes), bytes);
}

#else

/* w1Encode (FIPS 204 Algorithm 28) of one row. Packs w1, the high part of w, over the beginning of
 * the polynomial: four coefficients in two or three bytes, of 16 read. Returns the number of packed
 * bytes. */
static unsigned pack_w1(const ksig_mldsa_params *params, int32_t *poly) {
    const ksig_mldsa_params p = {.gamma2 = params->gamma2,
                                 .high_parts = params->high_parts,
                                 .high_factor = params->high_factor};
    const unsigned bits = params->w1_bits;
    uint8_t *packed = (uint8_t *)poly;
    for (const int32_t *w = poly, *end = poly + KSIG_MLDSA_N; w < end; w += 4) {
        uint32_t held = high_part((uint32_t)ksig_positive23(w[3]), &p);
        held = held << bits | high_part((uint32_t)ksig_positive23(w[2]), &p);
        held = held << bits | high_part((uint32_t)ksig_positive23(w[1]), &p);
        held = held << bits | high_part((uint32_t)ksig_positive23(w[0]), &p);
        *packed++ = (uint8_t)held;
        *packed++ = (uint8_t)(held >> 8);
        if (bits == 6)
            *packed++ = (uint8_t)(held >> 16);
    }
    return 32u * bits;
}

void ksig_mldsa_finish_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    ksig_sum23_unpack(poly, v->row.sum.words, 64);
    ksig_inverse_ntt23(poly);
    apply_hints(v, poly);
    const size_t bytes = pack_w1(ksig_mldsa_params_of(v), poly);
    ksig_taken(&v->head, ksig_keccak_absorb(&v->transcript, (const uint8_t *)poly, bytes), bytes);
}

#endif
