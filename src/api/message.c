/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/message.h"

#include "hash/prehash.h"

ksig_verdict ksig_check_message(const ksig_verify_args *args, unsigned framed) {
    if (args->mode != KSIG_MODE_PURE) {
        const size_t digest_bytes = ksig_prehash_bytes(args->hash);
        if (digest_bytes == 0 || !framed)
            return KSIG_REJECT_ARGUMENT;
        if (args->mode == KSIG_MODE_DIGEST) {
            if (args->message_length != digest_bytes)
                return KSIG_REJECT_MSG_LENGTH;
        } else if (args->mode != KSIG_MODE_PREHASH || !KSIG_ENABLE_PREHASH) {
            return KSIG_REJECT_ARGUMENT;
        }
    }
    if (args->context_length != 0 && !framed)
        return KSIG_REJECT_CONTEXT;
    return KSIG_PENDING;
}
