/* Verification by a key that is trusted itself. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"
#include "util/compiler.h"

#define LONGEST_DIGEST 64
#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, ...) \
    KSIG_ASSERT((anchor_hash) == 0 || (anchor_bytes) <= LONGEST_DIGEST, digest_fits);
#include "kilosig/schemes.def"

ksig_verdict ksig_verify_with_key(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                  const ksig_verify_args *args, const uint8_t *key, const uint8_t *message,
                                  const uint8_t *signature) {
    uint8_t digest[LONGEST_DIGEST];
    ksig_verify_args with_anchor = *args;
    with_anchor.anchor = key;
    if (scheme->anchor_hash != 0) {
        const ksig_verdict verdict = ksig_key_anchor(scheme, key, (size_t)args->key_length, digest);
        if (verdict != KSIG_DONE)
            return verdict;
        with_anchor.anchor = digest;
    }
    return ksig_verify(state, state_bytes, scheme, &with_anchor, key, message, signature);
}
