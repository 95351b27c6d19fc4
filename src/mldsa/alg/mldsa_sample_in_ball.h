/* c, the polynomial of the challenge. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_SAMPLE_IN_BALL_H
#define KSIG_MLDSA_SAMPLE_IN_BALL_H

#include <stdint.h>

#include "hash/keccak.h"
#include "mldsa/mldsa_params.h"

/* c: coefficient position[m] is -1 if bit m of signs is set, else 1; m < tau. */
typedef struct ksig_mldsa_challenge {
    uint8_t position[60];
    uint8_t signs[8];
} ksig_mldsa_challenge;

/* c from c~ (FIPS 204 Algorithm 29). The sponge is overwritten; `s` takes 100 bytes. */
typedef struct ksig_mldsa_sampling {
    ksig_mldsa_challenge c;
    uint8_t present[KSIG_MLDSA_N / 8]; /* one bit per coefficient, set if it is in the list */
} ksig_mldsa_sampling;
void ksig_mldsa_sample(const ksig_mldsa_params *p, ksig_keccak *sponge, const uint8_t *seed,
                       ksig_mldsa_sampling *s);

#endif
