/* Descriptors of the SLH-DSA and SPHINCS+ schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/params.h"

#include "api/verify.h"
#include "slhdsa/state.h"

/* R, k FORS leaves with their paths, d WOTS+ signatures with their paths. */
#define SIGNATURE_BYTES(n, d, height, a, k) ((n) * (1 + (k) * ((a) + 1) + (d) * (2 * (n) + 3 + (height))))

/* The parameters n, d, h', a and k in each line are of FIPS 205 Table 2. */
#define SCHEME(id, name, state, hash, n, d, height, a, k, round3)                                     \
    static const char id##_name[] = name; /* of its own, for the linker to drop */                    \
    static const ksig_slhdsa_params id##_params = {                                                   \
        &hash, n, d, height, a, k, ((k) * (a) + 7) / 8, ((height) * ((d)-1) + 7) / 8, round3};        \
    const ksig_scheme id = {                                                                          \
        id##_name,           2 * (n),      state, 2 * (n), SIGNATURE_BYTES(n, d, height, a, k), 0, 0, \
        &ksig_slhdsa_verify, &id##_params,                                                            \
    };

#if KSIG_ENABLE_SLH_DSA_SHA2_128S
SCHEME(ksig_slh_dsa_sha2_128s, "slh-dsa-sha2-128s", KSIG_SLH_DSA_SHA2_128S_STATE_BYTES, ksig_slhdsa_sha256, 16, 7, 9,
       12, 14, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128F
SCHEME(ksig_slh_dsa_sha2_128f, "slh-dsa-sha2-128f", KSIG_SLH_DSA_SHA2_128F_STATE_BYTES, ksig_slhdsa_sha256, 16, 22, 3,
       6, 33, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192S
SCHEME(ksig_slh_dsa_sha2_192s, "slh-dsa-sha2-192s", KSIG_SLH_DSA_SHA2_192S_STATE_BYTES, ksig_slhdsa_sha512, 24, 7, 9,
       14, 17, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192F
SCHEME(ksig_slh_dsa_sha2_192f, "slh-dsa-sha2-192f", KSIG_SLH_DSA_SHA2_192F_STATE_BYTES, ksig_slhdsa_sha512, 24, 22, 3,
       8, 33, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256S
SCHEME(ksig_slh_dsa_sha2_256s, "slh-dsa-sha2-256s", KSIG_SLH_DSA_SHA2_256S_STATE_BYTES, ksig_slhdsa_sha512, 32, 8, 8,
       14, 22, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256F
SCHEME(ksig_slh_dsa_sha2_256f, "slh-dsa-sha2-256f", KSIG_SLH_DSA_SHA2_256F_STATE_BYTES, ksig_slhdsa_sha512, 32, 17, 4,
       9, 35, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128S
SCHEME(ksig_slh_dsa_shake_128s, "slh-dsa-shake-128s", KSIG_SLH_DSA_SHAKE_128S_STATE_BYTES, ksig_slhdsa_shake, 16, 7, 9,
       12, 14, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128F
SCHEME(ksig_slh_dsa_shake_128f, "slh-dsa-shake-128f", KSIG_SLH_DSA_SHAKE_128F_STATE_BYTES, ksig_slhdsa_shake, 16, 22, 3,
       6, 33, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192S
SCHEME(ksig_slh_dsa_shake_192s, "slh-dsa-shake-192s", KSIG_SLH_DSA_SHAKE_192S_STATE_BYTES, ksig_slhdsa_shake, 24, 7, 9,
       14, 17, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192F
SCHEME(ksig_slh_dsa_shake_192f, "slh-dsa-shake-192f", KSIG_SLH_DSA_SHAKE_192F_STATE_BYTES, ksig_slhdsa_shake, 24, 22, 3,
       8, 33, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256S
SCHEME(ksig_slh_dsa_shake_256s, "slh-dsa-shake-256s", KSIG_SLH_DSA_SHAKE_256S_STATE_BYTES, ksig_slhdsa_shake, 32, 8, 8,
       14, 22, 0)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256F
SCHEME(ksig_slh_dsa_shake_256f, "slh-dsa-shake-256f", KSIG_SLH_DSA_SHAKE_256F_STATE_BYTES, ksig_slhdsa_shake, 32, 17, 4,
       9, 35, 0)
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3
SCHEME(ksig_sphincs_sha256_128s_simple_r3, "sphincs-sha256-128s-simple-r3",
       KSIG_SPHINCS_SHA256_128S_SIMPLE_R3_STATE_BYTES, ksig_slhdsa_sha256, 16, 7, 9, 12, 14, 1)
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128F_SIMPLE_R3
SCHEME(ksig_sphincs_sha256_128f_simple_r3, "sphincs-sha256-128f-simple-r3",
       KSIG_SPHINCS_SHA256_128F_SIMPLE_R3_STATE_BYTES, ksig_slhdsa_sha256, 16, 22, 3, 6, 33, 1)
#endif
