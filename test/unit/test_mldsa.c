/* The pieces of ML-DSA verification against FIPS 204's definitions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"

#include "mldsa/alg/mldsa_hint.h"
#include "mldsa/alg/mldsa_row.h"
#include "mldsa/verify/mldsa_verify.h"

enum { Q = KSIG_Q23 };

/* FIPS 204 Algorithms 36 and 40 as they are written, with signed remainders. */
static int32_t use_hint_by_definition(int32_t r, int32_t gamma2, int hint) {
    const int32_t m = (Q - 1) / (2 * gamma2);
    int32_t r0 = r % (2 * gamma2);
    if (r0 > gamma2)
        r0 -= 2 * gamma2;
    int32_t r1;
    if (r - r0 == Q - 1) {
        r1 = 0;
        r0 -= 1;
    } else {
        r1 = (r - r0) / (2 * gamma2);
    }
    if (!hint)
        return r1;
    return r0 > 0 ? (r1 + 1) % m : (r1 - 1 + m) % m;
}

static const ksig_scheme *const all_schemes[] = {
#if KSIG_ENABLE_ML_DSA_44
    &ksig_ml_dsa_44,
#endif
#if KSIG_ENABLE_ML_DSA_65
    &ksig_ml_dsa_65,
#endif
#if KSIG_ENABLE_ML_DSA_87
    &ksig_ml_dsa_87,
#endif
#if KSIG_ENABLE_DILITHIUM2_R3
    &ksig_dilithium2_r3,
#endif
};
enum { SCHEMES = sizeof all_schemes / sizeof all_schemes[0] };

static void test_use_hint(void) {
    for (unsigned s = 0; s < SCHEMES; s++) {
        const ksig_mldsa_params *p = all_schemes[s]->params;
        const int32_t gamma2 = (int32_t)p->gamma2;
        unsigned long wrong = 0;
        for (int32_t r = 0; r < Q; r++) {
            wrong +=
                ksig_mldsa_high(p, (uint32_t)r) != (unsigned)use_hint_by_definition(r, gamma2, 0);
            wrong += ksig_mldsa_use_hint(p, (uint32_t)r) !=
                     (unsigned)use_hint_by_definition(r, gamma2, 1);
        }
        CHECK(wrong == 0);
    }
}

/* FIPS 204 tables 1 and 2: every derived size, and the ranges that the code relies on. */
static void test_parameters(void) {
    for (unsigned s = 0; s < SCHEMES; s++) {
        const ksig_scheme *scheme = all_schemes[s];
        const ksig_mldsa_params *p = scheme->params;
        const uint32_t k = p->k, l = p->l;
        CHECK(scheme->key_bytes == 32 + 320 * k);
        CHECK(scheme->signature_bytes == p->challenge_bytes + l * 32 * p->z_bits + p->omega + k);
        CHECK(scheme->anchor_bytes == p->tr_bytes);
        CHECK(p->tau <= sizeof((ksig_mldsa_challenge *)0)->position);
        CHECK((Q - 1) % (2 * p->gamma2) == 0);
        CHECK((Q - 1) / (2 * p->gamma2) == p->high_parts && p->high_parts <= 1u << p->w1_bits);
        CHECK(p->challenge_bytes <= KSIG_MLDSA_MU_BYTES);
        CHECK(scheme->state_bytes % 8 == 0);
        CHECK(scheme->state_bytes >= offsetof(ksig_mldsa_state, tail) + ksig_mldsa_z_kept(p) +
                                         p->challenge_bytes + ksig_mldsa_hint_bytes(p));
        CHECK(scheme->state_bytes < offsetof(ksig_mldsa_state, tail) + ksig_mldsa_z_kept(p) +
                                        p->challenge_bytes + ksig_mldsa_hint_bytes(p) + 8);
    }
}

static void pack_field(uint8_t *packed, unsigned n, unsigned bits, uint32_t field) {
    for (unsigned b = 0; b < bits; b++) {
        const unsigned at = n * bits + b;
        packed[at / 8] = (uint8_t)((packed[at / 8] & ~(1u << at % 8)) | (field >> b & 1) << at % 8);
    }
}

static void test_z_fields(void) {
    for (unsigned s = 0; s < SCHEMES; s++) {
        const ksig_mldsa_params *p = all_schemes[s]->params;
        const uint32_t beta = p->beta, gamma1 = ksig_mldsa_gamma1(p);
        uint8_t packed[640];
        memset(packed, 0, sizeof packed);
        for (uint32_t field = 0; field < 2 * gamma1; field++) {
            const unsigned n = field % 256;
            pack_field(packed, n, p->z_bits, field);
            if (ksig_mldsa_z_field(packed + n / 4 * (p->z_bits / 2), n % 4, p->z_bits) != field)
                CHECK(0);
#if KSIG_COMPACT_RING
            if (ksig_mldsa_field(packed, n, p->z_bits) != field)
                CHECK(0);
#endif
            const int32_t z = (int32_t)gamma1 - (int32_t)field, bound = (int32_t)(gamma1 - beta);
            if (ksig_mldsa_excess(field, beta, p->z_bits) != (z <= -bound || z >= bound))
                CHECK(0);
        }
        for (unsigned bad = 0; bad < 4; bad++) {
            for (unsigned n = 0; n < 256; n++)
                pack_field(packed, n, p->z_bits,
                           n < bad ? beta
                           : n & 1 ? beta + 1
                                   : 2 * gamma1 - beta - 1);
            const ksig_tally tally = ksig_mldsa_tally_z(packed, beta, p->z_bits);
            CHECK(tally.bad == bad && tally.good == 256 - bad);
        }
    }
}

