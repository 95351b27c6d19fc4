/* What the schemes with contexts and pre-hashes (FIPS 204, FIPS 205, FN-DSA draft) have in common.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_API_MESSAGE_H
#define KSIG_API_MESSAGE_H

#include "hash/prehash.h"
#include "kilosig/kilosig.h"

/* Why mode, hash, context and message length do not go together, or KSIG_PENDING. framed: whether the scheme puts domain,
 * context and hash before the message; the others know KSIG_MODE_PURE without a context only. */
static inline ksig_verdict ksig_check_message(const ksig_verify_args *args, unsigned framed) {
    if (args->mode != KSIG_MODE_PURE) {
        const size_t digest_bytes = ksig_prehash_bytes(args->hash);
        const int known = args->mode == KSIG_MODE_DIGEST || (KSIG_ENABLE_PREHASH && args->mode == KSIG_MODE_PREHASH);
        if (digest_bytes == 0 || !framed || !known)
            return KSIG_REJECT_ARGUMENT;
        if (args->mode == KSIG_MODE_DIGEST && args->message_length != digest_bytes)
            return KSIG_REJECT_MSG_LENGTH;
    }
    return args->context_length != 0 && !framed ? KSIG_REJECT_CONTEXT : KSIG_PENDING;
}

#endif
