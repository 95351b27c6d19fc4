/* The message M' by mode (FIPS 205 Algorithms 22 to 25).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/message.h"

#include "slhdsa/slhdsa_state.h"

KSIG_ASSERT(offsetof(ksig_slhdsa_state, node) % KSIG_ALIGNMENT == 0, message_is_aligned);

void ksig_slhdsa_absorb(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    ksig_taken(&v->head, ksig_slhdsa_params_of(v)->hash->absorb(v, data, length), length);
}

size_t ksig_slhdsa_absorb_message(void *state, const uint8_t *data, size_t length) {
    ksig_slhdsa_state *const v = state;
    return ksig_slhdsa_params_of(v)->hash->absorb(v, data, length);
}

/* slh_verify and hash_slh_verify (FIPS 205 Algorithms 24 and 25): the frame of M'. */
void ksig_slhdsa_message_open(ksig_slhdsa_state *v, const ksig_verify_args *args) {
    const ksig_framing *const framing = ksig_slhdsa_params_of(v)->framing;
    ksig_taken(&v->head, 0, args->context_length); /* added again where it is absorbed */
    if (framing == NULL)
        ksig_message_open_unframed(&v->head, args, framing);
    else
        framing->open_frame(&v->head, args, ksig_slhdsa_message_of(v)->context);
}

/* R | PK.seed | PK.root | M' up to the message. */
void ksig_slhdsa_message_begin(ksig_slhdsa_state *v) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(v);
    p->hash->open_message(v);
    ksig_slhdsa_absorb(v, v->node, p->n);
    ksig_slhdsa_absorb(v, v->head.anchor, 2u * p->n);
    if (p->framing != NULL)
        ksig_taken(&v->head,
                   p->framing->absorb_frame(&v->head, ksig_slhdsa_absorb_message, v,
                                            ksig_slhdsa_message_of(v)->context),
                   0);
    /* If a fault skips writing the digest, the sender must not have chosen what is there. */
    if (KSIG_ENABLE_PREHASH)
        ksig_wipe(ksig_slhdsa_message_of(v), sizeof(ksig_prehash));
    ksig_message_begin(&v->head, &ksig_slhdsa_message_of(v)->prehash);
}

size_t ksig_slhdsa_message_take(ksig_slhdsa_state *v, const uint8_t *data, size_t length) {
    if (ksig_message_prehashed(&v->head))
        return ksig_message_take(&v->head, &ksig_slhdsa_message_of(v)->prehash, data, length);
    return ksig_slhdsa_absorb_message(v, data, length) + ksig_message_misled(&v->head);
}
