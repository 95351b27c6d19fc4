/* Parameters of the SLH-DSA and SPHINCS+ sets. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_params.h"

#include "slhdsa/slhdsa_state.h"

/* The parameters n, d, h', a and k (node, layers, tree, fors, trees) in each line are those of FIPS
 * 205 Table 2. */
#define PARAMS(id, functions, node, layers, tree, fors, trees, frame) \
    const ksig_slhdsa_params ksig_slhdsa_params_##id = {              \
        .hash = &functions,                                           \
        .n = node,                                                    \
        .d = layers,                                                  \
        .height = tree,                                               \
        .a = fors,                                                    \
        .k = trees,                                                   \
        .md_bytes = ((trees) * (fors) + 7) / 8,                       \
        .tree_bytes = ((tree) * ((layers)-1) + 7) / 8,                \
        .framing = frame,                                             \
    };

#if KSIG_ENABLE_SLH_DSA_SHA2_128S
PARAMS(slh_dsa_sha2_128s, ksig_slhdsa_sha256, 16, 7, 9, 12, 14, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_128F
PARAMS(slh_dsa_sha2_128f, ksig_slhdsa_sha256, 16, 22, 3, 6, 33, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192S
PARAMS(slh_dsa_sha2_192s, ksig_slhdsa_sha512, 24, 7, 9, 14, 17, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192F
PARAMS(slh_dsa_sha2_192f, ksig_slhdsa_sha512, 24, 22, 3, 8, 33, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256S
PARAMS(slh_dsa_sha2_256s, ksig_slhdsa_sha512, 32, 8, 8, 14, 22, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256F
PARAMS(slh_dsa_sha2_256f, ksig_slhdsa_sha512, 32, 17, 4, 9, 35, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128S
PARAMS(slh_dsa_shake_128s, ksig_slhdsa_shake, 16, 7, 9, 12, 14, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128F
PARAMS(slh_dsa_shake_128f, ksig_slhdsa_shake, 16, 22, 3, 6, 33, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192S
PARAMS(slh_dsa_shake_192s, ksig_slhdsa_shake, 24, 7, 9, 14, 17, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192F
PARAMS(slh_dsa_shake_192f, ksig_slhdsa_shake, 24, 22, 3, 8, 33, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256S
PARAMS(slh_dsa_shake_256s, ksig_slhdsa_shake, 32, 8, 8, 14, 22, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256F
PARAMS(slh_dsa_shake_256f, ksig_slhdsa_shake, 32, 17, 4, 9, 35, &ksig_framing_fips)
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3
PARAMS(sphincs_sha256_128s_simple_r3, ksig_slhdsa_sha256, 16, 7, 9, 12, 14, NULL)
#endif
#if KSIG_ENABLE_SPHINCS_SHA256_128F_SIMPLE_R3
PARAMS(sphincs_sha256_128f_simple_r3, ksig_slhdsa_sha256, 16, 22, 3, 6, 33, NULL)
#endif

#define KSIG_SCHEME_SLHDSA(ID, id, ...) \
    const ksig_scheme ksig_slhdsa_set_##id = {.params = &ksig_slhdsa_params_##id};
#include "kilosig/schemes.def"
