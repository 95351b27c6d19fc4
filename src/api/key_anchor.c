/* Anchors of whole keys, as scheme->anchor_hash says. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"
#include "hash/keccak.h"
#include "hash/sha2.h"
#include "kilosig/kilosig.h"
#include "stream/operations.h"
#include "util/memory.h"

/* If no enabled scheme needs SHA-256 here, it is not linked. */
#ifdef KSIG_USES_ANCHOR_HASH
#define HAS_SHA256 (KSIG_ANCHOR_HASH == KSIG_HASH_SHA256)
#else
#define HAS_SHA256 0
#endif

static void shake256(const ksig_scheme *scheme, const uint8_t *key, uint8_t *anchor) {
    ksig_keccak sponge;
    ksig_shake256_init(&sponge);
    (void)ksig_keccak_absorb(&sponge, key, (size_t)scheme->key_bytes);
    ksig_keccak_finish(&sponge);
    ksig_keccak_squeeze(&sponge, anchor, scheme->anchor_bytes);
}

#if HAS_SHA256
static void sha256(const ksig_scheme *scheme, const uint8_t *key, uint8_t *anchor) {
    ksig_sha256 h;
    ksig_sha256_init(&h, ksig_sha256_initial);
    (void)ksig_sha256_update(&h, key, (size_t)scheme->key_bytes);
    ksig_sha256_final(&h, anchor, scheme->anchor_bytes);
}
#endif

ksig_verdict ksig_key_anchor(const ksig_scheme *scheme, const uint8_t *key, size_t key_length,
                             uint8_t *anchor) {
    uint32_t bytes = scheme->key_bytes;
    if (scheme->verify->key_bytes != NULL)
        bytes = scheme->verify->key_bytes(key, key_length);
    memset(anchor, 0, scheme->anchor_bytes);
    if (key_length != bytes || bytes == 0)
        return KSIG_REJECT_KEY_LENGTH;
    if (scheme->anchor_hash == KSIG_HASH_SHAKE256)
        shake256(scheme, key, anchor);
#if HAS_SHA256
    else if (scheme->anchor_hash == KSIG_HASH_SHA256)
        sha256(scheme, key, anchor);
#endif
    else
        memcpy(anchor, key, (size_t)bytes);
    return KSIG_DONE;
}
