/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_sample_in_ball.h"

/* SampleInBall (FIPS 204 Algorithm 29). A list of nonzero coefficients replaces the array of the
 * standard: a swap moves the entry at j, if there is one, to i, which no entry has yet. */
void ksig_mldsa_sample(const ksig_mldsa_params *p, ksig_keccak *sponge, const uint8_t *seed,
                       ksig_mldsa_sampling *s) {
    uint8_t *const position = s->c.position;

    ksig_keccak_init_seed(sponge, KSIG_SHAKE256_RATE);
    ksig_keccak_absorb_seed(sponge, seed, p->challenge_bytes);
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, s->c.signs, sizeof s->c.signs);
    for (unsigned n = 0; n < sizeof s->present; n++)
        s->present[n] = 0;
    for (unsigned m = 0; m < p->tau; m++) {
        const unsigned i = (unsigned)KSIG_MLDSA_N - p->tau + m;
        unsigned j;
        do {
            if (sponge->position == sponge->rate) /* which a call would find, too, byte by byte */
                ksig_keccak_refill(sponge);
            j = ksig_keccak_rate_byte(sponge, sponge->position++);
        } while (j > i);
        unsigned added = j;
        if (s->present[j / 8] >> j % 8 & 1) {
            for (unsigned e = 0; e < m; e++) {
                if (position[e] == j)
                    position[e] = (uint8_t)i;
            }
            added = i;
        }
        position[m] = (uint8_t)j;
        s->present[added / 8] = (uint8_t)(s->present[added / 8] | 1u << added % 8);
    }
}
