/* What a scheme implements for streaming verification.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_OPERATIONS_H
#define KSIG_OPERATIONS_H

#include "guard/guard.h"
#include "kilosig/kilosig.h"
#include "util/bytes.h"

/* head->stage of a verification that has all its bytes. The scheme defines the other stages. */
#define KSIG_STAGE_DONE 0xff

/* Size of a sponge, aligned. */
#define KSIG_IDLE_BYTES 208

/* Every state begins with a ksig_verify_head. A stream is cut into pieces: `take` gets the bytes of
 * one piece, in parts of any size, and `next` does the work when the piece is complete and begins
 * the next piece. A piece of 0 bytes is complete at once. */
/* If a fault skips the load of scheme->verify, a call goes to what ksig_scheme has at the place of
 * the operation: two sizes, where no device has code, for `close`, and pointers to data for `next`
 * and `take`. At a length, code could return the caller's register as the verdict. */
struct ksig_verify_operations {
    /* Checks the scheme-specific arguments and begins the first piece. The head is set up; the rest
     * is not. */
    void (*open)(void *state, const ksig_verify_args *args);
    /* The verdict at KSIG_STAGE_DONE. */
    ksig_verdict (*close)(void *state);
    void (*next)(void *state);
    /* Takes 1 .. head->piece bytes; head->piece still counts them as missing. Reads each byte once:
     * what is hashed is what is used. Returns how many bytes there were, as counted by the hash or
     * copy that took them. */
    size_t (*take)(void *state, const uint8_t *data, size_t length);
    /* Null unless key lengths vary: returns the length of the key that begins at `key`, of which
     * `readable` bytes may be read; 0 for a parameter set that does not exist. `open` checks the
     * announced length. */
    uint32_t (*key_bytes)(const uint8_t *key, size_t readable);
};
KSIG_ASSERT(offsetof(struct ksig_verify_operations, close) == offsetof(ksig_scheme, anchor_bytes),
            close_is_where_sizes_are);
KSIG_ASSERT(sizeof(void *) < 4 || /* AVR */
                (offsetof(struct ksig_verify_operations, next) == offsetof(ksig_scheme, verify) &&
                 offsetof(struct ksig_verify_operations, take) == offsetof(ksig_scheme, params)),
            others_are_where_pointers_are);

/* A descriptor, from a line of kilosig/schemes.def. The name is a separate object, so that the
 * linker can drop it. */
#define KSIG_DESCRIPTOR(operations, parameters, secret, ID, id, spelled, anchor, anchor_digest, \
                        key, least, most, state, set_flags)                                     \
    static const char id##_name[] = spelled;                                                    \
    const ksig_scheme ksig_##id = {                                                             \
        .name = id##_name,                                                                      \
        .anchor_bytes = anchor,                                                                 \
        .state_bytes = KSIG_##ID##_STATE_BYTES,                                                 \
        .verify = operations,                                                                   \
        .params = parameters,                                                                   \
        .key_bytes = key,                                                                       \
        .signature_bytes = most,                                                                \
        .signature_least = least,                                                               \
        .secret_bytes = secret,                                                                 \
        .flags = set_flags,                                                                     \
        .anchor_hash = anchor_digest,                                                           \
    };

/* Wants `length` bytes of a part from `offset` on; ksig_want_piece divides them into pieces. */
static inline void ksig_want_part(ksig_verify_head *head, unsigned part, uint32_t offset,
                                  uint32_t length) {
    head->part = (uint8_t)part;
    head->offset = offset;
    head->length = length;
}

/* Begins the next piece of the wanted bytes. */
static inline void ksig_want_piece(ksig_verify_head *head, unsigned stage, uint32_t piece) {
    head->stage = (uint8_t)stage;
    head->piece = piece;
}

/* Wants the whole message, in one piece. Adds its length to the trail, from which open subtracted
 * the length that the application gave: a fault in between must not change it, or a sender could
 * append bytes that are never hashed. */
static inline void ksig_want_message(ksig_verify_head *head, unsigned stage) {
    ksig_want_part(head, KSIG_PART_MESSAGE, 0, head->unhashed);
    ksig_want_piece(head, stage, head->unhashed);
    head->trail += head->unhashed;
}

/* 1 if bytes of the message are wanted, else 0. `take` adds it to the count of bytes that it did
 * not hash as the message. The part is reread, or a fault could divert a piece of the message. */
static inline size_t ksig_is_message(const ksig_verify_head *head) {
    KSIG_RELOAD(head);
    return (size_t)((((uint32_t)head->part ^ KSIG_PART_MESSAGE) - 1) >> 31);
}

#endif
