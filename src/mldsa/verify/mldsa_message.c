/* mu = SHAKE256(tr | M', 64) with M' by mode (FIPS 204 Algorithms 3, 5, 7, 8).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/message.h"

#include "guard/guard.h"
#include "mldsa/verify/mldsa_verify.h"
#include "stream/operations.h"

/* Checks length and context where the message is mu itself. Returns the reason to reject, or
 * KSIG_PENDING. */
static ksig_verdict check_external_mu(const ksig_verify_args *args) {
    if (args->message_length != KSIG_MLDSA_MU_BYTES)
        return KSIG_REJECT_MSG_LENGTH;
    /* mu already includes the context. */
    return args->context_length != 0 ? KSIG_REJECT_CONTEXT : KSIG_PENDING;
}

/* ML-DSA.Verify and HashML-DSA.Verify (FIPS 204 Algorithms 3 and 5): the frame of M'. */
void ksig_mldsa_message_open(ksig_mldsa_state *v, const ksig_verify_args *args) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(&v->head);
    uint8_t *const context = (uint8_t *)&v->row;
    ksig_shake256_init(&v->transcript);
    if (args->mode == KSIG_MODE_EXTERNAL_MU) {
        const ksig_verdict reason = check_external_mu(args);
        if (reason != KSIG_PENDING)
            ksig_reject(&v->head, reason);
        KSIG_RELOAD(args);
        ksig_message_unframed(&v->head, args->mode == KSIG_MODE_EXTERNAL_MU);
        return;
    }
    ksig_taken(&v->head, ksig_keccak_absorb(&v->transcript, args->anchor, p->tr_bytes),
               p->tr_bytes);
    if (p->framing == NULL) {
        ksig_message_open_unframed(&v->head, args, p->framing);
        return;
    }
    p->framing->open_frame(&v->head, args, context);
    const size_t length =
        p->framing->absorb_frame(&v->head, ksig_message_absorb_keccak, &v->transcript, context);
    KSIG_RELOAD(args);
    ksig_taken(&v->head, length, args->context_length);
    ksig_message_begin(&v->head, &v->row.prehash);
}

size_t ksig_mldsa_message_take(ksig_mldsa_state *v, const uint8_t *data, size_t length) {
    if (ksig_message_prehashed(&v->head))
        return ksig_message_take(&v->head, &v->row.prehash, data, length);
    const size_t shown = ksig_keccak_take(&v->transcript, data, length);
    KSIG_RELOAD(v);
    return ksig_keccak_taken(&v->transcript, shown) + ksig_message_misled(&v->head);
}

/* In external-mu mode the sponge has absorbed mu itself, so the transcript has begun already. */
void ksig_mldsa_message_done(ksig_mldsa_state *v) {
    if (v->head.mode == KSIG_MODE_EXTERNAL_MU)
        return;
    ksig_message_end(&v->head, &v->row.prehash);
    ksig_message_digest(&v->head, &v->row.prehash, ksig_message_absorb_keccak, &v->transcript);
    ksig_taken(&v->head, ksig_keccak_end(&v->transcript), 0);
    ksig_keccak_squeeze(&v->transcript, v->xof.bytes, KSIG_MLDSA_MU_BYTES);
    ksig_shake256_init(&v->transcript);
    ksig_taken(&v->head, ksig_keccak_absorb(&v->transcript, v->xof.bytes, KSIG_MLDSA_MU_BYTES),
               KSIG_MLDSA_MU_BYTES);
}
