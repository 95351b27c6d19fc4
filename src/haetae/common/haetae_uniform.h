/* The public matrix, coefficient by coefficient. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * U(rho, nonce): SHAKE128(rho | nonce), 16-bit words below q. A0[i][j] = U(rho, 256 i + j) is in
 * the transform domain, a_i = U(rho, 256 k + m + i) (levels 2 and 3) in the coefficient domain.
 * Nothing is buffered: each coefficient is used as it is squeezed (streamed matrix generation). */
#ifndef KSIG_HAETAE_UNIFORM_H
#define KSIG_HAETAE_UNIFORM_H

#include "haetae/common/haetae_params.h"
#include "hash/keccak.h"
#include "ring/ntt16.h"

/* Begins U(rho, nonce). The caller's `position` must begin as KSIG_SHAKE128_RATE: nothing is
 * squeezed yet. */
static inline void ksig_haetae_start_uniform(ksig_keccak *sponge,
                                             const uint8_t rho[KSIG_HAETAE_RHO_BYTES],
                                             unsigned nonce) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_keccak_init_seed(sponge, KSIG_SHAKE128_RATE);
    ksig_keccak_absorb_seed(sponge, rho, KSIG_HAETAE_RHO_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish(sponge);
}

/* The next coefficient, in [0, q). The rate, 168 bytes, holds 84 candidates. */
static inline uint32_t ksig_haetae_next_uniform(ksig_keccak *sponge, unsigned *position) {
    for (;;) {
        if (*position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            *position = 0;
        }
        const uint32_t candidate = ksig_keccak_rate_pair(sponge, *position);
        *position += 2;
        if (candidate < KSIG_Q16)
            return candidate;
    }
}

#endif
