/* The pieces of Falcon verification against their definitions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "falcon/falcon_state.h"

#include <string.h>

#include "check.h"
#include "kilosig/kilosig.h"

enum { Q = KSIG_Q14, N = 512, MOST_BYTES = 41 + 3 * 1024 };

static union {
    uint64_t align;
    uint8_t bytes[KSIG_FALCON_STATE_BYTES(1024)];
} memory;

static ksig_falcon_state *const state = (ksig_falcon_state *)(void *)&memory;

static const ksig_falcon_params compressed = {.n = N,
                                              .key_header = 9,
                                              .signature_header = 0x39,
                                              .unpadded = 1,
                                              .bound = 34034726,
                                              .unscale = KSIG_NTT14_UNSCALE_512};
static const ksig_falcon_params padded = {.n = N,
                                          .key_header = 9,
                                          .signature_header = 0x39,
                                          .unpadded = 0,
                                          .bound = 34034726,
                                          .unscale = KSIG_NTT14_UNSCALE_512};
static ksig_scheme scheme;

static void begin(const ksig_falcon_params *params) {
    memset(&memory, 0xd5, sizeof memory);
    memset(&state->head, 0, sizeof state->head);
    scheme.params = params;
    state->head.scheme = &scheme;
    state->excess = 0;
    ksig_falcon_start_decoding(state);
}

/* Bits from the highest down. */
static struct {
    uint8_t bytes[MOST_BYTES];
    unsigned bits;
} text;

static void put(uint32_t value, unsigned count) {
    for (; count > 0; count--, text.bits++)
        text.bytes[text.bits / 8] = (uint8_t)(text.bytes[text.bits / 8] |
                                              (value >> (count - 1) & 1u) << (7 - text.bits % 8));
}

static void put_coefficient(int32_t s, int negative) {
    const uint32_t size = (uint32_t)(s < 0 ? -s : s);
    put((uint32_t)negative, 1);
    put(size & 127, 7);
    put(0, size >> 7);
    put(1, 1);
}

static void encode(const int16_t *s) {
    memset(&text, 0, sizeof text);
    for (unsigned i = 0; i < N; i++)
        put_coefficient(s[i], s[i] < 0);
}

/* In chunks of any size. */
static void decode(unsigned bytes, unsigned chunk) {
    for (unsigned at = 0; at < bytes && state->head.reason == KSIG_PENDING; at += chunk)
        ksig_falcon_decode(state, text.bytes + at, at + chunk < bytes ? chunk : bytes - at);
}

/* 1 if all is as it must be, as signature_done in falcon_verify.c looks at it. */
static int is_good(void) {
    const ksig_tally tally = ksig_falcon_check_s2(state);
    return state->head.reason == KSIG_PENDING && tally.bad == 0 && tally.good == 2 * N &&
           state->excess == 0 && state->window == 0;
}

static void choose(int16_t *s, unsigned kind) {
    for (unsigned i = 0; i < N; i++) {
        const uint32_t r = check_random();
        const int32_t size = (int32_t)(kind == 0   ? r % 300
                                       : kind == 1 ? r % 2048
                                       : kind == 2 ? 2047
                                                   : r % 3);
        s[i] = (int16_t)(r >> 31 ? -size : size);
    }
}

