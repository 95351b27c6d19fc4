/* Little-endian reads. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

static inline uint32_t get_u32(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t get_u64(const uint8_t *p) {
    return get_u32(p) | (uint64_t)get_u32(p + 4) << 32;
}

#endif
