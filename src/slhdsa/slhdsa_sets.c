/* Parameters of the SLH-DSA and SPHINCS+ sets. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_params.h"

#include "slhdsa/slhdsa_state.h"

#if KSIG_SLHDSA_LIMITED
#define DIGITS(bits, of_node, of_sum) .lg_w = (bits), .digits = (of_node), .sum_digits = (of_sum),
#else
#define DIGITS(bits, of_node, of_sum)
#endif

/* The parameters n, d, h', a and k (node, layers, tree, fors, trees) in each line are those of FIPS
 * 205 Table 2. */
#define PARAMS_W(id, functions, node, layers, tree, fors, trees, frame, of_digits)              \
    const ksig_slhdsa_params ksig_slhdsa_params_##id = {.hash = &functions,                     \
                                                        .n = node,                              \
                                                        .d = layers,                            \
                                                        .height = tree,                         \
                                                        .a = fors,                              \
                                                        .k = trees,                             \
                                                        .md_bytes = ((trees) * (fors) + 7) / 8, \
                                                        .tree_bytes =                           \
                                                            ((tree) * ((layers)-1) + 7) / 8,    \
                                                        .framing = frame,                       \
                                                        of_digits};
#define PARAMS(id, functions, node, layers, tree, fors, trees, frame) \
    PARAMS_W(id, functions, node, layers, tree, fors, trees, frame, DIGITS(4, 2 * (node), 3))
/* SP 800-230 (draft of 2026-04-13): one layer, and lg_w, len_1 and len_2. */
#define LIMITED(id, functions, node, tree, fors, trees, bits, of_node, of_sum) \
    PARAMS_W(id, functions, node, 1, tree, fors, trees, &ksig_framing_fips,    \
             DIGITS(bits, of_node, of_sum))

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
#if KSIG_ENABLE_SLH_DSA_SHA2_128_24
LIMITED(slh_dsa_sha2_128_24, ksig_slhdsa_sha256, 16, 22, 24, 6, 2, 64, 4)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_192_24
LIMITED(slh_dsa_sha2_192_24, ksig_slhdsa_sha512, 24, 21, 25, 9, 3, 64, 3)
#endif
#if KSIG_ENABLE_SLH_DSA_SHA2_256_24
LIMITED(slh_dsa_sha2_256_24, ksig_slhdsa_sha512, 32, 21, 25, 12, 2, 128, 5)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_128_24
LIMITED(slh_dsa_shake_128_24, ksig_slhdsa_shake, 16, 22, 24, 6, 2, 64, 4)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_192_24
LIMITED(slh_dsa_shake_192_24, ksig_slhdsa_shake, 24, 21, 25, 9, 3, 64, 3)
#endif
#if KSIG_ENABLE_SLH_DSA_SHAKE_256_24
LIMITED(slh_dsa_shake_256_24, ksig_slhdsa_shake, 32, 21, 25, 12, 2, 128, 5)
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