static void test_decode(void) {
    static const unsigned chunks[] = {1, 2, 3, 5, 64, MOST_BYTES};
    int16_t s[N];
    for (unsigned run = 0; run < 48; run++) {
        choose(s, run % 4);
        encode(s);
        const unsigned bytes = (text.bits + 7) / 8, rest = bytes * 8 - text.bits,
                       chunk = chunks[run % 6];
        uint32_t norm = 0;
        for (unsigned i = 0; i < N; i++)
            norm += (uint32_t)(s[i] * s[i]);
        begin(&compressed);
        decode(bytes, chunk);
        CHECK(is_good());
        CHECK(memcmp(ksig_falcon_s2(state), s, sizeof s) == 0);
        CHECK(ksig_falcon_norm(ksig_falcon_s2(state), N) ==
              (norm < KSIG_FALCON_NORM_LIMIT ? norm : KSIG_FALCON_NORM_LIMIT));

        /* Too few, too many, zeros after it in either form, and what is not zero. */
        begin(&compressed);
        decode(bytes - 1, chunk);
        CHECK(!is_good());
        for (unsigned more = 1; more < 7; more++) {
            begin(&compressed);
            decode(bytes + more, chunk);
            CHECK(!is_good());
            begin(&padded);
            decode(bytes + more, chunk);
            CHECK(is_good());
            CHECK(memcmp(ksig_falcon_s2(state), s, sizeof s) == 0);
            text.bytes[bytes + more - 1] = (uint8_t)(1u << check_random() % 8);
            begin(&padded);
            decode(bytes + more, chunk);
            CHECK(!is_good());
            CHECK(state->excess != 0 && state->window != 0);
            text.bytes[bytes + more - 1] = 0;
        }
        for (unsigned bit = 0; bit < rest; bit++) {
            text.bytes[bytes - 1] ^= (uint8_t)(1u << bit);
            begin(run % 2 ? &compressed : &padded);
            decode(bytes, chunk);
            CHECK(!is_good());
            CHECK(state->excess != 0 && state->window != 0);
            text.bytes[bytes - 1] ^= (uint8_t)(1u << bit);
        }
    }
}

/* One coefficient that is none, at every place: -0, and 2048 or more. */
static void test_bad_coefficients(void) {
    static const unsigned chunks[] = {1, 7, MOST_BYTES};
    int16_t s[N];
    choose(s, 0);
    for (unsigned place = 0; place < N; place++) {
        for (unsigned kind = 0; kind < 4; kind++) {
            memset(&text, 0, sizeof text);
            for (unsigned i = 0; i < N; i++) {
                if (i != place)
                    put_coefficient(s[i], s[i] < 0);
                else if (kind == 0)
                    put_coefficient(0, 1);
                else
                    put_coefficient(kind == 1 ? 2048 : kind == 2 ? 2175 : 4000, place % 2);
            }
            begin(&compressed);
            decode((text.bits + 7) / 8, chunks[place % 3]);
            if (kind == 0) {
                CHECK(state->tally.bad == 1 && state->tally.good == N - 1);
                CHECK(ksig_falcon_check_s2(state).bad == 2);
            } else {
                CHECK(state->head.reason == KSIG_REJECT_ENCODING);
                CHECK(!is_good());
            }
        }
    }
}

static void test_key(void) {
    static const unsigned chunks[] = {1, 3, 7, 64, 896};
    for (unsigned run = 0; run < 40; run++) {
        uint16_t h[N];
        unsigned bad = 0;
        memset(&text, 0, sizeof text);
        for (unsigned i = 0; i < N; i++) {
            h[i] = (uint16_t)(check_random() % (run < 10 ? Q : 16384));
            if (run == 10)
                h[i] = i == 511 ? Q : Q - 1;
            bad += h[i] >= Q;
            put(h[i], 14);
        }
        begin(&compressed);
        for (unsigned at = 0, chunk = chunks[run % 5]; at < 896; at += chunk)
            ksig_falcon_decode_key(state, text.bytes + at, at + chunk < 896 ? chunk : 896 - at);
        CHECK(state->tally.bad == 2 * bad && state->tally.good == 2 * (N - bad) &&
              state->missing == 0);
        CHECK(memcmp(state->poly, h, sizeof h) == 0);
    }
}

