/* Parameter sets of XMSS and XMSS^MT. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_XMSS_SETS_H
#define KSIG_XMSS_SETS_H

#include "kilosig/kilosig.h"

enum { KSIG_XMSS_OID_BYTES = 4 };

/* SHA-256 with 32 bytes of padding before the input has separate code. */
enum {
    KSIG_XMSS_SHA256_32,
    KSIG_XMSS_SHA256,
    KSIG_XMSS_SHA512,
    KSIG_XMSS_SHAKE128,
    KSIG_XMSS_SHAKE256
};

/* RFC 8391 section 5, NIST SP 800-208 sections 5 and 6. w = 16 in all sets. All members are in
 * range, whatever the OID was. */
typedef struct ksig_xmss_set {
    uint8_t core;
    uint8_t n;            /* bytes of a node: 24, 32, 64 */
    uint8_t pad;          /* bytes of toByte before the input */
    uint8_t height;       /* h */
    uint8_t layers;       /* d; 1 for XMSS */
    uint8_t layer_height; /* h / d */
    uint8_t index_bytes;
    uint8_t unused;
} ksig_xmss_set;

/* Finds the set for a key's OID; multi: 1 for XMSS^MT. Returns KSIG_PENDING, or the reason. */
ksig_verdict ksig_xmss_set_of(const uint8_t *oid, unsigned multi, ksig_xmss_set *set);

static inline uint32_t ksig_xmss_key_bytes(const ksig_xmss_set *set) {
    return KSIG_XMSS_OID_BYTES + 2u * set->n;
}

/* Chains of a WOTS+ key: 2 n digits and three checksum digits. */
static inline unsigned ksig_xmss_chains(const ksig_xmss_set *set) { return 2u * set->n + 3u; }

/* Index and R, then for each layer the chains and the path. */
static inline uint32_t ksig_xmss_begin_bytes(const ksig_xmss_set *set) {
    return (uint32_t)set->index_bytes + set->n;
}
static inline uint32_t ksig_xmss_rest_bytes(const ksig_xmss_set *set) {
    return (uint32_t)set->n * ((uint32_t)set->layers * ksig_xmss_chains(set) + set->height);
}

#endif
