/* Rows of the public key from the secret polynomials. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Key generation writes them; signing with a compact key compares them with the given key. Inlined
 * to save flash, as few images do both. */
#ifndef KSIG_HAETAE_PUBLIC_ROW_H
#define KSIG_HAETAE_PUBLIC_ROW_H

#include "haetae/common/haetae_pack.h"
#include "haetae/common/haetae_uniform.h"
#include "ring/ntt16.h"

/* Levels 2 and 3. sum: row i of A0 s1 in the transform domain, which becomes b = A0 s1 + s2 + a.
 * Packs b1 in 480 bytes, and replaces s2, packed as 2 - s on 3 bits, by s2 - b0. nonce: of a_i. */
static inline void ksig_haetae_split_row(ksig_keccak *sponge,
                                         const uint8_t rho[KSIG_HAETAE_RHO_BYTES], unsigned nonce,
                                         uint16_t sum[KSIG_HAETAE_N], uint8_t *s2,
                                         uint8_t *packed) {
    unsigned position = KSIG_SHAKE128_RATE;
    ksig_inverse_ntt16(sum);
    ksig_haetae_start_uniform(sponge, rho, nonce);
    for (unsigned group = 0; group < KSIG_HAETAE_N / 8; group++) {
        uint32_t fields = ksig_haetae_group(s2, 3, group);
        for (unsigned n = 8 * group; n < 8 * group + 8; n++, fields >>= 3) {
            const uint32_t a = ksig_haetae_next_uniform(sponge, &position);
            sum[n] = (uint16_t)ksig_add16(ksig_add16(sum[n], a), ksig_subtract16(2, fields & 7u));
        }
    }
    ksig_haetae_split_b(packed, s2, sum);
}

/* Level 5. sum: row i of A0 s1 in the transform domain, which becomes b = NTT(-2 (A0 s1 + s2)). s2:
 * packed as 1 - s on 2 bits. operand is overwritten. */
static inline void ksig_haetae_whole_row(uint16_t sum[KSIG_HAETAE_N],
                                         uint16_t operand[KSIG_HAETAE_N], const uint8_t *s2) {
    ksig_haetae_unpack_secret(operand, s2);
    ksig_ntt16(operand);
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        const uint32_t b = ksig_add16(sum[n], ksig_montgomery16(operand[n])); /* times 2^-16 */
        /* check: -2 * 2**32 % 64513 == 35871 */
        sum[n] = (uint16_t)ksig_multiply16(b, 35871);
    }
}

#endif
