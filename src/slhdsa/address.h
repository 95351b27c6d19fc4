/* Addresses (FIPS 205 section 4.2). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SLHDSA_ADDRESS_H
#define KSIG_SLHDSA_ADDRESS_H

#include "slhdsa/state.h"

/* Bytes of layer and type: in the compressed form of the SHA-2 sets, and in the full one, where the tree has 12. */
enum { KSIG_SLHDSA_COMPRESSED = 1, KSIG_SLHDSA_FULL = 4 };
enum { KSIG_SLHDSA_ADRSC_BYTES = 22, KSIG_SLHDSA_ADRS_BYTES = 32 };

/* Writes the address of the state's layer, tree and leaf with a type and two words. */
void ksig_slhdsa_address(const ksig_slhdsa_state *v, unsigned form, unsigned type, uint32_t w2, uint32_t w3,
                         uint8_t *out);

#endif
