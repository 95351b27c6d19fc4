/* Signing: the challenge and the rejections. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/challenge.h"
#include "haetae/sign_state.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N };

static uint32_t bit_of(const uint8_t *bits, unsigned i) { return (uint32_t)bits[i / 8] >> i % 8 & 1u; }

void ksig_haetae_sign_challenge(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    ksig_shake256_init(&s->sponge);
    for (unsigned i = 0; i < p->k; i++) {
        const uint16_t *const row = ksig_haetae_sign_row(s, i);
        for (unsigned n = 0; n < N; n++)
            s->operand[n] = (uint16_t)ksig_haetae_high_bits(p, ksig_haetae_sign_lift(s, i, n, row[n]));
        ksig_haetae_absorb_row(&s->sponge, ksig_haetae_sign_scheme_of(s), s->operand);
    }
    ksig_keccak_absorb(&s->sponge, s->parity, sizeof s->parity);
    ksig_keccak_absorb(&s->sponge, s->mu, sizeof s->mu);
    ksig_haetae_sample_challenge(&s->sponge, p, s->c);
    s->c_times_t = 0;
    for (unsigned n = 0; n < N; n++)
        s->c_times_t += (int64_t)(int32_t)s->work.t[n] * (int32_t)bit_of(s->c, n);
}

void ksig_haetae_sign_times_c(ksig_haetae_sign_state *s, unsigned p) {
    if (p == 0) {
        for (unsigned n = 0; n < N; n++)
            s->operand[n] = (uint16_t)bit_of(s->c, n);
        return;
    }
    const ksig_haetae_secret secret = ksig_haetae_secret_of(s, p - 1);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t value = (uint32_t)ksig_haetae_secret_value(&secret, n);
        s->operand[n] = (uint16_t)(value + (KSIG_Q16 & (0u - (value >> 31))));
    }
    ksig_ntt16(s->operand);
    for (unsigned n = 0; n < N; n++)
        s->operand[n] = (uint16_t)ksig_multiply16(s->operand[n], s->work.emit.c[n]);
    ksig_inverse_ntt16(s->operand);
}

/* |z|^2 = |y|^2 + 2 sgn 2^13 <c, T> + 2^26 sum |c s_p|^2 and |2 z - y|^2 = |y|^2 + 4 sgn 2^13 <c, T> +
 * 4 2^26 sum |c s_p|^2, for z = y + sgn 2^13 c s and <c s, y> = <c, adj(s) y>. */
int ksig_haetae_sign_decide(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    for (unsigned n = 0; n < N; n++)
        s->work.emit.c[n] = (uint16_t)bit_of(s->c, n);
    ksig_ntt16(s->work.emit.c);
    uint32_t cs_norm = 0; /* below 11 * 256 * 256^2 */
    for (unsigned i = 0; i < (unsigned)p->l + p->k; i++) {
        ksig_haetae_sign_times_c(s, i);
        for (unsigned n = 0; n < N; n++) {
            const uint32_t negative = (KSIG_Q16 / 2 - s->operand[n]) >> 31;
            const int32_t value = (int32_t)s->operand[n] - (int32_t)(KSIG_Q16 & (0u - negative));
            cs_norm += (uint32_t)(value * value);
        }
    }
    const int64_t sign = 1 - 2 * (s->head.sign & 1);
    const int64_t inner = sign * s->c_times_t * 8192, square = (int64_t)cs_norm << 26;
    const int64_t z_norm = (int64_t)s->y_norm + 2 * inner + square;
    const int64_t mirrored = (int64_t)s->y_norm + 4 * inner + 4 * square;
    if (z_norm > (int64_t)p->b1_squared << 26)
        return 0;
    /* Not &&: whether the first holds is nobody's business if the second does not. */
    return !((mirrored < (int64_t)p->b0_squared << 26) & ((s->head.sign & 2) != 0));
}
