/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/params.h"

#include "api/verify.h"
#include "mldsa/state.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
#define SECRET_BYTES KSIG_POLYHASH_KEY_BYTES
#else
#define SECRET_BYTES 0
#endif

/* high_parts, high_factor, gamma2; check: (8380417 - 1) / 88 == 95232 */
/* check: (8380417 - 1) / 32 == 261888 */
/* check: 2**34 // (2 * 95232) + 1 == 90201 */
/* check: 2**34 // (2 * 261888) + 1 == 32801 */
#define GAMMA2_44 44, 90201, 95232
#define GAMMA2_65_87 16, 32801, 261888

#define KEY_BYTES(k) (32 + (k)*320)
#define SIGNATURE_BYTES(challenge, l, z_bits, omega, k) ((challenge) + (l) * (z_bits)*32 + (omega) + (k))

#if KSIG_ENABLE_ML_DSA_44
static const ksig_mldsa_params params_44 = {4, 4, 39, 80, 78, 18, 6, 32, 64, 1, GAMMA2_44};
const ksig_scheme ksig_ml_dsa_44 = {
    "ml-dsa-44",
    64,
    KSIG_ML_DSA_44_STATE_BYTES,
    KEY_BYTES(4),
    SIGNATURE_BYTES(32, 4, 18, 80, 4),
    SECRET_BYTES,
    KSIG_HASH_SHAKE256,
    &ksig_mldsa_verify,
    &params_44,
};
#endif

#if KSIG_ENABLE_ML_DSA_65
static const ksig_mldsa_params params_65 = {6, 5, 49, 55, 196, 20, 4, 48, 64, 1, GAMMA2_65_87};
const ksig_scheme ksig_ml_dsa_65 = {
    "ml-dsa-65",
    64,
    KSIG_ML_DSA_65_STATE_BYTES,
    KEY_BYTES(6),
    SIGNATURE_BYTES(48, 5, 20, 55, 6),
    SECRET_BYTES,
    KSIG_HASH_SHAKE256,
    &ksig_mldsa_verify,
    &params_65,
};
#endif

#if KSIG_ENABLE_ML_DSA_87
static const ksig_mldsa_params params_87 = {8, 7, 60, 75, 120, 20, 4, 64, 64, 1, GAMMA2_65_87};
const ksig_scheme ksig_ml_dsa_87 = {
    "ml-dsa-87",
    64,
    KSIG_ML_DSA_87_STATE_BYTES,
    KEY_BYTES(8),
    SIGNATURE_BYTES(64, 7, 20, 75, 8),
    SECRET_BYTES,
    KSIG_HASH_SHAKE256,
    &ksig_mldsa_verify,
    &params_87,
};
#endif

#if KSIG_ENABLE_DILITHIUM2_R3
static const ksig_mldsa_params params_r3 = {4, 4, 39, 80, 78, 18, 6, 32, 32, 0, GAMMA2_44};
const ksig_scheme ksig_dilithium2_r3 = {
    "dilithium2-r3",
    32,
    KSIG_DILITHIUM2_R3_STATE_BYTES,
    KEY_BYTES(4),
    SIGNATURE_BYTES(32, 4, 18, 80, 4),
    SECRET_BYTES,
    KSIG_HASH_SHAKE256,
    &ksig_mldsa_verify,
    &params_r3,
};
#endif
