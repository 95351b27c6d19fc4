/* z from its bytes, by halves of its transform. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_Z_LAYERS_H
#define KSIG_MLDSA_Z_LAYERS_H

#include <stdint.h>

#include "mldsa/mldsa_params.h"
#include "util/bytes.h"

/* Field i < 4 of a group of four of `bits` bits, 18 or 20: a load of four bytes that lies within
 * the group's bits / 2. */
static inline uint32_t ksig_mldsa_z_field(const uint8_t *group, unsigned i, unsigned bits) {
    const unsigned bit = i * bits, last = bits / 2 - 4, byte = bit / 8 < last ? bit / 8 : last;
    return ksig_load32(group + byte) >> (bit - 8 * byte) & ((UINT32_C(1) << bits) - 1);
}

#if KSIG_COMPACT_RING

/* z, or y, from the bytes at the end of its room: mldsa_compact.c. */
void ksig_mldsa_unpack_in_place(int32_t poly[256], unsigned bits);

#else

/* BitUnpack (FIPS 204 Algorithm 19): z, or y, from the bytes at the end of its room. Four
 * coefficients take their bytes before they are overwritten: 4 n + 15 is below 1024 - 32 b + (n +
 * 4) b / 8 for n = 0, 4, .. 252 and b = 18 or 20 bits. */
static inline void ksig_mldsa_unpack_in_place(int32_t poly[256], unsigned bits) {
    const uint8_t *packed = (const uint8_t *)(poly + KSIG_MLDSA_N) - 32 * bits;
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    for (int32_t *end = poly + KSIG_MLDSA_N; poly < end; poly += 4, packed += bits / 2) {
        const uint32_t f0 = ksig_mldsa_z_field(packed, 0, bits),
                       f1 = ksig_mldsa_z_field(packed, 1, bits);
        const uint32_t f2 = ksig_mldsa_z_field(packed, 2, bits),
                       f3 = ksig_mldsa_z_field(packed, 3, bits);
        poly[0] = gamma1 - (int32_t)f0;
        poly[1] = gamma1 - (int32_t)f1;
        poly[2] = gamma1 - (int32_t)f2;
        poly[3] = gamma1 - (int32_t)f3;
    }
}

#endif

/* Unpacks a polynomial of 256 fields of `bits` bits, 18 or 20, each of which stands for 2^(bits -
 * 1) minus it, and takes it through the first two layers of its transform, as far as half 0 or 1 of
 * the slots needs them: coefficients n, n + 64, n + 128, n + 192 give values n and n + 64.
 * ksig_ntt23_last(values, 128, 4 + 2 half) does the rest. */
void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits,
                             unsigned half);

#endif
