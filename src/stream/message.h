/* The message M' of FIPS 204, FIPS 205 and the FN-DSA draft: domain | length of the context |
 * context | [OID] | M, where M may be a digest. Framed and hashed here for all three.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MESSAGE_H
#define KSIG_MESSAGE_H

#include "guard/guard.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

/* Length and bytes of a context: the part of the frame that must be kept. */
enum { KSIG_CONTEXT_BYTES = 1 + 255 };

/* Absorbs bytes into the hash of M'. Returns how many, as counted by the hash. */
typedef size_t (*ksig_absorb)(void *hash, const uint8_t *data, size_t length);

/* Reached by a pointer in the parameters, so that an image links it only if one of its schemes has
 * a frame. */
typedef struct ksig_framing {
    /* Checks mode, hash, context and message length, and rejects if they are not compatible. Keeps
     * the context and compares it, and mode and hash, with the arguments: no later check would
     * notice a change. */
    void (*open_frame)(ksig_verify_head *head, const ksig_verify_args *args,
                       uint8_t context[KSIG_CONTEXT_BYTES]);
    /* Hashes what precedes M, and counts as a check. If it were skipped, a sender could stream a
     * frame of their choice. Returns the length of the context: one read from a wrong address might
     * be empty, or chosen by a sender. */
    size_t (*absorb_frame)(ksig_verify_head *head, ksig_absorb absorb, void *hash,
                           const uint8_t *context);
} ksig_framing;

extern const ksig_framing ksig_framing_fips;
enum { KSIG_MESSAGE_CHECKS = 2 };

/* For a message without a frame: counts those checks. without: 1, determined separately from the
 * test that led here. */
static inline void ksig_message_unframed(ksig_verify_head *head, uint32_t without) {
    head->trail += KSIG_MESSAGE_CHECKS * KSIG_TRAIL_STEP * without;
}

/* In place of open_frame if framing is null: only KSIG_MODE_PURE without a context is allowed.
 */
void ksig_message_open_unframed(ksig_verify_head *head, const ksig_verify_args *args,
                                const ksig_framing *framing);

/* For a signer: the verification arguments that correspond to its own. */
static inline void ksig_message_as_verified(ksig_verify_args *as_verified,
                                            const ksig_sign_args *args) {
    memset(as_verified, 0, sizeof *as_verified);
    as_verified->context = args->context;
    as_verified->context_length = args->context_length;
    as_verified->mode = args->mode;
    as_verified->hash = args->hash;
    as_verified->message_length = (uint32_t)ksig_prehash_bytes(args->hash);
}

/* 1 if the library hashes the message for KSIG_MODE_PREHASH, else 0. */
static inline size_t ksig_message_prehashed(const ksig_verify_head *head) {
    return KSIG_ENABLE_PREHASH ? (size_t)((((uint32_t)head->mode ^ KSIG_MODE_PREHASH) - 1) >> 31)
                               : 0;
}

/* For a scheme whose own hash has taken bytes of M: 0 if that was the right hash. The mode is
 * reread, or a fault could divert the piece to the wrong hash. */
static inline size_t ksig_message_misled(const ksig_verify_head *head) {
    KSIG_RELOAD(head);
    return ksig_message_prehashed(head);
}

/* The pre-hash at `prehash`, if there is one: begin; take bytes of M, returning how many, as
 * counted by the hash; end; and absorb its digest. */
#if KSIG_ENABLE_PREHASH
void ksig_message_begin(const ksig_verify_head *head, ksig_prehash *prehash);
size_t ksig_message_take(const ksig_verify_head *head, ksig_prehash *prehash, const uint8_t *data,
                         size_t length);
void ksig_message_end(ksig_verify_head *head, ksig_prehash *prehash);
void ksig_message_digest(ksig_verify_head *head, ksig_prehash *prehash, ksig_absorb absorb,
                         void *hash);
#else
static inline void ksig_message_begin(const ksig_verify_head *head, ksig_prehash *prehash) {
    (void)head, (void)prehash;
}
/* Never called: returns a wrong count. */
static inline size_t ksig_message_take(const ksig_verify_head *head, ksig_prehash *prehash,
                                       const uint8_t *data, size_t length) {
    (void)head, (void)prehash, (void)data;
    return length + 1;
}
static inline void ksig_message_end(ksig_verify_head *head, ksig_prehash *prehash) {
    (void)head, (void)prehash;
}
static inline void ksig_message_digest(ksig_verify_head *head, ksig_prehash *prehash,
                                       ksig_absorb absorb, void *hash) {
    (void)head, (void)prehash, (void)absorb, (void)hash;
}
#endif

/* ksig_absorb of a sponge. */
size_t ksig_message_absorb_keccak(void *sponge, const uint8_t *data, size_t length);

#endif
