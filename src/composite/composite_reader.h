/* Shared by the parts of Composite ML-DSA. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COMPOSITE_READER_H
#define KSIG_COMPOSITE_READER_H

#include "composite/composite_message.h"
#include "stream/given.h"

/* tr, which precedes the classical key in an anchor. */
enum { KSIG_COMPOSITE_TR_BYTES = 64 };

enum { KSIG_COMPOSITE_FRONT_BYTES = (sizeof(ksig_composite) + 7) / 8 * 8 };

/* The stages. */
enum {
    KSIG_COMPOSITE_STAGE_MESSAGE,
    KSIG_COMPOSITE_STAGE_CLASSICAL,
    KSIG_COMPOSITE_STAGE_ML_DSA,
    KSIG_COMPOSITE_STAGE_DONE
};

/* The state of the ML-DSA verification, and what precedes it in the same place. Aligned, as the
 * whole is. */
static inline ksig_verify_head *ksig_composite_verification(const ksig_composite *c) {
    return (ksig_verify_head *)(void *)((uint8_t *)c + KSIG_COMPOSITE_FRONT_BYTES);
}
static inline ksig_composite_room *ksig_composite_room_of(const ksig_composite *c) {
    return (ksig_composite_room *)(void *)((uint8_t *)c + KSIG_COMPOSITE_FRONT_BYTES);
}

/* Spoils the trail if something is wrong. */
static inline void ksig_composite_doubt(ksig_composite *c, uint32_t bad) {
    c->trail += KSIG_TRAIL_STEP * bad;
}

/* The same if `length` bytes differ. */
static inline void ksig_composite_same(ksig_composite *c, const void *one, const void *other,
                                       size_t length) {
    ksig_composite_doubt(c, ksig_compare_packed(one, other, length) ^
                                KSIG_TALLY_ALL((uint32_t)length));
}

/* The length of M', from its parts. */
static inline uint32_t ksig_composite_prime_of(const ksig_composite *c) {
    return ksig_composite_prime_bytes(c->scheme) + (uint32_t)c->args.context_length;
}

/* Writes M', except for the digest of the message, from the arguments. */
void ksig_composite_begin(ksig_composite *c, const uint8_t *context);

/* Ends the message and appends its digest to M'. */
void ksig_composite_end(ksig_composite *c);

/* Verifies the classical half, by two calls of the application's function. */
void ksig_composite_ask(ksig_composite *c);

#endif
