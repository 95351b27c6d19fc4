/* The digest of a streamed public key which its anchor is, where the standard of the scheme has none of its own:
 * KSIG_ANCHOR_HASH, 32 bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_ANCHOR_H
#define KSIG_ANCHOR_H

#include "hash/keccak.h"
#include "hash/sha2.h"
#include "kilosig/kilosig.h"
#include "util/tally.h"

enum { KSIG_ANCHOR_BYTES = 32 };

#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256

typedef ksig_sha256 ksig_anchor;

static inline void ksig_anchor_init(ksig_anchor *h) { ksig_sha256_init(h, ksig_sha256_initial); }

static inline void ksig_anchor_update(ksig_anchor *h, const uint8_t *data, size_t length) {
    ksig_sha256_update(h, data, length);
}

/* The same by the function that counts: for a scheme that needs that one anyway. */
static inline void ksig_anchor_update_counted(ksig_anchor *h, const uint8_t *data, size_t length) {
    (void)ksig_sha256_update_counted(h, data, length);
}

/* The same, faster for keys of many blocks and with more flash. */
static inline void ksig_anchor_update_long(ksig_anchor *h, const uint8_t *data, size_t length) {
    ksig_sha256_update_long(h, data, length);
}

/* Ends the key and compares its digest with the anchor: one item for each of KSIG_ANCHOR_BYTES. */
static inline ksig_tally ksig_anchor_compare(ksig_anchor *h, const uint8_t *anchor) {
    uint8_t *const digest = (uint8_t *)h->chain; /* written last: no stack below the compression */
    ksig_sha256_final(h, digest, KSIG_ANCHOR_BYTES);
    return ksig_compare(digest, anchor, KSIG_ANCHOR_BYTES);
}

#else

typedef union ksig_anchor {
    ksig_keccak sponge;
    uint64_t aligned; /* as ksig_sha256 */
} ksig_anchor;

static inline void ksig_anchor_init(ksig_anchor *h) { ksig_shake256_init(&h->sponge); }

static inline void ksig_anchor_update(ksig_anchor *h, const uint8_t *data, size_t length) {
    ksig_keccak_absorb(&h->sponge, data, length);
}

static inline void ksig_anchor_update_counted(ksig_anchor *h, const uint8_t *data, size_t length) {
    (void)ksig_keccak_absorb_counted(&h->sponge, data, length);
}

static inline void ksig_anchor_update_long(ksig_anchor *h, const uint8_t *data, size_t length) {
    ksig_anchor_update(h, data, length);
}

static inline ksig_tally ksig_anchor_compare(ksig_anchor *h, const uint8_t *anchor) {
    ksig_keccak_finish(&h->sponge);
    return ksig_keccak_squeeze_compare(&h->sponge, anchor, KSIG_ANCHOR_BYTES);
}

#endif

#endif
