/* kilosig: ML-DSA and Dilithium. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_ML_DSA_H
#define KILOSIG_ML_DSA_H

KSIG_BEGIN

/* FIPS 204. Anchor: tr = SHAKE256(public key, 64). */

/* CRYSTALS-Dilithium version 3.1 (round 3 of the NIST process), level 2. Anchor: tr =
 * SHAKE256(public key, 32). */

/* fixed part = head + one row + three sponges of 204 + rho; then z as the variant keeps it, c~ and
 * the hint. */
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST
#define KSIG_ML_DSA_FIXED_BYTES ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8 + 1280 + 3 * 204 + 32)
#define KSIG_ML_DSA_Z_BYTES(l, packed) (768 * (l))
#elif KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
#define KSIG_ML_DSA_FIXED_BYTES \
    ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8 + 1792 + 3 * 204 + 32 + 60)
#define KSIG_ML_DSA_Z_BYTES(l, packed) 0
#else
#define KSIG_ML_DSA_FIXED_BYTES ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8 + 1280 + 3 * 204 + 32)
#define KSIG_ML_DSA_Z_BYTES(l, packed) ((packed) * (l))
#endif
#define KSIG_ML_DSA_STATE_BYTES(l, packed, challenge, hint) \
    ((KSIG_ML_DSA_FIXED_BYTES + KSIG_ML_DSA_Z_BYTES(l, packed) + (challenge) + (hint) + 7) / 8 * 8)

/* Not for applications: the offset of the bytes that kilosig/x509.h borrows while a message
 * arrives. */
#define KSIG_ML_DSA_IDLE_AT ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8)

#define KSIG_ML_DSA_VERIFY_STACK_BYTES 232 /* in every variant */
#define KSIG_DILITHIUM2_R3_VERIFY_STACK_BYTES KSIG_ML_DSA_VERIFY_STACK_BYTES

/* ---- Key generation
 *
 * The secret key is the 32-byte seed: store it. ksig_ml_dsa_44_keygen outputs the public key.
 * ksig_ml_dsa_44_expanded_keygen outputs the expanded secret key of FIPS 204 (skEncode), to be
 * stored in flash instead; it is as secret as the seed. Both outputs can be streamed. */

/* head + counters + seeds + tags + a row on 24 bits and a polynomial; then a sponge and a tag. The
 * same for every level. */
#define KSIG_ML_DSA_KEYGEN_FIXED_BYTES ((sizeof(ksig_stream_head) + 4 + 164 + 7) / 8 * 8 + 1792)
#define KSIG_ML_DSA_KEYGEN_STATE_BYTES ((KSIG_ML_DSA_KEYGEN_FIXED_BYTES + 7) / 8 * 8)
#define KSIG_ML_DSA_EXPAND_STATE_BYTES ((KSIG_ML_DSA_KEYGEN_FIXED_BYTES + 204 + 4 + 7) / 8 * 8)

#define KSIG_ML_DSA_KEYGEN_STACK_BYTES 256

#define KSIG_ML_DSA_44_KEYGEN_STATE_BYTES KSIG_ML_DSA_KEYGEN_STATE_BYTES
#define KSIG_ML_DSA_65_KEYGEN_STATE_BYTES KSIG_ML_DSA_KEYGEN_STATE_BYTES
#define KSIG_ML_DSA_87_KEYGEN_STATE_BYTES KSIG_ML_DSA_KEYGEN_STATE_BYTES
#define KSIG_ML_DSA_44_EXPANDED_KEYGEN_STATE_BYTES KSIG_ML_DSA_EXPAND_STATE_BYTES
#define KSIG_ML_DSA_65_EXPANDED_KEYGEN_STATE_BYTES KSIG_ML_DSA_EXPAND_STATE_BYTES
#define KSIG_ML_DSA_87_EXPANDED_KEYGEN_STATE_BYTES KSIG_ML_DSA_EXPAND_STATE_BYTES
typedef union KSIG_STATE(KSIG_ML_DSA_KEYGEN_STATE_BYTES) ksig_keygen_ml_dsa;
typedef union KSIG_STATE(KSIG_ML_DSA_EXPAND_STATE_BYTES) ksig_expand_ml_dsa;

