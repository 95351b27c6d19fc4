/* HAETAE key generation: sampling, packing, steps, known keys.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/common/haetae_pack.h"
#include "haetae/common/haetae_secret.h"
#include "haetae/common/haetae_uniform.h"
#include "haetae/keygen/haetae_keygen.h"
#include "kilosig/kilosig.h"

enum { N = KSIG_HAETAE_N };

static unsigned field_of(const uint8_t *packed, unsigned bits, unsigned n) {
    unsigned field = 0;
    for (unsigned i = 0; i < bits; i++)
        field |= (unsigned)(packed[(bits * n + i) / 8] >> (bits * n + i) % 8 & 1) << i;
    return field;
}

static void pack(uint8_t *packed, unsigned bits, const int s[N]) {
    ksig_haetae_packer to = {packed, 0, 0};
    for (unsigned n = 0; n < N; n++)
        ksig_haetae_put(&to, (uint32_t)((int)bits - 1 - s[n]), bits);
}

/* ---- Sampling and packing ---------------------------------------------------------------- */

static void test_sampler(void) {
    static const int value_of[3] = {0, 1, -1};
    uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES];
    unsigned rejected = 0;
    check_random_bytes(sigma, sizeof sigma);
    for (unsigned nonce = 0; nonce < 400; nonce += nonce < 300 ? 1 : 99) {
        const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
        ksig_keccak sponge;
        uint8_t stream[300], two[64 + 1], three[96 + 1];
        int s[N];
        ksig_shake256_init(&sponge);
        ksig_keccak_absorb(&sponge, sigma, sizeof sigma);
        ksig_keccak_absorb(&sponge, nonce_bytes, 2);
        ksig_keccak_finish(&sponge);
        ksig_keccak_squeeze(&sponge, stream, sizeof stream);
        for (unsigned i = 0, n = 0; n < N; i++) {
            unsigned t = stream[i];
            rejected += t >= 243;
            for (unsigned digit = 0; t < 243 && digit < 5 && n < N; digit++, t /= 3)
                s[n++] = value_of[t % 3];
        }
        two[64] = three[96] = 0x5a;
        ksig_haetae_sample_secret(&sponge, sigma, nonce, two, 2);
        ksig_haetae_sample_secret(&sponge, sigma, nonce, three, 3);
        unsigned wrong = 0;
        for (unsigned n = 0; n < N; n++) {
            wrong += (int)field_of(two, 2, n) != 1 - s[n];
            wrong += (int)field_of(three, 3, n) != 2 - s[n];
        }
        CHECK(wrong == 0 && two[64] == 0x5a && three[96] == 0x5a);

        uint16_t unpacked[N];
        ksig_haetae_unpack_secret(unpacked, two);
        for (unsigned n = 0; n < N; n++)
            wrong += unpacked[n] != (s[n] < 0 ? KSIG_Q16 - 1 : (unsigned)s[n]);
        CHECK(wrong == 0);
    }
    CHECK(rejected > 500);
}

static void test_packing(void) {
    static const int b0_of[4] = {0, 1, 0, -1};
    /* Every b with every s2: 253 polynomials of them. */
    for (unsigned first = 0; first < KSIG_Q16; first += N) {
        for (int shift = 0; shift < 3; shift++) {
            uint16_t b[N];
            uint8_t packed[512 + 1], s2[96 + 1];
            int s[N];
            unsigned wrong = 0;
            for (unsigned n = 0; n < N; n++) {
                b[n] = (uint16_t)((first + n) % KSIG_Q16);
                s[n] = (int)((n / 4 + (unsigned)shift) % 3) - 1;
            }
            pack(s2, 3, s);
            s2[96] = packed[480] = 0x5a;
            ksig_haetae_split_b(packed, s2, b);
            for (unsigned n = 0; n < N; n++) {
                const int b0 = b0_of[b[n] % 4];
                wrong += 2 * (int)field_of(packed, 15, n) + b0 != b[n];
                wrong += (int)field_of(s2, 3, n) != 2 - (s[n] - b0);
            }
            CHECK(wrong == 0 && s2[96] == 0x5a && packed[480] == 0x5a);
            packed[512] = 0x5a;
            ksig_haetae_pack_b(packed, b);
            for (unsigned n = 0; n < N; n++)
                wrong += field_of(packed, 16, n) != b[n];
            CHECK(wrong == 0 && packed[512] == 0x5a);
        }
    }
}

