/* The secret polynomials. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_SECRET_H
#define KSIG_HAETAE_SECRET_H

#include "haetae/common/haetae_params.h"
#include "hash/keccak.h"
#include "util/multiply.h"

/* E(sigma, nonce), packed: coefficients in -1 .. 1 from SHAKE256(sigma | nonce), five from each
 * byte below 243. Writes bits - 1 - s on `bits` = 2 or 3 bits each: 64 or 96 bytes. The time shows
 * which bytes are rejected; their values do not depend on the accepted ones. */
void ksig_haetae_sample_secret(ksig_keccak *sponge, const uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES],
                               unsigned nonce, uint8_t *packed, unsigned bits);

#endif
