/* What is expanded from c~ and rho. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/state.h"

#include <string.h>

/* The list of non-zero coefficients stands for the array of the standard: a swap moves the entry at j, if there is one, to
 * i, which no entry has yet. The list grows in the operand's room; the sponge lies where it goes in the end. */
void ksig_mldsa_sample_challenge(ksig_mldsa_state *v) {
    const ksig_mldsa_params *const p = ksig_mldsa_params_of(v);
    ksig_keccak *const sponge = &v->xof.sponge;
    ksig_mldsa_challenge *const c = (ksig_mldsa_challenge *)(void *)v->row.sum.operand;

    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, ksig_mldsa_challenge_bytes(v), p->challenge_bytes);
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, c->signs, sizeof c->signs);
    for (unsigned m = 0; m < p->tau; m++) {
        const unsigned i = KSIG_MLDSA_N - p->tau + m;
        uint8_t j;
        do {
            ksig_keccak_squeeze(sponge, &j, 1);
        } while (j > i);
        for (unsigned e = 0; e < m; e++) {
            if (c->position[e] == j)
                c->position[e] = (uint8_t)i;
        }
        c->position[m] = j;
    }
    memcpy(&v->xof.challenge, c, sizeof *c);
}

void ksig_mldsa_start_uniform(ksig_mldsa_state *v, unsigned i, unsigned j) {
    const uint8_t index[2] = {(uint8_t)j, (uint8_t)i};
    ksig_shake128_init(&v->xof.sponge);
    ksig_keccak_absorb_seed(&v->xof.sponge, v->rho, sizeof v->rho);
    ksig_keccak_absorb_seed(&v->xof.sponge, index, sizeof index);
    ksig_keccak_finish(&v->xof.sponge);
}
