/* The message M' by mode (FIPS 205 Algorithms 22 to 25). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "api/message.h"
#include "api/verdict.h"
#include "slhdsa/state.h"

static ksig_slhdsa_message *message_of(ksig_slhdsa_state *v) {
    return (ksig_slhdsa_message *)(void *)(v->node + ksig_slhdsa_params_of(v)->n);
}

void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args) {
    const ksig_verdict reason = ksig_check_message(args, !ksig_slhdsa_params_of(v)->round3);
    if (reason != KSIG_PENDING) {
        ksig_reject(&v->head, reason);
        return;
    }
    v->message_bytes = args->message_length;
    v->context_bytes = (uint8_t)args->context_length;
    if (args->context_length != 0)
        memcpy(message_of(v)->context, args->context, args->context_length);
}

/* R | PK.seed | PK.root | M' up to the message. */
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    const int hashed = v->head.mode != KSIG_MODE_PURE;
    p->hash->open_message(v);
    p->hash->absorb(v, v->node, p->n);
    p->hash->absorb(v, v->head.anchor, 2u * p->n);
    if (p->round3)
        return;
    uint8_t prefix[KSIG_OID_BYTES] = {(uint8_t)hashed, v->context_bytes};
    p->hash->absorb(v, prefix, 2);
    p->hash->absorb(v, message_of(v)->context, v->context_bytes);
    if (hashed) {
        ksig_prehash_oid(v->head.hash, prefix);
        p->hash->absorb(v, prefix, KSIG_OID_BYTES);
    }
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH)
        ksig_prehash_init(&message_of(v)->u.prehash, v->head.hash);
#endif
}

void ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH) {
        ksig_prehash_update(&message_of(v)->u.prehash, v->head.hash, data, length);
        return;
    }
#endif
    ksig_slhdsa_params_of(v)->hash->absorb(v, data, length);
}

uint32_t ksig_slhdsa_message_end(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    uint64_t total = v->message_bytes;
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH) {
        uint8_t *const digest = message_of(v)->u.digest;
        total = ksig_prehash_bytes(v->head.hash);
        ksig_prehash_final(&message_of(v)->u.prehash, v->head.hash, digest);
        p->hash->absorb(v, digest, (size_t)total);
    }
#endif
    total += 3u * p->n;
    if (!p->round3)
        total += 2u + v->context_bytes;
    if (v->head.mode != KSIG_MODE_PURE)
        total += KSIG_OID_BYTES;
    return p->hash->check_message(v, total);
}
