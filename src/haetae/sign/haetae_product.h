/* Products of the challenge and secret polynomials. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_HAETAE_PRODUCT_H
#define KSIG_HAETAE_PRODUCT_H

#include "haetae/sign/haetae_adjoint.h"

/* cs[b] = coefficient i + b of c s, i a multiple of 8, b = 0 .. 7: at most 2 tau in absolute value.
 * In constant time, with memory for these eight only. */
void ksig_haetae_product(int32_t cs[8], const ksig_haetae_secret *secret,
                         const uint8_t c[KSIG_HAETAE_C_BYTES], unsigned i);

#endif