/* ---- Whole keys -------------------------------------------------------------------------- */

/* The seed 00 01 .. 1f. */
typedef struct known_key {
    const ksig_keygen_scheme *scheme;
    unsigned attempts;
    uint32_t figure;
    int s1[8],
        s2[8]; /* the first coefficients of s1[0], of s2[0] without b0, of b[0] as it is packed */
    uint16_t b[8];
    const char *digest; /* SHA3-256 of the secret key */
} known_key;

static const known_key known_keys[] = {
#if KSIG_ENABLE_HAETAE_2
    {&ksig_haetae_2_keygen,
     1,
     594401,
     {0, 0, 1, 1, -1, -1, -1, -1},
     {0, -2, 0, 0, -1, 0, 0, 0},
     {31860, 14190, 3446, 3890, 6332, 11088, 16198, 2904},
     "75aae64abc854d2880ffb02840aa4013ed296e5683d20c9f4cfe8c8bebfafd9e"},
#endif
#if KSIG_ENABLE_HAETAE_3
    {&ksig_haetae_3_keygen,
     6,
     837308,
     {1, 1, -1, 0, -1, 1, -1, 0},
     {0, 1, 0, 0, -2, -1, 1, -2},
     {27552, 4424, 13220, 27452, 5238, 5913, 4376, 26464},
     "1c88df53c14c822af89eabc63786ec8a26c00cf8a80797d2ed67bc3727691e4b"},
#endif
#if KSIG_ENABLE_HAETAE_5
    {&ksig_haetae_5_keygen,
     6,
     731186,
     {0, 1, 0, 1, 1, -1, -1, -1},
     {0, -1, -1, 1, -1, -1, 0, 1},
     {17747, 18673, 25463, 16409, 19755, 46089, 21840, 27962},
     "c8394546f7f116e0a4effc578e77ce95afef20dceb8423e0a383abd2ef27a49d"},
#endif
};

static const char rho_hex[] = "69f07c8840ce80024db30939882c3d5bbc9c98b3e31e4513ebd2ca9b4503cdd3";
static const char key_hex[] = "337cecabc4be915f1453607bff6f0632ca7f3e8eab53456eba47300ad61fe0dc";

static void test_matrix(void) {
    static const uint16_t expected[3][8] = {{44526, 44057, 52047, 49489, 31956, 4231, 41962, 44135},
                                            {5169, 57270, 34857, 6971, 14884, 7689, 49288, 36014},
                                            {15344, 1860, 3199, 18030, 9156, 54610, 35384, 39118}};
    static const unsigned nonces[3] = {0, 1, 256};
    uint8_t rho[32], seed[32];
    ksig_keccak sponge;
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)i;
    ksig_shake256_init(&sponge);
    ksig_keccak_absorb(&sponge, seed, 32);
    ksig_keccak_finish(&sponge);
    ksig_keccak_squeeze(&sponge, rho, 32);
    CHECK_HEX(rho, 32, rho_hex);
    for (unsigned i = 0; i < 3; i++) {
        unsigned position = KSIG_SHAKE128_RATE;
        ksig_haetae_start_uniform(&sponge, rho, nonces[i]);
        for (unsigned n = 0; n < 8; n++)
            CHECK(ksig_haetae_next_uniform(&sponge, &position) == expected[i][n]);
    }
}

