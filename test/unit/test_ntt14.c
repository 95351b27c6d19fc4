/* Arithmetic and transforms modulo 12289 against their definitions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "ring/ntt14.h"

enum { Q = KSIG_Q14, HALF = (Q - 1) / 2, MOST = 1024 };

static const uint32_t unscale[2] = {KSIG_NTT14_UNSCALE_512, KSIG_NTT14_UNSCALE_1024};

/* The value in [0, q). */
static uint32_t residue(int64_t a) { return (uint32_t)((a % Q + Q) % Q); }

static uint32_t power(uint32_t base, uint32_t exponent) {
    uint32_t result = 1;
    for (; exponent > 0; exponent--)
        result = result * base % Q;
    return result;
}

static uint32_t reverse(uint32_t k, unsigned bits) {
    uint32_t reversed = 0;
    for (unsigned i = 0; i < bits; i++)
        reversed |= (k >> i & 1) << (bits - 1 - i);
    return reversed;
}

static uint32_t root(unsigned k) { return power(7, reverse(k, 10)); }

static void test_arithmetic(void) {
    const uint32_t inverse = power(power(2, 32), Q - 2), negative = Q - inverse; /* -2^-32 */
    unsigned long wrong = 0;
    CHECK(power(7, 1024) == Q - 1);
    for (unsigned k = 0; k < KSIG_NTT14_ROOTS; k++) {
        const uint32_t zeta = root(k);
        for (int32_t a = -(1 << 17); a <= 1 << 17; a += k == 0 ? 1 : 61) {
            const int32_t product = ksig_multiply14(a, ksig_zetas14[k]);
            wrong +=
                residue(product) != residue((int64_t)a * zeta) || product < -HALF || product > HALF;
        }
    }
    CHECK(wrong == 0);
    for (int32_t t = -65536 * Q; t <= 65536 * Q - 1000; t += 997) {
        const int32_t reduced = ksig_reduce14(t);
        wrong +=
            residue(reduced) != residue((int64_t)t * negative) || reduced < -HALF || reduced > HALF;
    }
    CHECK(wrong == 0);
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t n = 512u << i;
        for (int32_t a = -2 * Q; a <= 2 * Q; a++)
            wrong += residue((int64_t)ksig_multiply14(a, unscale[i]) * (n / 2) % Q * negative) !=
                     residue(a);
    }
    CHECK(wrong == 0);
}

/* kind 0: any values; 1: the greatest; 2: the smallest; 3: signs by turns; 4: one value alone. */
static void choose(int16_t *a, unsigned n, unsigned kind, int32_t most) {
    for (unsigned i = 0; i < n; i++) {
        const int32_t any = (int32_t)(check_random() % (2u * (uint32_t)most + 1u)) - most;
        a[i] = (int16_t)(kind == 0   ? any
                         : kind == 1 ? most
                         : kind == 2 ? -most
                         : kind == 3 ? (check_random() & 1 ? most : -most)
                                     : 0);
    }
    if (kind == 4)
        a[check_random() % n] = (int16_t)most;
}

/* Pairs of the transform are the remainders modulo x^2 - r. */
static void test_definition(unsigned n, unsigned kind) {
    int16_t a[MOST], t[MOST];
    choose(a, n, kind, Q);
    memcpy(t, a, sizeof t);
    ksig_ntt14(t, n);
    unsigned long wrong = 0;
    for (unsigned pair = 0; pair < n / 2; pair++) {
        const uint32_t zeta = root(n / 4 + pair / 2), r = pair % 2 ? Q - zeta : zeta;
        for (unsigned odd = 0; odd < 2; odd++) {
            int64_t value = 0;
            for (unsigned i = n / 2; i-- > 0;)
                value = residue(value * r + a[2 * i + odd]);
            wrong += residue(t[2 * pair + odd]) != (uint32_t)value;
        }
    }
    for (unsigned i = 0; i < n; i++)
        wrong += t[i] < -3 * HALF || t[i] > 3 * HALF;
    CHECK(wrong == 0);
}

static void test_product(unsigned n, unsigned kind) {
    static int64_t expected[MOST];
    int16_t a[MOST], b[MOST];
    choose(a, n, kind, Q - 1);
    choose(b, n, kind == 4 ? 0 : kind, 2047);
    memset(expected, 0, sizeof expected);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++)
            expected[(i + j) % n] += (int64_t)a[i] * b[j] * (i + j < n ? 1 : -1);
    }
    ksig_ntt14(a, n);
    ksig_ntt14(b, n);
    ksig_multiply_ntt14(a, b, n);
    unsigned long wrong = 0;
    for (unsigned i = 0; i < n; i++)
        wrong += a[i] < -Q || a[i] > Q;
    ksig_inverse_ntt14(a, n);
    for (unsigned i = 0; i < n; i++) {
        wrong += a[i] < -2 * Q || a[i] > 2 * Q;
        wrong += residue(ksig_multiply14(a[i], unscale[n == 1024])) != residue(expected[i]);
    }
    CHECK(wrong == 0);
}

/* The inverse at its limits: all slots as large as they may be. */
static void test_inverse(unsigned n, unsigned kind) {
    int16_t a[MOST], t[MOST];
    choose(a, n, kind, Q);
    memcpy(t, a, sizeof t);
    ksig_inverse_ntt14(t, n);
    unsigned long wrong = 0;
    for (unsigned i = 0; i < n; i++)
        wrong += t[i] < -2 * Q || t[i] > 2 * Q;
    /* back, in two steps, as 2 q may be too much for a transform */
    for (unsigned i = 0; i < n; i++)
        t[i] = (int16_t)ksig_multiply14(t[i], ksig_zetas14[0]);
    ksig_ntt14(t, n);
    for (unsigned i = 0; i < n; i++)
        wrong += residue(t[i]) != residue((int64_t)a[i] * (n / 2));
    CHECK(wrong == 0);
}

int main(void) {
    test_arithmetic();
    for (unsigned n = 512; n <= 2 * KSIG_NTT14_ROOTS; n *= 2) {
        for (unsigned round = 0; round < 10; round++) {
            test_definition(n, round % 5);
            test_product(n, round % 5);
            test_inverse(n, round % 5);
        }
    }
    return check_end();
}
