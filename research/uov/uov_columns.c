/* The C version of research/arch/armv7m/uov/uov_columns_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"
#include "uov/uov_map.h"
#include "util/bytes.h"

#if KSIG_ENABLE_UOV && !KSIG_ASM_UOV

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

void ksig_uov_add_16(uint32_t *planes, const uint8_t *column, unsigned product, unsigned groups) {
    add_groups(planes, column, product, groups, 4, 5);
}

#endif
