/* Four values modulo 8380417 in three words (sum23.h).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_GROUPS_8380417_H
#define KSIG_GROUPS_8380417_H

#include <stdint.h>

/* The value in the low 24 bits. */
static inline int32_t ksig_signed24(uint32_t word) { return (int32_t)(word << 8) >> 8; }

static inline void ksig_load_group23(int32_t value[4], const uint32_t word[3]) {
    const uint32_t w0 = word[0], w1 = word[1], w2 = word[2];
    value[0] = ksig_signed24(w0);
    value[1] = ksig_signed24(w1);
    value[2] = ksig_signed24(w2);
    value[3] = ksig_signed24(w0 >> 24 | w1 >> 24 << 8 | w2 >> 24 << 16);
}

static inline void ksig_store_group23(uint32_t word[3], const int32_t value[4]) {
    const uint32_t last = (uint32_t)value[3];
    word[0] = ((uint32_t)value[0] & 0xffffffu) | last << 24;
    word[1] = ((uint32_t)value[1] & 0xffffffu) | last >> 8 << 24;
    word[2] = ((uint32_t)value[2] & 0xffffffu) | last >> 16 << 24;
}

#endif
