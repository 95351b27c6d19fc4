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
