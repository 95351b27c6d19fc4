/* Signing: the challenge, and the decision on it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/challenge.h"
#include "haetae/sign_state.h"

void ksig_haetae_sign_absorb_row(const ksig_haetae_sign_state *s, ksig_keccak *transcript, unsigned i,
                                 uint16_t row[KSIG_HAETAE_N]) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++)
        row[n] = (uint16_t)ksig_haetae_high_bits(p, ksig_haetae_sign_lift(s, i, n, row[n]));
    ksig_haetae_absorb_row(transcript, ksig_haetae_sign_scheme_of(s), row);
}

void ksig_haetae_sign_challenge(ksig_haetae_sign_state *s, ksig_keccak *transcript) {
    ksig_keccak_absorb(transcript, s->parity, sizeof s->parity);
    ksig_keccak_absorb(transcript, s->mu, sizeof s->mu);
    ksig_haetae_sample_challenge(transcript, ksig_haetae_sign_params_of(s), s->late.end.c);
}

/* |z|^2 = |y|^2 + 2 sgn 2^13 <c s, y> + 2^26 |c s|^2 and |2 z - y|^2 = |y|^2 + 4 sgn 2^13 <c s, y> + 4 2^26 |c s|^2,
 * for z = y + sgn 2^13 c s. */
ksig_haetae_norms ksig_haetae_sign_norms(const ksig_haetae_sign_state *s, uint32_t cs_norm) {
    const int64_t sign = 1 - 2 * (s->head.sign & 1);
    const int64_t inner = sign * s->late.end.inner * 8192, square = (int64_t)cs_norm << 26;
    const ksig_haetae_norms norms = {(int64_t)s->y_norm + 2 * inner + square,
                                     (int64_t)s->y_norm + 4 * inner + 4 * square};
    return norms;
}

ksig_haetae_progress ksig_haetae_sign_judge(const ksig_haetae_sign_state *s, uint32_t cs_norm) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const ksig_haetae_norms norms = ksig_haetae_sign_norms(s, cs_norm);
    if (norms.z > (int64_t)p->b1_squared << 26)
        return KSIG_SIGN_RETRY;
    /* Not &&: whether the first holds is nobody's business if the second does not. */
    if ((norms.mirrored < (int64_t)p->b0_squared << 26) & ((s->head.sign & 2) != 0))
        return KSIG_SIGN_RETRY;
    return KSIG_SIGN_NEXT;
}
