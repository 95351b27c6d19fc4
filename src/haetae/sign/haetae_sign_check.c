/* Signing: verifies the finished signature before it is output.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * y depends only on key, rnd and message. If the same y gets two challenges, because a byte of the
 * key or a bit of the computation was different the second time, the two signatures reveal s: z -
 * z' = (c - c') s. A signature that verifies under the public key whose hash is in mu has the right
 * challenge for its y. So the public key is read again, into RAM; these bytes must have the digest
 * of those that went into mu; and only they are used.
 *
 * DEFAULT and FAST have all rows in RAM and go through z1 once. SMALL has one row, and goes through
 * z1 once for each. Everything here is public, or the signature is never shown. */
#include "haetae/sign/haetae_sign_state.h"

#if KSIG_ENABLE_SIGN_CHECK
#include "arch/compiler.h"
#include "haetae/common/haetae_challenge.h"
#include "haetae/common/haetae_rans.h"
#include "haetae/sign/haetae_sign_columns.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { N = KSIG_HAETAE_N, LOAD = 0, FIRST_COLUMN };

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
static ksig_keccak *transcript_of(ksig_haetae_sign_state *s) { return &s->transcript; }
static uint16_t *row_of(ksig_haetae_sign_state *s, unsigned i) {
    (void)i;
    return s->row;
}
static unsigned rows_at_once(const ksig_haetae_params *p) {
    (void)p;
    return 1;
}
#else
static ksig_keccak *transcript_of(ksig_haetae_sign_state *s) { return &s->sponge; }
static uint16_t *row_of(ksig_haetae_sign_state *s, unsigned i) {
    return (uint16_t *)(void *)s->rows + N * i;
}
static unsigned rows_at_once(const ksig_haetae_params *p) { return p->k; }
#endif

/* Where the two sections begin and end. */
typedef struct sections {
    uint32_t high, hint, end;
} sections;

static sections sections_of(const ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const uint32_t high = KSIG_HAETAE_C_BYTES + UINT32_C(256) * p->l + 2;
    const uint32_t hint = high + s->head.output[high - 2] + p->base_hb;
    const sections found = {
        .high = high, .hint = hint, .end = hint + s->head.output[high - 1] + p->base_h};
    return found;
}

/* Loads rho and the packed rows first .. first + rows_at_once - 1 to RAM: rho in place of the seed,
 * a row at the end of its place. Returns 0 if the whole key, as read here, is the one in mu. */
static uint32_t load(ksig_haetae_sign_state *s, unsigned first) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned bytes = 32 * ksig_haetae_b_bits(p);
    const uint8_t *from = s->key;
    ksig_shake256_init(&s->sponge);
    memcpy(s->seed, from, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_absorb(&s->sponge, s->seed, KSIG_HAETAE_RHO_BYTES);
    from += KSIG_HAETAE_RHO_BYTES;
    for (unsigned i = 0; i < p->k; i++, from += bytes) {
        uint16_t *const row = i - first < rows_at_once(p) ? row_of(s, i) : s->operand;
        uint8_t *const packed = (uint8_t *)(row + N) - bytes;
        memcpy(packed, from, bytes);
        ksig_keccak_absorb(&s->sponge, packed, bytes);
    }
    ksig_keccak_finish(&s->sponge);
    return ksig_keccak_squeeze_compare(&s->sponge, s->key_digest, sizeof s->key_digest).bad;
}

/* Feeds bytes of a section of `bytes` bytes until a symbol can follow. Beyond its end it feeds a
 * zero, and the section's end check fails. Returns 0 if every byte went to this decoder: one that
 * goes elsewhere may change the signature after it was read. */
static KSIG_NOINLINE uint32_t feed(ksig_rans *r, const uint8_t *section, uint32_t bytes) {
    uint32_t bad = 0;
    while (ksig_rans_hungry(r) && r->used <= bytes) {
        const unsigned used = r->used;
        ksig_rans_byte(r, used < bytes ? section[used] : 0);
        bad |= r->used ^ (used + 1);
    }
    return bad;
}

/* 0 if more polynomials follow, or the section ended correctly. */
static uint32_t end_polynomial(ksig_rans *r, const uint8_t *section, uint32_t bytes,
                               unsigned polynomials) {
    r->symbols = (uint16_t)(r->symbols + N);
    if (r->symbols != N * polynomials)
        return 0;
    const uint32_t bad = feed(r, section, bytes);
    return bad | ksig_rans_bad_end(r, (unsigned)bytes, N * polynomials);
}

