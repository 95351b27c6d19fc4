/* What is expanded from c~ and rho. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_state.h"

/* SampleInBall (FIPS 204 Algorithm 29). c's list grows in the operand's room; the sponge lies where
 * it goes in the end. */
void ksig_mldsa_sample_challenge(ksig_mldsa_state *v) {
    ksig_mldsa_sampling *const s = (ksig_mldsa_sampling *)(void *)v->row.sum.operand;
    ksig_mldsa_sample(ksig_mldsa_params_of(v), &v->xof.sponge, ksig_mldsa_challenge_bytes(v), s);
    v->xof.challenge = s->c;
}

#if !KSIG_COMPACT_RING /* mldsa_compact.c */

/* ExpandA (FIPS 204 Algorithm 32): the stream of one A[i][j]. */
unsigned ksig_mldsa_start_uniform(ksig_mldsa_state *v, unsigned i, unsigned j) {
    const uint8_t index[2] = {(uint8_t)j, (uint8_t)i};
    ksig_keccak_init_seed(&v->xof.sponge, KSIG_SHAKE128_RATE);
    ksig_keccak_absorb_seed(&v->xof.sponge, v->rho, sizeof v->rho);
    ksig_keccak_absorb_seed(&v->xof.sponge, index, sizeof index);
    ksig_keccak_finish(&v->xof.sponge);
    return KSIG_SHAKE128_RATE;
}

/* RejNTTPoly with CoeffFromThreeBytes (FIPS 204 Algorithms 30 and 14): each coefficient is
 * multiplied as it comes. The rate, 168 bytes, is 56 numbers of 23 bits, rejected from q on: one in
 * 1024. Four at a time, but one at a time after a rejection, until a group of the sum begins, and
 * at the end of such a block. */
unsigned ksig_mldsa_add_uniform(ksig_mldsa_state *v, unsigned position, unsigned first,
                                unsigned count) {
    ksig_keccak *const sponge = &v->xof.sponge;
    uint32_t *const words = v->row.sum.words + first / 4 * 3;
    const int32_t *const factors = v->row.sum.operand;
    for (unsigned n = 0; n < count;) {
        if (position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        /* A twelfth, without a division, for up to 511;
         * check: (171 * 12 - 2**11) * 511 // 2**11 == 0 */
        const unsigned left = (KSIG_SHAKE128_RATE - position) * 171u >> 11,
                       wanted = (count - n) / 4;
        if (n % 4 == 0 && left > 0) {
            const unsigned done = ksig_sum23_add_products(words + n / 4 * 3, factors + n,
                                                          (const uint8_t *)sponge->lanes + position,
                                                          left < wanted ? left : wanted);
            n += 4 * done;
            position += 12 * done;
            if (done > 0)
                continue;
        }
        const uint32_t number = ksig_keccak_rate_bytes3(sponge, position) & 0x7fffff;
        position += 3;
        if (number < KSIG_Q23) {
            ksig_sum23_add_product(words + n / 4 * 3, n % 4, factors[n], (int32_t)number);
            n++;
        }
    }
    return position;
}

#endif
