/* Signing, variant DEFAULT: column by column, with all rows of w in RAM. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every y_p is drawn three times: for the length; for the rows, and for T = sum_p adj(s_p) y_p, of which |z| is known
 * without z (rejection by inner products); and for z, of the attempt that is accepted. */
#include "haetae/sign_state.h"

#if KSIG_HAETAE_SIGN_VARIANT != KSIG_VARIANT_SMALL
#include <string.h>

#include "haetae/sign_symbols.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, BLOCK = 8, DRAW = 0, MULTIPLY };

static uint16_t *row_of(ksig_haetae_sign_state *s, unsigned i) { return ksig_haetae_sign_row(s) + 256 * i; }

static uint32_t bit_of(const uint8_t *bits, unsigned i) { return (uint32_t)bits[i / 8] >> i % 8 & 1u; }

/* x mod q for |x| < q. */
static uint32_t residue(int32_t x) { return (uint32_t)x + (KSIG_Q16 & (0u - ((uint32_t)x >> 31))); }

/* Draws y_p: its norm, T, and round(y_p) times 1 (p = 0) or 2, added to `sum` or stored in it. */
static KSIG_NOINLINE void draw(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[N], int add) {
    ksig_haetae_y y;
    int32_t block[BLOCK];
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, p == 0 ? 0 : p - 1);
    ksig_haetae_sign_start_y(s, &y, p);
    for (unsigned i = 0; i < N; i += BLOCK) {
        for (unsigned b = 0; b < BLOCK; b++) {
            block[b] = ksig_haetae_next_y(&y);
            s->y_norm += (uint64_t)((int64_t)block[b] * block[b]);
            const int32_t rounded = ksig_haetae_round(block[b]);
            uint32_t r = residue(rounded);
            if (p == 0) {
                s->parity[i / 8] |= (uint8_t)(((uint32_t)rounded & 1u) << b);
                s->work.t[i + b] = (uint32_t)block[b];
            } else {
                r = ksig_add16(r, r);
            }
            sum[i + b] = (uint16_t)(add ? ksig_add16(sum[i + b], r) : r);
        }
        if (p == 0)
            continue;
        ksig_haetae_add_adjoint(s->work.t, &secret, block, i);
    }
    ksig_wipe(block, sizeof block);
    ksig_wipe(&y, sizeof y);
}

static void draw_column(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->head.index;
    if (column < p->l) {
        draw(s, column, s->operand, 0);
    } else { /* y2: one of them for each row, which is complete */
        uint16_t *const row = row_of(s, column - p->l);
        ksig_inverse_ntt16(row);
        draw(s, column, row, 1);
    }
}

static KSIG_NOINLINE void multiply_column(ksig_haetae_sign_state *s, unsigned column) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    ksig_ntt16(s->operand);
    for (unsigned i = 0; i < p->k; i++)
        ksig_haetae_sign_multiply(s, i, column, row_of(s, i), s->operand);
}

static KSIG_NOINLINE void challenge(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    ksig_shake256_init(&s->sponge);
    for (unsigned i = 0; i < p->k; i++) {
        memcpy(s->operand, row_of(s, i), sizeof s->operand);
        ksig_haetae_sign_absorb_row(s, &s->sponge, i, s->operand);
    }
    ksig_haetae_sign_challenge(s, &s->sponge);
    s->inner = 0;
    for (unsigned n = 0; n < N; n++)
        s->inner += (int64_t)(int32_t)s->work.t[n] * (int32_t)bit_of(s->c, n); /* <c s, y> = <c, adj(s) y> */
}

/* A column in one step or two: y_p, then for y1 the matrix. One more step for c. */
ksig_haetae_progress ksig_haetae_sign_commit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->head.index;
    if (column == ksig_haetae_sign_polynomials(p)) {
        if (s->y_norm > (uint64_t)p->b0_squared << 26)
            return KSIG_SIGN_RETRY;
        challenge(s);
        return KSIG_SIGN_NEXT;
    }
    if (s->head.part == DRAW) {
        if (column == 0) {
            s->y_norm = 0;
            memset(s->parity, 0, sizeof s->parity);
        }
        draw_column(s);
        if (column < p->l) {
            s->head.part = MULTIPLY;
            return KSIG_SIGN_MORE;
        }
    } else {
        multiply_column(s, column);
        s->head.part = DRAW;
    }
    s->head.index++;
    return KSIG_SIGN_MORE;
}

/* operand = c s_p in [0, q); p as of y, so 0 is c itself. From work.emit.c. */
static void times_c(ksig_haetae_sign_state *s, unsigned p) {
    if (p == 0) {
        for (unsigned n = 0; n < N; n++)
            s->operand[n] = (uint16_t)bit_of(s->c, n);
        return;
    }
    const ksig_haetae_secret secret = ksig_haetae_sign_secret(s, p - 1);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t value = (uint32_t)ksig_haetae_secret_value(&secret, n);
        s->operand[n] = (uint16_t)(value + (KSIG_Q16 & (0u - (value >> 31))));
    }
    ksig_ntt16(s->operand);
    for (unsigned n = 0; n < N; n++)
        s->operand[n] = (uint16_t)ksig_multiply16(s->operand[n], s->work.emit.c[n]);
    ksig_inverse_ntt16(s->operand);
}

/* In one step. Leaves the transform of c in work.emit.c. */
ksig_haetae_progress ksig_haetae_sign_decide(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    for (unsigned n = 0; n < N; n++)
        s->work.emit.c[n] = (uint16_t)bit_of(s->c, n);
    ksig_ntt16(s->work.emit.c);
    uint32_t cs_norm = 0; /* below 11 * 256 * 256^2 */
    for (unsigned i = 0; i < ksig_haetae_sign_polynomials(p); i++) {
        times_c(s, i);
        for (unsigned n = 0; n < N; n++) {
            const uint32_t negative = (KSIG_Q16 / 2 - s->operand[n]) >> 31;
            const int32_t value = (int32_t)s->operand[n] - (int32_t)(KSIG_Q16 & (0u - negative));
            cs_norm += (uint32_t)(value * value);
        }
    }
    return ksig_haetae_sign_judge(s, cs_norm);
}

/* A polynomial in a step. */
ksig_haetae_progress ksig_haetae_sign_emit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->head.index;
    uint8_t *const low_bytes = s->head.signature + KSIG_HAETAE_C_BYTES + 256 * i, *const symbols = s->work.emit.symbols;
    const int32_t sign = 1 - 2 * (s->head.sign & 1);
    uint32_t bad = 0;
    ksig_haetae_y y;

    times_c(s, i);
    ksig_haetae_sign_start_y(s, &y, i);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t negative = (KSIG_Q16 / 2 - s->operand[n]) >> 31;
        const int32_t cs = (int32_t)s->operand[n] - (int32_t)(KSIG_Q16 & (0u - negative));
        const int32_t z = ksig_haetae_round(ksig_haetae_next_y(&y)) + sign * cs; /* 2^13 c s rounds to c s */
        if (i < p->l) {
            symbols[n] = (uint8_t)ksig_haetae_z1_symbol(p, z, &low_bytes[n], &bad);
        } else {
            const unsigned row = i - p->l;
            const uint32_t w = ksig_haetae_sign_lift(s, row, n, row_of(s, row)[n]);
            symbols[n] = (uint8_t)ksig_haetae_hint_symbol(p, w, z, &bad);
        }
    }
    ksig_wipe(&y, sizeof y);
    return ksig_haetae_sign_encode(s, symbols, bad);
}
#endif
