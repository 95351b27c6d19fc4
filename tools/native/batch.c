/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "batch.h"

size_t ksig_batch_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                       const ksig_sign_args *args, const uint8_t *rnd, const uint8_t *messages,
                       size_t message_bytes, size_t count, uint8_t *signatures,
                       ksig_verdict *verdicts) {
    ksig_sign_args one = *args;
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t *signature = signatures + i * scheme->signature_bytes;
        one.rnd = rnd == NULL ? NULL : rnd + i * scheme->rnd_bytes;
        verdicts[i] = ksig_sign(state, state_bytes, scheme, &one, messages + i * message_bytes,
                                message_bytes, signature);
        if (verdicts[i] == KSIG_DONE)
            done++;
        else
            for (size_t at = 0; at < scheme->signature_bytes; at++)
                signature[at] = 0; /* an error of open leaves it as it was */
    }
    return done;
}

size_t ksig_batch_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                         const ksig_verify_args *args, const uint8_t *key, const uint8_t *messages,
                         const uint8_t *signatures, const int32_t *offsets, size_t count,
                         ksig_verdict *verdicts) {
    ksig_verify_args one = *args;
    size_t accepted = 0;
    for (size_t i = 0; i < count; i++) {
        if (offsets[i] < 0 || offsets[i + 1] < offsets[i]) {
            verdicts[i] = KSIG_REJECT_ARGUMENT;
            continue;
        }
        one.signature_length = (uint32_t)(offsets[i + 1] - offsets[i]);
        verdicts[i] =
            ksig_verify(state, state_bytes, scheme, &one, key,
                        messages + i * (size_t)args->message_length, signatures + offsets[i]);
        if (verdicts[i] == KSIG_ACCEPT)
            accepted++;
    }
    return accepted;
}
