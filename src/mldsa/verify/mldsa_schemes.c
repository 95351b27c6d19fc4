/* Descriptors of ML-DSA and Dilithium. Separate from the parameters, as otherwise a signer would
 * link verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/verify/mldsa_verify.h"
#include "stream/operations.h"

#define SECRET_BYTES (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL ? KSIG_POLYHASH_KEY_BYTES : 0)

#define KSIG_SCHEME_MLDSA(ID, id, ...) \
    KSIG_DESCRIPTOR(&ksig_mldsa_verify, &ksig_mldsa_params_##id, SECRET_BYTES, ID, id, __VA_ARGS__)
#define KSIG_SCHEME_DILITHIUM KSIG_SCHEME_MLDSA
#include "kilosig/schemes.def"
