/* The transform modulo 8380417 against its definition.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "hash/keccak.h"
#include "ring/ntt23.h"
#include "ring/sum23.h"

enum { Q = KSIG_Q23 };

static int64_t mod(int64_t a) {
    a %= Q;
    return a < 0 ? a + Q : a;
}

static int64_t power(int64_t base, unsigned exponent) {
    int64_t result = 1;
    for (; exponent; exponent >>= 1, base = mod(base * base))
        if (exponent & 1)
            result = mod(result * base);
    return result;
}

static unsigned reverse8(unsigned x) {
    unsigned r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (x >> i & 1) << (7 - i);
    return r;
}

/* Quotients from above, so that they tell their constant. */
static void test_table(void) {
    for (unsigned k = 0; k < 256; k++) {
        const int64_t quotient = ksig_zetas23[k];
        const int32_t w = ksig_constant23(ksig_zetas23[k]);
        CHECK(mod(w) == power(1753, reverse8(k)));
        CHECK(w >= -(Q - 1) / 2 && w <= (Q - 1) / 2);
        CHECK(quotient * Q > (int64_t)w * (INT64_C(1) << 32) &&
              (quotient - 1) * Q < (int64_t)w * (INT64_C(1) << 32));
        CHECK(ksig_constant23(1 - ksig_zetas23[k]) == -w);
    }
    CHECK(power(1753, 256) == Q - 1); /* a primitive 512th root of unity */
}

static void test_times(void) {
    static const int32_t edges[] = {0, 1, -1, Q, -Q, INT32_MAX, INT32_MIN, Q - 1, 1 - Q, 8 * Q};
    for (size_t i = 0; i < 100000; i++) {
        const int32_t quotient = ksig_zetas23[check_random() % 256], w = ksig_constant23(quotient);
        const int32_t a = i < sizeof edges / sizeof edges[0] ? edges[i] : (int32_t)check_random();
        const int32_t r = ksig_times23(a, w, quotient);
        const int64_t slack = ((int64_t)(a < 0 ? -(int64_t)a : a) * Q >> 32) + 1;
        CHECK(mod(r) == mod((int64_t)a * w));
        CHECK(r >= -slack && r <= Q + slack);
    }
}

static void test_reduction(void) {
    const int64_t two32 = mod(INT64_C(1) << 32), edge = (INT64_C(1) << 31) * Q - 1;
    const int64_t edges[] = {
        0, 1, -1, Q, -Q, Q - 1, edge, -edge, INT64_C(1) << 32, -(INT64_C(1) << 32)};
    for (size_t i = 0; i < 100000; i++) {
        int64_t a =
            i < sizeof edges / sizeof edges[0]
                ? edges[i]
                : (int64_t)(((uint64_t)check_random() << 32 | check_random()) % (uint64_t)edge);
        if (i >= 10 && i % 2)
            a = -a;
        const int32_t r = ksig_montgomery23(a);
        CHECK(r > -Q && r < Q);
        CHECK(mod((int64_t)r * two32) == mod(a));
    }
    for (int64_t a = -(INT64_C(1) << 31) + (1 << 22); a < (INT64_C(1) << 31) - (1 << 22);
         a += 104729) {
        const int32_t r = ksig_reduce23((int32_t)a);
        CHECK(r > -Q && r < Q && mod(r) == mod(a));
    }
    for (int32_t a = -3 * Q - 5; a <= 3 * Q + 5; a++) {
        const int32_t r = ksig_reduce23(a);
        if (r <= -Q || r >= Q || mod(r) != mod(a))
            CHECK(0);
        if (a >= -Q && a < 2 * Q && ksig_positive23(a) != mod(a))
            CHECK(0);
    }
    CHECK(mod(ksig_reduce23(INT32_MAX - (1 << 22))) == mod(INT32_MAX - (1 << 22)));
}

