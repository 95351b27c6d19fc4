/* Streaming verification of Falcon (round 3, specification 1.2, Algorithm 16) and FN-DSA (draft):
 * the order of the stream and its checks. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * key: header, h | signature: header, nonce, s2 and padding | message. */
#include "stream/operations.h"

#include "falcon/falcon_state.h"
#include "stream/verdict.h"
#include "util/bytes.h"

enum stage { STAGE_KEY_HEADER, STAGE_H, STAGE_HEADER, STAGE_NONCE, STAGE_S2, STAGE_MESSAGE };

/* KSIG_FALCON_FIXED_BYTES agrees with the struct. */
KSIG_ASSERT(KSIG_IS_STATED(offsetof(ksig_falcon_state, poly), KSIG_FALCON_FIXED_BYTES),
            fixed_bytes_agree);
/* The room of s2 is large enough for what is kept there, and aligned for it. */
KSIG_ASSERT(sizeof(ksig_prehash) <= 2 * 512 &&
                KSIG_FALCON_KEY_ROOM + KSIG_FALCON_KEY_PIECE <= 2 * 512,
            room_is_enough);
KSIG_ASSERT(KSIG_FALCON_FIXED_BYTES % 8 == 0, room_is_aligned);

static void open(void *state, const ksig_verify_args *args) {
    ksig_falcon_state *const v = state;
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    if (args->signature_length < v->head.scheme->signature_least ||
        args->signature_length > v->head.scheme->signature_bytes) {
        ksig_reject(&v->head, KSIG_REJECT_SIG_LENGTH);
        return;
    }
    ksig_falcon_message_open(v, args);
    v->signature_bytes = (uint16_t)args->signature_length;
    v->norm_s2 = KSIG_FALCON_NORM_LIMIT; /* until it is known */
    ksig_falcon_start_decoding(v);
    if (p->framing)
        ksig_shake256_init(&v->hash.sponge);
    else
        ksig_anchor_init(&v->hash.digest);
    ksig_want_part(&v->head, KSIG_PART_KEY, 0, v->head.scheme->key_bytes);
    ksig_want_piece(&v->head, STAGE_KEY_HEADER, 1);
}

static size_t hash_key(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    return ksig_falcon_params_of(v)->framing ? ksig_keccak_absorb(&v->hash.sponge, data, length)
                                             : ksig_anchor_update(&v->hash.digest, data, length);
}

/* Takes bytes of h; hashes and decodes a copy. */
static size_t take_h(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    uint8_t *const room = (uint8_t *)ksig_falcon_room(v) + KSIG_FALCON_KEY_ROOM;
    (void)ksig_copy(room, data, length);
    ksig_falcon_decode_key(v, room, length);
    return hash_key(v, room, length) + ksig_is_message(&v->head);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_falcon_state *const v = state;
    switch (v->head.stage) {
    case STAGE_KEY_HEADER:
        v->header = *data;
        return hash_key(v, &v->header, 1);
    case STAGE_H:
        return take_h(v, data, length);
    case STAGE_HEADER: /* only the first byte counts, not a later one that a fault brings here */
        v->header = *data;
        return length + (size_t)v->head.offset + ksig_is_message(&v->head);
    case STAGE_NONCE:
        return ksig_keccak_absorb(&v->hash.sponge, data, length);
    case STAGE_S2:
        return ksig_falcon_decode(v, data, length) + ksig_is_message(&v->head);
    case STAGE_MESSAGE:
        return ksig_falcon_message_take(v, data, length);
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        return 0;
    }
}

static ksig_tally compare_anchor(ksig_falcon_state *v) {
    if (!ksig_falcon_params_of(v)->framing)
        return ksig_anchor_compare(&v->hash.digest, v->head.anchor);
    ksig_taken(&v->head, ksig_keccak_end(&v->hash.sponge), 0);
    return ksig_keccak_squeeze_compare(&v->hash.sponge, v->head.anchor,
                                       KSIG_FALCON_ANCHOR_SHAKE256);
}

/* Checks that a header is the right one, with two loads of it. */
static KSIG_NOINLINE void check_header(ksig_falcon_state *v, uint32_t right) {
    const volatile uint8_t *const header = &v->header;
    ksig_judge(&v->head, *header ^ right, *header ^ right, KSIG_REJECT_ENCODING);
}

