/* Descriptors of SLH-DSA and SPHINCS+. Separate from the parameters, as otherwise a signer would
 * link verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_state.h"
#include "stream/operations.h"

#define KSIG_SCHEME_SLHDSA(ID, id, ...) \
    KSIG_DESCRIPTOR(&ksig_slhdsa_verify, &ksig_slhdsa_params_##id, 0, ID, id, __VA_ARGS__)
#define KSIG_SCHEME_SPHINCS KSIG_SCHEME_SLHDSA
#include "kilosig/schemes.def"
