/* The digest of a streamed public key that serves as its anchor if the scheme's standard defines
 * none: KSIG_ANCHOR_HASH, 32 bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_ANCHOR_H
#define KSIG_ANCHOR_H

#include "guard/tally.h"
#include "hash/keccak.h"
#include "hash/sha2.h"
#include "kilosig/kilosig.h"

enum { KSIG_ANCHOR_BYTES = 32, KSIG_ANCHOR_ROOM_BYTES = 64 };

#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256

typedef ksig_sha256 ksig_anchor;

static inline void ksig_anchor_init(ksig_anchor *h) { ksig_sha256_init(h, ksig_sha256_initial); }

/* Returns how many bytes were taken, as counted by the hash. */
static inline size_t ksig_anchor_update(ksig_anchor *h, const uint8_t *data, size_t length) {
    return ksig_sha256_update(h, data, length);
}

/* Ends the key and compares its digest with the anchor: one item for each of KSIG_ANCHOR_BYTES
 * bytes. */
static inline ksig_tally ksig_anchor_compare(ksig_anchor *h, const uint8_t *anchor) {
    uint8_t *const digest = (uint8_t *)h->chain; /* written last: no stack below the compression */
    ksig_sha256_final(h, digest, KSIG_ANCHOR_BYTES);
    return ksig_compare(digest, anchor, KSIG_ANCHOR_BYTES);
}

#else

typedef struct ksig_anchor {
    union {
        ksig_keccak sponge;
        uint64_t aligned; /* as ksig_sha256 */
    } u;
} ksig_anchor;

static inline void ksig_anchor_init(ksig_anchor *h) { ksig_shake256_init(&h->u.sponge); }

static inline size_t ksig_anchor_update(ksig_anchor *h, const uint8_t *data, size_t length) {
    return ksig_keccak_absorb(&h->u.sponge, data, length);
}

static inline ksig_tally ksig_anchor_compare(ksig_anchor *h, const uint8_t *anchor) {
    const uint32_t doubt = ksig_keccak_end(&h->u.sponge);
    ksig_tally tally = ksig_keccak_squeeze_compare(&h->u.sponge, anchor, KSIG_ANCHOR_BYTES);
    tally.bad |= doubt;
    return tally;
}

#endif

/* For keys that are hashed and used as they arrive, from one copy of at most
 * KSIG_ANCHOR_ROOM_BYTES: with SHA-256, in its block. */
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256

typedef struct ksig_copied_key {
    ksig_anchor anchor;
} ksig_copied_key;

/* Where the next bytes go, and how many at most. */
static inline uint8_t *ksig_copied_key_room(ksig_copied_key *h) {
    return ksig_sha256_room(&h->anchor);
}
static inline size_t ksig_copied_key_left(const ksig_copied_key *h) {
    return KSIG_ANCHOR_ROOM_BYTES - (size_t)(h->anchor.length % KSIG_ANCHOR_ROOM_BYTES);
}

/* Hashes `length` bytes stored there. Returns how many, as counted by the hash. */
static inline size_t ksig_copied_key_take(ksig_copied_key *h, size_t length) {
    const uint32_t before = (uint32_t)h->anchor.length;
    ksig_sha256_advance(&h->anchor, length);
    return (size_t)((uint32_t)h->anchor.length - before);
}

#else

typedef struct ksig_copied_key {
    ksig_anchor anchor;
    uint8_t room[KSIG_ANCHOR_ROOM_BYTES];
} ksig_copied_key;

static inline uint8_t *ksig_copied_key_room(ksig_copied_key *h) { return h->room; }
static inline size_t ksig_copied_key_left(const ksig_copied_key *h) { return sizeof h->room; }
static inline size_t ksig_copied_key_take(ksig_copied_key *h, size_t length) {
    return ksig_anchor_update(&h->anchor, h->room, length);
}

#endif

#endif
