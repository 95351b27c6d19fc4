/* Signing, variants DEFAULT and FAST: column by column, with all rows of w in RAM.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_sign_columns.h"

#if KSIG_HAETAE_SIGN_VARIANT != KSIG_VARIANT_SMALL
#include "haetae/sign/haetae_sign_symbols.h"
#include "util/memory.h"
#include "util/multiply.h"

enum { N = KSIG_HAETAE_N, ADD_Y = 0, MULTIPLY };

static uint16_t *row_of(ksig_haetae_sign_state *s, unsigned i) {
    return ksig_haetae_sign_row(s) + 256 * i;
}

static void begin_column(ksig_haetae_sign_state *s, unsigned column) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    if (column == 0) {
        s->sums.y_norm = 0;
        memset(s->parity, 0, sizeof s->parity);
    }
    if (column < p->l) {
        ksig_haetae_columns_commit(s, column, s->operand);
    } else { /* y2: one polynomial for each row, which is complete */
        uint16_t *const row = row_of(s, column - p->l);
        ksig_inverse_ntt16(row);
        ksig_haetae_columns_commit(s, column, row);
    }
}

static void challenge(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    ksig_shake256_init(&s->sponge);
    for (unsigned i = 0; i < p->k; i++) {
        memcpy(s->operand, row_of(s, i), sizeof s->operand);
        ksig_haetae_sign_absorb_row(s, &s->sponge, i, s->operand);
    }
    ksig_haetae_sign_challenge(s, &s->sponge);
}

/* One or two steps per column: y_p, then for y1 the matrix. One more step for c. */
ksig_haetae_progress ksig_haetae_sign_commit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->index;
    if (column == ksig_haetae_sign_polynomials(p)) {
        challenge(s);
        return ksig_haetae_columns_end_commit(s);
    }
    if (s->part == ADD_Y) {
        begin_column(s, column);
        if (column < p->l) {
            s->part = MULTIPLY;
            return KSIG_SIGN_MORE;
        }
    } else {
        ksig_ntt16(s->operand);
        for (unsigned i = 0; i < p->k; i++)
            ksig_haetae_sign_multiply(s, i, column, row_of(s, i), s->operand);
        s->part = ADD_Y;
    }
    s->index++;
    return KSIG_SIGN_MORE;
}

void ksig_haetae_columns_times_c(ksig_haetae_sign_state *s, unsigned p) {
    int16_t *const cs = (int16_t *)s->operand;
    if (p == 0) {
        for (unsigned n = 0; n < N; n++)
            cs[n] = (int16_t)((uint32_t)s->late.end.c[n / 8] >> n % 8 & 1u);
        return;
    }
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, p - 1);
    ksig_haetae_rotate(cs, &s->work.emit.rotations, &secret);
}

/* One polynomial per step. */
ksig_haetae_progress ksig_haetae_sign_emit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index;
    uint8_t *const low_bytes = s->head.output + KSIG_HAETAE_C_BYTES + 256 * i, *const symbols =
                                                                                   s->work.emit
                                                                                       .symbols;
    const int16_t *const z = (const int16_t *)s->operand;
    uint32_t bad = 0, norm = 0, sum = 0;

    ksig_haetae_columns_times_c(s, i);
    ksig_haetae_columns_z(s, i);
    for (unsigned n = 0; n < N; n++) {
        norm += KSIG_ENABLE_SIGN_CHECK ? ksig_square(z[n]) : 0;
        if (i < p->l) {
            symbols[n] = (uint8_t)ksig_haetae_z1_symbol(p, z[n], &low_bytes[n], &bad);
        } else {
            const unsigned row = i - p->l;
            const uint32_t w = ksig_haetae_sign_lift(s, row, n, row_of(s, row)[n]);
            const uint32_t moved = ksig_haetae_moved(w, z[n]);
            symbols[n] = (uint8_t)ksig_haetae_hint_symbol(p, w, moved, &bad);
            sum = ksig_haetae_sum_row(sum, moved);
        }
    }
    const ksig_haetae_progress progress = ksig_haetae_sign_encode(s, symbols, bad, norm);
    if (KSIG_ENABLE_SIGN_CHECK) /* after the first polynomial's call, which zeroes the sums */
        s->sums.emit.rows += sum;
    return progress;
}
#endif
