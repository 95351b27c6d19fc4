/* The message M' by mode (FIPS 205 Algorithms 22 to 25). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "api/message.h"
#include "api/verdict.h"
#include "slhdsa/state.h"

static ksig_slhdsa_message *message_of(ksig_slhdsa_state *v) {
    return (ksig_slhdsa_message *)(void *)(v->node + ksig_slhdsa_params_of(v)->n);
}

void ksig_slhdsa_absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    ksig_slhdsa_params_of(v)->hash->absorb(v, data, length);
}

void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args) {
    const ksig_verdict reason = ksig_check_message(args, !ksig_slhdsa_params_of(v)->round3);
    if (reason != KSIG_PENDING) {
        ksig_reject(&v->head, reason);
        return;
    }
    v->message_bytes = args->message_length;
    v->context_bytes = (uint8_t)args->context_length;
    ksig_copy(message_of(v)->context, args->context, args->context_length);
}

/* R | PK.seed | PK.root | M' up to the message. */
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const int hashed = v->head.mode != KSIG_MODE_PURE;
    p->hash->open_message(v);
    ksig_slhdsa_absorb(v, v->node, p->n);
    ksig_slhdsa_absorb(v, v->head.anchor, 2u * p->n);
    if (p->round3)
        return;
    uint8_t prefix[KSIG_OID_BYTES];
    prefix[0] = (uint8_t)hashed;
    prefix[1] = v->context_bytes;
    ksig_slhdsa_absorb(v, prefix, 2);
    ksig_slhdsa_absorb(v, message_of(v)->context, v->context_bytes);
    if (hashed) {
        ksig_prehash_oid(v->head.hash, prefix);
        ksig_slhdsa_absorb(v, prefix, KSIG_OID_BYTES);
    }
#if KSIG_ENABLE_PREHASH
    if (ksig_slhdsa_has_prehash(v)) {
        ksig_wipe(message_of(v), sizeof(ksig_prehash));
        ksig_prehash_init(&message_of(v)->prehash, v->head.hash);
    }
#endif
}

void ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
#if KSIG_ENABLE_PREHASH
    if (ksig_slhdsa_has_prehash(v)) {
        ksig_prehash_take(&message_of(v)->prehash, v->head.hash, data, length);
        return;
    }
#endif
    ksig_slhdsa_absorb(v, data, length);
}

#if KSIG_ENABLE_PREHASH
uint32_t ksig_slhdsa_prehash_taken(ksig_slhdsa_state *v) {
    return ksig_prehash_taken(&message_of(v)->prehash, v->head.hash);
}

void ksig_slhdsa_prehash_end(ksig_slhdsa_state *v) {
    ksig_prehash *const prehash = &message_of(v)->prehash;
    ksig_prehash_final(prehash, v->head.hash, ksig_prehash_digest(prehash, v->head.hash));
}
#endif

uint32_t ksig_slhdsa_message_end(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    uint32_t total = v->message_bytes;
#if KSIG_ENABLE_PREHASH
    if (ksig_slhdsa_has_prehash(v)) {
        total = (uint32_t)ksig_prehash_bytes(v->head.hash);
        ksig_slhdsa_absorb(v, ksig_prehash_digest(&message_of(v)->prehash, v->head.hash), total);
    }
#endif
    total += 3u * p->n;
    if (!p->round3)
        total += 2u + v->context_bytes;
    if (v->head.mode != KSIG_MODE_PURE)
        total += KSIG_OID_BYTES;
    return p->hash->taken(v) ^ total;
}
