/* Descriptors of Falcon and FN-DSA. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/falcon_params.h"

#include "falcon/falcon_state.h"
#include "stream/operations.h"

/* A coefficient takes 9 bits and one more for each 128 of its absolute value. Within the bound, all
 * coefficients can have two of those, and 5 of 512, or 38 of 1024, a third; no other coefficient
 * can. So a longer signature cannot be valid. */
/* check: (34034726 - 512 * 256**2) // (384**2 - 256**2) == 5 */
/* check: (70265242 - 1024 * 256**2) // (384**2 - 256**2) == 38 */
/* check: 41 + 512 // 8 * 9 == 617 */
/* check: 41 + 1024 // 8 * 9 == 1193 */
/* check: 41 + (512 * 9 + 1029 + 7) // 8 == 746 */
/* check: 41 + (1024 * 9 + 2086 + 7) // 8 == 1454 */
#define BOUND_512 UINT32_C(34034726)
#define BOUND_1024 UINT32_C(70265242)

#define FRAMING_0 NULL
#define FRAMING_1 &ksig_framing_fips

#define PARAMS(set, degree, zeros, frame)                  \
    static const ksig_falcon_params params_##set = {       \
        .n = degree,                                       \
        .key_header = (degree) == 512 ? 9 : 10,            \
        .signature_header = (degree) == 512 ? 0x39 : 0x3a, \
        .unpadded = !(zeros),                              \
        .bound = BOUND_##degree,                           \
        .unscale = KSIG_NTT14_UNSCALE_##degree,            \
        .framing = FRAMING_##frame,                        \
    }

#if KSIG_ENABLE_FALCON_512
PARAMS(falcon_512_r3, 512, 0, 0);
PARAMS(falcon_512_padded_r3, 512, 1, 0);
#endif
#if KSIG_ENABLE_FALCON_1024
PARAMS(falcon_1024_r3, 1024, 0, 0);
PARAMS(falcon_1024_padded_r3, 1024, 1, 0);
#endif
#if KSIG_ENABLE_FN_DSA_512
PARAMS(fn_dsa_512, 512, 1, 1);
#endif
#if KSIG_ENABLE_FN_DSA_1024
PARAMS(fn_dsa_1024, 1024, 1, 1);
#endif

#define KSIG_SCHEME_FALCON(ID, id, ...) \
    KSIG_DESCRIPTOR(&ksig_falcon_verify, &params_##id, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"
