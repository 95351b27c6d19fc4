/* The C version of research/arch/armv7m/uov/uov_columns_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"
#include "uov/uov_map.h"
#include "util/bytes.h"

#if KSIG_ENABLE_UOV

#if !KSIG_ASM_UOV

/* Inlined for each field, so that both numbers are constants in the loops. */
static KSIG_INLINE void add_groups(uint32_t *planes, const uint8_t *column, unsigned product,
                                   unsigned groups, unsigned words, unsigned count) {
    uint32_t data[UOV_MOST_GROUP_WORDS];
    for (; groups > 0; groups--, planes += words * count) {
        uint32_t *plane = planes;
        for (unsigned k = 0; k < words; k++, column += 4)
            data[k] = ksig_load32(column);
        for (unsigned bits = product; bits != 0; bits >>= 1, plane += words) {
            if (bits & 1) {
                for (unsigned k = 0; k < words; k++)
                    plane[k] ^= data[k];
            }
        }
    }
}

void ksig_uov_add_256(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups) {
    add_groups(planes, column, product, groups, 6, 9);
}

void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product) {
    add_groups(planes, column, product, 1, 8, 5);
}

#endif

#if !KSIG_ASM_UOV_TAKE

static KSIG_INLINE unsigned take(uov_stream *s, const uint8_t *data, const uint8_t *x,
                                 uint32_t range, unsigned bits, unsigned column_bytes) {
    const unsigned words = bits == 8 ? 6 : 8;
    uov_key *const key = &s->key;
    unsigned filled = range >> 8 & 255, j = bits == 8 ? 0 : (unsigned)(range >> 16 & 0x7fff);
    for (unsigned count = range & 255; count > 0; count--, j++) {
        const unsigned planes = uov_product_of(bits, s->products, uov_variable(bits, x, j));
        uint32_t *sums = (uint32_t *)(s + 1);
        for (unsigned left = column_bytes; left > 0;) {
            const unsigned part = left < 4 * words ? left : 4 * words;
            uint8_t *const group = uov_block(key) + filled % 256;
            (void)ksig_copy(group, data, part);
            for (unsigned i = part; i < 4 * words; i++) /* as the assembly leaves it */
                group[i] = 0;
            if (planes != 0 && bits == 8)
                ksig_uov_add_256(sums, group, planes, 1);
            else if (planes != 0)
                ksig_uov_add_16(sums, group, planes);
            data += part;
            left -= part;
            sums += words * (bits + 1);
            filled += part;
            filled += uov_hash(key, filled % 256) - filled % 256;
        }
    }
    return filled;
}

unsigned ksig_uov_take(uov_stream *s, const uint8_t *data, const uint8_t *x, uint32_t range) {
    if ((range & UOV_FIELD_16) != 0)
        return take(s, data, x, range, 4, 32);
    return take(s, data, x, range, 8, (unsigned)(range >> 16));
}

#endif

#endif
