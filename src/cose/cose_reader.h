/* What COSE_Sign1 and CWT share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COSE_READER_H
#define KSIG_COSE_READER_H

#include "cose/cose_cbor.h"

/* content type 61: application/cwt (RFC 8392 section 9.2) */
enum { KSIG_COSE_CWT = 61 };

/* Who reads the payload along. */
struct ksig_cose_payload {
    /* Takes its next bytes, each of which it loads once, and gives them to the verification. */
    void (*take)(ksig_cose *c, const uint8_t *data, size_t length);
};

/* The stages. */
enum { KSIG_COSE_STAGE_HEAD, KSIG_COSE_STAGE_BODY, KSIG_COSE_STAGE_DONE };

/* ksig_cose_open with somebody who reads along, and `rounded` bytes before the state of the verification. */
ksig_verdict ksig_cose_begin(void *state, size_t state_bytes, size_t rounded, const ksig_scheme *scheme,
                             const ksig_cose_args *args, const struct ksig_cose_payload *payload);

/* Rejects, unless an earlier reason stands. */
void ksig_cose_refuse(ksig_cose *c, ksig_verdict reason);

/* The state of the verification. */
void *ksig_cose_verification(ksig_cose *c);

/* Ends the verification, without wiping what lies before its state. */
ksig_verdict ksig_cose_end(ksig_cose *c);

/* Reads what is held of the object's beginning. Returns how many bytes are missing; 0 if it is complete, or refused. */
unsigned ksig_cose_read_head(ksig_cose *c);

#endif