/* ---- Signing
 *
 * The secret key is the seed; for _expanded_sign, the expanded key of FIPS 204, which is rejected
 * with KSIG_REJECT_KEY if a coefficient of s1 or s2 is out of range (skDecode). Contexts, and every
 * KSIG_MODE_*. The signature is streamed out, or written to a buffer in less time: the buffer holds
 * y, so it is as secret as the key until KSIG_DONE. public_key may be null. If it is given, the
 * signature is checked with it. If not, a signer with a seed first derives the public key: until
 * then, ksig_sign_want does not return KSIG_PART_MESSAGE. */

/* head, public key, counters + mu + rho'' + tags of z + c~, c and hint + a sponge + a row on 24
 * bits and a polynomial; then, with a seed, its expansion, a row of t0, and tags of t. */
#define KSIG_ML_DSA_SIGN_FIXED_BYTES \
    ((sizeof(ksig_stream_head) + sizeof(void *) + 12 + 2 * 64 + 28 + 216 + 204 + 7) / 8 * 8 + 1792)
/* KSIG_VARIANT_FAST keeps k - 1 polynomials of A. */
#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST
#define KSIG_ML_DSA_SIGN_ROWS_BYTES(k) (768 * ((k)-1))
#else
#define KSIG_ML_DSA_SIGN_ROWS_BYTES(k) 0
#endif
#define KSIG_ML_DSA_EXPANDED_SIGN_BYTES(k) \
    ((KSIG_ML_DSA_SIGN_FIXED_BYTES + 7) / 8 * 8 + KSIG_ML_DSA_SIGN_ROWS_BYTES(k))
#define KSIG_ML_DSA_SIGN_BYTES(k)                                     \
    ((KSIG_ML_DSA_SIGN_FIXED_BYTES + 32 + 64 + 416 + 8 + 7) / 8 * 8 + \
     KSIG_ML_DSA_SIGN_ROWS_BYTES(k))

#define KSIG_ML_DSA_SIGN_STACK_BYTES 280

#define KSIG_ML_DSA_44_SIGN_STATE_BYTES KSIG_ML_DSA_SIGN_BYTES(4)
#define KSIG_ML_DSA_65_SIGN_STATE_BYTES KSIG_ML_DSA_SIGN_BYTES(6)
#define KSIG_ML_DSA_87_SIGN_STATE_BYTES KSIG_ML_DSA_SIGN_BYTES(8)
#define KSIG_ML_DSA_44_EXPANDED_SIGN_STATE_BYTES KSIG_ML_DSA_EXPANDED_SIGN_BYTES(4)
#define KSIG_ML_DSA_65_EXPANDED_SIGN_STATE_BYTES KSIG_ML_DSA_EXPANDED_SIGN_BYTES(6)
#define KSIG_ML_DSA_87_EXPANDED_SIGN_STATE_BYTES KSIG_ML_DSA_EXPANDED_SIGN_BYTES(8)
/* For all levels. */
#define KSIG_ML_DSA_SIGN_STATE_BYTES KSIG_ML_DSA_87_SIGN_STATE_BYTES
#define KSIG_ML_DSA_EXPANDED_SIGN_STATE_BYTES KSIG_ML_DSA_87_EXPANDED_SIGN_STATE_BYTES
typedef union KSIG_STATE(KSIG_ML_DSA_SIGN_STATE_BYTES) ksig_sign_ml_dsa;
typedef union KSIG_STATE(KSIG_ML_DSA_EXPANDED_SIGN_STATE_BYTES) ksig_sign_ml_dsa_expanded;

KSIG_END

#endif
