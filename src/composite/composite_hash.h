/* The hashes of Composite ML-DSA, and what occupies the ML-DSA verification's memory before it
 * begins. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COMPOSITE_HASH_H
#define KSIG_COMPOSITE_HASH_H

#include "hash/sha2.h"
#include "kilosig/composite.h"

enum { KSIG_COMPOSITE_DIGEST_BYTES = 64, KSIG_COMPOSITE_INTEGERS_BYTES = 96 };

typedef union ksig_composite_hashing {
    ksig_sha256 sha256;
    ksig_sha512 sha512;
} ksig_composite_hashing;

/* Reached by a pointer in the descriptor, so that an image links only the hashes that its pairs
 * need. */
struct ksig_composite_hash {
    void (*init)(ksig_composite_hashing *h);
    /* Returns how many bytes were taken, as counted by the hash. */
    size_t (*update)(ksig_composite_hashing *h, const uint8_t *data, size_t length);
    /* Writes the digest and returns the length of the message, or a different number if the hash
     * was not ended properly. */
    uint32_t (*final)(ksig_composite_hashing *h, uint8_t *digest);
    uint8_t bytes; /* of the digest */
};

extern const struct ksig_composite_hash ksig_composite_sha256, ksig_composite_sha384,
    ksig_composite_sha512;

typedef struct ksig_composite_room {
    ksig_composite_hashing hashing;
    uint8_t encoded[KSIG_COMPOSITE_CLASSICAL_BYTES]; /* the classical signature */
    uint8_t integers[KSIG_COMPOSITE_INTEGERS_BYTES]; /* ECDSA: r | s */
    uint8_t digest[KSIG_COMPOSITE_DIGEST_BYTES];     /* ECDSA: of M'; Ed25519: its challenge */
} ksig_composite_room;

/* Reads a DER Ecdsa-Sig-Value of exactly `length` bytes into r | s of `bytes` each. Returns 0, or a
 * nonzero value unless it is the DER encoding of two positive numbers of that size.
 */
uint32_t ksig_composite_read_integers(const uint8_t *der, size_t length, uint8_t *integers,
                                      size_t bytes);

#endif
