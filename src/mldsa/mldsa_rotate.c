/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_rotate.h"

#include "arch/armv7m/gates.h"
#include "util/bytes.h"
#include "util/memory.h"

#if !KSIG_ASM_ROTATE

static inline uint32_t word_of(const uint8_t *at, unsigned size) {
    uint16_t pair[2];
    if (size == 1)
        return ksig_load32(at);
    KSIG_COPY_FEW(pair, at, 4);
    return pair[0] | (uint32_t)pair[1] << 16;
}

/* `size`: bytes of a field. */
static inline unsigned rotate(uint32_t sums[8], const uint8_t *fields, const uint8_t *positions,
                              uint32_t terms, unsigned size) {
    const uint32_t first = size == 1 ? terms >> 29 << 5 : terms >> 28 << 4;
    unsigned negative = 0;
    for (terms &= size == 1 ? 0x1fffffff : 0xfffffff; terms != 1; terms >>= 1) {
        const uint32_t position = *positions++;
        const uint8_t *at = fields + ((first - position) & 255u) * size;
        if ((first < position) != (terms & 1)) {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] -= word_of(at, size);
            negative++;
        } else {
            for (unsigned n = 0; n < 8; n++, at += 4)
                sums[n] += word_of(at, size);
        }
    }
    return negative;
}

unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[256 + 32],
                           const uint8_t *positions, uint32_t terms) {
    return rotate(sums, fields, positions, terms, 1);
}

unsigned ksig_mldsa_rotate_wide(uint32_t sums[8], const uint16_t fields[256 + 16],
                                const uint8_t *positions, uint32_t terms) {
    return rotate(sums, (const uint8_t *)fields, positions, terms, 2);
}

#else
typedef int ksig_mldsa_rotate_is_assembly; /* ISO C wants something in every file. */
#endif
