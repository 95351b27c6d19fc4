/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/map.h"

#include "mq/gf16.h"
#include "util/bytes.h"

static void add_byte(uint32_t *sum, size_t filled, unsigned byte) {
    uint8_t *const place = (uint8_t *)sum + KSIG_LE_INDEX(filled);
    *place = (uint8_t)(*place ^ byte);
}

void ksig_mq_add(uint32_t *sum, size_t filled, const uint8_t *data, size_t length) {
    for (; filled % 4 != 0 && length > 0; length--)
        add_byte(sum, filled++, *data++);
    uint32_t *word = sum + filled / 4;
    /* Four at a time: loads in a row cost a cycle less each. */
    for (; length >= 16; length -= 16, data += 16, word += 4) {
        const uint32_t a = ksig_load32(data), b = ksig_load32(data + 4);
        const uint32_t c = ksig_load32(data + 8), d = ksig_load32(data + 12);
        word[0] ^= a;
        word[1] ^= b;
        word[2] ^= c;
        word[3] ^= d;
    }
    for (; length >= 4; length -= 4, data += 4)
        *word++ ^= ksig_load32(data);
    for (size_t i = 0; i < length; i++)
        add_byte(word, i, data[i]);
}

/* The value of x_row x_column. */
static void look_up(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x) {
    const unsigned v = ksig_mq_variable(shape, x, place->column);
    place->value = (uint8_t)(place->products[v / 8] >> 4 * (v % 8) & 15u);
}

void ksig_mq_begin_row(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, unsigned row) {
    place->row = (uint8_t)row;
    place->column = (uint8_t)row;
    place->filled = 0;
    if (row == shape->variables)
        return;
    const unsigned v = ksig_mq_variable(shape, x, row);
    place->products[0] = ksig_gf16_multiply(UINT32_C(0x76543210), v);
    place->products[1] = ksig_gf16_multiply(UINT32_C(0xFEDCBA98), v);
    look_up(place, shape, x);
}

void ksig_mq_take(ksig_mq_place *place, const ksig_mq_shape *shape, const uint8_t *x, uint32_t *sums,
                  const uint8_t *data, size_t length) {
    const unsigned words = shape->column_bytes / 4u;
    while (length > 0) {
        /* x_row = 0: the rest of the row at once. */
        const unsigned columns = place->products[0] == 0 ? (unsigned)shape->variables - place->column : 1u;
        const size_t missing = (size_t)columns * shape->column_bytes - place->filled;
        const size_t part = length < missing ? length : missing;
        if (place->value != 0)
            ksig_mq_add(sums + (place->value - 1u) * words, place->filled, data, part);
        data += part;
        length -= part;

        size_t filled = place->filled + part;
        /* A part of a dead row may end within any of its columns. */
        while (filled >= shape->column_bytes) {
            filled -= shape->column_bytes;
            place->column++;
        }
        place->filled = (uint8_t)filled;
        if (filled != 0)
            continue;
        if (place->column == shape->variables)
            ksig_mq_begin_row(place, shape, x, place->row + 1u);
        else
            look_up(place, shape, x);
    }
}