/* Adds column j times z1_j to the rows. */
static uint32_t add_column(ksig_haetae_sign_state *s, unsigned first, unsigned j) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const sections at = sections_of(s);
    const uint8_t *const section = s->head.output + at.high, *const key = s->key;
    const uint8_t *const low = s->head.output + KSIG_HAETAE_C_BYTES + N * j;
    ksig_rans r = s->late.check.high;
    uint32_t bad = 0;
    for (unsigned n = 0; n < N; n++) {
        bad |= feed(&r, section, at.hint - at.high);
        const unsigned symbol =
            ksig_rans_from_middle(&r, p->hb_frequency, p->hb_offset, p->hb_below);
        const int32_t z = 256 * ((int32_t)symbol - p->hb_offset) + (low[n] ^ 128) - 128;
        s->operand[n] = (uint16_t)ksig_haetae_residue(j, z);
    }
    bad |= end_polynomial(&r, section, at.hint - at.high, p->l);
    s->late.check.high = r;
    ksig_ntt16(s->operand);
    s->key = s->seed; /* where rho is */
    for (unsigned i = first; i < first + rows_at_once(p); i++) {
        uint16_t *const row = row_of(s, i);
        if (j == 0)
            ksig_haetae_sign_multiply_first(
                s, i, (const uint8_t *)(row + N) - 32 * ksig_haetae_b_bits(p), row, s->operand);
        else
            ksig_haetae_sign_multiply(s, i, j, row, s->operand);
    }
    s->key = key;
    return bad;
}

/* Absorbs HighBits of row i of w, with the hint, into the transcript. */
static uint32_t end_row(ksig_haetae_sign_state *s, unsigned i) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const sections at = sections_of(s);
    const uint8_t *const section = s->head.output + at.hint;
    uint16_t *const row = row_of(s, i);
    ksig_rans r = s->late.check.hint;
    uint32_t sum = 0, bad = 0;
    ksig_inverse_ntt16(row);
    for (unsigned n = 0; n < N; n++) {
        bad |= feed(&r, section, at.end - at.hint);
        const uint32_t symbol = ksig_rans_from_ends(&r, p->hint_frequency, p->hint_symbols);
        const uint32_t moved = ksig_haetae_sign_lift(s, i, n, row[n]);
        sum = ksig_haetae_sum_row(sum, moved);
        const uint32_t high =
            ksig_haetae_high_bits(p, moved) + symbol + (symbol <= p->hint_cut ? 0 : p->hint_gap);
        row[n] =
            (uint16_t)(high < ksig_haetae_hint_modulus(p) ? high
                                                          : high - ksig_haetae_hint_modulus(p));
    }
    bad |= end_polynomial(&r, section, at.end - at.hint, p->k);
    s->late.check.hint = r;
    if (KSIG_HAETAE_SIGN_VARIANT != KSIG_VARIANT_SMALL)
        s->sums.emit.rows -= sum;
    ksig_haetae_absorb_row(transcript_of(s), ksig_haetae_sign_scheme_of(s), row);
    return bad;
}

static void begin_rows(ksig_haetae_sign_state *s, unsigned first) {
    s->late.check.high.x = 0; /* <c s, y> lay there, and decides nothing */
    ksig_rans_init(&s->late.check.high);
    if (first != 0)
        return;
    ksig_rans_init(&s->late.check.hint);
    ksig_shake256_init(transcript_of(s));
    for (unsigned n = 0; n < N; n++) { /* lsb(z1_0 - c) */
        const uint8_t bit = (uint8_t)(1u << n % 8);
        const uint8_t *const c = s->head.output, *const low = c + KSIG_HAETAE_C_BYTES;
        s->parity[n / 8] = (uint8_t)((unsigned)(s->parity[n / 8] & ~bit) |
                                     ((c[n / 8] ^ (low[n] & 1u) << n % 8) & bit));
    }
}

/* One step per column, and one each before and after them. KSIG_SIGN_RETRY: it is not a
 * signature. */
ksig_haetae_progress ksig_haetae_sign_check(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned first = s->part, step = s->index++;
    uint32_t bad = 0;
    if (step == LOAD) {
        bad = load(s, first) | (sections_of(s).end > s->head.scheme.sign->signature_bytes);
        begin_rows(s, first);
        return bad != 0 ? KSIG_SIGN_RETRY : KSIG_SIGN_MORE;
    }
    if (step < FIRST_COLUMN + (unsigned)p->l)
        return add_column(s, first, step - FIRST_COLUMN) != 0 ? KSIG_SIGN_RETRY : KSIG_SIGN_MORE;
    if (rows_at_once(p) != 1) /* A used the sponge */
        ksig_shake256_init(transcript_of(s));
    for (unsigned i = first; i < first + rows_at_once(p); i++)
        bad |= end_row(s, i);
    s->index = LOAD;
    s->part = (uint8_t)(first + rows_at_once(p));
    if (bad != 0)
        return KSIG_SIGN_RETRY;
    if (s->part < p->k)
        return KSIG_SIGN_MORE;
    ksig_keccak_absorb(transcript_of(s), s->parity, sizeof s->parity);
    ksig_keccak_absorb(transcript_of(s), s->mu, sizeof s->mu);
    (void)ksig_haetae_sample_challenge(transcript_of(s), p, s->parity);
    bad = s->sums.emit.rows;
    for (unsigned i = 0; i < KSIG_HAETAE_C_BYTES; i++)
        bad |= (uint32_t)s->parity[i] ^ s->head.output[i];
    return bad != 0 ? KSIG_SIGN_RETRY : KSIG_SIGN_NEXT;
}
#endif
