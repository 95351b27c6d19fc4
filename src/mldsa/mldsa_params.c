/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_params.h"

#include "kilosig/kilosig.h"
#include "stream/message.h"
#include "stream/operations.h"

/* check: (8380417 - 1) / 88 == 95232 */
/* check: (8380417 - 1) / 32 == 261888 */
/* check: 2**34 // (2 * 95232) + 1 == 90201 */
/* check: 2**34 // (2 * 261888) + 1 == 32801 */
#define GAMMA2_44 .high_parts = 44, .high_factor = 90201, .gamma2 = 95232
#define GAMMA2_65_87 .high_parts = 16, .high_factor = 32801, .gamma2 = 261888

#define PARAMS_ml_dsa_44                                                            \
    .k = 4, .l = 4, .tau = 39, .omega = 80, .beta = 78, .z_bits = 18, .w1_bits = 6, \
    .challenge_bytes = 32, .tr_bytes = 64, .framing = &ksig_framing_fips, GAMMA2_44

#define PARAMS_ml_dsa_65                                                             \
    .k = 6, .l = 5, .tau = 49, .omega = 55, .beta = 196, .z_bits = 20, .w1_bits = 4, \
    .challenge_bytes = 48, .tr_bytes = 64, .framing = &ksig_framing_fips, GAMMA2_65_87

#define PARAMS_ml_dsa_87                                                             \
    .k = 8, .l = 7, .tau = 60, .omega = 75, .beta = 120, .z_bits = 20, .w1_bits = 4, \
    .challenge_bytes = 64, .tr_bytes = 64, .framing = &ksig_framing_fips, GAMMA2_65_87

#define PARAMS_dilithium2_r3                                                        \
    .k = 4, .l = 4, .tau = 39, .omega = 80, .beta = 78, .z_bits = 18, .w1_bits = 6, \
    .challenge_bytes = 32, .tr_bytes = 32, GAMMA2_44

#define KSIG_SCHEME_MLDSA(ID, id, ...) \
    const ksig_mldsa_params ksig_mldsa_params_##id = {PARAMS_##id};
#define KSIG_SCHEME_DILITHIUM KSIG_SCHEME_MLDSA
#include "kilosig/schemes.def"
