/* Packed polynomials: fields of w bits in a little-endian bit stream.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Eight fields of w bits take w bytes, so a polynomial is 32 groups, each at its own address. */
#ifndef KSIG_HAETAE_PACK_H
#define KSIG_HAETAE_PACK_H

#include "haetae/common/haetae_params.h"

/* Writes fields one after another. A field of `bits` <= 16 goes above at most 7 waiting bits. */
typedef struct ksig_haetae_packer {
    uint8_t *next;
    uint32_t held;
    unsigned waiting;
} ksig_haetae_packer;

static inline void ksig_haetae_put(ksig_haetae_packer *to, uint32_t field, unsigned bits) {
    to->held |= field << to->waiting;
    for (to->waiting += bits; to->waiting >= 8; to->waiting -= 8) {
        *to->next++ = (uint8_t)to->held;
        to->held >>= 8;
    }
}

/* Eight fields of 2 or 3 bits, the first one lowest. */
static inline uint32_t ksig_haetae_group(const uint8_t *packed, unsigned bits, unsigned group) {
    const uint8_t *const p = packed + bits * group;
    const uint32_t low = (uint32_t)p[0] | (uint32_t)p[1] << 8;
    return bits == 3 ? low | (uint32_t)p[2] << 16 : low;
}

/* Unpacks s modulo q from fields 1 - s of 2 bits, as in the secret key. */
void ksig_haetae_unpack_secret(uint16_t s[KSIG_HAETAE_N], const uint8_t *packed);

/* Packs b in [0, q) on 16 bits (level 5). */
void ksig_haetae_pack_b(uint8_t *packed, const uint16_t b[KSIG_HAETAE_N]);

/* Drops the lowest bit of b in [0, q) (levels 2 and 3): b = b0 + 2 b1 with b0 = 0, 1, 0, -1 for b
 * mod 4 = 0, 1, 2, 3. Packs b1 on 15 bits, and replaces s2, packed as 2 - s on 3 bits, by s2 - b0.
 */
void ksig_haetae_split_b(uint8_t *packed, uint8_t *s2, const uint16_t b[KSIG_HAETAE_N]);

#endif
