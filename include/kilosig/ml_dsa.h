/* kilosig: ML-DSA and Dilithium. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KILOSIG_ML_DSA_H
#define KILOSIG_ML_DSA_H

#include "kilosig/kilosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* FIPS 204. Anchor: tr = SHAKE256(public key, 64). */
extern const ksig_scheme ksig_ml_dsa_44;
extern const ksig_scheme ksig_ml_dsa_65;
extern const ksig_scheme ksig_ml_dsa_87;
/* CRYSTALS-Dilithium version 3.1 (round 3 of the NIST process), level 2. Anchor: tr = SHAKE256(public key, 32). */
extern const ksig_scheme ksig_dilithium2_r3;

/* fixed part = head + one row + three sponges of 204 + rho; then what the variant keeps of z, c~ and the hint. */
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST
#define KSIG_ML_DSA_FIXED_BYTES (sizeof(ksig_verify_head) + 1280 + 3 * 204 + 32 + 4)
#define KSIG_ML_DSA_Z_BYTES(l, packed) (768 * (l))
#elif KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
#define KSIG_ML_DSA_FIXED_BYTES (sizeof(ksig_verify_head) + 1792 + 3 * 204 + 32 + 60 + 4)
#define KSIG_ML_DSA_Z_BYTES(l, packed) 0
#else
#define KSIG_ML_DSA_FIXED_BYTES (sizeof(ksig_verify_head) + 1280 + 3 * 204 + 32 + 4)
#define KSIG_ML_DSA_Z_BYTES(l, packed) ((packed) * (l))
#endif
#define KSIG_ML_DSA_STATE_BYTES(l, packed, challenge, hint) \
    ((KSIG_ML_DSA_FIXED_BYTES + KSIG_ML_DSA_Z_BYTES(l, packed) + (challenge) + (hint) + 7) / 8 * 8)
#define KSIG_ML_DSA_44_STATE_BYTES KSIG_ML_DSA_STATE_BYTES(4, 576, 32, 84)
#define KSIG_ML_DSA_65_STATE_BYTES KSIG_ML_DSA_STATE_BYTES(5, 640, 48, 61)
#define KSIG_ML_DSA_87_STATE_BYTES KSIG_ML_DSA_STATE_BYTES(7, 640, 64, 83)
#define KSIG_DILITHIUM2_R3_STATE_BYTES KSIG_ML_DSA_44_STATE_BYTES

#define KSIG_ML_DSA_VERIFY_STACK_BYTES 192 /* in every variant */
#define KSIG_DILITHIUM2_R3_VERIFY_STACK_BYTES KSIG_ML_DSA_VERIFY_STACK_BYTES

typedef union KSIG_STATE(KSIG_ML_DSA_44_STATE_BYTES) ksig_verify_ml_dsa_44;
typedef union KSIG_STATE(KSIG_ML_DSA_65_STATE_BYTES) ksig_verify_ml_dsa_65;
typedef union KSIG_STATE(KSIG_ML_DSA_87_STATE_BYTES) ksig_verify_ml_dsa_87;
typedef union KSIG_STATE(KSIG_DILITHIUM2_R3_STATE_BYTES) ksig_verify_dilithium2_r3;

#ifdef __cplusplus
}
#endif

#endif