static KSIG_NOINLINE void key_done(ksig_falcon_state *v, const ksig_falcon_params *p) {
    ksig_counted(&v->head, compare_anchor(v), v->head.scheme->anchor_bytes, KSIG_REJECT_KEY);
    check_header(v, p->key_header);
    ksig_counted(&v->head, v->tally, 2u * p->n, KSIG_REJECT_ENCODING);
    ksig_ntt14(v->poly, p->n);
    ksig_falcon_start_decoding(v);
    ksig_shake256_init(&v->hash.sponge);
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, v->signature_bytes);
    ksig_want_piece(&v->head, STAGE_HEADER, 1);
}

static KSIG_NOINLINE void signature_done(ksig_falcon_state *v, const ksig_falcon_params *p) {
    ksig_counted(&v->head, ksig_falcon_check_s2(v), 2u * p->n, KSIG_REJECT_ENCODING);
    ksig_checked(&v->head, v->excess | (p->unpadded ? v->available / 8u : 0u),
                 KSIG_REJECT_ENCODING);
    if (KSIG_GUARDED)
        ksig_checked(&v->head, v->window, KSIG_REJECT_ENCODING);
    ksig_taken(&v->head, v->head.length, 0); /* nothing follows this piece */
    if (v->head.reason != KSIG_PENDING)      /* some coefficients of s2 may be missing */
        return;
    v->norm_s2 = ksig_falcon_norm(ksig_falcon_s2(v), p->n);
    ksig_checked(&v->head, v->norm_s2 > p->bound, KSIG_REJECT_NORM);
    if (KSIG_GUARDED)
        ksig_checked(&v->head, v->norm_s2 ^ ksig_falcon_norm(ksig_falcon_s2(v), p->n),
                     KSIG_REJECT_FAULT);
    if (v->head.reason != KSIG_PENDING)
        return;
    ksig_ntt14(ksig_falcon_s2(v), p->n);
    ksig_multiply_ntt14(v->poly, ksig_falcon_s2(v), p->n);
    ksig_inverse_ntt14(v->poly, p->n);
    ksig_falcon_message_begin(v);
    ksig_want_message(&v->head, STAGE_MESSAGE);
}

/* Runs when s1 is formed, and again at the end. */
static KSIG_NOINLINE void check_norm(ksig_falcon_state *v) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    ksig_checked(&v->head, ksig_falcon_norm(v->poly, p->n) + v->norm_s2 > p->bound,
                 KSIG_REJECT_SIGNATURE);
}

/* Verify (Falcon specification 1.2, Algorithm 16): the next stage when a piece is complete. */
static void next(void *state) {
    ksig_falcon_state *const v = state;
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    switch (v->head.stage) {
    case STAGE_KEY_HEADER:
        ksig_want_piece(&v->head, STAGE_H, KSIG_FALCON_KEY_PIECE);
        break;
    case STAGE_H:
        if (v->head.length != 0)
            ksig_want_piece(&v->head, STAGE_H, KSIG_FALCON_KEY_PIECE);
        else
            key_done(v, p);
        break;
    case STAGE_HEADER:
        check_header(v, p->signature_header);
        ksig_want_piece(&v->head, STAGE_NONCE, KSIG_FALCON_NONCE_BYTES);
        break;
    case STAGE_NONCE:
        ksig_falcon_message_prefix(v);
        ksig_want_piece(&v->head, STAGE_S2, v->head.length);
        break;
    case STAGE_S2:
        signature_done(v, p);
        break;
    case STAGE_MESSAGE:
        ksig_falcon_message_done(v);
        ksig_checked(&v->head, ksig_falcon_form_s1(v), KSIG_REJECT_FAULT);
        check_norm(v);
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* The message's arguments; the anchor, header and coefficients of the key; the signature's header,
 * coefficients, padding twice, |s2| twice; s1 and the norm twice. */
enum { CHECKS = KSIG_MESSAGE_CHECKS + 3 + 6 + 3 };

/* Verify (Falcon specification 1.2, Algorithm 16): the result. */
static ksig_verdict close(void *state) {
    ksig_falcon_state *const v = state;
    if (KSIG_GUARDED)
        check_norm(v);
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * CHECKS);
}

const struct ksig_verify_operations ksig_falcon_verify = {
    .open = open, .take = take, .next = next, .close = close};
