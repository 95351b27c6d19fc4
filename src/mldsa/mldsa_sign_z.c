/* Signing: y, and z = y + c s1. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_sign.h"
#include "mldsa/mldsa_z_layers.h"
#include "ring/short23.h"
#include "util/bytes.h"

enum { N = KSIG_MLDSA_N };

/* Where z is formed: in the operand's place; but after factors while these are the transform of y.
 */
static uint8_t *room_of_z(ksig_mldsa_sign_state *s) {
    const int behind = s->head.work.output != NULL && s->head.work.stage == KSIG_MLDSA_RANGE;
    return s->work.row.bytes + (behind ? offsetof(ksig_mldsa_secret_row, end.row) : 0);
}

uint8_t *ksig_mldsa_packed_z(ksig_mldsa_sign_state *s) {
    return room_of_z(s) + sizeof s->work.row.end.row -
           ksig_mldsa_z_packed(ksig_mldsa_sign_params(s));
}

/* y_j, packed where z_j will be: ExpandMask (FIPS 204 Algorithm 34). */
static KSIG_NOINLINE void draw(ksig_mldsa_sign_state *s, unsigned j) {
    ksig_keccak *const sponge = (ksig_keccak *)(void *)room_of_z(s);
    const unsigned nonce = ksig_mldsa_sign_nonce(s, j);
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, s->rho2, sizeof s->rho2);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish_to(sponge, (uint32_t *)(void *)ksig_mldsa_packed_z(s),
                          (size_t)ksig_mldsa_z_packed(ksig_mldsa_sign_params(s)));
}

#if !KSIG_COMPACT_RING

/* BitPack (FIPS 204 Algorithm 17): four fields, below 2^bits. */
static inline void store_fields(uint8_t *packed, uint32_t f0, uint32_t f1, uint32_t f2, uint32_t f3,
                                unsigned bits) {
    ksig_store32(packed, f0 | f1 << bits);
    ksig_store32(packed + 4, f1 >> (32 - bits) | f2 << (2 * bits - 32) | f3 << (3 * bits - 32));
    packed[8] = (uint8_t)(f3 >> (64 - 3 * bits));
    if (bits == 20)
        packed[9] = (uint8_t)(f3 >> 12);
}

#endif

/* With a buffer, the transforms of all y_j but the last are there, from a boundary of four bytes
 * on; to wherever they end, less is left of the signature than z takes before it: see `step_write`.
 */
uint32_t *ksig_mldsa_factors_in_buffer(const ksig_mldsa_sign_state *s, unsigned j) {
    uint8_t *const output = s->head.work.output;
    if (output == NULL || j + 1 == ksig_mldsa_sign_params(s)->l)
        return NULL;
    return (uint32_t *)(void *)(output + (0u - (uintptr_t)output) % 4 +
                                j * sizeof s->work.row.multiply.factors);
}

/* Factors of y_j that are in the state: with a buffer the last one's, from the first row on until
 * WRITE or FINISH. Without, those that the row before ended with. */
static int is_in_state(const ksig_mldsa_sign_state *s, unsigned j) {
    const unsigned stage = s->head.work.stage;
    if (s->head.work.output == NULL)
        return stage == KSIG_MLDSA_COMMIT && s->row_index != 0 && s->column_index == 0;
    return j + 1 == ksig_mldsa_sign_params(s)->l &&
           ((stage == KSIG_MLDSA_COMMIT && s->row_index != 0) || stage == KSIG_MLDSA_RANGE);
}

const uint32_t *ksig_mldsa_y_factors(ksig_mldsa_sign_state *s, unsigned j) {
    uint32_t *const kept = ksig_mldsa_factors_in_buffer(s, j), *const here =
                                                                   s->work.row.multiply.factors;
    const int first = s->head.work.stage == KSIG_MLDSA_COMMIT && s->row_index == 0;
    if (kept != NULL && !first)
        return kept;
    if (is_in_state(s, j))
        return here;
    draw(s, j);
    ksig_mldsa_unpack_fields(&s->work.row, ksig_mldsa_sign_params(s)->z_bits);
    ksig_mldsa_transform_operand(&s->work.row, kept != NULL ? kept : here);
    return kept != NULL ? kept : here;
}

/* gamma1 - y; a may be y + q. */
static inline uint32_t field_of(int32_t a, int32_t gamma1, uint32_t mask) {
    const int32_t field = gamma1 - a;
    return (uint32_t)(field + (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)field))) & mask;
}

