/* Rows of w with the ring of signing: KSIG_COMPACT_RING. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * In place of the beginning of a row in mldsa_row.c, of mldsa_z_layers.c, and of the products with
 * A in mldsa_expand.c. */
#include "mldsa/mldsa_state.h"

#if KSIG_COMPACT_RING

#include "mldsa/mldsa_compact.h"
#include "ring/short23.h"

enum { N = KSIG_MLDSA_N, HALF = N / 2, T1_BITS = 10 };

/* The first layer: a half is modulo x^128 - r, where r is zeta^128 or its negative.
 * check: pow(1753, 128, 8380417) == 8380417 - 3572223 */
static int32_t root_of(unsigned half) { return half ? 3572223 : -3572223; }

/* ScalarVectorNTT (FIPS 204 Algorithm 47), one row. One half of the slots after the other. */
static KSIG_NOINLINE void subtract_challenge_product(ksig_mldsa_state *v) {
    int32_t *const operand = v->row.sum.operand;
    const ksig_mldsa_challenge *const c = &v->xof.challenge;
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned n = 0; n < HALF; n++)
            operand[n] = 0;
        for (unsigned m = 0; m < ksig_mldsa_params_of(v)->tau; m++) {
            const unsigned position = c->position[m];
            const int32_t value = position < HALF ? 1 : root_of(half);
            operand[position % HALF] += c->signs[m / 8] >> m % 8 & 1 ? -value : value;
        }
        ksig_compact_transform(operand, HALF, 2 + half);
        ksig_compact_negative_products(v->row.sum.words + 96 * half, operand, HALF);
    }
}

/* SimpleBitUnpack (FIPS 204 Algorithm 18): t1 2^13 in place of the packed t1 at the end of the
 * polynomial. Each field is loaded before it is overwritten: 4 n + 3 is below 704 + 5 (n + 1) / 4.
 */
static void unpack_t1(int32_t poly[N]) {
    const uint8_t *const packed = (const uint8_t *)(poly + N) - KSIG_MLDSA_T1_BYTES;
    for (unsigned n = 0; n < N; n++)
        poly[n] = (int32_t)(ksig_mldsa_field(packed, n, T1_BITS) << KSIG_MLDSA_D);
}

void ksig_mldsa_begin_row(ksig_mldsa_state *v) {
    int32_t *const poly = KSIG_MLDSA_POLY(&v->row);
    unpack_t1(poly);
    ksig_mldsa_begin_at_end(poly);
    /* For each row: if it came from one computation, a fault there could set it to what a forger
     * knows. */
    ksig_mldsa_sample_challenge(v);
    subtract_challenge_product(v);
}

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_DEFAULT

/* BitUnpack (FIPS 204 Algorithm 19) and NTT. Half of the transform of z, packed. Fields n and n +
 * 128 begin at the same bit of their bytes: see ksig_mldsa_field. */
static void transform_half(int32_t values[HALF], const uint8_t *packed, unsigned bits,
                           unsigned half) {
    const int32_t w = root_of(half), estimate = ksig_short_estimate(w),
                  gamma1 = (int32_t)1 << (bits - 1);
    for (unsigned n = 0, bit = bits + 7; n < HALF; n++, bit += bits) {
        const uint8_t *const low = packed + bit / 8 - 3, *const high = low + 16 * bits;
        const unsigned left = 15 - bit % 8, right = 32 - bits;
        const int32_t a = gamma1 - (int32_t)((uint32_t)ksig_compact_load(low) << left >> right);
        const int32_t b = gamma1 - (int32_t)((uint32_t)ksig_compact_load(high) << left >> right);
        values[n] = a + ksig_compact_times(b, w, estimate);
    }
    ksig_compact_transform(values, HALF, 2 + half);
    ksig_compact_pack((uint32_t *)values, values, HALF);
}

/* MatrixVectorNTT (FIPS 204 Algorithm 48), one row. */
void ksig_mldsa_add_products(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    int32_t *const values = v->row.sum.operand;
    const uint8_t *z = v->tail;
    for (unsigned j = 0; j < p->l; j++, z += ksig_mldsa_z_packed(p)) {
        ksig_mldsa_begin_stream(&v->xof.sponge, v->rho, ksig_mldsa_index(v->row_index, j));
        for (unsigned half = 0; half < 2; half++) {
            transform_half(values, z, p->z_bits, half);
            ksig_mldsa_add_stream(&v->xof.sponge, v->row.sum.words + 96 * half,
                                  (const uint32_t *)values, HALF);
        }
    }
}

#endif

#else
typedef int ksig_mldsa_row_is_not_compact; /* ISO C wants something in every file. */
#endif
