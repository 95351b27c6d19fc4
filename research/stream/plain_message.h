/* A message that is hashed without a frame. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_PLAIN_MESSAGE_H
#define KSIG_PLAIN_MESSAGE_H

#include "stream/operations.h"
#include "stream/verdict.h"

/* Wants the whole message, in one piece, for a scheme with signatures of one length and neither
 * context nor pre-hash. Rejects other arguments. Inline: a program has one such scheme. */
static inline void ksig_want_plain_message(ksig_verify_head *head, const ksig_verify_args *args,
                                           unsigned stage) {
    if (args->signature_length != head->scheme->signature_bytes)
        ksig_reject(head, KSIG_REJECT_SIG_LENGTH);
    else if (args->mode != KSIG_MODE_PURE)
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
    else if (args->context_length != 0)
        ksig_reject(head, KSIG_REJECT_CONTEXT);
    ksig_want_message(head, stage);
}

#endif