#if KSIG_COMPACT_RING

/* BitPack (FIPS 204 Algorithm 17). Downwards, to the end of y's room: no word is overwritten before
 * it is read. */
static KSIG_NOINLINE void pack_fields(int32_t y[N], unsigned bits) {
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    for (unsigned n = N; n-- > 0;)
        ksig_mldsa_set_field((uint8_t *)(y + N) - 32 * bits, n, bits, field_of(y[n], gamma1, mask));
}

#else

/* BitPack (FIPS 204 Algorithm 17). Downwards, to the end of y's room: no word is overwritten before
 * it is read. */
static KSIG_NOINLINE void pack_fields(int32_t y[N], unsigned bits) {
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    uint8_t *packed = (uint8_t *)(y + N);
    for (unsigned n = N; n > 0; n -= 4) {
        const int32_t *const at = y + n - 4;
        const uint32_t f0 = field_of(at[0], gamma1, mask);
        const uint32_t f1 = field_of(at[1], gamma1, mask);
        const uint32_t f2 = field_of(at[2], gamma1, mask);
        const uint32_t f3 = field_of(at[3], gamma1, mask);
        packed -= bits / 2;
        store_fields(packed, f0, f1, f2, f3, bits);
    }
}

#endif

/* y_j once more: to look at its z from its transform, if that is there; for what is given away it
 * is drawn. */
static KSIG_NOINLINE void fetch_y(ksig_mldsa_sign_state *s, unsigned j) {
    const uint32_t *factors = ksig_mldsa_factors_in_buffer(s, j);
    if (is_in_state(s, j))
        factors = s->work.row.multiply.factors;
    if (factors == NULL || s->head.work.stage != KSIG_MLDSA_RANGE) {
        draw(s, j);
        return;
    }
    ksig_mldsa_undo_transform(&s->work.row, factors);
    pack_fields(s->work.row.end.row, ksig_mldsa_sign_params(s)->z_bits);
}

#if KSIG_COMPACT_RING

/* The fields of y, gamma1 - y, become those of z. One of z is good if it is beta + 1 .. 2 gamma1 -
 * beta - 1; those that are not are cut off. */
static uint32_t add_product(uint8_t *packed, const int16_t *product, uint32_t beta, unsigned bits) {
    const uint32_t most = (UINT32_C(1) << bits) - 2 * beta - 2, mask = (UINT32_C(1) << bits) - 1;
    uint32_t bad = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_ROTATE_VALUES; n++) {
        const uint32_t field = ksig_mldsa_field(packed, n, bits) - ksig_mldsa_word(product[n]);
        const uint32_t above = field - (beta + 1);
        bad |= above | (most - above);
        ksig_mldsa_set_field(packed, n, bits, field & mask);
    }
    return bad >> 31;
}

#else

/* The fields of y, gamma1 - y, become those of z. One of z is good if it is beta + 1 .. 2 gamma1 -
 * beta - 1; those that are not are cut off. Four of them are loaded before their bytes are
 * overwritten. */
static KSIG_INLINE_FOR_SPEED uint32_t add_product(uint8_t *packed,
                                                  const int16_t product[KSIG_MLDSA_ROTATE_VALUES],
                                                  uint32_t beta, unsigned bits) {
    const uint32_t most = (UINT32_C(1) << bits) - 2 * beta - 2, mask = (UINT32_C(1) << bits) - 1;
    uint32_t bad = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_ROTATE_VALUES; n += 4, packed += bits / 2) {
        const uint32_t f0 = ksig_mldsa_z_field(packed, 0, bits) - ksig_mldsa_word(product[n]);
        const uint32_t f1 = ksig_mldsa_z_field(packed, 1, bits) - ksig_mldsa_word(product[n + 1]);
        const uint32_t f2 = ksig_mldsa_z_field(packed, 2, bits) - ksig_mldsa_word(product[n + 2]);
        const uint32_t f3 = ksig_mldsa_z_field(packed, 3, bits) - ksig_mldsa_word(product[n + 3]);
        const uint32_t above[4] = {f0 - (beta + 1), f1 - (beta + 1), f2 - (beta + 1),
                                   f3 - (beta + 1)};
        bad |= above[0] | above[1] | above[2] | above[3];
        bad |= (most - above[0]) | (most - above[1]) | (most - above[2]) | (most - above[3]);
        store_fields(packed, f0 & mask, f1 & mask, f2 & mask, f3 & mask, bits);
    }
    return bad >> 31;
}

