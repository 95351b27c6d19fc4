/* Hash to point and the norm (Falcon specification 1.2, Algorithms 3 and 16).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/falcon_state.h"
#include "guard/guard.h"
#include "util/bytes.h"

/* Two bytes of the rate as a number. */
static inline uint32_t candidate(const ksig_keccak *sponge, unsigned position) {
    const uint32_t swapped = ksig_keccak_rate_bytes2(sponge, position);
    return (uint16_t)(swapped << 8 | swapped >> 8);
}

/* HashToPoint (Falcon specification 1.2, Algorithm 3): makes c, and s1 from it at once. */
uint32_t ksig_falcon_form_s1(ksig_falcon_state *v) {
    const ksig_falcon_params *const p = ksig_falcon_params_of(v);
    ksig_keccak *const sponge = &v->hash.sponge;
    const uint32_t one = ksig_zetas14[0], unscale = p->unscale;
    unsigned position = 0;          /* ksig_keccak_end has permuted */
    int32_t products = 0, rest = 0; /* the sums of all products; of all c - s1 */
    int16_t *s1 = v->poly;
    KSIG_RELOAD(s1); /* `end` follows from it, and is wrong if it is */
    const int16_t *const end = s1 + p->n;
    while (s1 < end) {
        if (position == KSIG_SHAKE256_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        /* The next 16 bits of the sponge below 5 q are c modulo q. The rate holds 68 candidates. */
        const uint32_t c = candidate(sponge, position);
        position += 2;
        if (c >= 5 * (uint32_t)KSIG_Q14)
            continue;
        const int16_t *again = s1; /* so that no single load serves both s1 and the sums */
        KSIG_RELOAD(again);
        products += *again;
        /* c times 1 minus the product times its factor, in one reduction: 1337 c + 1514 |product| <
         * 2^27. */
        *s1 = (int16_t)ksig_plantard14(c * one - (uint32_t)*s1 * unscale);
        KSIG_BARRIER(position); /* so that both addresses are formed again */
        rest += (int32_t)ksig_keccak_rate_byte(sponge, position - 2) << 8;
        rest += (int32_t)ksig_keccak_rate_byte(sponge, position - 1);
        rest -= *again;
        s1++;
        KSIG_BARRIER(s1); /* counted, not inferred from the loop's end */
    }
    /* Both sums times -2^-32, the first with its factor: absolute values are below 2^27.
     * check: 1024 * (5 * 12289 + 6144) // 2**27 == 0 */
    const uint32_t bad =
        (uint32_t)ksig_multiply14(ksig_reduce14(products), unscale) ^ (uint32_t)ksig_reduce14(rest);
    /* Without all of c, s2 = 0 would be a signature of any message. From the sponge, as `v` would
     * take a register during the loop. */
    const uint8_t *again = (const uint8_t *)sponge;
    KSIG_RELOAD(again);
    const ksig_falcon_state *const whole =
        (const ksig_falcon_state *)(const void *)(again - offsetof(ksig_falcon_state, hash));
    return bad | (uint32_t)(s1 - (whole->poly + ksig_falcon_params_of(whole)->n));
}

static inline uint32_t square(int16_t s) { return (uint32_t)((int32_t)s * s); }

uint32_t ksig_falcon_norm(const int16_t *s, unsigned n) {
    uint32_t norm = 0;
    for (const int16_t *const end = s + n; s < end; s += 4) {
        /* Four squares, each below 2^26. */
        norm += square(s[0]) + square(s[1]) + square(s[2]) + square(s[3]);
        if (norm > KSIG_FALCON_NORM_LIMIT)
            norm = KSIG_FALCON_NORM_LIMIT;
    }
    return norm;
}
