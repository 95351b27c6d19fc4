/* Numbers in images and in flash. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_BOOT_LITTLE_ENDIAN_H
#define KSIG_BOOT_LITTLE_ENDIAN_H

#include <stdint.h>

static inline uint16_t le16(const uint8_t *data) {
    return (uint16_t)(data[0] | (uint16_t)data[1] << 8);
}

static inline __attribute__((always_inline)) uint32_t le32(const uint8_t *data) {
    return le16(data) | (uint32_t)le16(data + 2) << 16;
}

static inline void put_le32(uint8_t *data, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        data[i] = (uint8_t)(value >> 8 * i);
}

#endif
