/* Signing: the challenge, and the decision on it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "haetae/common/haetae_challenge.h"
#include "haetae/sign/haetae_sign_state.h"

void ksig_haetae_sign_absorb_row(const ksig_haetae_sign_state *s, ksig_keccak *transcript,
                                 unsigned i, uint16_t row[KSIG_HAETAE_N]) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++)
        row[n] = (uint16_t)ksig_haetae_high_bits(p, ksig_haetae_sign_lift(s, i, n, row[n]));
    ksig_haetae_absorb_row(transcript, ksig_haetae_sign_scheme_of(s), row);
}

void ksig_haetae_sign_challenge(ksig_haetae_sign_state *s, ksig_keccak *transcript) {
    ksig_keccak_absorb(transcript, s->parity, sizeof s->parity);
    ksig_keccak_absorb(transcript, s->mu, sizeof s->mu);
    (void)ksig_haetae_sample_challenge(transcript, ksig_haetae_sign_params_of(s), s->late.end.c);
}

/* |z|^2 = |y|^2 + 2 sgn 2^13 <c s, y> + 2^26 |c s|^2 and |2 z - y|^2 = |y|^2 + 4 sgn 2^13 <c s, y>
 * + 4 2^26 |c s|^2, for z = y + sgn 2^13 c s. */
ksig_haetae_norms ksig_haetae_sign_norms(const ksig_haetae_sign_state *s, uint32_t cs_norm) {
    const uint32_t mask = ksig_haetae_sign_negative(s);
    uint32_t above = mask;
    KSIG_BARRIER(above); /* otherwise gcc -Os for Cortex-M0 multiplies the mask by 2^32 + 1, in a
                            function that branches on it */
    const uint64_t negative = mask | (uint64_t)above << 32;
    const uint64_t inner = (((uint64_t)s->late.end.inner ^ negative) - negative) << 13;
    const uint64_t square = (uint64_t)cs_norm << 26;
    const ksig_haetae_norms norms = {(int64_t)(s->sums.y_norm + (inner << 1) + square),
                                     (int64_t)(s->sums.y_norm + (inner << 2) + (square << 2))};
    return norms;
}

/* One decision for both tests: whether an attempt passes both does not depend on |c s|, but which
 * of them rejects it does. */
static KSIG_NOINLINE uint32_t rejected(const ksig_haetae_sign_state *s, uint32_t cs_norm) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const ksig_haetae_norms norms = ksig_haetae_sign_norms(s, cs_norm);
    const uint32_t too_long = ksig_sign_of64(((uint64_t)p->b1_squared << 26) - (uint64_t)norms.z);
    const uint32_t mirrored =
        ksig_sign_of64((uint64_t)norms.mirrored - ((uint64_t)p->b0_squared << 26));
    return too_long | (mirrored & s->sign >> 1 & 1);
}

ksig_haetae_progress ksig_haetae_sign_judge(ksig_haetae_sign_state *s, uint32_t cs_norm) {
    s->sign = (uint8_t)(s->sign | (1 ^ rejected(s, cs_norm)) * KSIG_HAETAE_ACCEPTED);
    /* Public: the specification rejects the candidate or the attempt here. */
    if (KSIG_DECLASSIFY(rejected(s, cs_norm) != 0))
        return KSIG_SIGN_RETRY;
    return KSIG_SIGN_NEXT;
}
