/* Descriptors of Falcon and FN-DSA. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/params.h"

#include "api/verify.h"
#include "falcon/state.h"

#define KEY_BYTES(n) (1 + (n) / 4 * 7)

/* A coefficient takes 9 bits and one more for each 128 of its size. Within the bound all coefficients can have two of
 * those, and 5 of 512, or 38 of 1024, a third, for which there is no room once more. So a longer signature is none. */
/* check: (34034726 - 512 * 256**2) // (384**2 - 256**2) == 5 */
/* check: (70265242 - 1024 * 256**2) // (384**2 - 256**2) == 38 */
#define LEAST(n) (41 + (n) / 8 * 9)
#define MOST_512 746   /* check: 41 + (512 * 9 + 1029 + 7) // 8 == 746 */
#define MOST_1024 1454 /* check: 41 + (1024 * 9 + 2086 + 7) // 8 == 1454 */
#define PADDED_512 666
#define PADDED_1024 1280

#define BOUND_512 UINT32_C(34034726)
#define BOUND_1024 UINT32_C(70265242)

#define SCHEME(name, n, sets, least, most, padded, framed)                                                          \
    static const ksig_falcon_params params_##sets = {n,      least,  (n) == 512 ? 9 : 10, (n) == 512 ? 0x39 : 0x3a, \
                                                     padded, framed, BOUND_##n,           KSIG_NTT14_UNSCALE_##n};  \
    const ksig_scheme ksig_##sets = {                                                                               \
        name,                                                                                                       \
        (framed) ? KSIG_FALCON_ANCHOR_SHAKE256 : KSIG_ANCHOR_BYTES,                                                 \
        KSIG_FALCON_##n##_STATE_BYTES,                                                                              \
        KEY_BYTES(n),                                                                                               \
        most,                                                                                                       \
        0,                                                                                                          \
        (framed) ? KSIG_HASH_SHAKE256 : KSIG_ANCHOR_HASH,                                                           \
        &ksig_falcon_verify,                                                                                        \
        &params_##sets,                                                                                             \
    }

#if KSIG_ENABLE_FALCON_512
SCHEME("falcon-512-r3", 512, falcon_512_r3, LEAST(512), MOST_512, 0, 0);
SCHEME("falcon-512-padded-r3", 512, falcon_512_padded_r3, PADDED_512, PADDED_512, 1, 0);
#endif
#if KSIG_ENABLE_FALCON_1024
SCHEME("falcon-1024-r3", 1024, falcon_1024_r3, LEAST(1024), MOST_1024, 0, 0);
SCHEME("falcon-1024-padded-r3", 1024, falcon_1024_padded_r3, PADDED_1024, PADDED_1024, 1, 0);
#endif
#if KSIG_ENABLE_FN_DSA_512
SCHEME("fn-dsa-512", 512, fn_dsa_512, PADDED_512, PADDED_512, 1, 1);
#endif
#if KSIG_ENABLE_FN_DSA_1024
SCHEME("fn-dsa-1024", 1024, fn_dsa_1024, PADDED_1024, PADDED_1024, 1, 1);
#endif
