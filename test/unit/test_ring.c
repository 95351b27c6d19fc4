/* The transform modulo 8380417 against its definition. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "ring/ntt_8380417.h"

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

static void test_table(void) {
    const int64_t two32 = mod(INT64_C(1) << 32);
    for (unsigned k = 0; k < 256; k++) {
        CHECK(mod(ksig_zetas23[k]) == mod(power(1753, reverse8(k)) * two32));
        CHECK(ksig_zetas23[k] >= -(Q - 1) / 2 && ksig_zetas23[k] <= (Q - 1) / 2);
    }
    CHECK(power(1753, 256) == Q - 1); /* a primitive 512th root of unity */
}

static void test_reduction(void) {
    const int64_t two32 = mod(INT64_C(1) << 32), edge = (INT64_C(1) << 31) * Q - 1;
    const int64_t edges[] = {0, 1, -1, Q, -Q, Q - 1, edge, -edge, INT64_C(1) << 32, -(INT64_C(1) << 32)};
    for (size_t i = 0; i < 100000; i++) {
        int64_t a = i < sizeof edges / sizeof edges[0]
                        ? edges[i]
                        : (int64_t)(((uint64_t)check_random() << 32 | check_random()) % (uint64_t)edge);
        if (i >= 10 && i % 2)
            a = -a;
        const int32_t r = ksig_montgomery23(a);
        CHECK(r > -Q && r < Q);
        CHECK(mod((int64_t)r * two32) == mod(a));
    }
    for (int64_t a = -(INT64_C(1) << 31) + (1 << 22); a < (INT64_C(1) << 31) - (1 << 22); a += 104729) {
        const int32_t r = ksig_reduce23((int32_t)a);
        CHECK(r >= 0 && r < Q && r == mod(a));
    }
    for (int32_t a = -3 * Q - 5; a <= 3 * Q + 5; a++) {
        const int32_t r = ksig_reduce23(a);
        if (r != mod(a))
            CHECK(0);
    }
    CHECK(ksig_reduce23(INT32_MAX - (1 << 22)) == mod(INT32_MAX - (1 << 22)));
    CHECK(ksig_positive23(-Q) == 0);
    CHECK(ksig_positive23(-1) == Q - 1);
    CHECK(ksig_positive23(Q - 1) == Q - 1);
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
        ksig_ntt23(t, 256, 1);
        for (unsigned i = 0; i < 256; i++) {
            const int64_t x = power(1753, 2 * reverse8(i) + 1);
            int64_t value = 0;
            for (unsigned n = 256; n-- > 0;)
                value = mod(value * x + a[n]);
            CHECK(mod(t[i]) == value);
            CHECK(t[i] > -9 * Q && t[i] < 9 * Q);
        }
    }
}

/* The first layer by hand, then each half on its own, is the whole transform. */
static void test_halves(void) {
    int32_t a[256], whole[256], half[128];
    random_polynomial(a, 1 << 19);
    memcpy(whole, a, sizeof whole);
    ksig_ntt23(whole, 256, 1);
    for (unsigned h = 0; h < 2; h++) {
        for (unsigned n = 0; n < 128; n++) {
            const int32_t t = ksig_multiply23(ksig_zetas23[1], a[n + 128]);
            half[n] = h ? a[n] - t : a[n] + t;
        }
        ksig_ntt23(half, 128, 2 + h);
        CHECK(memcmp(half, whole + 128 * h, sizeof half) == 0);
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
        ksig_ntt23(a, 256, 1);
        ksig_ntt23(b, 256, 1);
        for (unsigned i = 0; i < 256; i++)
            c[i] = ksig_multiply23(ksig_reduce23(a[i]), b[i]);
        ksig_inverse_ntt23(c);
        for (unsigned i = 0; i < 256; i++) {
            CHECK(mod(c[i]) == expected[i]);
            CHECK(c[i] > -Q && c[i] < Q);
        }
    }
}

/* The largest sums of the inverse: all inputs q - 1, or all -(q - 1). Signed overflow would be seen by the sanitizer. */
static void test_inverse_bounds(void) {
    for (int sign = -1; sign <= 1; sign += 2) {
        int32_t c[256];
        for (unsigned i = 0; i < 256; i++)
            c[i] = sign * (Q - 1);
        ksig_inverse_ntt23(c);
        /* A constant in the transform domain is a constant polynomial; 2^32 remains. */
        CHECK(mod(c[0]) == mod(-sign * mod(INT64_C(1) << 32)));
        for (unsigned i = 1; i < 256; i++)
            CHECK(mod(c[i]) == 0);
    }
}

int main(void) {
    test_table();
    test_reduction();
    test_definition();
    test_halves();
    test_product();
    test_inverse_bounds();
    return check_end();
}
