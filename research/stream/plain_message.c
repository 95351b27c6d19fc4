/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/plain_message.h"

#include "stream/verdict.h"

void ksig_want_plain_message(ksig_verify_head *head, const ksig_verify_args *args, unsigned stage) {
    if (args->signature_length != head->scheme->signature_bytes)
        ksig_reject(head, KSIG_REJECT_SIG_LENGTH);
    else if (args->mode != KSIG_MODE_PURE)
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
    else if (args->context_length != 0)
        ksig_reject(head, KSIG_REJECT_CONTEXT);
    ksig_want_message(head, stage);
}