/* The figure of a finished secret key. */
static uint32_t figure_of_key(const ksig_keygen_scheme *scheme, const uint8_t *secret_key) {
    const ksig_haetae_params *const p = scheme->params;
    uint32_t largest[KSIG_HAETAE_LARGEST] = {0};
    for (unsigned residue = 0; residue < KSIG_HAETAE_RESIDUES; residue++) {
        uint32_t sums[KSIG_HAETAE_POINTS] = {0};
        const uint8_t *packed = secret_key + scheme->key_bytes;
        for (unsigned j = 0; j < p->l - 1u + p->k; j++) {
            const unsigned bits = j < p->l - 1u ? 2 : ksig_haetae_s2_bits(p);
            ksig_haetae_complex out[KSIG_HAETAE_POINTS];
            ksig_haetae_transform(out, packed, bits, residue);
            ksig_haetae_add_squares(sums, out);
            packed += 32 * bits;
        }
        ksig_haetae_keep_largest(largest, p->sv_count, sums);
    }
    return ksig_haetae_singular_value(p, largest);
}

static ksig_keygen_haetae_5 states[2]; /* all levels' states are equally large */
static uint8_t secret_keys[2][2752 + 1];

static void test_known_key(const known_key *known) {
    const ksig_keygen_scheme *const scheme = known->scheme;
    const ksig_haetae_params *const p = scheme->params;
    const unsigned m = p->l - 1u;
    uint8_t seed[32], digest[32];
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)i;
    uint8_t *const one = secret_keys[0], *const stepped = secret_keys[1];
    one[scheme->secret_key_bytes] = stepped[scheme->secret_key_bytes] = 0x5a;
    CHECK(ksig_keygen(&states[0], sizeof states[0], scheme, seed, one) == KSIG_DONE);

    unsigned now = 0, steps = 1;
    CHECK(ksig_keygen_open(&states[0], sizeof states[0], scheme, seed, stepped) == KSIG_PENDING);
    memset(seed, 0xee, sizeof seed); /* read by open only */
    while (ksig_keygen_step(&states[now]) == KSIG_PENDING) {
        memcpy(&states[!now], &states[now], sizeof states[0]);
        memset(&states[now], 0xd5, sizeof states[0]);
        now = !now;
        steps++;
    }
    /* The attempt that is taken is made once more. */
    const unsigned attempts = known->attempts + 1, products = p->d == 1 ? attempts : 2;
    CHECK(((const ksig_haetae_keygen_state *)(const void *)&states[now])->nonce ==
          (attempts - 2) * (m + p->k));
    CHECK(steps == 2 + attempts * 5 + products * (m + 1u) * p->k);
    CHECK(ksig_keygen_step(&states[now]) == KSIG_DONE); /* and nothing more happens */
    CHECK(ksig_keygen_close(&states[now]) == KSIG_DONE);
    CHECK(ksig_keygen_step(&states[now]) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_keygen_close(&states[now]) == KSIG_REJECT_ARGUMENT);
    CHECK(memcmp(one, stepped, scheme->secret_key_bytes) == 0);
    CHECK(one[scheme->secret_key_bytes] == 0x5a && stepped[scheme->secret_key_bytes] == 0x5a);

    const uint8_t *const s1 = one + scheme->key_bytes, *const s2 = s1 + 64 * m;
    const unsigned s2_bits = ksig_haetae_s2_bits(p);
    for (unsigned n = 0; n < 8; n++) {
        CHECK(1 - (int)field_of(s1, 2, n) == known->s1[n]);
        CHECK((int)s2_bits - 1 - (int)field_of(s2, s2_bits, n) == known->s2[n]);
        CHECK(field_of(one + 32, ksig_haetae_b_bits(p), n) == known->b[n]);
    }
    CHECK(figure_of_key(scheme, one) == known->figure && known->figure <= p->sv_limit);
    CHECK_HEX(one, 32, rho_hex);
    CHECK_HEX(one + scheme->secret_key_bytes - 32, 32, key_hex);
    ksig_keccak hash;
    ksig_keccak_init(&hash, 136, KSIG_SHA3_SUFFIX);
    ksig_keccak_absorb(&hash, one, scheme->secret_key_bytes);
    ksig_keccak_finish(&hash);
    ksig_keccak_squeeze(&hash, digest, sizeof digest);
    CHECK_HEX(digest, sizeof digest, known->digest);
}

