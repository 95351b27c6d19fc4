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
