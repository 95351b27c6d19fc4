/* kilosig: the classical half of a hybrid, verified by another library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * kilosig verifies no ECDSA and no Ed25519. Where a hybrid needs one (kilosig/composite.h), the
 * application supplies a function of the type ksig_classical_verify, which calls another library:
 * ports/classical has adapters for BearSSL, Monocypher and PSA Crypto. The function is passed as a
 * pointer, not as a symbol that must be linked. So a program can use different libraries for
 * Ed25519 and ECDSA, a test can supply a function that lies, and libkilosig.so depends on none. The
 * state keeps the pointer. */
#ifndef KILOSIG_CLASSICAL_H
#define KILOSIG_CLASSICAL_H

#include "kilosig/kilosig.h"

KSIG_BEGIN

/* Algorithms: formats of key, message and signature.
 *   Ed25519      32 bytes; the message itself; R | S, 64 bytes (RFC 8032)
 *   ECDSA P-256  04 | x | y, 65 bytes; SHA-256 of the message; r | s, 64 bytes, big-endian
 *   ECDSA P-384  04 | x | y, 97 bytes; SHA-384 of the message; r | s, 96 bytes, big-endian
 * ED25519_DIGEST is Ed25519 for a message that was streamed and not kept
 * (kilosig/x509_classical.h): `message` and `challenge` are both SHA-512 of R | key | message, 64
 * bytes. It needs a library that can verify from this digest, such as Monocypher. */
#define KSIG_CLASSICAL_ED25519 1
#define KSIG_CLASSICAL_ECDSA_P256 2
#define KSIG_CLASSICAL_ECDSA_P384 3
#define KSIG_CLASSICAL_ED25519_DIGEST 4

typedef struct ksig_classical_input {
    const uint8_t *key;
    const uint8_t *message;
    const uint8_t *signature;
    const uint8_t *challenge; /* Ed25519: SHA-512 of R | key | message, 64 bytes, which spares some
                               * libraries the hash (Monocypher); ECDSA: null */
    uint16_t message_length;  /* of a digest: 32, 48 or 64 */
    uint8_t algorithm;        /* KSIG_CLASSICAL_* */
} ksig_classical_input;

/* Returns KSIG_ACCEPT if the signature is valid, KSIG_REJECT_ARGUMENT if the function does not
 * support the algorithm, and any other verdict otherwise. As the standards require, it must reject
 * an r or s that is 0 or not below the order, an S of Ed25519 not below the order, and points not
 * on the curve. All lengths are fixed by the algorithm; the pointers are valid during the call
 * only. It is called twice in succession for each signature and must return the same verdict both
 * times. */
typedef ksig_verdict ksig_classical_verify(const ksig_classical_input *input);

KSIG_END

#endif
