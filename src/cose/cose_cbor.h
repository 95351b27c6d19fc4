/* Strict CBOR, read from the beginning of a stream, which is held.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * RFC 8949 section 4.2.1: definite lengths in their shortest form. Whenever more bytes have
 * arrived, all held bytes are reread from the beginning, until none is missing. So there are no
 * parser states to get wrong, and 64 bytes are quickly read. */
#ifndef KSIG_COSE_CBOR_H
#define KSIG_COSE_CBOR_H

#include "kilosig/cose.h"

/* A reader. After an error, or if bytes are missing, it stops and returns zeros. */
typedef struct ksig_cbor {
    const uint8_t *data;
    uint8_t length; /* of the held bytes */
    uint8_t at;
    uint8_t missing; /* how many more bytes are needed at least */
    uint8_t reason;  /* KSIG_COSE_REJECT_*, or 0 */
} ksig_cbor;

enum {
    KSIG_CBOR_UINT,
    KSIG_CBOR_NEGATIVE,
    KSIG_CBOR_BYTES,
    KSIG_CBOR_TEXT,
    KSIG_CBOR_ARRAY,
    KSIG_CBOR_MAP,
    KSIG_CBOR_TAG,
    KSIG_CBOR_SIMPLE,
    KSIG_CBOR_NONE
};
enum { KSIG_CBOR_NIL = 22, KSIG_CBOR_HEAD_BYTES = 5 };

/* Whether the reader has not stopped. */
static inline int ksig_cbor_reads(const ksig_cbor *r) { return r->reason == 0 && r->missing == 0; }

/* Stops the reader with a reason, unless it has stopped already. */
void ksig_cbor_refuse(ksig_cbor *r, ksig_verdict reason);

/* Reads the next head: returns its argument and sets *major to its type, KSIG_CBOR_NONE if there is
 * none. */
uint64_t ksig_cbor_any(ksig_cbor *r, unsigned *major);

/* Returns the argument of the next head, which must have that type. */
uint64_t ksig_cbor_head(ksig_cbor *r, unsigned major);

/* Skips the content of a string. */
void ksig_cbor_skip(ksig_cbor *r, uint64_t length);

/* Reads an integer from -2^15 to 2^15 - 1; refuses any other item with `reason`. */
int16_t ksig_cbor_small(ksig_cbor *r, ksig_verdict reason);

/* Reads the next label of a map, an integer. *last starts at 0 and enforces ascending order. */
int16_t ksig_cbor_label(ksig_cbor *r, uint32_t *last);

/* Writes a head and returns its length. */
size_t ksig_cbor_write(uint8_t out[KSIG_CBOR_HEAD_BYTES], unsigned major, uint32_t argument);

#endif
