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

#endif
