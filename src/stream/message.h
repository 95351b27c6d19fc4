/* The message M' of FIPS 204, FIPS 205 and the FN-DSA draft: domain | length of the context |
 * context | [OID] | M, where M may be a digest. Framed and hashed here for all of them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MESSAGE_H
#define KSIG_MESSAGE_H

#include "guard/guard.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"

/* Length and bytes of a context: the part of the frame that has to be kept. */
enum { KSIG_CONTEXT_BYTES = 1 + 255 };

/* How the hash of M' takes bytes: returns how many, as it counts. */
typedef size_t (*ksig_absorb)(void *hash, const uint8_t *data, size_t length);

/* Behind a pointer in the parameters, so that an image links it only if one of its schemes has a
 * frame. */
typedef struct ksig_framing {
    /* Checks mode, hash, context and message length, and rejects if they do not go together. Keeps
     * the context and compares it, with mode and hash, with the arguments: nothing later would
     * notice another. */
    void (*open_frame)(ksig_verify_head *head, const ksig_verify_args *args,
                       uint8_t context[KSIG_CONTEXT_BYTES]);
    /* Hashes what comes before M. It counts as a check. If it were skipped, a sender could stream a
     * frame of his choice. Returns how many bytes the context had: one of another place would be
     * empty, or what a sender signed. */
    size_t (*absorb_frame)(ksig_verify_head *head, ksig_absorb absorb, void *hash,
                           const uint8_t *context);
} ksig_framing;

extern const ksig_framing ksig_framing_fips;
enum { KSIG_MESSAGE_CHECKS = 2 };

/* For a message without a frame: counts those checks. without: 1, found by another look than the
 * one that led here. */
static inline void ksig_message_unframed(ksig_verify_head *head, uint32_t without) {
    head->trail += KSIG_MESSAGE_CHECKS * KSIG_TRAIL_STEP * without;
}

/* In place of open_frame where framing is null: KSIG_MODE_PURE without a context is all there is.
 */
void ksig_message_open_unframed(ksig_verify_head *head, const ksig_verify_args *args,
                                const ksig_framing *framing);

/* For a signer: what its arguments are to a verification of what it makes. */
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

/* For a scheme whose own hash has taken bytes of M: 0 if that is the right one. Looked up once
 * more, or a fault could hide the piece in the other. */
static inline size_t ksig_message_misled(const ksig_verify_head *head) {
    KSIG_RELOAD(head);
    return ksig_message_prehashed(head);
}

/* The pre-hash at `prehash`: begins it, if there is one; takes bytes of M, and returns how many, as
 * it counts; and if there is one ends it, then absorbs its digest. */
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
/* Never called: no count is right. */
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
