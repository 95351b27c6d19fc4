/* Quadratic maps: field, evaluator, bit-serial equations and the hash of passes against plain
 * definitions. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "mq/mq_columns.h"
#include "mq/mq_equation.h"
#include "mq/mq_gf16.h"
#include "mq/mq_map.h"
#include "stream/brwhash.h"

/* GF(4) = GF(2)[x]/(x^2 + x + 1): polynomials a of degree 1 by their bits. */
static unsigned multiply4(unsigned a, unsigned b) {
    unsigned product = 0;
    for (unsigned i = 0; i < 2; i++)
        if (b >> i & 1)
            product ^= a << i;
    return product & 4 ? product ^ 7u : product;
}

/* GF(16) = GF(4)[y]/(y^2 + y + x): a0 b0 + (a0 b1 + a1 b0) y + a1 b1 (y + x). */
static unsigned multiply16(unsigned a, unsigned b) {
    const unsigned a0 = a & 3, a1 = a >> 2, b0 = b & 3, b1 = b >> 2, high = multiply4(a1, b1);
    return (multiply4(a0, b0) ^ multiply4(high, 2)) | (multiply4(a0, b1) ^ multiply4(a1, b0) ^ high)
                                                          << 2;
}

static void test_field(void) {
    for (unsigned a = 0; a < 16; a++) {
        for (unsigned b = 0; b < 16; b++) {
            CHECK(ksig_gf16_multiply(a, b) == multiply16(a, b));
            /* In every nibble, beside anything. */
            for (unsigned i = 0; i < 8; i++) {
                const uint32_t others = check_random() & ~(UINT32_C(15) << 4 * i);
                const uint32_t product = ksig_gf16_multiply(others | (uint32_t)a << 4 * i, b);
                CHECK((product >> 4 * i & 15) == multiply16(a, b));
            }
        }
        CHECK(ksig_gf16_times_x(a) == multiply16(a, 2));
        CHECK(ksig_gf16_times_y(a) == multiply16(a, 4));
    }
    /* The two relations, and that it is a field. */
    CHECK(multiply16(2, 2) == 3 && multiply16(4, 4) == 6);
    for (unsigned a = 1; a < 16; a++) {
        unsigned inverses = 0;
        for (unsigned b = 1; b < 16; b++)
            inverses += multiply16(a, b) == 1;
        CHECK(inverses == 1);
    }
}

enum { MOST_VARIABLES = 20, MOST_WORDS = 9 };

/* Values of a map of random columns, fed in random parts, against one multiplication for each
 * coefficient. */
static void test_map(const ksig_mq_shape *shape) {
    static uint8_t map[MOST_VARIABLES * (MOST_VARIABLES + 1) / 2 * MOST_WORDS * 4];
    uint8_t x[MOST_VARIABLES], expected[8 * 4 * MOST_WORDS];
    const unsigned n = shape->variables, bytes = 4u * shape->column_words;
    const unsigned elements = 8 * bytes / shape->bits, mask = (1u << shape->bits) - 1;

    for (unsigned round = 0; round < 200; round++) {
        check_random_bytes(map, sizeof map);
        check_random_bytes(x, sizeof x);
        if (round % 4 == 0) /* many zeros */
            for (unsigned i = 0; i < sizeof x; i++)
                x[i] &= (uint8_t)check_random();
        memset(expected, 0, sizeof expected);
        const uint8_t *column = map;
        for (unsigned i = 0; i < n; i++) {
            for (unsigned j = i; j < n; j++, column += bytes) {
                const unsigned value =
                    multiply16(ksig_mq_variable(shape, x, i), ksig_mq_variable(shape, x, j));
                for (unsigned e = 0; e < elements; e++) {
                    const unsigned at = e * shape->bits;
                    expected[e] =
                        (uint8_t)(expected[e] ^
                                  multiply16((unsigned)column[at / 8] >> at % 8 & mask, value));
                }
            }
        }

        ksig_mq_place place;
        const size_t length = (size_t)(column - map);
        uint32_t packed[KSIG_MQ_PRODUCT_WORDS + 15 * MOST_WORDS];
        memset(packed, 0, sizeof packed);
        ksig_mq_begin_row(&place, shape, x, packed, 0);
        for (size_t at = 0; at < length;) {
            const size_t most = round % 3 == 0 ? 3 : round % 3 == 1 ? 70 : 5000;
            size_t part = 1 + check_random() % most;
            part = part < length - at ? part : length - at;
            ksig_mq_take(&place, shape, x, packed, map + at, part);
            at += part;
        }
        CHECK(place.row == n && place.filled == 0);

        unsigned wrong = 0;
        for (unsigned k = 0; k < shape->column_words; k++) {
            uint32_t y = 0;
            for (unsigned value = 1; value <= mask; value++)
                y ^= ksig_gf16_multiply(ksig_mq_sum(shape, packed, value)[k], value);
            for (unsigned i = 0; i < 32u / shape->bits; i++)
                wrong += (y >> i * shape->bits & mask) != expected[k * 32u / shape->bits + i];
        }
        CHECK(wrong == 0);
    }
}

static unsigned bit(const uint8_t *bytes, unsigned i) {
    return (unsigned)bytes[i / 8] >> i % 8 & 1;
}

