/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/mq_map.h"

void ksig_mq_write_products(uint32_t *sums, unsigned variable) {
    /* Nibbles in an order in which two masks turn them into bytes. */
    const uint32_t mask = UINT32_C(0x0f0f0f0f);
    const uint32_t low = ksig_gf16_multiply(UINT32_C(0x73625140), variable);
    const uint32_t high = ksig_gf16_multiply(UINT32_C(0xfbead9c8), variable);
    sums[0] = low & mask;
    sums[1] = low >> 4 & mask;
    sums[2] = high & mask;
    sums[3] = high >> 4 & mask;
}

void ksig_mq_add(uint32_t *sum, size_t filled, const uint8_t *data, size_t length) {
    if ((filled | length) % 4 == 0) {
        for (sum += filled / 4; length > 0; length -= 4, data += 4)
            *sum++ ^= ksig_load32(data);
        return;
    }
    uint8_t *const bytes = (uint8_t *)sum;
    for (size_t i = 0; i < length; i++, filled++)
        bytes[KSIG_LE_INDEX(filled)] = (uint8_t)(bytes[KSIG_LE_INDEX(filled)] ^ data[i]);
}
