/* Signing, variant FAST: y is drawn once and kept. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The sign and 31 bits of every sample are kept (ksig_haetae_sign_kept), in the place of its
 * coefficient of y. They determine the coefficient, except for its last fractional bit in one of 50
 * to 130 cases, and its rounded value, except in one of half a million. Only if a rounded value is
 * uncertain is the polynomial drawn again. The norms are known within a slack of at most 2^-10 of
 * their spread; only if a bound lies within the slack are all polynomials drawn again. They also
 * are for a signature that is checked: the kept bits cannot show that a candidate was misjudged. */
#include "haetae/sign/haetae_sign_columns.h"

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/multiply.h"

enum { N = KSIG_HAETAE_N, JUDGE = 0, EXACT };

static int32_t *y_of(ksig_haetae_sign_state *s, unsigned p) {
    void *const kept = ksig_haetae_sign_kept(s);
    return (int32_t *)kept + N * p;
}

static void draw_again(ksig_haetae_sign_state *s, unsigned p) {
    int32_t *const coefficients = y_of(s, p);
    ksig_haetae_y y;
    ksig_haetae_sign_start_y(s, &y, p);
    for (unsigned n = 0; n < N; n++)
        coefficients[n] = ksig_haetae_next_y(&y);
    ksig_wipe(&y, sizeof y);
}

void ksig_haetae_columns_commit(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[N]) {
    const int add = p >= ksig_haetae_sign_params_of(s)->l;
    const int32_t *const y = y_of(s, p);
    uint32_t uncertain;
    if (p == 0)
        s->uncertain = 0;
    if (ksig_haetae_scale_kept((uint32_t *)y_of(s, p), &s->length.norm, &uncertain))
        draw_again(s, p);
    else
        s->uncertain += uncertain;
    for (unsigned n = 0; n < N; n++) {
        const int32_t rounded = ksig_haetae_round(y[n]);
        const uint32_t r = ksig_haetae_residue(p, rounded);
        if (p == 0)
            s->parity[n / 8] |= (uint8_t)(((uint32_t)rounded & 1u) << n % 8);
        sum[n] = (uint16_t)(add ? ksig_add16(sum[n], r) : r);
    }
}

ksig_haetae_progress ksig_haetae_columns_end_commit(ksig_haetae_sign_state *s) {
    (void)s;
    return KSIG_SIGN_NEXT;
}

/* 1 if the norm may be on either side of its bound. |y|, |z| and |2 z - y| are below 2^26 in each
 * coefficient, so an error of one there changes a square by 2^27 at most. */
static uint32_t is_open(const ksig_haetae_sign_state *s, int64_t norm, uint32_t bound) {
    const int64_t slack = (int64_t)s->uncertain << 27, over = norm - ((int64_t)bound << 26);
    return ksig_sign_of64(
        ~(uint64_t)((slack - over) | (slack + over) | (slack - 1))); /* none of them is negative */
}

/* 1 if a norm that decides is open. All are computed, |2 z - y| even if the random byte does not
 * let it decide: that bit of an accepted attempt is secret. */
static uint32_t any_is_open(const ksig_haetae_sign_state *s, uint32_t cs_norm) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const ksig_haetae_norms norms = ksig_haetae_sign_norms(s, cs_norm);
    uint32_t mirrored = is_open(s, norms.mirrored, p->b0_squared) & s->sign >> 1;
    KSIG_BARRIER(mirrored);
    return is_open(s, (int64_t)s->sums.y_norm, p->b0_squared) | is_open(s, norms.z, p->b1_squared) |
           mirrored;
}

static ksig_haetae_progress judge(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const int16_t *const cs = (const int16_t *)s->operand;
    uint32_t cs_norm = 0; /* below 11 * 256 * 256^2 */
    s->sums.y_norm = 0;
    s->late.end.inner = 0;
    ksig_haetae_set_rotations(&s->work.emit.rotations, s->late.end.c);
    for (unsigned i = 0; i < ksig_haetae_sign_polynomials(p); i++) {
        const int32_t *const y = y_of(s, i);
        int64_t y_norm = 0, inner = 0;
        ksig_haetae_columns_times_c(s, i);
        for (unsigned n = 0; n < N; n++) {
            y_norm += ksig_multiply_signed(y[n], y[n]);
            inner += ksig_multiply_signed(y[n], cs[n]);
            cs_norm += ksig_square(cs[n]);
        }
        s->sums.y_norm += (uint64_t)y_norm;
        s->late.end.inner += inner;
    }
    /* Public: the time shows which attempts are drawn again, independently of the key. */
    if (KSIG_DECLASSIFY(any_is_open(s, cs_norm))) {
        s->part = EXACT;
        return KSIG_SIGN_MORE;
    }
    /* Public: the specification rejects the candidate or the attempt here. */
    if (KSIG_DECLASSIFY(s->sums.y_norm > (uint64_t)p->b0_squared << 26))
        return KSIG_SIGN_RETRY;
    return ksig_haetae_sign_judge(s, cs_norm);
}

/* Takes one step; l + k + 1 more if the norms are not known well enough. */
ksig_haetae_progress ksig_haetae_sign_decide(ksig_haetae_sign_state *s) {
    if (s->part == JUDGE)
        return judge(s);
    draw_again(s, s->index++);
    if (s->index == ksig_haetae_sign_polynomials(ksig_haetae_sign_params_of(s))) {
        s->part = JUDGE;
        s->uncertain = 0;
    }
    return KSIG_SIGN_MORE;
}

#if KSIG_ENABLE_SIGN_CHECK
/* Draws y_p again and judges it, for a signature that is checked. */
static KSIG_NOINLINE void judge_again(ksig_haetae_sign_state *s, unsigned p) {
    int32_t *const coefficients = y_of(s, p);
    ksig_haetae_y y;
    ksig_haetae_sign_start_y(s, &y, p);
    for (unsigned n = 0; n < N; n++)
        coefficients[n] = ksig_haetae_sign_next_y(s, &y);
    ksig_haetae_sign_end_y(s, &y, p);
}
#endif

void ksig_haetae_columns_z(ksig_haetae_sign_state *s, unsigned p) {
    int16_t *const z = (int16_t *)s->operand;
    const int32_t *const y = y_of(s, p);
    const uint32_t negative = ksig_haetae_sign_negative(s);
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks)
        judge_again(s, p);
#endif
    for (unsigned n = 0; n < N; n++) /* 2^13 c s rounds to c s; |y| < 2^25 */
        z[n] = (int16_t)(ksig_haetae_round(y[n]) + ksig_with_sign(z[n], negative));
}
#endif
