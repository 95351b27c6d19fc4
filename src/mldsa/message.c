/* mu = SHAKE256(tr | M', 64) with M' by mode (FIPS 204 Algorithms 3, 5, 7, 8).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/message.h"
#include "api/verdict.h"
#include "api/verify.h"
#include "mldsa/state.h"

/* Why mode, hash, context, secret and message length do not go together, or KSIG_PENDING. */
static ksig_verdict check_arguments(const ksig_mldsa_params *p, const ksig_verify_args *args) {
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    if (args->secret == NULL)
        return KSIG_REJECT_ARGUMENT;
#endif
    if (args->mode != KSIG_MODE_EXTERNAL_MU)
        return ksig_check_message(args, p->framed);
    if (args->message_length != KSIG_MLDSA_MU_BYTES)
        return KSIG_REJECT_MSG_LENGTH;
    /* The context is inside mu already. */
    return args->context_length != 0 ? KSIG_REJECT_CONTEXT : KSIG_PENDING;
}

void ksig_mldsa_message_open(ksig_mldsa_state *v, const ksig_verify_args *args) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    const ksig_verdict reason = check_arguments(p, args);
    if (reason != KSIG_PENDING) {
        ksig_reject(&v->head, reason);
        return;
    }
    ksig_shake256_init(&v->transcript);
    if (args->mode == KSIG_MODE_EXTERNAL_MU)
        return;

    ksig_keccak_absorb(&v->transcript, args->anchor, p->tr_bytes);
    if (!p->framed)
        return;
    const int hashed = args->mode != KSIG_MODE_PURE;
    uint8_t prefix[KSIG_OID_BYTES] = {(uint8_t)hashed, (uint8_t)args->context_length};
    ksig_keccak_absorb(&v->transcript, prefix, 2);
    ksig_keccak_absorb(&v->transcript, args->context, args->context_length);
    if (hashed) {
        ksig_prehash_oid(args->hash, prefix);
        ksig_keccak_absorb(&v->transcript, prefix, KSIG_OID_BYTES);
    }
#if KSIG_ENABLE_PREHASH
    if (args->mode == KSIG_MODE_PREHASH)
        ksig_prehash_init(&v->row.prehash, args->hash);
#endif
}

void ksig_mldsa_message_take(ksig_mldsa_state *v, const uint8_t *data, size_t length) {
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH) {
        ksig_prehash_update(&v->row.prehash, v->head.hash, data, length);
        return;
    }
#endif
    ksig_keccak_absorb(&v->transcript, data, length);
}

/* In external-mu mode the sponge has absorbed mu itself, which is how the transcript begins. */
void ksig_mldsa_message_done(ksig_mldsa_state *v) {
    if (v->head.mode == KSIG_MODE_EXTERNAL_MU)
        return;
#if KSIG_ENABLE_PREHASH
    if (v->head.mode == KSIG_MODE_PREHASH) {
        ksig_prehash_final(&v->row.prehash, v->head.hash, v->xof.bytes);
        ksig_keccak_absorb(&v->transcript, v->xof.bytes, ksig_prehash_bytes(v->head.hash));
    }
#endif
    ksig_keccak_finish(&v->transcript);
    ksig_keccak_squeeze(&v->transcript, v->xof.bytes, KSIG_MLDSA_MU_BYTES);
    ksig_shake256_init(&v->transcript);
    ksig_keccak_absorb(&v->transcript, v->xof.bytes, KSIG_MLDSA_MU_BYTES);
}
