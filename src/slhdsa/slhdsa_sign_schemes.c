/* Descriptors of signing with SLH-DSA. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_sign.h"
#include "stream/message.h"

/* A context is kept where the nodes will be. */
KSIG_ASSERT(KSIG_CONTEXT_BYTES <= 256 && KSIG_CONTEXT_BYTES <= 15 * 24, slhdsa_context_fits);

#define FUNCTIONS_slh_dsa_sha2_128s ksig_slhdsa_sign_sha256
#define FUNCTIONS_slh_dsa_sha2_128f ksig_slhdsa_sign_sha256
#define FUNCTIONS_slh_dsa_sha2_192s ksig_slhdsa_sign_sha512
#define FUNCTIONS_slh_dsa_sha2_192f ksig_slhdsa_sign_sha512
#define FUNCTIONS_slh_dsa_sha2_256s ksig_slhdsa_sign_sha512
#define FUNCTIONS_slh_dsa_sha2_256f ksig_slhdsa_sign_sha512
#define FUNCTIONS_slh_dsa_shake_128s ksig_slhdsa_sign_shake
#define FUNCTIONS_slh_dsa_shake_128f ksig_slhdsa_sign_shake
#define FUNCTIONS_slh_dsa_shake_192s ksig_slhdsa_sign_shake
#define FUNCTIONS_slh_dsa_shake_192f ksig_slhdsa_sign_shake
#define FUNCTIONS_slh_dsa_shake_256s ksig_slhdsa_sign_shake
#define FUNCTIONS_slh_dsa_shake_256f ksig_slhdsa_sign_shake

#define KSIG_SCHEME_SLHDSA(ID, id, spelled, anchor, anchor_digest, key, least, most, state, flags) \
    const ksig_sign_scheme ksig_##id##_sign = {                                                    \
        .name = spelled,                                                                           \
        .state_bytes = KSIG_##ID##_SIGN_STATE_BYTES,                                               \
        .rnd_bytes = (key) / 2,                                                                    \
        .secret_key_bytes = 2 * (key),                                                             \
        .signature_bytes = most,                                                                   \
        .streams = 1,                                                                              \
        .operations = &FUNCTIONS_##id.sign,                                                        \
        .params = &ksig_slhdsa_set_##id,                                                           \
    };
#include "kilosig/schemes.def"
