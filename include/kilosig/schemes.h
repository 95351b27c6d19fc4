/* kilosig: declarations for each parameter set of schemes.def. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *   ksig_ml_dsa_44                descriptor
 *   KSIG_ML_DSA_44_STATE_BYTES    bytes of a verification's state
 *   ksig_verify_ml_dsa_44         type of such a state
 *   ksig_haetae_2_keygen          descriptor of a key generation
 *   ksig_haetae_2_sign            descriptor of a signer
 * and so on, for the enabled sets. The header of each family describes its sets. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_SCHEMES_H
#define KILOSIG_SCHEMES_H

KSIG_BEGIN

#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, key_bytes, signature_least, \
                    signature_bytes, state, flags)                                       \
    extern const ksig_scheme ksig_##id;                                                  \
    enum { KSIG_##ID##_STATE_BYTES = (state) };                                          \
    typedef union KSIG_STATE(KSIG_##ID##_STATE_BYTES) ksig_verify_##id;
#define KSIG_KEYGEN_SCHEME(id) extern const ksig_keygen_scheme ksig_##id##_keygen;
#define KSIG_SIGN_SCHEME(id) extern const ksig_sign_scheme ksig_##id##_sign;
#include "kilosig/schemes.def"

KSIG_END

#endif
