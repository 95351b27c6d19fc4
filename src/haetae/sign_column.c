/* Signing: y drawn again, the rows of A y and the polynomial T. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "haetae/sign_state.h"
#include "haetae/uniform.h"
#include "ring/ntt_64513.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, BLOCK = 8 };

ksig_haetae_secret ksig_haetae_secret_of(const ksig_haetae_sign_state *s, unsigned p) {
    const ksig_haetae_params *const level = ksig_haetae_sign_params_of(s);
    const unsigned m = level->l - 1u;
    const uint8_t *const s1 = s->head.secret_key + ksig_haetae_key_bytes(level);
    ksig_haetae_secret secret = {s1 + 64 * p, 2, 1};
    if (p >= m) {
        secret.bits = ksig_haetae_s2_bits(level);
        secret.top = 1 + level->d;
        secret.packed = s1 + 64 * m + 32 * secret.bits * (p - m);
    }
    return secret;
}

/* x mod q for |x| < q. */
static uint32_t residue(int32_t x) { return (uint32_t)x + (KSIG_Q16 & (0u - ((uint32_t)x >> 31))); }

/* Eight fields of a packed polynomial from coefficient i on, a multiple of 8. */
static inline uint32_t eight_fields(const uint8_t *packed, const unsigned bits, unsigned i) {
    const uint8_t *const p = packed + i / 8 * bits;
    return p[0] | (uint32_t)p[1] << 8 | (bits == 3 ? (uint32_t)p[2] << 16 : 0);
}

/* T += adj(s) (y[0] x^i + .. + y[7] x^(i + 7)): to T[n] y[b] s[i + b - n], where an index below 0 is 256 more and changes the
 * sign. The fields of the eight s slide through a word; -(top - field) = top - (2 top - field), so the sign changes with the
 * fields. Modulo 2^32: T itself fits an int32_t with room to spare. */
static inline void add_adjoint_product(uint32_t t[N], const uint8_t *packed, const unsigned bits,
                                       const int32_t y[BLOCK], unsigned i) {
    /* In each field 2 top: 2 of 2 bits, 4 of 3; check: 0xaaaa == 2 * (4**8 - 1) // 3 */
    const uint32_t mask = (1u << bits) - 1,
                   both = bits == 3 ? 0x924924 : 0xaaaa; /* check: 0x924924 == 4 * (8**8 - 1) // 7 */
    const uint32_t y0 = (uint32_t)y[0], y1 = (uint32_t)y[1], y2 = (uint32_t)y[2], y3 = (uint32_t)y[3],
                   y4 = (uint32_t)y[4], y5 = (uint32_t)y[5], y6 = (uint32_t)y[6], y7 = (uint32_t)y[7];
    const uint32_t all = (y0 + y1 + y2 + y3 + y4 + y5 + y6 + y7) << (bits - 2);
    uint32_t window = eight_fields(packed, bits, i);
    const uint32_t *const end = t + N;
    unsigned from = i;
    while (t < end) {
        uint32_t fields = eight_fields(packed, bits, (from - 8) % N);
        if (from < 8 || from > i) /* indices below 0; from wraps once */
            fields = both - fields;
        from = (from - 8) % N;
        fields <<= 32 - 8 * bits;
        for (const uint32_t *const stop = t + 8; t < stop; t++) {
            uint32_t sum = *t + all;
            sum -= y0 * (window & mask);
            sum -= y1 * (window >> bits & mask);
            sum -= y2 * (window >> 2 * bits & mask);
            sum -= y3 * (window >> 3 * bits & mask);
            sum -= y4 * (window >> 4 * bits & mask);
            sum -= y5 * (window >> 5 * bits & mask);
            sum -= y6 * (window >> 6 * bits & mask);
            sum -= y7 * (window >> 7 * bits & mask);
            *t = sum;
            window = window << bits | fields >> (32 - bits);
            fields <<= bits;
        }
    }
}

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
        if (secret.bits == 3)
            add_adjoint_product(s->work.t, secret.packed, 3, block, i);
        else
            add_adjoint_product(s->work.t, secret.packed, 2, block, i);
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
        const uint32_t value = ksig_subtract16(ksig_haetae_next_uniform(&s->sponge, &position), 2 * b1 % KSIG_Q16);
        row[n] = (uint16_t)ksig_add16(value, value);
    }
    ksig_ntt16(row);
}

void ksig_haetae_sign_column(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned column = s->head.index;
    if (column >= p->l) { /* y2: one of them for each row, which is complete */
        uint16_t *const row = ksig_haetae_sign_row(s, column - p->l);
        ksig_inverse_ntt16(row);
        draw(s, column, row, 1);
        return;
    }
    if (column == 0)
        memset(s->parity, 0, sizeof s->parity);
    draw(s, column, s->operand, 0);
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
