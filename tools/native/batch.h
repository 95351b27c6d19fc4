/* Many signatures by one call: for the tool, in its shared library alone.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A caller from another language pays for the call once for a batch. Each signature is made or
 * verified by ksig_sign or ksig_verify of kilosig.h, one after the other, as a caller in C would.
 */
#ifndef KILOSIG_TOOL_BATCH_H
#define KILOSIG_TOOL_BATCH_H

#include "kilosig/kilosig.h"

KSIG_BEGIN

/* Signs `count` messages of message_bytes each, which follow one another in `messages`. state,
 * scheme, args: as for ksig_sign. rnd: null with KSIG_SIGN_DETERMINISTIC, else rnd_bytes of fresh
 * randomness for each message; args->rnd is not read. signatures: count * scheme->signature_bytes;
 * what is not signed is zero. verdicts: count of what ksig_sign answered. Returns how many are
 * KSIG_DONE. Goes on behind one that is not. */
KSIG_MUST_CHECK size_t ksig_batch_sign(void *state, size_t state_bytes,
                                       const ksig_sign_scheme *scheme, const ksig_sign_args *args,
                                       const uint8_t *rnd, const uint8_t *messages,
                                       size_t message_bytes, size_t count, uint8_t *signatures,
                                       ksig_verdict *verdicts);

/* Verifies `count` messages of args->message_length each, which follow one another in `messages`,
 * by one key of args->key_length. state, scheme, args: as for ksig_verify; args->signature_length
 * is not read. Signature i is signatures[offsets[i] .. offsets[i + 1] - 1]; one whose offsets fall,
 * or begin below 0, is rejected unread (KSIG_REJECT_ARGUMENT). offsets: count + 1, none beyond the
 * end of `signatures`. verdicts: count of what ksig_verify answered. Returns how many are
 * KSIG_ACCEPT. */
KSIG_MUST_CHECK size_t ksig_batch_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                         const ksig_verify_args *args, const uint8_t *key,
                                         const uint8_t *messages, const uint8_t *signatures,
                                         const int32_t *offsets, size_t count,
                                         ksig_verdict *verdicts);

KSIG_END

#endif
