/* Shared by COSE_Sign1 and CWT. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COSE_READER_H
#define KSIG_COSE_READER_H

#include "cose/cose_cbor.h"
#include "stream/given.h"

/* content type 61: application/cwt (RFC 8392 section 9.2) */
enum { KSIG_COSE_CWT = 61 };

/* A reader of the payload as it passes. */
struct ksig_cose_payload {
    /* Takes the next bytes of the payload, loads each once, and feeds them to the verification. */
    void (*take)(ksig_cose *c, const uint8_t *data, size_t length);
    uint16_t state_bytes; /* before the state of the verification */
};

/* The stages. */
enum { KSIG_COSE_STAGE_HEAD, KSIG_COSE_STAGE_BODY, KSIG_COSE_STAGE_DONE };

/* Whether a state is aligned and large enough. */
int ksig_cose_fits(const void *state, size_t state_bytes, size_t front, const ksig_scheme *scheme);

/* ksig_cose_open in a state that fits, perhaps with a reader of the payload. Adds ksig_cose_word of
 * its arguments to the trail, from which the caller subtracts it. */
void ksig_cose_begin(void *state, const struct ksig_cose_payload *payload,
                     const ksig_scheme *scheme, const ksig_cose_args *args);
static inline uint32_t ksig_cose_word(const void *state, const struct ksig_cose_payload *payload,
                                      const ksig_scheme *scheme, const ksig_cose_args *args) {
    return ksig_open_word(state, scheme, args) ^ ksig_word(payload);
}

/* Rejects, unless an earlier reason stands; also rejects in the verification, if it has begun. */
void ksig_cose_refuse(ksig_cose *c, ksig_verdict reason);

/* The state of the verification. */
static inline ksig_verify_head *ksig_cose_verification(const ksig_cose *c) {
    return (ksig_verify_head *)(void *)((uint8_t *)c +
                                        c->verification); /* aligned, as the reader's state is */
}

/* Spoils the trail if something is wrong. */
static inline void ksig_cose_doubt(ksig_cose *c, uint32_t bad) {
    c->trail += KSIG_TRAIL_STEP * bad;
}

/* The same if two areas differ. Compare structures only up to their last member, since padding may
 * have any value. */
void ksig_cose_same(ksig_cose *c, const void *one, const void *other, size_t length);

/* Feeds bytes to the verification. Subtracts the address of their end from the trail, to which the
 * provider of the bytes added it. */
void ksig_cose_give(ksig_cose *c, const uint8_t *data, size_t length);

/* Ends the verification, without wiping what precedes its state. */
ksig_verdict ksig_cose_end(ksig_cose *c);

/* Reads the held part of the object's beginning. Returns how many bytes are missing; 0 if it is
 * complete or rejected. */
unsigned ksig_cose_read_head(const ksig_cose *c, ksig_cose_layout *layout);

#endif
