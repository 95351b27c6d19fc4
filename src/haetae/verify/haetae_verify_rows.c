/* t = A z1 and the rows of HighBits(w). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_challenge.h"
#include "haetae/common/haetae_uniform.h"
#include "haetae/verify/haetae_verify_state.h"
#include "stream/verdict.h"

ksig_tally ksig_haetae_unpack_row(ksig_haetae_state *v, unsigned i) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    const unsigned bits = ksig_haetae_b_bits(p);
    uint16_t *const row = v->rows[i];
    const uint8_t *const packed = (const uint8_t *)(row + KSIG_HAETAE_N) - 32 * bits;
    ksig_tally tally = {0, 0};
    /* Coefficient n loads its bytes, the last one at 512 - 32 b + ((n + 1) b - 1) / 8, before they
     * are overwritten: 2 n + 1 is below the first byte of coefficient n + 1 for n < 255 and b = 15
     * or 16. */
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        const unsigned bit = n * bits;
        uint32_t field = packed[bit / 8] | (uint32_t)packed[bit / 8 + 1] << 8;
        if (bit % 8 > 16 - bits) /* a third byte, which exists then */
            field |= (uint32_t)packed[bit / 8 + 2] << 16;
        field = field >> bit % 8 & ((UINT32_C(1) << bits) - 1);
        ksig_count(&tally, field >= KSIG_Q16);
        row[n] = (uint16_t)field;
    }
    return tally;
}

/* Makes half of the first column; the other columns are 2 A0, and halved too. */
void ksig_haetae_first_column(ksig_haetae_state *v) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    for (unsigned i = 0; i < p->k; i++) {
        uint16_t *const row = v->rows[i];
        if (p->d == 0) { /* b is published in its final form: b / 2 */
            for (unsigned n = 0; n < KSIG_HAETAE_N; n++)
                row[n] = (uint16_t)((row[n] + (KSIG_Q16 & (0u - (row[n] & 1u)))) >> 1);
            continue;
        }
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_haetae_start_uniform(&v->sponge, v->rho, 256u * p->k + p->l - 1u + i);
        for (unsigned n = 0; n < KSIG_HAETAE_N; n++) { /* a - 2 b1, with b1 < 2^15 */
            const uint32_t a = ksig_haetae_next_uniform(&v->sponge, &position);
            row[n] = (uint16_t)ksig_subtract16(a, ksig_add16(row[n], row[n]));
        }
        ksig_ntt16(row);
    }
}

/* The sum, or the largest number instead of one that wraps around. */
static KSIG_INLINE uint32_t capped_sum(uint32_t sum, uint32_t square) {
    const uint32_t total = sum + square;
    return total < square ? UINT32_MAX : total;
}

/* Adds a square to two sums: one of them may get lost while the loop around runs. */
static KSIG_INLINE void add_twice(uint32_t *sum, uint32_t *again, uint32_t square) {
    *sum += square;
    *again = capped_sum(*again, square);
    KSIG_BARRIER(*again);
}

/* Adds squares to the norm: once above the bound it stays there, and no sum wraps around. Returns
 * what was added, by the norm as it is loaded again: a sum that starts anew, stops at a wrong bound
 * or is not stored would lose what a whole feed added. */
static KSIG_NOINLINE uint32_t add_to_norm(ksig_haetae_state *v, uint32_t squares) {
    const uint32_t bound = ksig_haetae_params_of(v)->b2_squared,
                   sum = squares > bound ? squares : v->norm + squares;
    const ksig_haetae_state *again = v;
    KSIG_RELOAD(again);
    const uint32_t before = again->norm;
    v->norm = sum > bound ? bound + 1 : sum;
    KSIG_RELOAD(again);
    const uint32_t after = again->norm;
    return after > ksig_haetae_params_of(again)->b2_squared ? squares : after - before;
}

/* Takes the first four bytes of a section, one by one. */
static size_t take_start(ksig_haetae_state *v, const uint8_t *data, size_t length) {
    size_t taken = 0;
    while (v->rans.used < 4 && taken < length) {
        ksig_rans_byte(&v->rans, data[taken++]);
        if (v->rans.used == 4)
            ksig_judge(&v->head, ksig_rans_bad_start(&v->rans), ksig_rans_bad_start(&v->rans),
                       KSIG_REJECT_ENCODING);
    }
    return taken;
}

/* In ascending order of n: bytes 2 n and 2 n + 1 are not beyond low byte n, at 256 + n. */
void ksig_haetae_decode_high(ksig_haetae_state *v, const uint8_t *data, size_t length) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    const uint8_t *const end = data + length;
    data += take_start(v, data, length);
    if (v->rans.used < 4 || v->head.reason != KSIG_PENDING)
        return;
    const uint8_t *const begin = data;
    ksig_rans r = v->rans;
    uint32_t squares = 0, again = 0;
    unsigned n = r.symbols - KSIG_HAETAE_N * (unsigned)v->index;
    while (n < KSIG_HAETAE_N) {
        if (r.x < KSIG_RANS_LEAST) {
            if (data == end)
                break;
            r.x = r.x << 8 | *data++;
            continue;
        }
        const int32_t symbol =
            (int32_t)ksig_rans_from_middle(&r, p->hb_frequency, p->hb_offset, p->hb_below);
        const int32_t z =
            256 * (symbol - p->hb_offset) + (v->u.bytes[KSIG_HAETAE_N + n] ^ 128) - 128;
        add_twice(&squares, &again, (uint32_t)(z * z));
        v->u.operand[n++] = (uint16_t)(z + (z < 0 ? (int32_t)KSIG_Q16 : 0));
    }
    /* After the last column: so that x can be checked. */
    if (n == KSIG_HAETAE_N && v->index + 1u == p->l)
        while (r.x < KSIG_RANS_LEAST && data < end)
            r.x = r.x << 8 | *data++;
    v->rans.x = r.x;
    v->rans.used = (uint16_t)(r.used + (size_t)(data - begin));
    v->rans.symbols = (uint16_t)(n + KSIG_HAETAE_N * (unsigned)v->index);
    ksig_taken(&v->head, squares, add_to_norm(v, again));
}

