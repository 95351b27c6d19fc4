/* Parameter sets of Falcon (round 3) and FN-DSA (draft).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_FALCON_PARAMS_H
#define KSIG_FALCON_PARAMS_H

#include <stdint.h>

typedef struct ksig_falcon_params {
    uint16_t n;               /* 512 or 1024 coefficients */
    uint8_t key_header;       /* log2 n */
    uint8_t signature_header; /* 0x30 + log2 n: compressed */
    uint8_t unpadded;         /* 1: nothing may follow the compressed s2; 0: zeros do */
    uint32_t bound;           /* largest |s1|^2 + |s2|^2 */
    uint32_t unscale;         /* KSIG_NTT14_UNSCALE_n */
    const struct ksig_framing
        *framing; /* FN-DSA: the key's digest and a frame are hashed before the message; or null */
} ksig_falcon_params;

enum { KSIG_FALCON_NONCE_BYTES = 40, KSIG_FALCON_ANCHOR_SHAKE256 = 64 };

/* Sums of squares are capped here, above every bound, so that no sum can wrap around and become
 * small. */
#define KSIG_FALCON_NORM_LIMIT (UINT32_C(1) << 30)

static inline uint32_t ksig_falcon_packed_key(const ksig_falcon_params *p) {
    return p->n / 4u * 7u;
}

#endif
