/* Hash to point and the norm (Falcon specification 1.2, Algorithms 3 and 16). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/state.h"

/* The next 16 bits of the sponge below 5 q: c modulo q. The rate is 68 candidates. */
static inline uint32_t next_coefficient(ksig_keccak *sponge, unsigned *position) {
    for (;;) {
        if (*position == KSIG_SHAKE256_RATE) {
            ksig_keccak_permute(sponge);
            *position = 0;
        }
        const uint32_t swapped = ksig_keccak_rate_bytes2(sponge, *position);
        const uint32_t c = (swapped << 8 | swapped >> 8) & 0xffff;
        *position += 2;
        if (c < 5 * KSIG_Q14)
            return c;
    }
}

ksig_tally ksig_falcon_add_point(ksig_falcon_state *v) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    const int16_t *const end = v->poly + p->n;
    const uint32_t left = p->bound - v->norm_s2, unscale = p->unscale;
    uint32_t norm = 0;
    unsigned position = KSIG_SHAKE256_RATE; /* nothing is squeezed yet */
    ksig_tally tally = {0, 0};
    for (const int16_t *product = v->poly; product < end; product++) {
        /* c times 1 less the product times its factor, reduced in one: 1337 c + 1514 |product| < 2^27. */
        const uint32_t c = next_coefficient(&v->hash.sponge, &position);
        const int32_t s1 = ksig_plantard14(c * ksig_zetas14[0] - (uint32_t)*product * unscale);
        norm = ksig_falcon_add_square(norm, s1);
        ksig_count(&tally, (left - norm) >> 31);
    }
    v->norm_s1 = norm;
    return tally;
}