static void random_polynomial(int32_t a[256], int32_t bound) {
    for (unsigned i = 0; i < 256; i++)
        a[i] = (int32_t)(check_random() % (2 * (uint32_t)bound - 1)) - (bound - 1);
}

/* Slot i is a(zeta^(2 brv(i) + 1)): the definition, for a few polynomials. */
static void test_definition(void) {
    for (unsigned round = 0; round < 8; round++) {
        int32_t a[256], t[256];
        random_polynomial(a, round == 0 ? Q : 1 << 19);
        memcpy(t, a, sizeof t);
        ksig_ntt23(t);
        for (unsigned i = 0; i < 256; i++) {
            const int64_t x = power(1753, 2 * reverse8(i) + 1);
            int64_t value = 0;
            for (unsigned n = 256; n-- > 0;)
                value = mod(value * x + a[n]);
            CHECK(mod(t[i]) == value);
            CHECK(t[i] / 2 > -5 * Q && t[i] / 2 < 5 * Q);
        }
    }
}

/* The first two layers by hand, then the quarters, or several at once: the whole transform. */
static void test_last(void) {
    int32_t a[256], whole[256], part[256];
    for (unsigned count = 64; count <= 256; count *= 2) {
        random_polynomial(a, 1 << 19);
        memcpy(whole, a, sizeof whole);
        ksig_ntt23(whole);
        for (unsigned root = 4; root < 8; root++) {
            for (unsigned n = 0; n < 64; n++) {
                int64_t value = 0;
                for (unsigned i = 4; i-- > 0;)
                    value = mod(value * power(1753, 64 * (2 * reverse8(64 * (root - 4)) + 1)) +
                                a[n + 64 * i]);
                part[64 * (root - 4) + n] = (int32_t)value;
            }
        }
        for (unsigned root = 4; root < 8; root += count / 64)
            ksig_ntt23_last(part + 64 * (root - 4), count, root);
        for (unsigned n = 0; n < 256; n++)
            CHECK(mod(part[n]) == mod(whole[n]));
    }
}

/* Numbers of 24 bits with sign, in any place; and in place. */
static void test_sums(void) {
    int32_t a[256], b[256], factor[256];
    uint32_t words[192];
    for (unsigned round = 0; round < 20; round++) {
        random_polynomial(a, round ? 100 * Q : Q);
        a[round] = round % 2 ? Q : -Q;
        ksig_sum23_pack(words, a);
        ksig_sum23_unpack(b, words, 64);
        for (unsigned n = 0; n < 256; n++)
            CHECK(b[n] == ksig_reduce23(a[n]));
        uint32_t in_place[256];
        memcpy(in_place, a, sizeof a);
        ksig_sum23_pack(in_place, (const int32_t *)in_place);
        CHECK(memcmp(in_place, words, sizeof words) == 0);
        ksig_sum23_unpack((int32_t *)in_place, in_place, 64);
        CHECK(memcmp(in_place, b, sizeof b) == 0);

        random_polynomial(factor, 120 * Q);
        ksig_sum23_multiply(words, factor, 32);
        ksig_sum23_unpack(a, words, 64);
        for (unsigned n = 0; n < 256; n++)
            CHECK(a[n] == (n < 128 ? -ksig_multiply23(b[n], factor[n]) : b[n]));
    }
}

static void put_number(ksig_keccak *k, unsigned position, uint32_t number) {
    uint8_t *const bytes = (uint8_t *)k->lanes;
    for (unsigned i = 0; i < 3; i++, number >>= 8)
        bytes[KSIG_LE_INDEX(position + i)] = (uint8_t)number;
}