/* s1 = c - s2 h, against the definition. */
static void test_s1(void) {
    for (unsigned run = 0; run < 20; run++) {
        int16_t product[N];
        begin(&compressed);
        ksig_keccak sponge;
        ksig_shake256_init(&sponge);
        const uint8_t seed = (uint8_t)run;
        (void)ksig_keccak_absorb(&sponge, &seed, 1);
        CHECK(ksig_keccak_end(&sponge) == 0);
        state->hash.sponge = sponge;
        for (unsigned i = 0; i < N; i++) {
            product[i] = (int16_t)((int32_t)(check_random() % (4 * Q + 1)) - 2 * Q);
            if (run < 2)
                product[i] = (int16_t)(run ? 2 * Q : -2 * Q);
        }
        memcpy(state->poly, product, sizeof product);
        CHECK(ksig_falcon_form_s1(state) == 0);
        unsigned long wrong = 0;
        for (unsigned i = 0; i < N; i++) {
            uint8_t two[2];
            do
                ksig_keccak_squeeze(&sponge, two, 2);
            while (((unsigned)two[0] << 8 | two[1]) >= 61445);
            const int32_t c = (int32_t)((unsigned)two[0] << 8 | two[1]);
            int32_t s1 = (c - ksig_multiply14(product[i], KSIG_NTT14_UNSCALE_512) + Q) % Q;
            s1 -= s1 > Q / 2 ? Q : 0;
            wrong += state->poly[i] != s1;
        }
        CHECK(wrong == 0);
    }
}

/* All values that c can have, with products at the limits. */
static void test_reduction(void) {
    unsigned long wrong = 0;
    for (uint32_t c = 0; c < 61445; c++) {
        for (int32_t product = -2 * Q; product <= 2 * Q; product += Q / 3) {
            const int32_t s1 =
                ksig_plantard14(c * ksig_zetas14[0] - (uint32_t)product * KSIG_NTT14_UNSCALE_512);
            const int32_t difference =
                (int32_t)c - ksig_multiply14(product, KSIG_NTT14_UNSCALE_512) - s1;
            wrong += difference % Q != 0 || s1 > Q / 2 || s1 < -(Q / 2);
        }
    }
    CHECK(wrong == 0);
}

static void test_norm(void) {
    int16_t s[N] = {0};
    CHECK(ksig_falcon_norm(s, N) == 0);
    for (unsigned place = 0; place < N; place += 37) {
        memset(s, 0, sizeof s);
        s[place] = (int16_t)(place % 2 ? 6144 : -6144);
        s[N - 1 - place] = -3;
        CHECK(ksig_falcon_norm(s, N) == 6144u * 6144u + 9);
    }
    for (unsigned i = 0; i < N; i++)
        s[i] = 6144;
    CHECK(ksig_falcon_norm(s, N) == KSIG_FALCON_NORM_LIMIT);
    CHECK(ksig_falcon_norm(s, 28) == 28u * 6144 * 6144);
    CHECK(ksig_falcon_norm(s, 32) == KSIG_FALCON_NORM_LIMIT);
}

static void test_sizes(void) {
    static const ksig_scheme *const schemes[] = {
#define KSIG_SCHEME_FALCON(ID, id, ...) &ksig_##id,
#include "kilosig/schemes.def"
    };
    for (unsigned i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const ksig_scheme *const found = schemes[i];
        const ksig_falcon_params *const p = found->params;
        CHECK(found->state_bytes == offsetof(ksig_falcon_state, poly) + 4u * p->n);
        CHECK(found->key_bytes == 1 + ksig_falcon_packed_key(p) && p->n == 1u << p->key_header);
        CHECK(p->signature_header == 0x30 + p->key_header);
        CHECK((found->signature_least == found->signature_bytes) != p->unpadded);
        CHECK(found->signature_least >= 41u + p->n / 8u * 9u);
        CHECK(found->anchor_bytes == (p->framing != NULL ? 64 : 32));
        CHECK((found->flags & KSIG_HAS_CONTEXT) == (p->framing != NULL ? KSIG_HAS_CONTEXT : 0));
    }
}

int main(void) {
    test_decode();
    test_bad_coefficients();
    test_key();
    test_s1();
    test_reduction();
    test_norm();
    test_sizes();
    return check_end();
}
