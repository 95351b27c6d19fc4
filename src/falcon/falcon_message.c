/* The input of the hash c: nonce | M (Falcon), or nonce | SHAKE256(key, 64) | domain | context | M'
 * (FN-DSA draft). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/message.h"

#include "falcon/falcon_state.h"

void ksig_falcon_message_open(ksig_falcon_state *v, const ksig_verify_args *args) {
    const ksig_framing *const framing = ksig_falcon_params_of(v)->framing;
    ksig_taken(&v->head, 0, args->context_length); /* added again where it is absorbed */
    if (framing == NULL)
        ksig_message_open_unframed(&v->head, args, framing);
    else
        framing->open_frame(&v->head, args, ksig_falcon_room(v));
}

void ksig_falcon_message_prefix(ksig_falcon_state *v) {
    ksig_keccak *const sponge = &v->hash.sponge;
    const ksig_framing *const framing = ksig_falcon_params_of(v)->framing;
    if (framing == NULL)
        return;
    /* The anchor is the key's digest: they were compared. */
    ksig_taken(&v->head, ksig_keccak_absorb(sponge, v->head.anchor, KSIG_FALCON_ANCHOR_SHAKE256),
               KSIG_FALCON_ANCHOR_SHAKE256);
    ksig_taken(
        &v->head,
        framing->absorb_frame(&v->head, ksig_message_absorb_keccak, sponge, ksig_falcon_room(v)),
        0);
}

void ksig_falcon_message_begin(ksig_falcon_state *v) {
    ksig_message_begin(&v->head, ksig_falcon_room(v));
}

size_t ksig_falcon_message_take(ksig_falcon_state *v, const uint8_t *data, size_t length) {
    if (ksig_message_prehashed(&v->head))
        return ksig_message_take(&v->head, ksig_falcon_room(v), data, length);
    const size_t shown = ksig_keccak_take(&v->hash.sponge, data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(&v->hash.sponge, shown) + ksig_message_misled(&v->head);
}

void ksig_falcon_message_done(ksig_falcon_state *v) {
    ksig_message_end(&v->head, ksig_falcon_room(v));
    ksig_message_digest(&v->head, ksig_falcon_room(v), ksig_message_absorb_keccak, &v->hash.sponge);
    ksig_taken(&v->head, ksig_keccak_end(&v->hash.sponge), 0);
}
