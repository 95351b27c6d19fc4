/* What the two SHA-2 instantiations share. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_HASH_SHA2_H
#define KSIG_SLHDSA_HASH_SHA2_H

#include "slhdsa/slhdsa_address.h"

/* Sets up the seed. */
void ksig_slhdsa_f256_seed(ksig_slhdsa_state *v);

/* struct ksig_slhdsa_hash.f; with n = 16 also its h, where x is both nodes side by side. */
void ksig_slhdsa_f256(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3);

#endif
