/* Signing: products with the matrix A. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_uniform.h"
#include "haetae/sign/haetae_sign_state.h"
#include "ring/ntt16.h"

enum { N = KSIG_HAETAE_N };

/* Coefficient i of the polynomial b in the public key, of `bits` bits: 15 or 16. */
static uint32_t packed_b(const uint8_t *b, unsigned bits, unsigned i) {
    const unsigned bit = bits * i;
    uint32_t held = b[bit / 8] | (uint32_t)b[bit / 8 + 1] << 8;
    if (bit % 8 + bits > 16)
        held |= (uint32_t)b[bit / 8 + 2] << 16;
    return held >> bit % 8 & ((UINT32_C(1) << bits) - 1);
}

/* Row i of the first column of A in the transform domain: 2 (a_i - 2 b1_i), or b_i as it is stored
 * (specification 4). b may be at the end of `row`: coefficient n loads its bytes before they are
 * overwritten, as 2 n + 1 is below the first byte of coefficient n + 1. */
static void first_column(ksig_haetae_sign_state *s, unsigned i, const uint8_t *b, uint16_t row[N]) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned bits = ksig_haetae_b_bits(p);
    if (p->d == 0) {
        for (unsigned n = 0; n < N; n++)
            row[n] = (uint16_t)packed_b(b, bits, n);
        return;
    }
    unsigned position = KSIG_SHAKE128_RATE;
    ksig_haetae_start_uniform(&s->sponge, s->key, 256u * p->k + p->l - 1u + i);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t b1 = packed_b(b, bits, n);
        const uint32_t value =
            ksig_subtract16(ksig_haetae_next_uniform(&s->sponge, &position), ksig_add16(b1, b1));
        row[n] = (uint16_t)ksig_add16(value, value);
    }
    ksig_ntt16(row);
}

#if !KSIG_ENABLE_SIGN_CHECK
static
#endif
    void
    ksig_haetae_sign_multiply_first(ksig_haetae_sign_state *s, unsigned i, const uint8_t *b,
                                    uint16_t row[N], const uint16_t y[N]) {
    first_column(s, i, b, row);
    for (unsigned n = 0; n < N; n++)
        row[n] = (uint16_t)ksig_multiply16(row[n], y[n]);
}

void ksig_haetae_sign_multiply(ksig_haetae_sign_state *s, unsigned i, unsigned column,
                               uint16_t row[N], const uint16_t y[N]) {
    if (column == 0) {
        const unsigned bits = ksig_haetae_b_bits(ksig_haetae_sign_params_of(s));
        ksig_haetae_sign_multiply_first(s, i, s->key + KSIG_HAETAE_RHO_BYTES + 32 * bits * i, row,
                                        y);
        return;
    }
    unsigned position = KSIG_SHAKE128_RATE;
    ksig_haetae_start_uniform(&s->sponge, s->key, 256 * i + column - 1);
    for (unsigned n = 0; n < N; n++)
        row[n] = (uint16_t)ksig_add16(
            row[n], ksig_multiply16(ksig_haetae_next_uniform(&s->sponge, &position), y[n]));
}
