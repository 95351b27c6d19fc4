/* Descriptors of the verification schemes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/verify/haetae_verify_state.h"
#include "stream/operations.h"

/* check: 32 + 2 * 480 == 992 */
/* check: 32 + 3 * 480 == 1472 */
/* check: 32 + 4 * 512 == 2080 */
enum {
    ksig_haetae_index_haetae_2,
    ksig_haetae_index_haetae_3,
    ksig_haetae_index_haetae_5,
    ksig_haetae_index_haetae_2_kpqc,
    ksig_haetae_index_haetae_3_kpqc,
    ksig_haetae_index_haetae_5_kpqc
};

#define KSIG_SCHEME_HAETAE(ID, id, ...)                                                           \
    KSIG_DESCRIPTOR(&ksig_haetae_verify, &ksig_haetae_schemes[ksig_haetae_index_##id], 0, ID, id, \
                    __VA_ARGS__)
#include "kilosig/schemes.def"
