/* Parameter sets of HAETAE. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_PARAMS_H
#define KSIG_HAETAE_PARAMS_H

#include <stdint.h>

#include "ring/ntt16.h"

enum {
    KSIG_HAETAE_N = 256,
    KSIG_HAETAE_LN = 13, /* fractional bits of y and z */
    KSIG_HAETAE_RHO_BYTES = 32,
    KSIG_HAETAE_SIGMA_BYTES = 64,
    KSIG_HAETAE_KEY_BYTES = 32, /* the secret that signing seeds are made from */
    KSIG_HAETAE_MU_BYTES = 64,
    KSIG_HAETAE_SEED_BYTES = 32,
    KSIG_HAETAE_RND_BYTES = 32,
    KSIG_HAETAE_C_BYTES = 32,
};

/* A level. k rows, l columns, m = l - 1 secret polynomials s1. The frequencies of the two rANS
 * alphabets sum to 1024. */
typedef struct ksig_haetae_params {
    uint8_t k, l;
    uint8_t tau;        /* weight of c; the largest for level 5 */
    uint8_t d;          /* bits dropped from b: 1 or 0 */
    uint8_t alpha_log;  /* of the hint's alpha: 9 or 8 */
    uint8_t sv_count;   /* how many of 256 sums the singular value figure takes: 256 / tau + 1 */
    uint16_t base_h;    /* length of the hint section = its size byte + this */
    uint16_t base_hb;   /* the same for HighBits(z1) */
    uint8_t hb_offset;  /* symbol = HighBits(z1) + offset */
    uint8_t hb_symbols; /* sizes of the alphabets */
    uint16_t hb_below;  /* sum of the frequencies below symbol hb_offset */
    uint8_t hb_least;   /* least bytes of 256 symbols of HighBits(z1): see
                           src/haetae/verify/haetae_verify.c */
    uint8_t hint_symbols;
    uint8_t hint_cut; /* symbol = h if h <= cut, else h - gap */
    uint8_t sv_rest;  /* weight of the smallest of these sums: 256 % tau */
    uint16_t hint_gap;
    const uint16_t *hb_frequency;
    const uint16_t *hint_frequency;
    uint32_t b0_squared, b1_squared, b2_squared; /* truncated squares of the bounds */
    uint32_t sv_limit;                           /* largest accepted singular value figure */
    uint32_t sampler_scale;                      /* C0 */
    uint64_t start3;       /* for the inverse square root, 76 fractional bits */
    uint64_t start15_low;  /* low 48 bits and */
    uint64_t start15_high; /* the rest */
} ksig_haetae_params;

/* A scheme is a level and a profile; `params` of a scheme's descriptors points to it. */
typedef struct ksig_haetae_scheme {
    const ksig_haetae_params *level;
    uint8_t ksx; /* 1: KS X draft (context, rnd, 8-bit rows at levels 2 and 3); 0: the KpqC
                    submission */
} ksig_haetae_scheme;

extern const ksig_haetae_params ksig_haetae_level_2, ksig_haetae_level_3, ksig_haetae_level_5;
extern const ksig_haetae_scheme ksig_haetae_schemes[6]; /* 2, 3, 5 in ksx, then 2, 3, 5 in kpqc */

/* Bits of a packed coefficient of b in the public key, and of s2 in the secret key. */
static inline unsigned ksig_haetae_b_bits(const ksig_haetae_params *p) { return 16u - p->d; }
static inline unsigned ksig_haetae_s2_bits(const ksig_haetae_params *p) { return 2u + p->d; }

/* (2 q - 2) / alpha: 252 or 504. */
static inline uint32_t ksig_haetae_hint_modulus(const ksig_haetae_params *p) {
    return (2u * KSIG_Q16 - 2u) >> p->alpha_log;
}

static inline uint32_t ksig_haetae_key_bytes(const ksig_haetae_params *p) {
    return KSIG_HAETAE_RHO_BYTES + p->k * 32u * ksig_haetae_b_bits(p);
}

#endif
