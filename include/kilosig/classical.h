/* kilosig: the classical half of a hybrid, by somebody else's code.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * kilosig verifies no ECDSA and no Ed25519. Where a hybrid needs one (kilosig/composite.h), the
 * application brings a function of the type ksig_classical_verify, which asks a library that it
 * has: ports/classical has adapters for BearSSL, Monocypher and PSA Crypto. It is a pointer among
 * the arguments, not a symbol that must be linked: a program may have one library for Ed25519 and
 * another for ECDSA, a test may have one that lies, and libkilosig.so needs none. The pointer is
 * kept in the state, where a scheme's own operations are pointers, too. */
#ifndef KILOSIG_CLASSICAL_H
#define KILOSIG_CLASSICAL_H

#include "kilosig/kilosig.h"

KSIG_BEGIN

/* Algorithms: what key, message and signature are.
 *   Ed25519      32 bytes; the message itself; R | S, 64 bytes (RFC 8032)
 *   ECDSA P-256  04 | x | y, 65 bytes; SHA-256 of the message; r | s, 64 bytes, big-endian
 *   ECDSA P-384  04 | x | y, 97 bytes; SHA-384 of the message; r | s, 96 bytes, big-endian
 * ED25519_DIGEST is Ed25519 of a message that was streamed and is gone (kilosig/x509_classical.h):
 * in its place is SHA-512 of R | key | message, 64 bytes, which is the challenge, too. A library
 * needs a function that takes it, as Monocypher has. */
#define KSIG_CLASSICAL_ED25519 1
#define KSIG_CLASSICAL_ECDSA_P256 2
#define KSIG_CLASSICAL_ECDSA_P384 3
#define KSIG_CLASSICAL_ED25519_DIGEST 4

typedef struct ksig_classical_input {
    const uint8_t *key;
    const uint8_t *message;
    const uint8_t *signature;
    const uint8_t *challenge; /* Ed25519: SHA-512 of R | key | message, 64 bytes, for a library that
                               * need not hash then (Monocypher); ECDSA: null */
    uint16_t message_length;  /* of a digest: 32, 48 or 64 */
    uint8_t algorithm;        /* KSIG_CLASSICAL_* */
} ksig_classical_input;

/* Returns KSIG_ACCEPT if the signature is valid, KSIG_REJECT_ARGUMENT for an algorithm that the
 * function does not have, and any other verdict if not. It must refuse what the standards refuse: r
 * or s that are 0 or not below the order, S of Ed25519 likewise, points that are not on the curve.
 * The lengths are those of the algorithm; the pointers are readable during the call only. It is
 * called twice for each signature, one call after the other, and must answer the same. */
typedef ksig_verdict ksig_classical_verify(const ksig_classical_input *input);

KSIG_END

#endif
