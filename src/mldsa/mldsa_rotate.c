/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_rotate.h"

#include "arch/armv7m/gates.h"
#include "util/bytes.h"

#if !KSIG_ASM_ROTATE

unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[256 + 32], const uint8_t *positions, uint32_t terms) {
    const uint32_t first = terms >> 29 << 5;
    unsigned negative = 0;
    for (terms &= 0x1fffffff; terms != 1; terms >>= 1) {
        const uint32_t position = *positions++;
        const uint8_t *at = fields + ((first - position) & 255u);
        if ((first < position) != (terms & 1)) {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] -= ksig_load32(at);
            negative++;
        } else {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] += ksig_load32(at);
        }
    }
    return negative;
}

#else
typedef int ksig_mldsa_rotate_is_assembly; /* ISO C wants something in every file. */
#endif