#if defined(__OPTIMIZE_SIZE__)
#define APART static inline
#else
#define APART static KSIG_NOINLINE
#endif

/* With a width that is a constant; apart, for what it holds does not lie above the product's
 * frames. */
APART uint32_t add_product_18(uint8_t *packed, const int16_t *product, uint32_t beta) {
    return add_product(packed, product, beta, 18);
}

APART uint32_t add_product_20(uint8_t *packed, const int16_t *product, uint32_t beta) {
    return add_product(packed, product, beta, 20);
}

#endif

static KSIG_NOINLINE uint32_t add_products(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    ksig_mldsa_factor *const s1 = (ksig_mldsa_factor *)(void *)room_of_z(s);
    uint8_t *packed = ksig_mldsa_packed_z(s);
    uint32_t bad = 0;
    for (unsigned first = 0; first < N;
         first += KSIG_MLDSA_ROTATE_VALUES, packed += 4 * p->z_bits) {
        ksig_mldsa_multiply_c(p, &s->late.signature.c, s1, first);
#if KSIG_COMPACT_RING
        bad |= add_product(packed, s1->product, p->beta, p->z_bits);
#else
        bad |= p->z_bits == 18 ? add_product_18(packed, s1->product, p->beta)
                               : add_product_20(packed, s1->product, p->beta);
#endif
    }
    return bad;
}

/* Fields of s1 to halves of bytes that lie after them, and back. */
static void fold(uint8_t fields[N + N / 2]) {
    for (unsigned n = 0; n < N / 2; n++)
        fields[N + n] = (uint8_t)(fields[2 * n] | fields[2 * n + 1] << 4);
}

static void unfold(uint8_t fields[N + N / 2]) {
    for (unsigned n = 0; n < N / 2; n++) {
        fields[2 * n] = fields[N + n] & 15;
        fields[2 * n + 1] = fields[N + n] >> 4;
    }
}

/* s1_j beside y_j, which is packed. Of a seed, s1 is sampled first, by a sponge that lies where y
 * comes, and folded, for the sponge of y lies where the fields were; with a buffer after y, by the
 * sponge that no transcript needs then. */
static KSIG_NOINLINE void fetch(ksig_mldsa_sign_state *s, unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(s);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(s);
    uint8_t *const fields = room_of_z(s);
    const int first = from.sigma != NULL && s->head.work.output == NULL;
    if (first) {
        (void)ksig_mldsa_secret_fields(p, (ksig_keccak *)(void *)(s->work.row.sum.operand + N / 2),
                                       &from, j, fields);
        fold(fields);
    }
    fetch_y(s, j);
    if (first)
        unfold(fields);
    else
        ksig_mldsa_look_at_key(s, ksig_mldsa_secret_fields(p, &s->transcript, &from, j, fields));
    ksig_mldsa_turn(p, (ksig_mldsa_factor *)(void *)fields);
}

uint32_t ksig_mldsa_form_z(ksig_mldsa_sign_state *s, unsigned j) {
    fetch(s, j);
    return add_products(s);
}

static uint32_t tag_of(ksig_mldsa_sign_state *s) {
    return ksig_work_tag(ksig_mldsa_packed_z(s),
                         (size_t)ksig_mldsa_z_packed(ksig_mldsa_sign_params(s)));
}

uint32_t ksig_mldsa_compare_tag(ksig_mldsa_sign_state *s, unsigned j) {
    return tag_of(s) ^ s->tags[j];
}

/* With a buffer, z was written there, and is what will be given away. */
uint32_t ksig_mldsa_load_z(ksig_mldsa_sign_state *s, unsigned j) {
    const uint8_t *const kept = ksig_mldsa_sign_buffer(s, j);
    uint32_t bad = 0;
    if (kept != NULL) {
        (void)ksig_copy(ksig_mldsa_packed_z(s), kept,
                        (size_t)ksig_mldsa_z_packed(ksig_mldsa_sign_params(s)));
    } else {
        bad = ksig_mldsa_form_z(s, j);
        if (s->row_index == 0)
            s->tags[j] = tag_of(s);
    }
    ksig_mldsa_unpack_fields(&s->work.row, ksig_mldsa_sign_params(s)->z_bits);
    return bad;
}