static int all_zero(const uint8_t *bytes, size_t length) {
    unsigned any = 0;
    while (length-- > 0)
        any |= bytes[length];
    return any == 0;
}

static void test_close_early(const ksig_keygen_scheme *scheme) {
    const uint8_t seed[32] = {1};
    for (unsigned steps = 0; steps < 30; steps++) {
        memset(secret_keys, 0xff, sizeof secret_keys);
        memset(states, 0xff, sizeof states);
        CHECK(ksig_keygen_open(&states[0], sizeof states[0], scheme, seed, secret_keys[0]) ==
              KSIG_PENDING);
        ksig_verdict progress = KSIG_PENDING;
        for (unsigned i = 0; i < steps && progress == KSIG_PENDING; i++)
            progress = ksig_keygen_step(&states[0]);
        if (progress == KSIG_DONE)
            break;
        CHECK(ksig_keygen_close(&states[0]) == KSIG_REJECT_INCOMPLETE);
        CHECK(all_zero(secret_keys[0], scheme->secret_key_bytes) &&
              secret_keys[0][scheme->secret_key_bytes] == 0xff);
        ((ksig_work_head *)(void *)&states[0])->reason = 0; /* the one word that is not */
        CHECK(all_zero((const uint8_t *)&states[0], scheme->state_bytes));
    }
}

static void test_arguments(const ksig_keygen_scheme *scheme) {
    const uint8_t seed[32] = {2};
    uint8_t *const bytes = (uint8_t *)&states[0];
    memset(states, 0x33, sizeof states);
    memset(secret_keys, 0x33, sizeof secret_keys);
    CHECK(scheme->state_bytes == sizeof states[0] && scheme->state_bytes % 8 == 0 &&
          scheme->seed_bytes == 32);
    CHECK(ksig_keygen_open(bytes, scheme->state_bytes - 1u, scheme, seed, secret_keys[0]) ==
          KSIG_REJECT_STATE_SIZE);
    CHECK(ksig_keygen(bytes, 0, scheme, seed, secret_keys[0]) == KSIG_REJECT_STATE_SIZE);
    for (unsigned offset = 1; offset < 8; offset++)
        CHECK(ksig_keygen_open(bytes + offset, scheme->state_bytes, scheme, seed, secret_keys[0]) ==
              KSIG_REJECT_STATE_SIZE);
    for (size_t i = sizeof(ksig_work_head); i < sizeof states;
         i++) /* there is a closed head before */
        CHECK(bytes[i] == (i < scheme->state_bytes - 1u ? 0 : 0x33));
    CHECK(all_zero(secret_keys[0], scheme->secret_key_bytes) &&
          secret_keys[0][scheme->secret_key_bytes] == 0x33);
    CHECK(ksig_keygen_close(bytes) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_keygen_take(bytes, secret_keys[0], 1) == 0);
    CHECK(ksig_keygen_open(bytes, scheme->state_bytes, scheme, seed, NULL) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_keygen_step(bytes) == KSIG_REJECT_ARGUMENT &&
          ksig_keygen_close(bytes) == KSIG_REJECT_ARGUMENT);
    CHECK(ksig_keygen(bytes, scheme->state_bytes, scheme, seed, NULL) == KSIG_REJECT_ARGUMENT);
}

int main(void) {
    test_sampler();
    test_packing();
    test_matrix();
    for (size_t i = 0; i < sizeof known_keys / sizeof known_keys[0]; i++) {
        test_known_key(&known_keys[i]);
        test_close_early(known_keys[i].scheme);
        test_arguments(known_keys[i].scheme);
    }
    return check_end();
}
