/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mq/mq_equation.h"

#include "util/memory.h"

/* Eight variables from x_i on. */
static unsigned window(const uint8_t *x, unsigned i) {
    return (x[i / 8] | (unsigned)x[i / 8 + 1] << 8) >> i % 8;
}

void ksig_mq_equation_take(ksig_mq_equation *e, const uint8_t *x, const uint8_t *data,
                           size_t length) {
    const size_t end = 8 * length;
    size_t at = 0; /* in bits */
    if (!e->begun && length > 0) {
        e->begun = 1;
        e->sum = data[0] & 1;
        at = 1;
    }
    while (at < end) {
        const unsigned left = e->row + 1u - e->column;
        const unsigned count = left < end - at ? left : (unsigned)(end - at);
        if (window(x, e->row) & 1) {
            unsigned column = e->column, missing = count, sum = e->sum;
            for (size_t bit = at; missing > 0;) {
                /* The rest of the byte and of the row. */
                const unsigned room = 8 - (unsigned)(bit % 8), n = room < missing ? room : missing;
                sum ^= (unsigned)data[bit / 8] >> bit % 8 & window(x, column) & ((1u << n) - 1);
                bit += n;
                column += n;
                missing -= n;
            }
            e->sum = (uint8_t)sum;
        }
        at += count;
        e->column = (uint8_t)(e->column + count);
        if (e->column > e->row) {
            e->row++;
            e->column = 0;
        }
    }
}

unsigned ksig_mq_equation_end(ksig_mq_equation *e) {
    unsigned parity = e->sum;
    parity ^= parity >> 4;
    parity ^= parity >> 2;
    parity ^= parity >> 1;
    memset(e, 0, sizeof *e);
    return parity & 1;
}
