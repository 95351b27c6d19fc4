/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/params.h"

#include "api/verify.h"
#include "mldsa/state.h"

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
#define SECRET_BYTES KSIG_POLYHASH_KEY_BYTES
#else
#define SECRET_BYTES 0
#endif

/* check: (8380417 - 1) / 88 == 95232 */
/* check: (8380417 - 1) / 32 == 261888 */
/* 2 gamma2 is d 2^w1_shift with d = 93 or 1023. With r = floor(2^25 / d) + 1 and e = r d - 2^25, y r / 2^25 exceeds y / d by
 * y e / (d 2^25), which does not reach the next whole number while y e < 2^25. */
/* check: 2 * 95232 == 93 * 2**11 */
/* check: 360801 == 2**25 // 93 + 1 */
/* check: (360801 * 93 - 2**25) * 2**(24 - 11) // 2**25 == 0 */
/* check: 2 * 261888 == 1023 * 2**9 */
/* check: 32801 == 2**25 // 1023 + 1 */
/* check: (32801 * 1023 - 2**25) * 2**(24 - 9) // 2**25 == 0 */
#define ROUNDING_44 44, 11, 360801, 95232
#define ROUNDING_65_87 16, 9, 32801, 261888

#define KEY_BYTES(k) (32 + (k)*320)
#define SIGNATURE_BYTES(challenge, l, z_bits, omega, k) ((challenge) + (l) * (z_bits)*32 + (omega) + (k))

#if KSIG_ENABLE_ML_DSA_44
static const ksig_mldsa_params params_44 = {4, 4, 39, 80, 78, 18, 6, 32, 64, 1, ROUNDING_44};
const ksig_scheme ksig_ml_dsa_44 = {
    "ml-dsa-44",
    64,
    KSIG_ML_DSA_44_STATE_BYTES,
    KEY_BYTES(4),
    SIGNATURE_BYTES(32, 4, 18, 80, 4),
    SECRET_BYTES,
    &ksig_mldsa_verify,
    &params_44,
};
#endif

#if KSIG_ENABLE_ML_DSA_65
static const ksig_mldsa_params params_65 = {6, 5, 49, 55, 196, 20, 4, 48, 64, 1, ROUNDING_65_87};
const ksig_scheme ksig_ml_dsa_65 = {
    "ml-dsa-65",
    64,
    KSIG_ML_DSA_65_STATE_BYTES,
    KEY_BYTES(6),
    SIGNATURE_BYTES(48, 5, 20, 55, 6),
    SECRET_BYTES,
    &ksig_mldsa_verify,
    &params_65,
};
#endif

#if KSIG_ENABLE_ML_DSA_87
static const ksig_mldsa_params params_87 = {8, 7, 60, 75, 120, 20, 4, 64, 64, 1, ROUNDING_65_87};
const ksig_scheme ksig_ml_dsa_87 = {
    "ml-dsa-87",
    64,
    KSIG_ML_DSA_87_STATE_BYTES,
    KEY_BYTES(8),
    SIGNATURE_BYTES(64, 7, 20, 75, 8),
    SECRET_BYTES,
    &ksig_mldsa_verify,
    &params_87,
};
#endif

#if KSIG_ENABLE_DILITHIUM2_R3
static const ksig_mldsa_params params_r3 = {4, 4, 39, 80, 78, 18, 6, 32, 32, 0, ROUNDING_44};
const ksig_scheme ksig_dilithium2_r3 = {
    "dilithium2-r3",
    32,
    KSIG_DILITHIUM2_R3_STATE_BYTES,
    KEY_BYTES(4),
    SIGNATURE_BYTES(32, 4, 18, 80, 4),
    SECRET_BYTES,
    &ksig_mldsa_verify,
    &params_r3,
};
#endif
