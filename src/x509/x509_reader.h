/* Internals of the certificate reader. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_X509_READER_H
#define KSIG_X509_READER_H

#include "kilosig/x509.h"
#include "stream/anchor.h"
#include "stream/given.h"
#include "stream/operations.h"
#include "x509/x509_der.h"

/* The stages of a certificate. */
enum { KSIG_X509_STAGE_HEAD, KSIG_X509_STAGE_BODY, KSIG_X509_STAGE_DONE };

/* ksig_x509_reading.phase: collecting a head, collecting a value, or passing bytes that are not
 * held. */
enum { KSIG_X509_HEAD, KSIG_X509_VALUE, KSIG_X509_RUN };

/* ksig_x509_reading.events, in their order. */
enum {
    KSIG_X509_NAME_BEGINS = 1,
    KSIG_X509_NAME_ENDS = 2,
    KSIG_X509_KEY_BEGINS = 4,
    KSIG_X509_KEY_ENDS = 8,
    KSIG_X509_NEW_EXTENSION = 16,
    KSIG_X509_TBS_ENDS = 32
};

/* ksig_x509_reading.found. */
enum {
    KSIG_X509_IN_NAME = 1,
    KSIG_X509_IN_SUBJECT = 2, /* or after it */
    KSIG_X509_IN_KEY = 4,
    KSIG_X509_HAS_USAGE = 8,
    KSIG_X509_IS_CA = 16,
    KSIG_X509_HAS_PURPOSE = 32,
    KSIG_X509_IS_CRITICAL = 64, /* of the extension being read */
    KSIG_X509_IS_COMPLETE = 128
};

/* ---- Algorithms -------------------------------------------------------------------------- */

/* The longest content of an AlgorithmIdentifier without parameters. */
enum { KSIG_X509_ALGORITHM_BYTES = 13 };

/* Writes that content for a signature, and returns its length; 0 if there is no such number. */
unsigned ksig_x509_algorithm_bytes(const ksig_x509_algorithm *algorithm,
                                   uint8_t out[KSIG_X509_ALGORITHM_BYTES]);

/* 1 if the content of an AlgorithmIdentifier is that of the algorithm's signatures or, with of_key,
 * its keys. */
int ksig_x509_is_algorithm(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                           unsigned length);

/* 1 if the content of an AlgorithmIdentifier is that of a key that needs a classical verifier. */
int ksig_x509_is_classical(const uint8_t *content, unsigned length);

static inline int ksig_x509_equal(const uint8_t *a, const uint8_t *b, unsigned length) {
    unsigned other = 0;
    for (unsigned i = 0; i < length; i++)
        other |= (unsigned)(a[i] ^ b[i]);
    return other == 0;
}

/* Operations for the keys of kilosig/x509_classical.h. Called by pointer, so that a reader without
 * such keys does not link them. */
struct ksig_x509_operations {
    struct ksig_verify_operations verify; /* first: that of the scheme */
    /* ksig_x509_algorithm_bytes */
    unsigned (*algorithm_bytes)(const ksig_x509_algorithm *algorithm, uint8_t *out);
    /* ksig_x509_is_algorithm */
    int (*is_algorithm)(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                        unsigned length);
    /* Takes held bytes of the subject's key. Returns how many. */
    size_t (*take_key)(ksig_x509 *c, const uint8_t *data, size_t length);
    /* Keeps the part of the trusted key's anchor beyond its first scheme->anchor_bytes. */
    void (*trust)(ksig_x509 *c);
    uint16_t idle_at; /* offset of KSIG_IDLE_BYTES in its state, unused while a message arrives:
                       * ksig_x509_place */
};

/* The operations of an algorithm; null if it has no classical half. */
static inline const struct ksig_x509_operations *
ksig_x509_operations_of(const ksig_x509_algorithm *algorithm) {
    return algorithm->classical == NULL
               ? NULL
               : (const struct ksig_x509_operations *)(const void *)algorithm->scheme->verify;
}

/* Room for a classical key, before a verification. */
enum { KSIG_X509_KEY_BYTES = 104 };

/* ---- Reading ----------------------------------------------------------------------------- */

/* 1 if the issuer is the trust anchor. */
static inline int ksig_x509_is_first(const ksig_x509 *c) { return c->at == 0; }