static void test_equation(void) {
    enum { VARIABLES = 37, BITS = 1 + VARIABLES * (VARIABLES + 1) / 2, BYTES = (BITS + 7) / 8 };
    for (unsigned round = 0; round < 500; round++) {
        uint8_t bits[BYTES], x[VARIABLES / 8 + 3] = {0};
        check_random_bytes(bits, sizeof bits);
        bits[BYTES - 1] &= (uint8_t)((1u << BITS % 8) - 1); /* no bits after the end */
        check_random_bytes(x, VARIABLES / 8 + 1);
        x[VARIABLES / 8] &= (1u << VARIABLES % 8) - 1;
        unsigned expected = bits[0] & 1, at = 1;
        for (unsigned r = 0; r < VARIABLES; r++)
            for (unsigned c = 0; c <= r; c++, at++)
                expected ^= bit(bits, at) & bit(x, r) & bit(x, c);

        ksig_mq_equation e;
        memset(&e, 0, sizeof e);
        for (size_t begin = 0; begin < BYTES;) {
            size_t part = 1 + check_random() % (round % 2 ? 2 : BYTES);
            part = part < BYTES - begin ? part : BYTES - begin;
            ksig_mq_equation_take(&e, x, bits + begin, part);
            begin += part;
        }
        CHECK(ksig_mq_equation_end(&e) == expected);
        CHECK(e.row == 0 && e.column == 0 && !e.begun && e.sum == 0);
    }
}

/* value = sum of limbs times 2^(29 i) modulo 2^116 - 3, made unique. */
static void normalize(uint32_t out[4], const uint32_t limbs[4]) {
    uint64_t carry = 0;
    uint32_t low[4];
    memcpy(low, limbs, sizeof low);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 4; i++) {
            carry += low[i];
            low[i] = (uint32_t)carry & 0x1fffffff;
            carry >>= 29;
        }
        carry *= 3;
    }
    carry = 3;
    for (unsigned i = 0; i < 4; i++) {
        carry += low[i];
        out[i] = (uint32_t)carry & 0x1fffffff;
        carry >>= 29;
    }
    if (carry == 0)
        memcpy(out, low, sizeof low);
}

/* acc = acc * factor + addend, bit by bit. */
static void multiply_add(uint32_t acc[4], const uint32_t factor[4], const uint32_t addend[4]) {
    uint32_t product[4] = {0}, shifted[4];
    normalize(shifted, acc);
    for (unsigned n = 0; n < 116; n++) {
        if (factor[n / 29] >> n % 29 & 1) {
            for (unsigned i = 0; i < 4; i++)
                product[i] += shifted[i];
            normalize(product, product);
        }
        for (unsigned i = 0; i < 4; i++)
            shifted[i] *= 2;
        normalize(shifted, shifted);
    }
    for (unsigned i = 0; i < 4; i++)
        acc[i] = product[i] + addend[i];
    normalize(acc, acc);
}

/* 28 bits a limb, of a block that begins at a place and may lie partly or wholly after the end. */
static void load(uint32_t limbs[4], const uint8_t *bytes, size_t at, size_t end) {
    memset(limbs, 0, 4 * sizeof limbs[0]);
    for (unsigned n = 0; n < 112; n++)
        if (at + n / 8 < end)
            limbs[n / 28] |= (uint32_t)bit(bytes + at, n) << n % 28;
}

static void test_hash(void) {
    static const uint32_t e[4] = {1u << 27, 1u << 27, 1u << 27, 1u << 27};
    for (unsigned round = 0; round < 100; round++) {
        uint8_t point[16], data[400];
        check_random_bytes(point, sizeof point);
        check_random_bytes(data, sizeof data);
        if (round % 5 == 0) /* the largest limbs */
            memset(data, 0xff, sizeof data);
        if (round % 5 <= 1)
            memset(point, 0xff, sizeof point);
        if (round % 5 == 2) { /* the least */
            memset(data, 0, sizeof data);
            memset(point, 0, sizeof point);
        }
        const size_t length = check_random() % (sizeof data + 1);
        ksig_brwhash h;
        ksig_brwhash_init(&h, point);
        for (unsigned pass = 0; pass < 2; pass++) { /* the second as the first */
            for (size_t at = 0; at < length;) {
                size_t part = 1 + check_random() % (round % 2 ? 20 : 200);
                part = part < length - at ? part : length - at;
                ksig_brwhash_update(&h, data + at, part);
                at += part;
            }
            uint32_t value[4], r[4], s[4], f[4], expected[4] = {0};
            ksig_brwhash_final(&h, value);
            normalize(value, value);

            for (unsigned i = 0; i < 4; i++) {
                r[i] = 1u << 27;
                for (unsigned n = 0; n < 29; n++)
                    r[i] += (uint32_t)bit(point, 32 * i + n) << n;
            }
            normalize(r, r);
            memcpy(s, r, sizeof s);
            multiply_add(s, r, e);
            memcpy(f, s, sizeof f);
            multiply_add(f, s, e);
            for (size_t at = 0; at < (length + 41) / 42 * 42 + 42;
                 at += 42) { /* and a group of zeros */
                uint32_t a[4], b[4], c[4];
                load(a, data, at, length);
                load(b, data, at + 14, length);
                load(c, data, at + 28, length);
                for (unsigned i = 0; i < 4; i++) {
                    a[i] += r[i];
                    b[i] += s[i];
                    c[i] += e[i];
                }
                normalize(b, b);
                multiply_add(a, b, c);
                multiply_add(expected, f, a);
            }
            CHECK(memcmp(value, expected, sizeof value) == 0);
        }
    }
}

int main(void) {
    static const ksig_mq_shape shapes[] = {
        {.variables = 20, .column_words = 8, .bits = 4},
        {.variables = 9, .column_words = 5, .bits = 4},
        {.variables = 20, .column_words = 5, .bits = 1},
        {.variables = 17, .column_words = 9, .bits = 1},
        {.variables = 2, .column_words = 1, .bits = 4},
        {.variables = 1, .column_words = 3, .bits = 1},
    };
    test_field();
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        test_map(&shapes[i]);
    test_equation();
    test_hash();
    return check_end();
}
