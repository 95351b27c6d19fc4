/* What a scheme implements for streaming verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_API_VERIFY_H
#define KSIG_API_VERIFY_H

#include "kilosig/kilosig.h"

/* head->stage of a verification that has all its bytes. The other stages are the scheme's own. */
#define KSIG_STAGE_DONE 0xff

/* Every state begins with a ksig_verify_head. A stream is cut into pieces: `take` gets the bytes of one piece, in parts
 * of any size, and `next` does the work when it is complete and begins another. A piece of 0 bytes is complete at
 * once. */
struct ksig_verify_operations {
    /* Checks the scheme's own arguments and begins the first piece. The head is set up; the rest is not. */
    void (*open)(void *state, const ksig_verify_args *args);
    /* Takes 1 .. head->piece bytes; head->piece still counts them as missing. */
    void (*take)(void *state, const uint8_t *data, size_t length);
    void (*next)(void *state);
    /* The verdict at KSIG_STAGE_DONE. */
    ksig_verdict (*close)(void *state);
};

/* Wants `length` bytes of a part from `offset` on; pieces of them follow. */
static inline void ksig_want_part(ksig_verify_head *head, unsigned part, uint32_t offset, uint32_t length) {
    head->part = (uint8_t)part;
    head->offset = offset;
    head->length = length;
}

/* Begins the next piece of the wanted bytes. */
static inline void ksig_want_piece(ksig_verify_head *head, unsigned stage, uint32_t piece) {
    head->stage = (uint8_t)stage;
    head->piece = piece;
}

#endif
