/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_secret.h"

#include "guard/guard.h"
#include "haetae/common/haetae_pack.h"

void ksig_haetae_sample_secret(ksig_keccak *sponge, const uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES],
                               unsigned nonce, uint8_t *packed, unsigned bits) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, sigma, KSIG_HAETAE_SIGMA_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish(sponge);

    ksig_haetae_packer to = {packed, 0, 0};
    unsigned position = KSIG_SHAKE256_RATE;
    for (unsigned n = 0; n < KSIG_HAETAE_N;) {
        if (position == KSIG_SHAKE256_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        uint32_t t = ksig_keccak_rate_byte(sponge, position++);
        /* Public: the specification rejects the candidate or the attempt here. */
        if (KSIG_DECLASSIFY(t >= 243)) /* check: 243 == 3**5 */
            continue;
        for (unsigned i = 0; i < 5 && n < KSIG_HAETAE_N; i++, n++) {
            const uint32_t third = t * 171u >> 9; /* t / 3 without a division, for t < 256 */
            const uint32_t digit = t - 3u * third;
            /* 1 - s is 1, 0, 2 for the digits 0, 1, 2; without a shift, which is a loop on cores
             * that shift bit by bit. */
            ksig_haetae_put(&to, (digit ^ 1u) - (digit >> 1) + bits - 2u, bits);
            t = third;
        }
    }
}
