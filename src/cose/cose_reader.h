/* What COSE_Sign1 and CWT share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COSE_READER_H
#define KSIG_COSE_READER_H

#include "cose/cose_cbor.h"
#include "stream/given.h"

/* content type 61: application/cwt (RFC 8392 section 9.2) */
enum { KSIG_COSE_CWT = 61 };

/* Who reads the payload along. */
struct ksig_cose_payload {
    /* Takes its next bytes, each of which it loads once, and gives them to the verification. */
    void (*take)(ksig_cose *c, const uint8_t *data, size_t length);
    uint16_t state_bytes; /* before the state of the verification */
};

/* The stages. */
enum { KSIG_COSE_STAGE_HEAD, KSIG_COSE_STAGE_BODY, KSIG_COSE_STAGE_DONE };

/* Whether a state is aligned and large enough. */
int ksig_cose_fits(const void *state, size_t state_bytes, size_t front, const ksig_scheme *scheme);

/* ksig_cose_open in a state that fits, perhaps with somebody who reads along. Adds ksig_cose_word
 * of its arguments to the trail, from which its caller takes it off. */
void ksig_cose_begin(void *state, const struct ksig_cose_payload *payload,
                     const ksig_scheme *scheme, const ksig_cose_args *args);
static inline uint32_t ksig_cose_word(const void *state, const struct ksig_cose_payload *payload,
                                      const ksig_scheme *scheme, const ksig_cose_args *args) {
    return ksig_open_word(state, scheme, args) ^ ksig_word(payload);
}

/* Rejects, unless an earlier reason stands; the verification too, if it has begun. */
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

/* The same if two things differ that should not: structures to their last member, since padding has
 * any value. */
void ksig_cose_same(ksig_cose *c, const void *one, const void *other, size_t length);

/* Gives bytes to the verification. Takes the address of their end off the trail, to which whoever
 * has them added it. */
void ksig_cose_give(ksig_cose *c, const uint8_t *data, size_t length);

/* Ends the verification, without wiping what lies before its state. */
ksig_verdict ksig_cose_end(ksig_cose *c);

/* Reads what is held of the object's beginning. Returns how many bytes are missing; 0 if it is
 * complete, or refused. */
unsigned ksig_cose_read_head(const ksig_cose *c, ksig_cose_layout *layout);

#endif
