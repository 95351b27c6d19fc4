/* Signing: r0 of w - c s2, where it may be too large. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * c s2 is within beta, so only a coefficient of w with |r0| >= gamma2 - 2 beta is critical: 0.43,
 * 0.38 or 0.24 of a row on average. These are noted before c is known, so that w need not be formed
 * again for this test. How many there are, and which, is secret: in an accepted attempt it reveals
 * something about c s2. So every coefficient goes through the same masked moves in the slots of its
 * half of the row. One row in 7,000 has more than three in a half at level 44, fewer rows at the
 * others; then the first ones are lost, and left to FINISH, which checks all r0. */
#include "arch/gates.h"
#include "mldsa/alg/mldsa_decompose.h"
#include "mldsa/sign/mldsa_sign.h"
#include "ring/short23.h"
#include "util/bytes.h"

enum { N = KSIG_MLDSA_N, SLOTS = KSIG_MLDSA_SLOTS, HALF_SLOTS = SLOTS / 2 };

#if !KSIG_ASM_CRITICAL

/* Decompose (FIPS 204 Algorithm 36) without the branch for q - 1: see `bound` below. */
uint32_t ksig_mldsa_note_half(const int32_t w[N / 2], uint32_t slots[3],
                              const ksig_mldsa_critical *critical, unsigned place) {
    const ksig_mldsa_critical c = *critical;
    uint32_t s0 = 0, s1 = 0, s2 = 0, count = 0;
    for (const int32_t *const end = w + N / 2; w < end; w++, place++) {
        const uint32_t r1 = (((uint32_t)*w + c.half) >> 9) * c.factor >> 25;
        const uint32_t above = (uint32_t)*w + c.less - r1 * c.width;
        const uint32_t selects = ksig_sign_mask(above | (c.most - above));
        count -= selects;
        s2 ^= (s2 ^ s1) & selects;
        s1 ^= (s1 ^ s0) & selects;
        s0 ^= (s0 ^ ((uint32_t)*w | (uint32_t)place << 23)) & selects;
    }
    slots[0] = s0;
    slots[1] = s1;
    slots[2] = s2;
    return count;
}

#endif

KSIG_NOINLINE void ksig_mldsa_note_critical(ksig_mldsa_sign_head *head, const int32_t w[N],
                                            uint32_t slots[KSIG_MLDSA_ALL_SLOTS]) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    const uint32_t bound =
        p->gamma2 - 2 * (uint32_t)p->beta - 1; /* r0 is one less where r1 wraps around */
    const ksig_mldsa_critical critical = {p->gamma2 - 1, bound - 1, p->high_factor, 2 * p->gamma2,
                                          2 * bound - 2};
    for (unsigned half = 0; half < 2; half++) {
        const uint32_t count = ksig_mldsa_note_half(
            w + N / 2 * half, slots + SLOTS * head->row_index + HALF_SLOTS * half, &critical,
            256 + N / 2 * half);
        head->overflows = (uint8_t)(head->overflows | (HALF_SLOTS - count) >> 31);
    }
}

/* Finds the pairs of coefficients, among 32, that belong to three slots. */
static KSIG_NOINLINE void look_at(const int16_t product[KSIG_MLDSA_PRODUCTS], unsigned first,
                                  const uint32_t slots[3], uint32_t found[3]) {
    const uint32_t pair0 = slots[0] >> 24 & 127, pair1 = slots[1] >> 24 & 127,
                   pair2 = slots[2] >> 24 & 127;
    const int16_t *const end = product + KSIG_MLDSA_PRODUCTS;
    uint32_t f0 = found[0], f1 = found[1], f2 = found[2];
    for (uint32_t pair = first / 2; product < end; pair++, product += 2) {
        const uint32_t both = (ksig_mldsa_word(product[0]) & 0xffff) | ksig_mldsa_word(product[1])
                                                                           << 16;
        f0 |= both & ksig_sign_mask((pair0 ^ pair) - 1);
        f1 |= both & ksig_sign_mask((pair1 ^ pair) - 1);
        f2 |= both & ksig_sign_mask((pair2 ^ pair) - 1);
    }
    found[0] = f0;
    found[1] = f1;
    found[2] = f2;
}

/* A row's slots, and the coefficient of c s2 that belongs to each. */
typedef struct search {
    const uint32_t *slots;
    uint32_t found[SLOTS];
} search;

static KSIG_NOINLINE void find_products(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                                        ksig_mldsa_factor *s2, search *row) {
    uint32_t *const found = row->found;
    for (unsigned i = 0; i < SLOTS; i++)
        found[i] = 0;
    for (unsigned first = 0; first < N; first += KSIG_MLDSA_PRODUCTS) {
        ksig_mldsa_multiply_c(p, c, s2, first);
        const unsigned half = first / (N / 2) * HALF_SLOTS;
        look_at(s2->product, first, row->slots + half, found + half);
    }
    for (unsigned i = 0; i < SLOTS; i++) {
        const uint32_t lower = found[i] << 16, odd = ksig_mask(row->slots[i] >> 23 & 1);
        found[i] = (uint32_t)((int32_t)(lower ^ ((lower ^ found[i]) & odd)) >> 16);
    }
}

/* Not 0 if an r0 is too large. Not inlined, so that it takes no stack while the products are
 * found. */
static KSIG_NOINLINE uint32_t look(const ksig_mldsa_params *p, const search *row) {
    uint32_t bad = 0;
    for (unsigned n = 0; n < SLOTS; n++) {
        const uint32_t slot = row->slots[n];
        const int32_t w = (int32_t)(slot & 0x7fffff),
                      r = ksig_short_positive(w - (int32_t)row->found[n]);
        bad |= ksig_mldsa_exceeds(ksig_mldsa_low(p, (uint32_t)r), p->gamma2 - p->beta) & slot >> 31;
    }
    return bad;
}

/* Loads s2[i]. A seed's first ones are sampled once and kept until FINISH takes their room: most
 * attempts end in the first rows. How many are kept is as public as the rows that were checked. */
static KSIG_NOINLINE void load_s2(ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                  unsigned i, ksig_mldsa_drawn_s2 *drawn) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    uint8_t *const fields = drawn->s2.fields;
    const unsigned bytes = ksig_mldsa_s_bytes(p);
    if (!KSIG_MLDSA_KEEPS_SECRETS || !ksig_mldsa_sign_seeded(head) ||
        bytes * (i + 1) > KSIG_MLDSA_KEPT_S2_BYTES) {
        ksig_mldsa_load_s2(head, seed, i, drawn);
        return;
    }
    const ksig_mldsa_secrets kept = {seed->late.kept.s2, NULL};
    if (i < seed->late.kept.rows) {
        ksig_mldsa_look_at_key(head, ksig_mldsa_secret_fields(p, &drawn->sponge, &kept, i, fields));
        ksig_mldsa_turn(p, &drawn->s2);
        return;
    }
    ksig_mldsa_load_s2(head, seed, i, drawn);
    ksig_mldsa_pack_secret(p, fields, seed->late.kept.s2 + bytes * i);
    seed->late.kept.rows = (uint8_t)(i + 1);
}

uint32_t ksig_mldsa_low_too_large(ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                  const ksig_mldsa_challenge *c, ksig_mldsa_sign_work *work) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    ksig_mldsa_drawn_s2 *const drawn = &work->row.look.drawn;
    const unsigned i = head->column_index;
    search row;
    row.slots = work->low.slots + SLOTS * i;
    load_s2(head, seed, i, drawn);
    find_products(p, c, &drawn->s2, &row);
    return look(p, &row);
}