uint32_t ksig_haetae_add_column(ksig_haetae_state *v, unsigned j) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    uint32_t made = 0;
    ksig_ntt16(v->u.operand);
    for (unsigned i = 0; i < p->k; i++) {
        uint16_t *row = v->rows[i];
        const uint16_t *operand = v->u.operand, *const end = operand + KSIG_HAETAE_N;
        if (j == 0) {
            for (; operand < end; operand++, row++)
                *row = (uint16_t)ksig_multiply16(*row, *operand);
            made += (uint32_t)(operand - v->u.operand);
            KSIG_BARRIER(made); /* counted, not inferred from the loop's end */
            continue;
        }
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_haetae_start_uniform(&v->sponge, v->rho, 256 * i + j - 1);
        for (; operand < end; operand++, row++) {
            const uint32_t a = ksig_haetae_next_uniform(&v->sponge, &position);
            *row = (uint16_t)ksig_add16(*row, ksig_multiply16(a, *operand));
        }
        made += (uint32_t)(operand - v->u.operand);
        KSIG_BARRIER(made);
    }
    return made;
}

void ksig_haetae_end_columns(ksig_haetae_state *v) {
    for (unsigned i = 0; i < ksig_haetae_params_of(v)->k; i++)
        ksig_inverse_ntt16(v->rows[i]);
}

/* Lifts t in [0, q) to [0, 2 q) with the given parity; w = HighBits(t) + h modulo the hint modulus;
 * and z2 = (alpha w - t + parity) / 2, centred modulo 2 q, which is even. */
static inline uint32_t use_hint(const ksig_haetae_params *p, uint32_t t, uint32_t parity,
                                uint32_t h, int32_t *z2) {
    const int32_t q = (int32_t)KSIG_Q16;
    const uint32_t modulus = ksig_haetae_hint_modulus(p);
    t += KSIG_Q16 & (0u - ((t ^ parity) & 1u));
    uint32_t w = ksig_haetae_high_bits(p, t) + h;
    if (w >= modulus)
        w -= modulus;
    int32_t twice = (int32_t)(w << p->alpha_log) - (int32_t)t + (int32_t)parity;
    if (twice < -q)
        twice += 2 * q;
    else if (twice >= q)
        twice -= 2 * q;
    *z2 = twice / 2;
    return w;
}

size_t ksig_haetae_decode_hint(ksig_haetae_state *v, const uint8_t *data, size_t length) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    const unsigned count = KSIG_HAETAE_N * (unsigned)p->k;
    const uint8_t *const end = data + length;
    data += take_start(v, data, length);
    if (v->rans.used < 4 || v->head.reason != KSIG_PENDING)
        return length;
    ksig_rans r = v->rans;
    v->rans.used = (uint16_t)(r.used - (uintptr_t)data); /* plus where it ends, below */
    uint32_t squares = 0;
    unsigned n = r.symbols;
    ksig_taken(&v->head, v->norm, 0);
    KSIG_KEEP_ORDER(); /* the loop loads it again, and the end once more */
    for (;;) {
        if (r.x < KSIG_RANS_LEAST) {
            if (data == end)
                break;
            r.x = r.x << 8 | *data++;
            continue;
        }
        if (n == count)
            break;
        uint16_t *const slot = &v->rows[n / KSIG_HAETAE_N][n % KSIG_HAETAE_N];
        const uint32_t half = *slot, t = ksig_add16(half, half);
        const uint32_t symbol = ksig_rans_from_ends(&r, p->hint_frequency, p->hint_symbols);
        const uint32_t parity = n < KSIG_HAETAE_N ? (uint32_t)v->parity[n / 8] >> n % 8 & 1u : 0;
        int32_t z2;
        *slot = (uint16_t)use_hint(p, t, parity,
                                   symbol <= p->hint_cut ? symbol : symbol + p->hint_gap, &z2);
        squares += (uint32_t)(z2 * z2);
        v->norm = capped_sum(v->norm, (uint32_t)(z2 * z2));
        if (++n % KSIG_HAETAE_N == 0)
            ksig_haetae_absorb_row(&v->sponge, ksig_haetae_scheme_of(v),
                                   v->rows[n / KSIG_HAETAE_N - 1]);
    }
    v->rans.x = r.x;
    v->rans.used = (uint16_t)(v->rans.used + (uintptr_t)data);
    v->rans.symbols = (uint16_t)n;
    KSIG_KEEP_ORDER();
    ksig_taken(&v->head, squares, v->norm); /* by which the norm grew */
    return length;
}