/* Streams from any byte on, with a number to be rejected in every place in turn. */
static void test_add_products(void) {
    const int64_t two32 = mod(INT64_C(1) << 32);
    static const uint32_t edges[] = {0, 1, Q - 1, 0x800000 + Q - 1, 0x800000};
    for (unsigned round = 0; round < 100; round++) {
        ksig_keccak k;
        const unsigned begin = round % 4 * 3, rejected = round / 4;
        uint32_t number[16];
        int32_t factor[16], values[256], before[256], after[256];
        uint32_t words[192];
        check_random_bytes((uint8_t *)k.lanes, sizeof k.lanes);
        for (unsigned n = 0; n < 16; n++) {
            number[n] = n < 5 ? edges[n] : check_random() % Q;
            if (n == rejected)
                number[n] = round % 2 ? Q : 0x7fffff;
            put_number(&k, begin + 3 * n, number[n]);
            factor[n] = (int32_t)(check_random() % (16 * Q)) - 8 * Q;
        }
        random_polynomial(values, Q + 1);
        ksig_sum23_pack(words, values);
        ksig_sum23_unpack(before, words, 64);
        const unsigned done =
            ksig_sum23_add_products(words, factor, (const uint8_t *)k.lanes + begin, 4);
        CHECK(done == (rejected < 16 ? rejected / 4 : 4));
        ksig_sum23_unpack(after, words, 64);
        for (unsigned n = 0; n < 256; n++) {
            const int64_t sum = (int64_t)before[n] * two32 +
                                (n < 4 * done ? (int64_t)(number[n] & 0x7fffff) * factor[n] : 0);
            CHECK(mod((int64_t)after[n] * two32) == mod(sum));
            CHECK(after[n] >= -Q && after[n] <= Q);
        }
        for (unsigned n = 0; n < 4; n++) {
            ksig_sum23_add_product(words, n, factor[n], (int32_t)(number[4] & 0x7fffff));
            ksig_sum23_unpack(before, words, 64);
            CHECK(mod((int64_t)before[n] * two32) ==
                  mod((int64_t)after[n] * two32 + (int64_t)(number[4] & 0x7fffff) * factor[n]));
        }
        CHECK(memcmp(before + 4, after + 4, sizeof before - 16) == 0);
    }
}

static void test_product(void) {
    for (unsigned round = 0; round < 20; round++) {
        int32_t a[256], b[256], c[256];
        random_polynomial(a, Q);
        random_polynomial(b, round % 2 ? 2 : Q);
        int64_t expected[256] = {0};
        for (unsigned i = 0; i < 256; i++) {
            for (unsigned j = 0; j < 256; j++) {
                const int64_t p = mod((int64_t)a[i] * b[j]);
                expected[(i + j) % 256] = mod(expected[(i + j) % 256] + (i + j < 256 ? p : -p));
            }
        }
        ksig_ntt23(a);
        ksig_ntt23(b);
        for (unsigned i = 0; i < 256; i++)
            c[i] = ksig_multiply23(ksig_reduce23(a[i]), b[i]);
        ksig_inverse_ntt23(c);
        for (unsigned i = 0; i < 256; i++) {
            CHECK(mod(c[i]) == expected[i]);
            CHECK(c[i] > -Q / 2 && c[i] < 3 * (Q / 2));
        }
    }
}

/* The largest sums of the inverse: all inputs q, q - 1, or their negatives. Signed overflow would
 * be seen by the sanitizer. */
static void test_inverse_bounds(void) {
    for (int32_t value = -Q; value <= Q; value += value == -Q || value == Q - 1 ? 1 : 2 * Q - 2) {
        int32_t c[256];
        for (unsigned i = 0; i < 256; i++)
            c[i] = value;
        ksig_inverse_ntt23(c);
        /* A constant in the transform domain is a constant polynomial; 2^32 remains. */
        CHECK(mod(c[0]) == mod(value * mod(INT64_C(1) << 32)));
        for (unsigned i = 1; i < 256; i++)
            CHECK(mod(c[i]) == 0);
        for (unsigned i = 0; i < 256; i++)
            CHECK(c[i] > -Q / 2 && c[i] < 3 * (Q / 2));
    }
}

int main(void) {
    test_table();
    test_times();
    test_reduction();
    test_definition();
    test_last();
    test_sums();
    test_add_products();
    test_product();
    test_inverse_bounds();
    return check_end();
}
