/* t = A z1 and the rows of HighBits(w). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_challenge.h"
#include "haetae/common/haetae_uniform.h"
#include "haetae/verify/haetae_hint.h"
#include "haetae/verify/haetae_verify_state.h"
#include "stream/given.h"
#include "stream/verdict.h"

ksig_tally ksig_haetae_unpack_row(ksig_haetae_state *v, unsigned i) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    const unsigned bits = ksig_haetae_b_bits(p);
    uint16_t *const row = v->rows[i];
    const uint8_t *const packed = (const uint8_t *)(row + KSIG_HAETAE_N) - 32 * bits;
    ksig_tally tally = {0, 0};
    uint32_t most = KSIG_Q16 - 1;
    if (KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE)
        KSIG_BARRIER(most);
    /* Coefficient n loads its bytes, the last one at 512 - 32 b + ((n + 1) b - 1) / 8, before they
     * are overwritten: 2 n + 1 is below the first byte of coefficient n + 1 for n < 255 and b = 15
     * or 16. */
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        const unsigned bit = n * bits;
        uint32_t field = packed[bit / 8] | (uint32_t)packed[bit / 8 + 1] << 8;
        if (bit % 8 > 16 - bits) /* a third byte, which exists then */
            field |= (uint32_t)packed[bit / 8 + 2] << 16;
        field = field >> bit % 8 & ((UINT32_C(1) << bits) - 1);
        ksig_count(&tally, (most - field) >> 31);
        row[n] = (uint16_t)field;
    }
    /* Formed twice, unless for size: 16 kB of flash are full. */
    if (KSIG_OPTIMIZE != KSIG_OPTIMIZE_SIZE)
        ksig_taken(&v->head, most, KSIG_Q16 - 1);
    v->head.trail += ksig_word(row);
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

/* A public sum + a b 2^-16 modulo q, in [0, q). */
static KSIG_INLINE uint32_t add_product(uint32_t sum, uint32_t a, uint32_t b) {
    const uint32_t product = a * b;
    const uint32_t total = /* in (-q, 2 q) */
        sum + (product >> 16) - (ksig_montgomery_factor16(product) * KSIG_Q16 >> 16);
    if ((int32_t)total < 0)
        return total + KSIG_Q16;
    return total < KSIG_Q16 ? total : total - KSIG_Q16;
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
            *row = (uint16_t)add_product(*row, a, *operand);
        }
        made += (uint32_t)(operand - v->u.operand);
        KSIG_BARRIER(made);
    }
    return made;
}

/* The next coefficient of z1_j. In ascending order of n: bytes 2 n and 2 n + 1 are not beyond low
 * byte n, at 256 + n. */
static KSIG_INLINE int32_t next_z1(ksig_haetae_state *v, const ksig_haetae_params *p, ksig_rans *r,
                                   unsigned n) {
    const int32_t high =
        (int32_t)ksig_rans_from_middle(r, p->hb_frequency, p->hb_offset, p->hb_below) -
        p->hb_offset;
    const int32_t z = 256 * high + (int8_t)v->u.bytes[KSIG_HAETAE_N + n];
    v->u.operand[n] = (uint16_t)((uint32_t)z + (KSIG_Q16 & ksig_sign_mask((uint32_t)z)));
    return z;
}

/* The next coefficient of z2, and of w, which replaces t. */
static KSIG_INLINE int32_t next_z2(ksig_haetae_state *v, const ksig_haetae_params *p, ksig_rans *r,
                                   unsigned n) {
    uint32_t offset = offsetof(ksig_haetae_state, rows) + 2 * n;
    KSIG_BARRIER(offset); /* less stack: or the address of `rows` is kept */
    uint16_t *const slot = (uint16_t *)((uint8_t *)v + offset);
    const int32_t symbol = (int32_t)ksig_rans_from_ends(r, p->hint_frequency, p->hint_symbols);
    const uint32_t parity = n < KSIG_HAETAE_N ? (uint32_t)v->parity[n / 8] >> n % 8 & 1u : 0;
    int32_t z2;
    *slot = (uint16_t)ksig_haetae_use_hint(
        p, *slot, parity, symbol <= p->hint_cut ? symbol : symbol - p->hint_symbols, &z2);
    return z2;
}

/* Takes the first four bytes of a section, one by one. Nothing of a message comes here. */
static size_t take_start(ksig_haetae_state *v, const uint8_t *data, size_t length) {
    size_t taken = 0;
    ksig_taken(&v->head, v->head.unhashed, 0);
    while (v->rans.used < 4 && taken < length) {
        ksig_rans_byte(&v->rans, data[taken++]);
        if (v->rans.used == 4)
            ksig_judge(&v->head, ksig_rans_bad_start(&v->rans), ksig_rans_bad_start(&v->rans),
                       KSIG_REJECT_ENCODING);
    }
    return taken;
}

enum { ONE_DECODER = KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE };

static KSIG_INLINE size_t decode_symbols(ksig_haetae_state *v, const uint8_t *data, size_t length,
                                         size_t taken, int is_hint) {
    const ksig_haetae_params *const p = ksig_haetae_params_of(v);
    const unsigned last = KSIG_HAETAE_N * (is_hint ? p->k : v->index + 1u);
    const uint8_t *const end = data + length;
    data += take_start(v, data, length);
    if (v->rans.used < 4 || v->head.reason != KSIG_PENDING)
        return taken;
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
        if (n == (ONE_DECODER || !is_hint ? last : KSIG_HAETAE_N * (unsigned)p->k)) /* less stack */
            break;
        const int32_t z = is_hint ? next_z2(v, p, &r, n) : next_z1(v, p, &r, n % KSIG_HAETAE_N);
        const uint32_t square = (uint32_t)(z * z);
        squares += square;
        v->norm = ksig_haetae_sticky_sum(v->norm, square);
        if (++n % KSIG_HAETAE_N == 0 && is_hint)
            ksig_haetae_absorb_row(&v->sponge, ksig_haetae_scheme_of(v),
                                   v->rows[n / KSIG_HAETAE_N - 1]);
    }
    v->rans.x = r.x;
    v->rans.used = (uint16_t)(v->rans.used + (uintptr_t)data);
    v->rans.symbols = (uint16_t)n;
    KSIG_KEEP_ORDER();
    ksig_taken(&v->head, squares, v->norm); /* by which the norm grew */
    return taken;
}

/* haetae_verify_state.h: both names are this one then. */
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE
size_t ksig_haetae_decode(ksig_haetae_state *v, const uint8_t *data, size_t length, size_t taken) {
    return decode_symbols(v, data, length, taken, v->index == ksig_haetae_params_of(v)->l);
}
#else
size_t ksig_haetae_decode_high(ksig_haetae_state *v, const uint8_t *data, size_t length,
                               size_t taken) {
    return decode_symbols(v, data, length, taken, 0);
}

size_t ksig_haetae_decode_hint(ksig_haetae_state *v, const uint8_t *data, size_t length,
                               size_t taken) {
    return decode_symbols(v, data, length, taken, 1);
}
#endif
