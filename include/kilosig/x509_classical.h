/* kilosig: chains of X.509 certificates with Composite ML-DSA, ECDSA and Ed25519, streamed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * draft-ietf-lamps-pq-composite-sigs-19, in the RFC Editor's queue: until it is an RFC it may
 * change, and certificates issued today may then be rejected. Include it in addition to
 * kilosig/x509.h. The schemes below are for ksig_x509_algorithm, each with its number and the
 * function that verifies the classical half (kilosig/classical.h):
 *
 *     static const ksig_x509_algorithm algorithms[] = {
 *         {&ksig_x509_ml_dsa_44_ecdsa_p256, KSIG_X509_ML_DSA_44_ECDSA_P256, ksig_classical_p256m},
 *         {&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, 0}};
 *     ksig_x509_composite_44 v;
 *
 * They may be mixed with all other schemes. A chain is read as described in x509.h, with these
 * differences:
 *
 *   - The anchor of a trusted key is that of ksig_composite_anchor, tr | classical key; for ECDSA
 *     or Ed25519 alone it is the key, 04 | x | y or 32 bytes.
 *   - Only ML-DSA's half of an issuer's key is wanted a second time: the classical half was kept
 *     the first time.
 *   - The classical signature, which ends a certificate, is wanted before ML-DSA's. Both halves are
 *     computed, whatever the first one says, and there is one verdict.
 *   - If the end key is composite, ksig_x509_end has tr alone; if it is classical, only zeros.
 *     ksig_x509_close_classical writes the whole anchor, as ksig_composite_open takes it.
 *   - With Ed25519 alone, the first half of the signature, R, is wanted before tbsCertificate, and
 *     once more with the second half: a different R is rejected. The classical verifier gets a
 *     digest (KSIG_CLASSICAL_ED25519_DIGEST), as Monocypher takes it.
 *
 * ECDSA and Ed25519 alone are meant for chains in which an older issuer signs keys of ML-DSA: such
 * a chain is only as strong as its classical signatures.
 *
 * docs/x509.md has RAM and faults. */
#ifndef KILOSIG_X509_CLASSICAL_H
#define KILOSIG_X509_CLASSICAL_H

#include "kilosig/composite.h"
#include "kilosig/x509.h"

KSIG_BEGIN

/* Numbers in addition to those of x509.h: 64 + the last arc of 1.3.6.1.5.5.7.6. */
#define KSIG_X509_ML_DSA_44_ED25519 103
#define KSIG_X509_ML_DSA_44_ECDSA_P256 104
#define KSIG_X509_ML_DSA_65_ECDSA_P256 109
#define KSIG_X509_ML_DSA_65_ECDSA_P384 110
#define KSIG_X509_ML_DSA_65_ED25519 112
#define KSIG_X509_ML_DSA_87_ECDSA_P384 113
/* ECDSA alone (RFC 5480, RFC 5758), with SHA-256 and SHA-384. */
#define KSIG_X509_ECDSA_P256 128
#define KSIG_X509_ECDSA_P384 129
/* Ed25519 alone (RFC 8410). */
#define KSIG_X509_ED25519 130

/* The anchor is the key, 65 or 97 bytes: 04 | x | y. */
extern const ksig_scheme ksig_x509_ecdsa_p256, ksig_x509_ecdsa_p384;
/* Likewise, 32 bytes. */
extern const ksig_scheme ksig_x509_ed25519;

/* Composite ML-DSA. Only for chains: params is the ksig_composite_scheme, anchor_bytes is the
 * length of tr. */
#if KSIG_ENABLE_ML_DSA_44
extern const ksig_scheme ksig_x509_ml_dsa_44_ed25519, ksig_x509_ml_dsa_44_ecdsa_p256;
#endif
#if KSIG_ENABLE_ML_DSA_65
extern const ksig_scheme ksig_x509_ml_dsa_65_ecdsa_p256, ksig_x509_ml_dsa_65_ecdsa_p384,
    ksig_x509_ml_dsa_65_ed25519;
#endif
#if KSIG_ENABLE_ML_DSA_87
extern const ksig_scheme ksig_x509_ml_dsa_87_ecdsa_p384;
#endif

/* Like ksig_x509_close, and also writes the whole anchor of the end key: tr | classical key, or the
 * key, then zeros. It is all zeros unless the verdict is KSIG_ACCEPT. For a key without a classical
 * half it equals the anchor in `end`. */
KSIG_MUST_CHECK ksig_verdict ksig_x509_close_classical(void *state, ksig_x509_end *end,
                                                       uint8_t anchor[KSIG_COMPOSITE_ANCHOR_BYTES]);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* What precedes the state of ML-DSA. */
typedef struct ksig_x509_pair {
    ksig_verify_head head;
    uint32_t classical_length; /* of the encoded classical signature */
    ksig_verdict answers[2];   /* of the classical half */
    uint8_t prime[136];        /* M': without a context at most 32 + 34 + 1 + 64 bytes */
} ksig_x509_pair;

#define KSIG_X509_PAIR_BYTES ((sizeof(ksig_x509_pair) + 7) / 8 * 8)

/* If any algorithm is one of these, every state needs this many more bytes, for a classical key. */
#define KSIG_X509_CLASSICAL_BYTES 104
#define KSIG_X509_COMPOSITE_STATE_BYTES(ml_dsa) \
    (KSIG_X509_STATE_BYTES(KSIG_X509_PAIR_BYTES + (ml_dsa)) + KSIG_X509_CLASSICAL_BYTES)
/* For a verification of ECDSA: hash, key, signature, digest. */
#define KSIG_X509_ECDSA_BYTES ((sizeof(ksig_verify_head) + 12 + 7) / 8 * 8 + 568)
#define KSIG_X509_ECDSA_STATE_BYTES \
    (KSIG_X509_STATE_BYTES(KSIG_X509_ECDSA_BYTES) + KSIG_X509_CLASSICAL_BYTES)
/* For Ed25519: R, key, hash, and KSIG_IDLE_BYTES that the reader borrows. */
#define KSIG_X509_ED25519_BYTES ((sizeof(ksig_verify_head) + 8 + 7) / 8 * 8 + 472)
#define KSIG_X509_ED25519_STATE_BYTES \
    (KSIG_X509_STATE_BYTES(KSIG_X509_ED25519_BYTES) + KSIG_X509_CLASSICAL_BYTES)

#if KSIG_ENABLE_ML_DSA_44
typedef union KSIG_STATE(KSIG_X509_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES))
    ksig_x509_composite_44;
#endif
#if KSIG_ENABLE_ML_DSA_65
typedef union KSIG_STATE(KSIG_X509_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_65_STATE_BYTES))
    ksig_x509_composite_65;
#endif
#if KSIG_ENABLE_ML_DSA_87
typedef union KSIG_STATE(KSIG_X509_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES))
    ksig_x509_composite_87;
#endif

KSIG_END

#endif
