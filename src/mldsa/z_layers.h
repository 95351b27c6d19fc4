/* z from its bytes, by halves of its transform. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_Z_LAYERS_H
#define KSIG_MLDSA_Z_LAYERS_H

#include <stdint.h>

#include "util/bytes.h"

/* Field i < 4 of a group of four of `bits` bits, 18 or 20: a load of four bytes that lies within the group's bits /
 * 2. */
static inline uint32_t ksig_mldsa_z_field(const uint8_t *group, unsigned i, unsigned bits) {
    const unsigned bit = i * bits, last = bits / 2 - 4, byte = bit / 8 < last ? bit / 8 : last;
    return ksig_load32(group + byte) >> (bit - 8 * byte) & ((UINT32_C(1) << bits) - 1);
}

/* Unpacks a polynomial of 256 fields of `bits` bits, 18 or 20, each of which stands for 2^(bits - 1) minus it, and
 * takes it through the first two layers of its transform, as far as half 0 or 1 of the slots needs them:
 * coefficients n, n + 64, n + 128, n + 192 give values n and n + 64. ksig_ntt23_last(values, 128, 4 + 2 half) does
 * the rest. */
void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half);

#endif
