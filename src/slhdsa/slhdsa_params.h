/* Parameter sets of SLH-DSA and SPHINCS+. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_PARAMS_H
#define KSIG_SLHDSA_PARAMS_H

#include <stdint.h>

#include "kilosig/kilosig.h"

enum { KSIG_SLHDSA_MAX_N = 32, KSIG_SLHDSA_MAX_DIGEST = 49 };

/* 1: also sets of the draft SP 800-230, with w = 4 or 8 and a single tree of more than 2^16 leaves.
 * 0: w = 16 is a constant. */
#define KSIG_SLHDSA_LIMITED                                                 \
    (KSIG_ENABLE_SLH_DSA_SHA2_128_24 || KSIG_ENABLE_SLH_DSA_SHA2_192_24 ||  \
     KSIG_ENABLE_SLH_DSA_SHA2_256_24 || KSIG_ENABLE_SLH_DSA_SHAKE_128_24 || \
     KSIG_ENABLE_SLH_DSA_SHAKE_192_24 || KSIG_ENABLE_SLH_DSA_SHAKE_256_24)

/* FIPS 205 Table 2, and SP 800-230 (draft of 2026-04-13). */
typedef struct ksig_slhdsa_params {
    const struct ksig_slhdsa_hash *hash;
    const struct ksig_framing
        *framing;   /* null: SPHINCS+ of round 3, whose H_msg and FORS indices differ too */
    uint8_t n;      /* bytes of a node: 16, 24, 32 */
    uint8_t d;      /* layers of the hypertree */
    uint8_t height; /* h' = h / d: height of one layer's tree */
    uint8_t a;      /* height of a FORS tree */
    uint8_t k;      /* FORS trees */
    uint8_t md_bytes, tree_bytes; /* of the message digest, for k a bits, then h - h' */
#if KSIG_SLHDSA_LIMITED
    uint8_t lg_w;               /* bits of a digit: 4, 3 or 2 */
    uint8_t digits, sum_digits; /* len_1, for a node; len_2, for its checksum */
#endif
} ksig_slhdsa_params;

/* Only the configured sets are defined. ksig_slhdsa_set_: for signing, a scheme with parameters
 * only. */
#define KSIG_SLHDSA_SET(id)                                  \
    extern const ksig_slhdsa_params ksig_slhdsa_params_##id; \
    extern const ksig_scheme ksig_slhdsa_set_##id
KSIG_SLHDSA_SET(slh_dsa_sha2_128s);
KSIG_SLHDSA_SET(slh_dsa_sha2_128f);
KSIG_SLHDSA_SET(slh_dsa_sha2_192s);
KSIG_SLHDSA_SET(slh_dsa_sha2_192f);
KSIG_SLHDSA_SET(slh_dsa_sha2_256s);
KSIG_SLHDSA_SET(slh_dsa_sha2_256f);
KSIG_SLHDSA_SET(slh_dsa_shake_128s);
KSIG_SLHDSA_SET(slh_dsa_shake_128f);
KSIG_SLHDSA_SET(slh_dsa_shake_192s);
KSIG_SLHDSA_SET(slh_dsa_shake_192f);
KSIG_SLHDSA_SET(slh_dsa_shake_256s);
KSIG_SLHDSA_SET(slh_dsa_shake_256f);
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_sha2_128_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_sha2_192_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_sha2_256_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_shake_128_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_shake_192_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_slh_dsa_shake_256_24;
extern const ksig_slhdsa_params ksig_slhdsa_params_sphincs_sha256_128s_simple_r3;
extern const ksig_slhdsa_params ksig_slhdsa_params_sphincs_sha256_128f_simple_r3;

/* Chains of a WOTS+ key: one for each digit of a node and its checksum; with w = 16, 2 n and
 * three. */
static inline unsigned ksig_slhdsa_chains(const ksig_slhdsa_params *p) {
#if KSIG_SLHDSA_LIMITED
    return (unsigned)p->digits + p->sum_digits;
#else
    return 2u * p->n + 3u;
#endif
}

/* Bytes of the message digest: for FORS, then for tree and leaf. */
static inline unsigned ksig_slhdsa_leaf_bytes(const ksig_slhdsa_params *p) {
    if (KSIG_SLHDSA_LIMITED && p->height > 16)
        return 3u;
    return p->height > 8 ? 2u : 1u;
}

static inline unsigned ksig_slhdsa_digest_bytes(const ksig_slhdsa_params *p) {
    return (unsigned)p->md_bytes + p->tree_bytes + ksig_slhdsa_leaf_bytes(p);
}

#endif
