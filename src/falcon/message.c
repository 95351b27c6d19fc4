/* What c is the hash of: nonce | M (Falcon), or nonce | SHAKE256(key, 64) | domain | context | M' (FN-DSA draft).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/message.h"
#include "api/verdict.h"
#include "falcon/state.h"
#include "util/bytes.h"

#include <string.h>

void ksig_falcon_message_open(ksig_falcon_state *v, const ksig_verify_args *args) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    const ksig_verdict reason = ksig_check_message(args, p->framed);
    if (reason != KSIG_PENDING) {
        ksig_reject(&v->head, reason);
        return;
    }
    v->message_bytes = args->message_length;
    v->prefix_bytes = 0;
    if (!p->framed)
        return;
    uint8_t *const prefix = ksig_falcon_room(v), *end = prefix;
    const int hashed = args->mode != KSIG_MODE_PURE;
    *end++ = (uint8_t)hashed;
    *end++ = (uint8_t)args->context_length;
    if (args->context_length != 0)
        memcpy(end, args->context, args->context_length);
    end += args->context_length;
    if (hashed) {
        ksig_prehash_oid(args->hash, end);
        end += KSIG_OID_BYTES;
    }
    v->prefix_bytes = (uint16_t)(end - prefix);
}

void ksig_falcon_message_prefix(ksig_falcon_state *v) {
    if (!ksig_falcon_params_of(v)->framed)
        return;
    /* The key's digest is what it was compared with. */
    (void)ksig_keccak_absorb_counted(&v->hash.sponge, v->head.anchor, KSIG_FALCON_ANCHOR_SHAKE256);
    (void)ksig_keccak_absorb_counted(&v->hash.sponge, ksig_falcon_room(v), v->prefix_bytes);
}

void ksig_falcon_message_begin(ksig_falcon_state *v) {
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH)
        ksig_prehash_init(ksig_falcon_room(v), v->head.hash);
#else
    (void)v;
#endif
}

void ksig_falcon_message_take(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    size_t taken;
#if KSIG_ENABLE_PREHASH
    /* Which hash is the right one, and where, is looked up once more, or a fault could hide the piece in another. */
    ksig_falcon_state *again = v;
    KSIG_HIDE(again);
    if (v->head.mode == KSIG_MODE_PREHASH) {
        ksig_prehash *const prehash = ksig_falcon_room(v);
        taken = ksig_prehash_update_counted(prehash, v->head.hash, data, length);
        taken += again->head.mode ^ KSIG_MODE_PREHASH;
        taken += (size_t)((uintptr_t)prehash ^ (uintptr_t)ksig_falcon_room(again));
    } else {
        taken = ksig_keccak_absorb_counted(&v->hash.sponge, data, length);
        taken += again->head.mode & KSIG_MODE_PREHASH;
    }
#else
    taken = ksig_keccak_absorb_counted(&v->hash.sponge, data, length);
#endif
    v->message_bytes -= (uint32_t)taken;
}

void ksig_falcon_message_done(ksig_falcon_state *v) {
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH) {
        ksig_prehash *const prehash = ksig_falcon_room(v);
        uint8_t *const digest = (uint8_t *)(prehash + 1);
        ksig_prehash_final(prehash, v->head.hash, digest);
        (void)ksig_keccak_absorb_counted(&v->hash.sponge, digest, ksig_prehash_bytes(v->head.hash));
    }
#endif
    ksig_keccak_finish(&v->hash.sponge);
}
