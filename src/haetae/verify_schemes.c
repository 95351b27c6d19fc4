/* Descriptors of the verification schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verify.h"
#include "haetae/verify_state.h"

/* check: 32 + 2 * 480 == 992 */
/* check: 32 + 3 * 480 == 1472 */
/* check: 32 + 4 * 512 == 2080 */
#define SCHEME(name, level, key, signature, index)                                                             \
    {                                                                                                          \
        name, 32, KSIG_HAETAE_##level##_STATE_BYTES, key, signature, 0, KSIG_ANCHOR_HASH, &ksig_haetae_verify, \
            &ksig_haetae_schemes[index],                                                                       \
    }

#if KSIG_ENABLE_HAETAE_2
const ksig_scheme ksig_haetae_2 = SCHEME("haetae-2", 2, 992, 1474, 0);
const ksig_scheme ksig_haetae_2_kpqc = SCHEME("haetae-2-kpqc", 2, 992, 1474, 3);
#endif
#if KSIG_ENABLE_HAETAE_3
const ksig_scheme ksig_haetae_3 = SCHEME("haetae-3", 3, 1472, 2349, 1);
const ksig_scheme ksig_haetae_3_kpqc = SCHEME("haetae-3-kpqc", 3, 1472, 2349, 4);
#endif
#if KSIG_ENABLE_HAETAE_5
const ksig_scheme ksig_haetae_5 = SCHEME("haetae-5", 5, 2080, 2948, 2);
const ksig_scheme ksig_haetae_5_kpqc = SCHEME("haetae-5-kpqc", 5, 2080, 2948, 5);
#endif
