/* What verifications with a classical half share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_X509_CLASSICAL_H
#define KSIG_X509_CLASSICAL_H

#include "composite/composite_hash.h"
#include "kilosig/x509_classical.h"
#include "x509/x509_reader.h"

/* tr, before the classical key in an anchor; the longest classical key. */
enum { KSIG_X509_TR_BYTES = 64, KSIG_X509_KEY_MOST = 97 };

/* What such a verification holds before the classical signature is judged: where the state of
 * ML-DSA will be. */
typedef struct ksig_x509_classical_room {
    ksig_composite_room room;
    uint8_t key[KSIG_X509_KEY_BYTES]; /* of the issuer */
} ksig_x509_classical_room;

/* The reader around a verification, by the anchor that it gave it. */
static inline ksig_x509 *ksig_x509_around(const ksig_verify_head *head) {
    return (ksig_x509 *)(void *)((uintptr_t)head->anchor - offsetof(ksig_x509, anchor));
}

/* Where the classical half of the subject's key is kept; of the issuer's, until its verification
 * has begun. */
static inline uint8_t *ksig_x509_kept_key(const ksig_x509 *c) {
    return (uint8_t *)(uintptr_t)c + KSIG_X509_ROUNDED;
}

/* Takes `length` bytes of a classical key from its byte `at` on. Returns how many were taken. */
size_t ksig_x509_keep_key(ksig_x509 *c, uint32_t at, const uint8_t *data, size_t length);

/* ---- Keys that are no half of another: x509_alone.c -------------------------------------- */

/* The beginning of such a verification. */
typedef struct ksig_x509_alone {
    ksig_verify_head head;
    ksig_verdict answers[2]; /* of who verifies */
} ksig_x509_alone;

/* Writes what is asked. Returns 0, or something else if the signature's encoding is wrong. */
typedef uint32_t ksig_x509_form(ksig_x509_alone *a, ksig_classical_input *input);

/* Looks at the signature's length, and copies the issuer's key to `key`. Returns 0 if it rejects.
 */
int ksig_x509_alone_open(ksig_x509_alone *a, uint8_t *key, const ksig_verify_args *args);

/* Asks twice, and wants nothing more. */
void ksig_x509_alone_ask(ksig_x509_alone *a, ksig_x509_form *form);

/* The verdict. checks: those that were made beside both answers. */
ksig_verdict ksig_x509_alone_close(ksig_x509_alone *a, uint32_t checks);

/* Operations. */
size_t ksig_x509_alone_take_key(ksig_x509 *c, const uint8_t *data, size_t length);
void ksig_x509_alone_trust(ksig_x509 *c);

#endif
