/* The transform modulo 8380417 for secrets against the one for public data, at the bounds that its
 * header states. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/short23.h"

#include <string.h>

#include "check.h"
#include "ring/groups23.h"

enum { N = 256, ROUNDS = 200 };

static int32_t random_within(int32_t bound) {
    uint32_t word;
    check_random_bytes((uint8_t *)&word, sizeof word);
    return (int32_t)(word % (2 * (uint32_t)bound + 1)) - bound;
}

/* Random ones, only largest ones, and small ones. */
static void fill(int32_t a[N], int32_t bound, unsigned round) {
    for (unsigned n = 0; n < N; n++) {
        a[n] = random_within(bound);
        if (round % 3 == 1)
            a[n] = a[n] < 0 ? -bound : bound;
        else if (round % 3 == 2)
            a[n] %= 16;
    }
}

static int within(const int32_t a[N], int32_t bound) {
    for (unsigned n = 0; n < N; n++)
        if (a[n] > bound || a[n] < -bound)
            return 0;
    return 1;
}

static int congruent(const int32_t a[N], const int32_t b[N]) {
    for (unsigned n = 0; n < N; n++)
        if (((int64_t)a[n] - b[n]) % KSIG_Q23 != 0)
            return 0;
    return 1;
}

/* Packs values as they are, and unpacks four; adds products of four. */
#if KSIG_COMPACT_RING
static void store_all(uint32_t words[192], const int32_t values[N]) {
    for (unsigned n = 0; n < N; n++)
        ksig_compact_store((uint8_t *)words + 3 * n, values[n]);
}

static void load_four(int32_t values[4], const uint32_t words[3]) {
    for (unsigned n = 0; n < 4; n++)
        values[n] = ksig_compact_load((const uint8_t *)words + 3 * n);
}

static void add_four(uint32_t words[3], const uint32_t factors[3], const uint32_t uniform[4]) {
    for (unsigned n = 0; n < 4; n++)
        ksig_compact_add_product((uint8_t *)words + 3 * n, (const uint8_t *)factors + 3 * n,
                                 uniform[n]);
}

/* The first layer by hand, then the halves: the whole transform. */
static void test_halves(void) {
    static int32_t a[N], b[N];
    const int32_t root = ksig_constant23(ksig_zetas23[1]);
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(a, 1 << 19, round);
        for (unsigned n = 0; n < N / 2; n++) {
            const int32_t product =
                ksig_compact_times(a[n + N / 2], root, ksig_short_estimate(root));
            b[n] = a[n] + product;
            b[n + N / 2] = a[n] - product;
        }
        ksig_short_ntt(a);
        ksig_compact_transform(b, N / 2, 2);
        ksig_compact_transform(b + N / 2, N / 2, 3);
        CHECK(within(b, KSIG_Q23 / 100 * 124) && congruent(a, b));
    }
}
#else
static void store_all(uint32_t words[192], const int32_t values[N]) {
    for (unsigned n = 0; n < N; n += 4)
        ksig_store_group23(words + n / 4 * 3, values + n);
}

static void load_four(int32_t values[4], const uint32_t words[3]) {
    ksig_load_group23(values, words);
}

static void add_four(uint32_t words[3], const uint32_t factors[3], const uint32_t uniform[4]) {
    ksig_short_add_products(words, factors, uniform);
}

static void test_halves(void) {}
#endif

static void test_transforms(void) {
    static int32_t a[N], b[N];
    static uint32_t words[192];
    for (unsigned round = 0; round < ROUNDS; round++) {
        fill(a, 1 << 24, round);
        memcpy(b, a, sizeof b);
        for (unsigned n = 0; n < N; n++) /* the other one takes less */
            b[n] %= KSIG_Q23;
        ksig_short_ntt(a);
        ksig_ntt23(b);
        CHECK(within(a, KSIG_Q23 / 10 * 19) && congruent(a, b));
        ksig_short_pack(words, a);
        ksig_short_unpack(b, words);
        CHECK(congruent(a, b) && within(b, KSIG_Q23 / 10 * 7));
        ksig_short_inverse_ntt(b);
        CHECK(within(b, KSIG_Q23 / 10 * 7));
        ksig_short_ntt(b);
        CHECK(congruent(a, b));
    }
}

static void test_products(void) {
    static int32_t values[N], factors[N], results[N];
    static uint32_t words[192], packed[192];
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint32_t uniform[4];
        int wrong = 0;
        fill(values, KSIG_Q23 / 10 * 7, round);
        fill(factors, 1 << 30, round / 2);
        store_all(words, values);
        ksig_short_negative_products(words, factors);
        ksig_short_unpack(results, words);
        for (unsigned n = 0; n < N; n++)
            wrong |= ((int64_t)values[n] * (factors[n] % KSIG_Q23) + results[n]) % KSIG_Q23 != 0;
        CHECK(!wrong && within(results, KSIG_Q23 / 10 * 7));
        ksig_short_pack(packed, factors);
        store_all(words, values);
        for (unsigned n = 0; n < N; n += 4) {
            for (unsigned i = 0; i < 4; i++)
                uniform[i] = round == 0 ? KSIG_Q23 - 1
                                        : (uint32_t)random_within(KSIG_Q23 / 2) + KSIG_Q23 / 2;
            uint32_t *const group = words + n / 4 * 3;
            add_four(group, packed + n / 4 * 3, uniform);
            load_four(results, group);
            for (unsigned i = 0; i < 4; i++)
                wrong |= (values[n + i] + (int64_t)uniform[i] * (factors[n + i] % KSIG_Q23) -
                          results[i]) %
                                 KSIG_Q23 !=
                             0 ||
                         results[i] > KSIG_Q23 / 10 * 7 || results[i] < -(KSIG_Q23 / 10 * 7);
        }
        CHECK(!wrong);
    }
}

static void test_positive(void) {
    CHECK(ksig_short_positive(-1) == KSIG_Q23 - 1 && ksig_short_positive(KSIG_Q23) == 0 &&
          ksig_short_positive(0) == 0);
    CHECK(ksig_short_positive(-KSIG_Q23) == 0 &&
          ksig_short_positive(2 * KSIG_Q23 - 1) == KSIG_Q23 - 1);
}

int main(void) {
    test_transforms();
    test_halves();
    test_products();
    test_positive();
    return check_end();
}
