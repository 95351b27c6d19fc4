/* Signing, variant DEFAULT: y is drawn whenever it is needed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every y_p is drawn three times: for the length; for the rows and T = sum_p adj(s_p) y_p, which
 * gives |z| without z (rejection by inner products); and for z, if the attempt is accepted. As many
 * samples as there is room for are kept from the first time to the second: y_0, where T and rows
 * will be, and some in the signature. */
#include "haetae/sign/haetae_sign_columns.h"

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/multiply.h"

enum { N = KSIG_HAETAE_N, BLOCK = KSIG_HAETAE_ADJOINT_BLOCK };

/* If the samples of y_0 were kept: makes T = y_0 in their place. T[n] overwrites part of sample n /
 * 2, which has been read. */
static KSIG_NOINLINE void commit_first(ksig_haetae_sign_state *s) {
    const uint8_t *sample = ksig_haetae_sign_whole(s, 0).samples;
    for (unsigned n = 0; n < N; n++, sample += KSIG_HAETAE_SAMPLE_BYTES) {
        const int32_t y = ksig_haetae_scale_whole(sample, &s->length.norm),
                      rounded = ksig_haetae_round(y);
        s->work.t[n] = (uint32_t)y;
        s->sums.y_norm += (uint64_t)ksig_multiply_signed(y, y);
        s->parity[n / 8] |= (uint8_t)(((uint32_t)rounded & 1u) << n % 8);
        s->operand[n] = (uint16_t)ksig_haetae_residue(0, rounded);
    }
}

void ksig_haetae_columns_commit(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[N]) {
    const int add = p >= ksig_haetae_sign_params_of(s)->l;
    const ksig_haetae_whole whole = ksig_haetae_sign_whole(s, p);
    const uint8_t *sample = whole.samples;
    int32_t *const block = s->late.y;
    ksig_haetae_y y;
    if (KSIG_HAETAE_KEEPS_WHOLE && p == 0) {
        commit_first(s);
        return;
    }
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, p == 0 ? 0 : p - 1);
    if (whole.from > 0)
        ksig_haetae_sign_start_y(s, &y, p);
    for (unsigned i = 0; i < N; i += BLOCK) {
        for (unsigned b = 0; b < BLOCK; b++) {
            if (!KSIG_HAETAE_KEEPS_WHOLE || i + b < whole.from) {
                block[b] = ksig_haetae_next_y(&y);
            } else {
                block[b] = ksig_haetae_scale_whole(sample, &s->length.norm);
                sample += KSIG_HAETAE_SAMPLE_BYTES;
            }
            s->sums.y_norm += (uint64_t)ksig_multiply_signed(block[b], block[b]);
            const int32_t rounded = ksig_haetae_round(block[b]);
            const uint32_t r = ksig_haetae_residue(p, rounded);
            if (!KSIG_HAETAE_KEEPS_WHOLE && p == 0) {
                s->parity[(i + b) / 8] |= (uint8_t)(((uint32_t)rounded & 1u) << b % 8);
                s->work.t[i + b] = (uint32_t)block[b];
            }
            sum[i + b] = (uint16_t)(add ? ksig_add16(sum[i + b], r) : r);
        }
        if (p != 0)
            ksig_haetae_add_adjoint(s->work.t, secret.packed, block, i + secret.bits);
    }
    ksig_wipe(&y, sizeof y);
}

ksig_haetae_progress ksig_haetae_columns_end_commit(ksig_haetae_sign_state *s) {
    /* Public: the specification rejects the candidate or the attempt here. */
    if (KSIG_DECLASSIFY(s->sums.y_norm > (uint64_t)ksig_haetae_sign_params_of(s)->b0_squared << 26))
        return KSIG_SIGN_RETRY;
    s->late.end.inner = 0;
    for (unsigned n = 0; n < N; n++) /* <c s, y> = <c, adj(s) y> */
        s->late.end.inner +=
            (int32_t)(s->work.t[n] & (0u - ((uint32_t)s->late.end.c[n / 8] >> n % 8 & 1u)));
    return KSIG_SIGN_NEXT;
}

/* Takes one step. */
ksig_haetae_progress ksig_haetae_sign_decide(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const int16_t *const cs = (const int16_t *)s->operand;
    uint32_t cs_norm = 0; /* below 11 * 256 * 256^2 */
    ksig_haetae_set_rotations(&s->work.emit.rotations, s->late.end.c);
    for (unsigned i = 0; i < ksig_haetae_sign_polynomials(p); i++) {
        ksig_haetae_columns_times_c(s, i);
        for (unsigned n = 0; n < N; n++)
            cs_norm += ksig_square(cs[n]);
    }
    return ksig_haetae_sign_judge(s, cs_norm);
}

void ksig_haetae_columns_z(ksig_haetae_sign_state *s, unsigned p) {
    int16_t *const z = (int16_t *)s->operand;
    const uint32_t negative = ksig_haetae_sign_negative(s);
    ksig_haetae_y y;
    ksig_haetae_sign_start_y(s, &y, p);
    for (unsigned n = 0; n < N; n++) /* 2^13 c s rounds to c s; |y| < 2^25 */
        z[n] = (int16_t)(ksig_haetae_round(ksig_haetae_sign_next_y(s, &y)) +
                         ksig_with_sign(z[n], negative));
    ksig_haetae_sign_end_y(s, &y, p);
}
#endif
