/* The transform modulo 64513 against its definition. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "ring/ntt16.h"

enum { Q = KSIG_Q16 };

static uint64_t power(uint64_t base, unsigned exponent) {
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, base = base * base % Q)
        if (exponent & 1)
            result = result * base % Q;
    return result;
}

static unsigned reverse8(unsigned x) {
    unsigned r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (x >> i & 1) << (7 - i);
    return r;
}

static void test_arithmetic(void) {
    const uint64_t inverse_r = power(65536 % Q, Q - 2);
    unsigned long wrong = 0;
    for (uint32_t a = 0; a < Q; a++) {
        for (unsigned i = 0; i < 40; i++) {
            const uint32_t b = i == 0 ? 0 : i == 1 ? Q - 1 : check_random() % Q;
            wrong += ksig_add16(a, b) != (a + b) % Q;
            wrong += ksig_subtract16(a, b) != (a + Q - b) % Q;
            wrong += ksig_multiply16(a, b) != (uint64_t)a * b % Q * inverse_r % Q;
        }
    }
    CHECK(wrong == 0);
    CHECK(ksig_montgomery16(65536u * Q - 1) == (65536ull * Q - 1) % Q * inverse_r % Q);
    CHECK(KSIG_Q16_R2 == (UINT64_C(1) << 32) % Q);
    for (unsigned k = 0; k < 256; k++)
        CHECK(ksig_zetas16[k] == (power(426, reverse8(k)) << 32) % Q);
    CHECK(power(426, 256) == Q - 1);
}

static void random_polynomial(uint16_t a[256]) {
    for (unsigned i = 0; i < 256; i++)
        a[i] = (uint16_t)(check_random() % Q);
}

static void test_definition(void) {
    for (unsigned round = 0; round < 8; round++) {
        uint16_t a[256], t[256];
        random_polynomial(a);
        memcpy(t, a, sizeof t);
        ksig_ntt16(t);
        for (unsigned i = 0; i < 256; i++) {
            const uint64_t x = power(426, 2 * reverse8(i) + 1);
            uint64_t value = 0;
            for (unsigned n = 256; n-- > 0;)
                value = (value * x + a[n]) % Q;
            CHECK(t[i] == value);
        }
        /* Times 2^16: multiplied by 1 with its factor 2^-16, the inverse is exact. */
        for (unsigned i = 0; i < 256; i++)
            t[i] = (uint16_t)ksig_multiply16(t[i], 1);
        ksig_inverse_ntt16(t);
        CHECK(memcmp(t, a, sizeof t) == 0);
    }
}

static void test_product(void) {
    for (unsigned round = 0; round < 20; round++) {
        uint16_t a[256], b[256];
        uint64_t expected[256] = {0};
        random_polynomial(a);
        random_polynomial(b);
        for (unsigned i = 0; i < 256; i++) {
            for (unsigned j = 0; j < 256; j++) {
                const uint64_t p = (uint64_t)a[i] * b[j] % Q;
                expected[(i + j) % 256] = (expected[(i + j) % 256] + (i + j < 256 ? p : Q - p)) % Q;
            }
        }
        ksig_ntt16(a);
        ksig_ntt16(b);
        for (unsigned i = 0; i < 256; i++)
            a[i] = (uint16_t)ksig_multiply16(a[i], b[i]);
        ksig_inverse_ntt16(a);
        for (unsigned i = 0; i < 256; i++)
            CHECK(a[i] == expected[i]);
    }
}

int main(void) {
    test_arithmetic();
    test_definition();
    test_product();
    return check_end();
}
