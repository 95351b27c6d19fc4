/* Shared by verifications with a classical half. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_X509_CLASSICAL_H
#define KSIG_X509_CLASSICAL_H

#include "composite/composite_hash.h"
#include "kilosig/x509_classical.h"
#include "x509/x509_reader.h"

/* tr, which precedes the classical key in an anchor; the longest classical key. */
enum { KSIG_X509_TR_BYTES = 64, KSIG_X509_KEY_MOST = 97 };

/* What such a verification holds until the classical signature is verified, in the place of
 * ML-DSA's later state. */
typedef struct ksig_x509_classical_room {
    ksig_composite_room room;
    uint8_t key[KSIG_X509_KEY_BYTES]; /* of the issuer */
} ksig_x509_classical_room;

/* The reader that contains a verification, found by the anchor that the reader passed to it. */
static inline ksig_x509 *ksig_x509_around(const ksig_verify_head *head) {
    return (ksig_x509 *)(void *)((uintptr_t)head->anchor - offsetof(ksig_x509, anchor));
}

/* Where the classical half of the subject's key is kept and, until the verification has begun, that
 * of the issuer's. */
static inline uint8_t *ksig_x509_kept_key(const ksig_x509 *c) {
    return (uint8_t *)(uintptr_t)c + KSIG_X509_ROUNDED;
}

/* Keeps `length` bytes of a classical key, from its byte `at` on. Returns how many were taken. */
size_t ksig_x509_keep_key(ksig_x509 *c, uint32_t at, const uint8_t *data, size_t length);

/* ---- Classical keys on their own: x509_alone.c ------------------------------------------- */

/* The beginning of such a verification. */
typedef struct ksig_x509_alone {
    ksig_verify_head head;
    ksig_verdict answers[2]; /* of the classical verifier */
} ksig_x509_alone;

/* Writes the verifier's input. Returns 0, or nonzero if the signature's encoding is wrong. */
typedef uint32_t ksig_x509_form(ksig_x509_alone *a, ksig_classical_input *input);

/* Checks the signature's length, and copies the issuer's key to `key`. Returns 0 if it rejects.
 */
int ksig_x509_alone_open(ksig_x509_alone *a, uint8_t *key, const ksig_verify_args *args);

/* Calls the verifier twice, and wants nothing more. */
void ksig_x509_alone_ask(ksig_x509_alone *a, ksig_x509_form *form);

/* Returns the verdict. checks: how many were made in addition to the two answers. */
ksig_verdict ksig_x509_alone_close(ksig_x509_alone *a, uint32_t checks);

/* Operations. */
size_t ksig_x509_alone_take_key(ksig_x509 *c, const uint8_t *data, size_t length);
void ksig_x509_alone_trust(ksig_x509 *c);

#endif
