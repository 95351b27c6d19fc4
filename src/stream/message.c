/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/message.h"

#include "guard/guard.h"
#include "util/bytes.h"

/* Returns why mode, hash and message length are not compatible, or KSIG_PENDING. */
static ksig_verdict check_arguments(const ksig_verify_args *args) {
    if (args->mode == KSIG_MODE_PURE)
        return KSIG_PENDING;
    const size_t digest_bytes = ksig_prehash_bytes(args->hash);
    const int known =
        args->mode == KSIG_MODE_DIGEST || (KSIG_ENABLE_PREHASH && args->mode == KSIG_MODE_PREHASH);
    if (digest_bytes == 0 || !known)
        return KSIG_REJECT_ARGUMENT;
    if (args->mode == KSIG_MODE_DIGEST && args->message_length != digest_bytes)
        return KSIG_REJECT_MSG_LENGTH;
    return KSIG_PENDING;
}

static void open_frame(ksig_verify_head *head, const ksig_verify_args *args,
                       uint8_t context[KSIG_CONTEXT_BYTES]) {
    const ksig_verdict reason = check_arguments(args);
    if (reason != KSIG_PENDING) {
        ksig_reject(head, reason);
        return;
    }
    context[0] = (uint8_t)args->context_length;
    ksig_taken(head, ksig_copy(context + 1, args->context, args->context_length),
               args->context_length);
    KSIG_RELOAD(args);
    KSIG_RELOAD(context);
    /* Its anchor shows that it is what open was given, and not what a fault took for it. */
    const uint32_t other = (uint32_t)((uintptr_t)head->anchor ^ (uintptr_t)args->anchor) |
                           (head->mode ^ (uint32_t)args->mode) |
                           (head->hash ^ (uint32_t)args->hash);
    ksig_checked(head, other | (context[0] ^ (uint32_t)args->context_length), KSIG_REJECT_FAULT);
}

static size_t absorb_frame(ksig_verify_head *head, ksig_absorb absorb, void *hash,
                           const uint8_t *context) {
    volatile uint8_t part[KSIG_OID_BYTES]; /* reread: no later check would notice a change */
    part[0] = head->mode != KSIG_MODE_PURE;
    KSIG_RELOAD(head);
    uint32_t bad = part[0] ^ (uint32_t)(head->mode != KSIG_MODE_PURE);
    bad |= (uint32_t)absorb(hash, (const uint8_t *)part, 1) ^ 1u;
    size_t length = 1u + context[0];
    KSIG_BARRIER(length); /* or its addend is kept as well */
    bad |= (uint32_t)(absorb(hash, context, length) ^ length);
    if (head->mode != KSIG_MODE_PURE) {
        ksig_prehash_oid(head->hash, (uint8_t *)part);
        KSIG_RELOAD(head);
        bad |= (uint32_t)absorb(hash, (const uint8_t *)part, sizeof part) ^ sizeof part;
        bad |= part[KSIG_OID_BYTES - 1] ^ (uint32_t)head->hash;
    }
    ksig_checked(head, bad, KSIG_REJECT_FAULT);
    return length - 1;
}

const ksig_framing ksig_framing_fips = {.open_frame = open_frame, .absorb_frame = absorb_frame};

void ksig_message_open_unframed(ksig_verify_head *head, const ksig_verify_args *args,
                                const ksig_framing *framing) {
    if (args->mode != KSIG_MODE_PURE)
        ksig_reject(head, KSIG_REJECT_ARGUMENT);
    else if (args->context_length != 0)
        ksig_reject(head, KSIG_REJECT_CONTEXT);
    KSIG_BARRIER(framing);
    ksig_message_unframed(head, framing == NULL);
}

size_t ksig_message_absorb_keccak(void *sponge, const uint8_t *data, size_t length) {
    return ksig_keccak_absorb(sponge, data, length);
}

#if KSIG_ENABLE_PREHASH

void ksig_message_begin(const ksig_verify_head *head, ksig_prehash *prehash) {
    if (head->mode == KSIG_MODE_PREHASH)
        ksig_prehash_init(prehash, head->hash, head->unhashed);
}

size_t ksig_message_take(const ksig_verify_head *head, ksig_prehash *prehash, const uint8_t *data,
                         size_t length) {
    const size_t taken = ksig_prehash_update(prehash, head->hash, data, length);
    KSIG_RELOAD(head); /* the choice of hash is reread */
    return taken - ksig_prehash_family(head->hash) + 1 - ksig_message_misled(head);
}

void ksig_message_end(ksig_verify_head *head, ksig_prehash *prehash) {
    if (head->mode != KSIG_MODE_PREHASH)
        return;
    ksig_taken(head, prehash->u.count.left, 0);
    ksig_taken(
        head, ksig_prehash_final(prehash, head->hash, ksig_prehash_digest(prehash, head->hash)), 0);
}

void ksig_message_digest(ksig_verify_head *head, ksig_prehash *prehash, ksig_absorb absorb,
                         void *hash) {
    if (head->mode != KSIG_MODE_PREHASH)
        return;
    const size_t bytes = ksig_prehash_bytes(head->hash);
    ksig_taken(head, absorb(hash, ksig_prehash_digest(prehash, head->hash), bytes), bytes);
}

#endif
