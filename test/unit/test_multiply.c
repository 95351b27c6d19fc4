/* Products of 64 bits from 16-bit halves. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "check.h"
#include "util/multiply.h"

/* Halves where sums might carry, beside random ones. */
static const uint32_t halves[] = {0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff};
enum { HALVES = sizeof halves / sizeof halves[0], EDGES = HALVES * HALVES, RANDOM = 200000 };

static unsigned long wrong;

static void check_product(uint32_t a, uint32_t b) {
    const int32_t x = (int32_t)a, y = (int32_t)b;
    wrong += ksig_short_multiply(a, b) != (uint64_t)a * b;
    wrong += ksig_short_multiply_signed(x, y) != (int64_t)x * y;
    wrong += ksig_multiply(a, b) != (uint64_t)a * b;
    wrong += ksig_multiply_signed(x, y) != (int64_t)x * y;
}

static uint32_t edge(unsigned i) { return halves[i / HALVES] << 16 | halves[i % HALVES]; }

int main(void) {
    for (unsigned i = 0; i < EDGES; i++)
        for (unsigned j = 0; j < EDGES; j++)
            check_product(edge(i), edge(j));
    for (unsigned i = 0; i < RANDOM; i++)
        check_product(check_random(), check_random());
    CHECK(wrong == 0);
    return check_end();
}
