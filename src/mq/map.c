/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/map.h"

void ksig_mq_begin_row(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, unsigned row) {
    place->row = (uint8_t)row;
    place->column = (uint8_t)row;
    place->filled = 0;
    if (row == shape->variables)
        return;
    const unsigned v = ksig_mq_variable(shape, x, row);
    for (unsigned element = 0; element < 16; element += 8) {
        uint32_t w = ksig_gf16_multiply(element == 0 ? UINT32_C(0x76543210) : UINT32_C(0xFEDCBA98), v);
        for (unsigned i = 0; i < 8; i++, w >>= 4)
            place->products[element + i] = w & 15;
    }
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
