/* Signing: y, and z = y + c s1. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_pack.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/sign/mldsa_sign.h"
#include "ring/short23.h"
#include "util/bytes.h"

enum { N = KSIG_MLDSA_N };

/* Where z is formed: in the operand's place, or after the factors while these are the transform of
 * y. */
static ksig_mldsa_forming_z *room_of_z(const ksig_mldsa_sign_head *head,
                                       ksig_mldsa_secret_row *row) {
    const int kept =
        head->stream.work.output != NULL && head->stream.work.stage == KSIG_MLDSA_RANGE;
    return kept ? &row->kept.z : &row->z;
}

uint8_t *ksig_mldsa_packed_z(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row) {
    ksig_mldsa_forming_z *const room = room_of_z(head, row);
    return room->bytes + sizeof room->bytes - ksig_mldsa_z_packed(ksig_mldsa_sign_params(head));
}

/* y_j, packed where z_j will be: ExpandMask (FIPS 204 Algorithm 34). */
static KSIG_NOINLINE void draw(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                               unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    ksig_mldsa_forming_z *const room = room_of_z(head, row);
    ksig_mldsa_expand_mask(p, &room->sponge, head->rho2, ksig_mldsa_sign_nonce(p, head->attempt, j),
                           room->words + N - ksig_mldsa_z_packed(p) / 4);
}

/* With a buffer, it holds the transforms of all y_j except the last. */
uint32_t *ksig_mldsa_factors_in_buffer(const ksig_mldsa_sign_head *head, unsigned j) {
    uint8_t *const output = head->stream.work.output;
    if (output == NULL || j + 1 == ksig_mldsa_sign_params(head)->l)
        return NULL;
    return ksig_mldsa_buffered_factors(output, j);
}

/* 1 if the row holds the factors of y_j: with a buffer those of the last y_j, after the first row
 * until WRITE or FINISH; without one, those that the previous row ended with. */
static int is_in_row(const ksig_mldsa_sign_head *head, unsigned j) {
    const unsigned stage = head->stream.work.stage;
    if (head->stream.work.output == NULL)
        return stage == KSIG_MLDSA_COMMIT && head->row_index != 0 && head->column_index == 0;
    return j + 1 == ksig_mldsa_sign_params(head)->l &&
           ((stage == KSIG_MLDSA_COMMIT && head->row_index != 0) || stage == KSIG_MLDSA_RANGE);
}

const uint32_t *ksig_mldsa_y_factors(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                     unsigned j) {
    uint32_t *const kept = ksig_mldsa_factors_in_buffer(head, j);
    uint32_t *const here = row->multiply.factors;
    const int first = head->stream.work.stage == KSIG_MLDSA_COMMIT && head->row_index == 0;
    if (kept != NULL && !first)
        return kept;
    if (is_in_row(head, j))
        return here;
    draw(head, row, j);
    ksig_mldsa_unpack_z(row->sum.operand, ksig_mldsa_sign_params(head)->z_bits);
    ksig_mldsa_transform_operand(row->sum.operand, kept != NULL ? kept : here);
    return kept != NULL ? kept : here;
}

/* Restores packed y_j: in RANGE from its transform, if that is kept; else, and for any z that is
 * output, by drawing it. */
static KSIG_NOINLINE void fetch_y(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                  unsigned j) {
    const uint32_t *factors = ksig_mldsa_factors_in_buffer(head, j);
    if (is_in_row(head, j))
        factors = row->multiply.factors;
    if (factors == NULL || head->stream.work.stage != KSIG_MLDSA_RANGE) {
        draw(head, row, j);
        return;
    }
    ksig_mldsa_undo_transform(row->end.row, factors);
    ksig_mldsa_pack_y(row->end.row, ksig_mldsa_sign_params(head)->z_bits);
}

static KSIG_NOINLINE uint32_t add_products(const ksig_mldsa_sign_head *head,
                                           const ksig_mldsa_challenge *c,
                                           ksig_mldsa_secret_row *row) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    ksig_mldsa_factor *const s1 = &room_of_z(head, row)->s1;
    uint8_t *packed = ksig_mldsa_packed_z(head, row);
    uint32_t bad = 0;
    for (unsigned first = 0; first < N; first += KSIG_MLDSA_PRODUCTS, packed += 4 * p->z_bits) {
        ksig_mldsa_multiply_c(p, c, s1, first);
        bad |= ksig_mldsa_add_to_fields(p, packed, s1->product);
    }
    return bad;
}

/* Fields of s1 to half bytes after them, and back. */
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

/* Loads s1_j next to packed y_j. With a seed and no buffer, s1 is sampled first, by a sponge in y's
 * place, and folded, as the sponge of y overwrites the fields. With a buffer it follows y, sampled
 * by the transcript's sponge, which is free then. */
static KSIG_NOINLINE void fetch(ksig_mldsa_sign_state *s, unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    const ksig_mldsa_secrets from = ksig_mldsa_sign_secrets(&s->head, &s->seed);
    ksig_mldsa_forming_z *const room = room_of_z(&s->head, &s->work.row);
    uint8_t *const fields = room->s1.fields;
    const int first = from.sigma != NULL && s->head.stream.work.output == NULL;
    if (first) {
        (void)ksig_mldsa_secret_fields(p, &room->sample.sponge, &from, j, fields);
        fold(room->bytes);
    }
    fetch_y(&s->head, &s->work.row, j);
    if (first)
        unfold(room->bytes);
    else
        ksig_mldsa_look_at_key(&s->head,
                               ksig_mldsa_secret_fields(p, &s->transcript, &from, j, fields));
    ksig_mldsa_turn(p, &room->s1);
}

uint32_t ksig_mldsa_form_z(ksig_mldsa_sign_state *s, unsigned j) {
    fetch(s, j);
    return add_products(&s->head, &s->late.signature.c, &s->work.row);
}

static uint32_t tag_of(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row) {
    return ksig_work_tag(ksig_mldsa_packed_z(head, row),
                         (size_t)ksig_mldsa_z_packed(ksig_mldsa_sign_params(head)));
}

uint32_t ksig_mldsa_compare_tag(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                unsigned j) {
    return tag_of(head, row) ^ head->tags[j];
}

/* With a buffer, z is already there, as it will be output. */
uint32_t ksig_mldsa_load_z(ksig_mldsa_sign_state *s, unsigned j) {
    const uint8_t *const kept = ksig_mldsa_sign_buffer(&s->head, j);
    uint32_t bad = 0;
    if (kept != NULL) {
        (void)ksig_copy(ksig_mldsa_packed_z(&s->head, &s->work.row), kept,
                        (size_t)ksig_mldsa_z_packed(ksig_mldsa_sign_params(&s->head)));
    } else {
        bad = ksig_mldsa_form_z(s, j);
        if (s->head.row_index == 0)
            s->head.tags[j] = tag_of(&s->head, &s->work.row);
    }
    ksig_mldsa_unpack_z(s->work.row.sum.operand, ksig_mldsa_sign_params(&s->head)->z_bits);
    return bad;
}
