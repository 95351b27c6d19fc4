/* Products of HAETAE's secret polynomials: T, and c s in its two ways.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/sign/haetae_adjoint.h"
#include "haetae/sign/haetae_product.h"
#include "haetae/sign/haetae_rotate.h"
#include "haetae_fields.h"

static void test_adjoint(void) {
    for (unsigned round = 0; round < 8; round++) {
        uint8_t packed[96] = {0};
        int32_t y[256];
        uint32_t t[256], expected[256];
        const ksig_haetae_secret secret = {packed, 2 + round % 2, 1 + (int)(round % 2)};
        for (unsigned i = 0; i < 256; i++) {
            const unsigned field = check_random() % (2 * (unsigned)secret.top + 1);
            put_field(packed, secret.bits, i, field);
            CHECK(ksig_haetae_secret_value(&secret, i) == secret.top - (int)field);
            y[i] = (int32_t)(check_random() >> 7) - (1 << 24);
            t[i] = expected[i] = check_random();
        }
        for (unsigned n = 0; n < 256; n++) { /* T[n] = <x^n s, y> */
            for (unsigned i = 0; i < 256; i++) {
                const int32_t value = ksig_haetae_secret_value(&secret, i) * (i + n < 256 ? 1 : -1);
                expected[n] += (uint32_t)value * (uint32_t)y[(i + n) % 256];
            }
        }
        for (unsigned i = 0; i < 256; i += 16)
            ksig_haetae_add_adjoint(t, packed, y + i, i + secret.bits);
        CHECK(memcmp(t, expected, sizeof t) == 0);
    }
}

static void test_product(void) {
    for (unsigned round = 0; round < 16; round++) {
        uint8_t packed[96] = {0}, c[32] = {0};
        const ksig_haetae_secret secret = {packed, 2 + round % 2, 1 + (int)(round % 2)};
        const unsigned largest = 2 * (unsigned)secret.top;
        const unsigned weight = round < 2 ? 0 : secret.bits == 2 ? 128 : 80;
        for (unsigned i = 0; i < 256; i++) /* the extreme ones too */
            put_field(packed, secret.bits, i,
                      round < 4   ? 0
                      : round < 6 ? largest
                                  : check_random() % (largest + 1));
        for (unsigned i = 0; i < weight; i++) {
            const unsigned j = round < 8 ? i : check_random() % 256;
            c[j / 8] |= (uint8_t)(1u << j % 8);
        }
        for (unsigned i = 0; i < 256; i += 8) {
            int32_t cs[8];
            ksig_haetae_product(cs, &secret, c, i);
            for (unsigned n = i; n < i + 8; n++) {
                int32_t expected = 0;
                for (unsigned j = 0; j < 256; j++) {
                    const int value =
                        ksig_haetae_secret_value(&secret, (n - j) % 256) * (j <= n ? 1 : -1);
                    expected += (c[j / 8] >> j % 8 & 1) * value;
                }
                CHECK(cs[n - i] == expected);
            }
        }
    }
}

static void test_rotate(void) {
    for (unsigned round = 0; round < 40; round++) {
        static ksig_haetae_rotations rotations;
        const unsigned bits = 2 + round % 2, weight = round < 4 ? 128 : check_random() % 129;
        const int top = (int)bits - 1;
        const int extreme = round < 8; /* all coefficients at their bounds */
        uint8_t packed[96] = {0}, c[32] = {0};
        int16_t cs[256];
        const ksig_haetae_secret secret = {packed, bits, top};
        int s[256];
        for (unsigned i = 0; i < 256; i++) {
            const unsigned field = extreme ? round / 2 % 2 * 2 * (unsigned)top
                                           : check_random() % (2 * (unsigned)top + 1);
            s[i] = top - (int)field;
            put_field(packed, bits, i, field);
        }
        for (unsigned w = 0; w < weight;) {
            const unsigned at = check_random() % 256;
            w += (c[at / 8] >> at % 8 & 1) == 0;
            c[at / 8] |= (uint8_t)(1u << at % 8);
        }
        ksig_haetae_set_rotations(&rotations, c);
        CHECK(rotations.weight == weight);
        ksig_haetae_rotate(cs, &rotations, &secret);
        unsigned wrong = 0;
        for (unsigned n = 0; n < 256; n++) {
            int expected = 0;
            for (unsigned j = 0; j < 256; j++)
                if (c[j / 8] >> j % 8 & 1)
                    expected += n >= j ? s[n - j] : -s[256 + n - j];
            wrong += cs[n] != expected;
        }
        CHECK(wrong == 0);
    }
}

int main(void) {
    test_adjoint();
    test_product();
    test_rotate();
    return check_end();
}
