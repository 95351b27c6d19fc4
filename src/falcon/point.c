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

uint32_t ksig_falcon_form_s1(ksig_falcon_state *v) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    const int16_t *const end = v->poly + p->n;
    const uint32_t unscale = p->unscale;
    unsigned position = KSIG_SHAKE256_RATE; /* nothing is squeezed yet */
    uint32_t formed = 0;
    for (int16_t *s1 = v->poly; s1 < end; s1++) {
        /* c times 1 less the product times its factor, reduced in one: 1337 c + 1514 |product| < 2^27. */
        const uint32_t c = next_coefficient(&v->hash.sponge, &position);
        *s1 = (int16_t)ksig_plantard14(c * ksig_zetas14[0] - (uint32_t)*s1 * unscale);
        formed++;
    }
    return formed;
}

uint32_t ksig_falcon_norm(const int16_t *s, unsigned n) {
    uint32_t norm = 0;
    for (const int16_t *const end = s + n; s < end; s += 4) {
        /* Of four squares below 2^26. */
        norm += (uint32_t)(s[0] * s[0]) + (uint32_t)(s[1] * s[1]) + (uint32_t)(s[2] * s[2]) + (uint32_t)(s[3] * s[3]);
        if (norm > KSIG_FALCON_NORM_LIMIT)
            norm = KSIG_FALCON_NORM_LIMIT;
    }
    return norm;
}
