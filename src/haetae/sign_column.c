/* Signing: y drawn again, the rows of A y and the polynomial T. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "haetae/sign_state.h"
#include "haetae/uniform.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, BLOCK = 8 };

/* x mod q for |x| < q. */
static uint32_t residue(int32_t x) { return (uint32_t)x + (KSIG_Q16 & (0u - ((uint32_t)x >> 31))); }

/* Draws y_p: its norm, T, and round(y_p) times 1 (p = 0) or 2, added to `sum` or stored in it. */
static void draw(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[N], int add) {
    ksig_haetae_y y;
    int32_t block[BLOCK];
    const ksig_haetae_secret secret = ksig_haetae_secret_of(s, p == 0 ? 0 : p - 1);
    ksig_haetae_start_y(&y, &s->sponge, s->seed, s->head.nonce + p, &s->norm);
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

/* Coefficient i of the polynomial b in the public key, of `bits` bits: 15 or 16. */
static uint32_t packed_b(const uint8_t *b, unsigned bits, unsigned i) {
    const unsigned bit = bits * i;
    uint32_t held = b[bit / 8] | (uint32_t)b[bit / 8 + 1] << 8;
    if (bit % 8 + bits > 16)
        held |= (uint32_t)b[bit / 8 + 2] << 16;
    return held >> bit % 8 & ((UINT32_C(1) << bits) - 1);
}

/* Row i of the first column of A in the transform domain: 2 (a_i - 2 b1_i), or b_i as it is stored (specification 4). */
static void first_column(ksig_haetae_sign_state *s, unsigned i, uint16_t row[N]) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const uint8_t *const rho = s->head.secret_key;
    const unsigned bits = ksig_haetae_b_bits(p);
    const uint8_t *const b = rho + KSIG_HAETAE_RHO_BYTES + 32 * bits * i;
    if (p->d == 0) {
        for (unsigned n = 0; n < N; n++)
            row[n] = (uint16_t)packed_b(b, bits, n);
        return;
    }
    unsigned position = KSIG_SHAKE128_RATE;
    ksig_haetae_start_uniform(&s->sponge, rho, 256u * p->k + p->l - 1u + i);
    for (unsigned n = 0; n < N; n++) {
        const uint32_t b1 = packed_b(b, bits, n);
        const uint32_t value = ksig_subtract16(ksig_haetae_next_uniform(&s->sponge, &position), ksig_add16(b1, b1));
        row[n] = (uint16_t)ksig_add16(value, value);
    }
    ksig_ntt16(row);
}

void ksig_haetae_sign_column(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->head.index;
    if (column < p->l) {
        if (column == 0)
            memset(s->parity, 0, sizeof s->parity);
        draw(s, column, s->operand, 0);
    } else { /* y2: one of them for each row, which is complete */
        uint16_t *const row = ksig_haetae_sign_row(s, column - p->l);
        ksig_inverse_ntt16(row);
        draw(s, column, row, 1);
    }
}

void ksig_haetae_sign_multiply(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->head.index;
    ksig_ntt16(s->operand);
    for (unsigned i = 0; i < p->k; i++) {
        uint16_t *const row = ksig_haetae_sign_row(s, i);
        if (column == 0) {
            first_column(s, i, row);
            for (unsigned n = 0; n < N; n++)
                row[n] = (uint16_t)ksig_multiply16(row[n], s->operand[n]);
            continue;
        }
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_haetae_start_uniform(&s->sponge, s->head.secret_key, 256 * i + column - 1);
        for (unsigned n = 0; n < N; n++)
            row[n] = (uint16_t)ksig_add16(
                row[n], ksig_multiply16(ksig_haetae_next_uniform(&s->sponge, &position), s->operand[n]));
    }
}
