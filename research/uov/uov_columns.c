/* The twin of research/arch/armv7m/uov/uov_columns_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/research_gates.h"
#include "uov/uov_map.h"
#include "util/bytes.h"

#if KSIG_ENABLE_UOV && !KSIG_ASM_UOV

/* Four words, or two, of the column to each plane whose bit is set. */
static inline void add_four(uint32_t *plane, const uint8_t *data, unsigned product,
                            unsigned words) {
    const uint32_t a = ksig_load32(data), b = ksig_load32(data + 4), c = ksig_load32(data + 8),
                   d = ksig_load32(data + 12);
    for (; product != 0; product >>= 1, plane += words) {
        if (product & 1) {
            plane[0] ^= a;
            plane[1] ^= b;
            plane[2] ^= c;
            plane[3] ^= d;
        }
    }
}

static inline void add_two(uint32_t *plane, const uint8_t *data, unsigned product, unsigned words) {
    const uint32_t a = ksig_load32(data), b = ksig_load32(data + 4);
    for (; product != 0; product >>= 1, plane += words) {
        if (product & 1) {
            plane[0] ^= a;
            plane[1] ^= b;
        }
    }
}

void ksig_uov_add_column(uint32_t *planes, const uint8_t *column, unsigned product,
                         unsigned words) {
    unsigned k = 0;
    for (; k + 4 <= words; k += 4)
        add_four(planes + k, column + 4 * k, product, words);
    for (; k < words; k += 2)
        add_two(planes + k, column + 4 * k, product, words);
}

#endif
