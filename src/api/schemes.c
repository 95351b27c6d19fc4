/* The list of enabled schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>

#include "kilosig/kilosig.h"

const ksig_scheme *const ksig_schemes[] = {
#if KSIG_ENABLE_ML_DSA_44
    &ksig_ml_dsa_44,
#endif
#if KSIG_ENABLE_ML_DSA_65
    &ksig_ml_dsa_65,
#endif
#if KSIG_ENABLE_ML_DSA_87
    &ksig_ml_dsa_87,
#endif
#if KSIG_ENABLE_DILITHIUM2_R3
    &ksig_dilithium2_r3,
#endif
#if KSIG_ENABLE_HAETAE_2
    &ksig_haetae_2,
    &ksig_haetae_2_kpqc,
#endif
#if KSIG_ENABLE_HAETAE_3
    &ksig_haetae_3,
    &ksig_haetae_3_kpqc,
#endif
#if KSIG_ENABLE_HAETAE_5
    &ksig_haetae_5,
    &ksig_haetae_5_kpqc,
#endif
#if KSIG_ENABLE_FALCON_512
    &ksig_falcon_512_r3,
    &ksig_falcon_512_padded_r3,
#endif
#if KSIG_ENABLE_FALCON_1024
    &ksig_falcon_1024_r3,
    &ksig_falcon_1024_padded_r3,
#endif
#if KSIG_ENABLE_FN_DSA_512
    &ksig_fn_dsa_512,
#endif
#if KSIG_ENABLE_FN_DSA_1024
    &ksig_fn_dsa_1024,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128S
    &ksig_slh_dsa_sha2_128s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128F
    &ksig_slh_dsa_sha2_128f,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192S
    &ksig_slh_dsa_sha2_192s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192F
    &ksig_slh_dsa_sha2_192f,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256S
    &ksig_slh_dsa_sha2_256s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256F
    &ksig_slh_dsa_sha2_256f,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128S
    &ksig_slh_dsa_shake_128s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128F
    &ksig_slh_dsa_shake_128f,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192S
    &ksig_slh_dsa_shake_192s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192F
    &ksig_slh_dsa_shake_192f,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256S
    &ksig_slh_dsa_shake_256s,
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256F
    &ksig_slh_dsa_shake_256f,
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3
    &ksig_sphincs_sha256_128s_simple_r3,
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128F_SIMPLE_R3
    &ksig_sphincs_sha256_128f_simple_r3,
#endif
#if KSIG_ENABLE_RAINBOW_1_CLASSIC
    &ksig_rainbow_1_classic,
#endif
#if KSIG_ENABLE_GEMSS_128
    &ksig_gemss_128,
#endif
    NULL,
};

const ksig_scheme *ksig_scheme_by_name(const char *name) {
    for (const ksig_scheme *const *scheme = ksig_schemes; *scheme != NULL; scheme++) {
        const char *a = name, *b = (*scheme)->name;
        while (*a != '\0' && *a == *b)
            a++, b++;
        if (*a == *b)
            return *scheme;
    }
    return NULL;
}