/* 1 if the certificate ends the chain. */
static inline int ksig_x509_is_last(const ksig_x509 *c) {
    return c->at + c->layout.length == c->args->chain_length;
}

/* Reads the part of the beginning that is held. Returns how many bytes are missing; 0 if it is
 * complete or rejected. */
unsigned ksig_x509_read_head(const ksig_x509 *c, ksig_x509_layout *layout);

/* Writes the bytes required between tbsCertificate and signature; returns their length. */
enum { KSIG_X509_MIDDLE_BYTES = 2 + KSIG_X509_ALGORITHM_BYTES + KSIG_DER_HEAD_BYTES + 1 };
unsigned ksig_x509_middle(const ksig_x509 *c, uint32_t signature_length,
                          uint8_t out[KSIG_X509_MIDDLE_BYTES]);

/* Begins to read the content of tbsCertificate. */
void ksig_x509_begin_reading(const ksig_x509 *c, ksig_x509_reading *r);

/* Continues when all needed bytes have arrived, in c->hold or as a run. Changes nothing but `r`, so
 * that it can be done twice. */
void ksig_x509_read(const ksig_x509 *c, ksig_x509_reading *r);

/* ---- Streaming --------------------------------------------------------------------------- */

/* The state of the verification. */
static inline ksig_verify_head *ksig_x509_verification(const ksig_x509 *c) {
    return (ksig_verify_head *)(void *)((uint8_t *)c +
                                        c->verification); /* aligned, as the reader's state is */
}

/* Begins the certificate at c->at. */
void ksig_x509_begin_certificate(ksig_x509 *c);

/* Takes wanted bytes. The address of their end is in the trail, and is subtracted where the bytes
 * are used. */
ksig_verdict ksig_x509_take(ksig_x509 *c, const uint8_t *data, size_t length);

/* Ends the verification of a certificate. last: 1 at close, where the trail must be 0 for
 * acceptance; else 0, since a feed is in progress and the trail is not 0. */
ksig_verdict ksig_x509_end_verification(ksig_x509 *c, uint32_t last);

/* ---- Processing -------------------------------------------------------------------------- */

/* Rejects, unless an earlier reason stands; also rejects in the verification, if it has begun. */
void ksig_x509_refuse(ksig_x509 *c, ksig_verdict reason);

/* Spoils the trail if something is wrong. */
static inline void ksig_x509_doubt(ksig_x509 *c, uint32_t bad) {
    c->trail += KSIG_TRAIL_STEP * bad;
}

/* The same if two areas differ. */
void ksig_x509_same(ksig_x509 *c, const void *one, const void *other, size_t length);

/* Takes bytes held at `data`: hashes names and keys, and copies fields. */
void ksig_x509_use(ksig_x509 *c, const uint8_t *data, size_t length);

/* Acts on what reading found: c->reading.events. */
void ksig_x509_act(ksig_x509 *c);

/* Keeps the trusted key's anchor and the digest of its holder's name. */
void ksig_x509_trust(ksig_x509 *c);

/* The length of a key's anchor. */
size_t ksig_x509_anchor_bytes(const ksig_scheme *scheme, uint32_t key_length);

/* The successive contents of the room. */
typedef union ksig_x509_room {
    ksig_anchor name;
    ksig_keccak key;
    uint32_t tags[KSIG_X509_EXTENSIONS];
} ksig_x509_room;
static inline ksig_x509_room *ksig_x509_room_of(ksig_x509 *c) {
    return (ksig_x509_room *)(void *)((uint8_t *)c + c->room); /* aligned: ksig_x509_place */
}

/* Its size: only keys of ML-DSA are hashed by a sponge. */
static inline uint16_t ksig_x509_room_bytes(const ksig_x509_args *args) {
    for (unsigned i = 0; i < args->algorithm_count; i++)
        if (args->algorithms[i].scheme->anchor_hash != 0)
            return KSIG_IDLE_BYTES;
    return KSIG_ANCHOR_STATE_BYTES;
}

/* Offset of the room in the state of a verification, or after it. */
uint16_t ksig_x509_place(const ksig_x509_algorithm *algorithm);

/* Zeroes the room. */
void ksig_x509_leave_room(ksig_x509 *c);

#endif
