/* How HAETAE packs small secret polynomials. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef HAETAE_FIELDS_H
#define HAETAE_FIELDS_H

#include <stdint.h>

/* Field i of `bits` bits, in bytes that are zero there. */
static inline void put_field(uint8_t *packed, unsigned bits, unsigned i, unsigned field) {
    const unsigned bit = bits * i;
    packed[bit / 8] |= (uint8_t)(field << bit % 8);
    if (bit % 8 + bits > 8)
        packed[bit / 8 + 1] |= (uint8_t)(field >> (8 - bit % 8));
}

#endif
