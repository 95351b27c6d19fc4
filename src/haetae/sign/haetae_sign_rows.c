/* Signing, variant SMALL: row by row, with one row of w in RAM.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * y1 is drawn again for every row, and so is all of y once c is known, to multiply it by c s
 * (rejection by inner products). EMIT forms the rows again, from the last to the first. Nothing the
 * size of a polynomial lives longer than a row. */
#include "haetae/sign/haetae_sign_state.h"

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
#include "guard/guard.h"
#include "haetae/sign/haetae_product.h"
#include "haetae/sign/haetae_sign_symbols.h"
#include "ring/ntt16.h"
#include "util/bytes.h"
#include "util/multiply.h"

enum { N = KSIG_HAETAE_N, BLOCK = 8 };

/* x mod q for |x| < q; times 2 except for p = 0, as in A = (a | 2 A0) and A' = (A | 2). */
static uint32_t residue(unsigned p, int32_t x) {
    const uint32_t r = (uint32_t)x + (KSIG_Q16 & ksig_sign_mask((uint32_t)x));
    return p == 0 ? r : ksig_add16(r, r);
}

/* Adds y1[column] times its column of A to the row. */
static KSIG_NOINLINE void add_column(ksig_haetae_sign_state *s, unsigned row, unsigned column) {
    ksig_haetae_y y;
    uint32_t parity = 0;
    ksig_haetae_sign_start_y(s, &y, column);
    for (unsigned n = 0; n < N; n++) {
        const int32_t rounded = ksig_haetae_round(ksig_haetae_next_y(&y));
        s->operand[n] = (uint16_t)residue(column, rounded);
        parity = parity >> 1 | ((uint32_t)rounded & 1u) << 7;
        if (n % 8 == 7 && column == 0)
            s->parity[n / 8] = (uint8_t)parity;
    }
    ksig_wipe(&y, sizeof y);
    ksig_ntt16(s->operand);
    ksig_haetae_sign_multiply(s, row, column, s->row, s->operand);
}

/* Adds the row's last column: y2. */
static KSIG_NOINLINE void add_identity(ksig_haetae_sign_state *s, unsigned row) {
    const unsigned i = ksig_haetae_sign_params_of(s)->l + row;
    ksig_haetae_y y;
    ksig_inverse_ntt16(s->row);
    ksig_haetae_sign_start_y(s, &y, i);
    for (unsigned n = 0; n < N; n++)
        s->row[n] =
            (uint16_t)ksig_add16(s->row[n], residue(i, ksig_haetae_round(ksig_haetae_next_y(&y))));
    ksig_wipe(&y, sizeof y);
}

/* Row by row: one step per column, one for y2 and the transcript. */
ksig_haetae_progress ksig_haetae_sign_commit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned row = s->part;
    if (s->index == 0 && row == 0)
        ksig_shake256_init(&s->transcript);
    if (s->index < p->l) {
        add_column(s, row, s->index++);
        return KSIG_SIGN_MORE;
    }
    add_identity(s, row);
    ksig_haetae_sign_absorb_row(s, &s->transcript, row, s->row);
    s->index = 0;
    if (++s->part < p->k)
        return KSIG_SIGN_MORE;
    ksig_haetae_sign_challenge(s, &s->transcript);
    s->sums.y_norm = 0;
    s->late.end.inner = 0;
    s->cs_norm = 0;
    return KSIG_SIGN_NEXT;
}

/* Coefficients i .. i + 7 of c s_p; p counts as for y, so p = 0 gives c itself. */
static void times_c(const ksig_haetae_sign_state *s, int32_t cs[BLOCK],
                    const ksig_haetae_secret *secret, unsigned p, unsigned i) {
    if (p != 0) {
        ksig_haetae_product(cs, secret, s->late.end.c, i);
        return;
    }
    for (unsigned b = 0; b < BLOCK; b++)
        cs[b] = (int32_t)((uint32_t)s->late.end.c[i / 8] >> b & 1u);
}

/* One polynomial per step. */
ksig_haetae_progress ksig_haetae_sign_decide(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index++;
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, i == 0 ? 0 : i - 1);
    ksig_haetae_y y;
    int32_t cs[BLOCK];
    ksig_haetae_sign_start_y(s, &y, i);
    for (unsigned n = 0; n < N; n += BLOCK) {
        times_c(s, cs, &secret, i, n);
        for (unsigned b = 0; b < BLOCK; b++) {
            const int32_t value = ksig_haetae_next_y(&y);
            s->sums.y_norm += (uint64_t)ksig_multiply_signed(value, value);
            s->late.end.inner += ksig_multiply_signed(value, cs[b]);
            s->cs_norm += (uint32_t)(cs[b] * cs[b]); /* total below 11 * 256 * 256^2 */
        }
    }
    ksig_wipe(cs, sizeof cs);
    ksig_wipe(&y, sizeof y);
    if (s->index < ksig_haetae_sign_polynomials(p))
        return KSIG_SIGN_MORE;
    /* Public: the specification rejects the candidate or the attempt here. */
    if (KSIG_DECLASSIFY(s->sums.y_norm > (uint64_t)p->b0_squared << 26))
        return KSIG_SIGN_RETRY;
    return ksig_haetae_sign_judge(s, s->cs_norm);
}

/* Makes z_p and its symbols. For p >= l, s->row holds the row of w without y2; `operand` is always
 * free. */
static KSIG_NOINLINE ksig_haetae_progress emit_polynomial(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index, row = i - p->l;
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, i == 0 ? 0 : i - 1);
    uint8_t *const low_bytes = s->head.output + KSIG_HAETAE_C_BYTES + 256 * i, *const symbols =
                                                                                   (uint8_t *)
                                                                                       s->operand;
    uint32_t bad = 0, norm = 0;
    ksig_haetae_y y;
    int32_t cs[BLOCK];
    ksig_haetae_sign_start_y(s, &y, i);
    for (unsigned n = 0; n < N; n++) {
        if (n % BLOCK == 0)
            times_c(s, cs, &secret, i, n);
        const int32_t rounded = ksig_haetae_round(ksig_haetae_sign_next_y(s, &y));
        /* 2^13 c s rounds to c s. */
        const int32_t z = rounded + ksig_with_sign(cs[n % BLOCK], ksig_haetae_sign_negative(s));
        norm += KSIG_ENABLE_SIGN_CHECK ? (uint32_t)(z * z) : 0;
        if (i < p->l) {
            symbols[n] = (uint8_t)ksig_haetae_z1_symbol(p, z, &low_bytes[n], &bad);
        } else {
            const uint32_t w =
                ksig_haetae_sign_lift(s, row, n, ksig_add16(s->row[n], residue(i, rounded)));
            symbols[n] = (uint8_t)ksig_haetae_hint_symbol(p, w, ksig_haetae_moved(w, z), &bad);
        }
    }
    ksig_wipe(cs, sizeof cs);
    ksig_haetae_sign_end_y(s, &y, i);
    return ksig_haetae_sign_encode(s, symbols, bad, norm);
}

/* One polynomial per step; for a hint, the steps for the columns of its row come first. */
ksig_haetae_progress ksig_haetae_sign_emit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index;
    if (i >= p->l && s->part < p->l) {
        add_column(s, i - p->l, s->part++);
        return KSIG_SIGN_MORE;
    }
    if (i >= p->l)
        ksig_inverse_ntt16(s->row);
    s->part = 0;
    return emit_polynomial(s);
}
#endif