/* Both halves against the whole transform of the unpacked polynomial. */
static void test_first_layers(void) {
#if KSIG_SCALED_Z
    const int32_t scale = KSIG_Z_SCALE;
#else
    const int32_t scale = 1;
#endif
    for (unsigned bits = 18; bits <= 20; bits += 2) {
        for (unsigned round = 0; round < 10; round++) {
            uint8_t packed[640];
            int32_t whole[256], half[128];
            check_random_bytes(packed, sizeof packed);
            for (unsigned n = 0; n < 256; n++)
                whole[n] = (int32_t)(1 << (bits - 1)) -
                           (int32_t)ksig_mldsa_z_field(packed + n / 4 * (bits / 2), n % 4, bits);
            ksig_ntt23(whole);
            for (unsigned h = 0; h < 2; h++) {
                ksig_mldsa_transform_half(half, packed, bits, h);
#if KSIG_COMPACT_RING
                for (unsigned n = 128; n-- > 0;)
                    half[n] = ksig_compact_load((const uint8_t *)half + 3 * n);
#endif
                unsigned wrong = 0;
                for (unsigned n = 0; n < 128; n++)
                    wrong += (half[n] - (int64_t)scale * whole[128 * h + n]) % Q != 0;
                CHECK(wrong == 0);
            }
        }
    }
}

static void test_t1(void) {
    int32_t poly[256];
    uint8_t packed[320];
    check_random_bytes(packed, sizeof packed);
    memcpy((uint8_t *)poly + 704, packed, sizeof packed);
    ksig_mldsa_unpack_t1(poly, (const uint8_t *)poly + 704);
    for (unsigned n = 0; n < 256; n++) {
        int32_t field = 0;
        for (unsigned b = 0; b < 10; b++)
            field |= (packed[(10 * n + b) / 8] >> (10 * n + b) % 8 & 1) << b;
        CHECK(poly[n] == field * 8192);
    }
}

/* FIPS 204 Algorithm 29 on an array of 256. */
static void sample_by_definition(const uint8_t *seed, unsigned seed_bytes, unsigned tau,
                                 int c[256]) {
    ksig_keccak k;
    uint8_t signs[8], j;
    ksig_shake256_init(&k);
    ksig_keccak_absorb(&k, seed, seed_bytes);
    ksig_keccak_finish(&k);
    ksig_keccak_squeeze(&k, signs, 8);
    for (unsigned i = 0; i < 256; i++)
        c[i] = 0;
    for (unsigned i = 256 - tau; i < 256; i++) {
        do
            ksig_keccak_squeeze(&k, &j, 1);
        while (j > i);
        c[i] = c[j];
        const unsigned m = i + tau - 256;
        c[j] = signs[m / 8] >> m % 8 & 1 ? -1 : 1;
    }
}

static void test_challenge(void) {
    static union {
        uint64_t align;
        uint8_t bytes[8192];
    } memory;
    ksig_mldsa_state *const v = (ksig_mldsa_state *)(void *)&memory;
    for (unsigned s = 0; s < SCHEMES; s++) {
        v->head.scheme = all_schemes[s];
        const ksig_mldsa_params *p = all_schemes[s]->params;
        for (unsigned round = 0; round < 500; round++) {
            int expected[256], got[256] = {0};
            check_random_bytes(ksig_mldsa_challenge_bytes(&v->head, v->tail), p->challenge_bytes);
            sample_by_definition(ksig_mldsa_challenge_bytes(&v->head, v->tail), p->challenge_bytes,
                                 p->tau, expected);
            ksig_mldsa_sample_challenge(v);
            for (unsigned m = 0; m < p->tau; m++)
                got[v->xof.challenge.position[m]] +=
                    v->xof.challenge.signs[m / 8] >> m % 8 & 1 ? -1 : 1;
            CHECK(memcmp(got, expected, sizeof got) == 0);
        }
    }
}

/* A hint of omega = 5 positions and k = 3 counts. */
static void test_hint(void) {
    static const struct {
        uint8_t hint[8];
        int canonical;
    } cases[] = {
        {{0, 0, 0, 0, 0, 0, 0, 0}, 1},       {{7, 0, 0, 0, 0, 1, 1, 1}, 1},
        {{7, 7, 7, 0, 0, 1, 2, 3}, 1},       {{0, 1, 2, 3, 255, 5, 5, 5}, 1},
        {{0, 1, 2, 3, 255, 0, 0, 5}, 1},     {{0, 0, 0, 0, 0, 1, 2, 3}, 1},
        {{7, 7, 0, 0, 0, 2, 2, 2}, 0},       {{8, 7, 0, 0, 0, 2, 2, 2}, 0},
        {{7, 8, 0, 0, 0, 2, 1, 2}, 0},       {{7, 8, 9, 0, 0, 2, 2, 2}, 0},
        {{0, 0, 0, 0, 1, 0, 0, 0}, 0},       {{0, 1, 2, 3, 4, 5, 5, 6}, 0},
        {{0, 1, 2, 3, 4, 255, 255, 255}, 0}, {{0, 1, 2, 3, 4, 6, 5, 5}, 0},
        {{0, 1, 2, 3, 4, 5, 4, 5}, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const ksig_tally tally = ksig_mldsa_tally_hint(cases[i].hint, 3, 5);
        CHECK((tally.bad == 0) == cases[i].canonical);
        CHECK((tally.good == 3 + 5) == cases[i].canonical);
    }
}

int main(void) {
    test_use_hint();
    test_parameters();
    test_z_fields();
    test_first_layers();
    test_t1();
    test_challenge();
    test_hint();
    return check_end();
}
