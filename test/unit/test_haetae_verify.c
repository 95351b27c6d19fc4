/* The pieces of HAETAE verification against their definitions.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/common/haetae_rans.h"
#include "haetae/verify/haetae_hint.h"
#include "haetae/verify/haetae_verify_state.h"
#include "stream/verdict.h"

enum { Q = 64513, MOST = 7 * 256 };

static const ksig_haetae_params *const levels[] = {&ksig_haetae_level_2, &ksig_haetae_level_3,
                                                   &ksig_haetae_level_5};

/* An alphabet and the search that belongs to it. */
typedef struct alphabet {
    const uint16_t *frequency;
    unsigned count, middle;
    uint32_t below;
} alphabet;

static alphabet high_of(const ksig_haetae_params *p) {
    const alphabet a = {p->hb_frequency, p->hb_symbols, p->hb_offset, p->hb_below};
    return a;
}

static alphabet hint_of(const ksig_haetae_params *p) {
    const alphabet a = {p->hint_frequency, p->hint_symbols, 0, 0};
    return a;
}

static unsigned next_symbol(ksig_rans *r, const alphabet *a) {
    r->symbols++;
    return a->middle != 0 ? ksig_rans_from_middle(r, a->frequency, a->middle, a->below)
                          : ksig_rans_from_ends(r, a->frequency, a->count);
}

/* The encoder as it is defined. Returns the length of the section at the end of `out`. */
static unsigned encode(const alphabet *a, const uint8_t *symbols, unsigned count, uint8_t *out,
                       unsigned room) {
    uint32_t x = KSIG_RANS_LEAST;
    unsigned at = room;
    while (count-- > 0) {
        uint32_t below = 0;
        for (unsigned s = 0; s < symbols[count]; s++)
            below += a->frequency[s];
        const uint32_t f = a->frequency[symbols[count]];
        for (; x >= f << 21; x >>= 8)
            out[--at] = (uint8_t)x;
        x = (x / f << 10) + x % f + below;
    }
    for (unsigned i = 4; i-- > 0;)
        out[--at] = (uint8_t)(x >> 8 * i);
    return room - at;
}

/* The decoder as it is defined: 1 if the section is well formed. */
static int decode(const alphabet *a, const uint8_t *section, unsigned length, uint8_t *symbols,
                  unsigned count) {
    uint32_t x = section[0] | (uint32_t)section[1] << 8 | (uint32_t)section[2] << 16 |
                 (uint32_t)section[3] << 24;
    unsigned used = 4;
    if (x < UINT32_C(1) << 23 || x >= UINT32_C(1) << 31)
        return 0;
    for (unsigned n = 0; n < count; n++) {
        uint32_t below = 0;
        unsigned s = 0;
        while (below + a->frequency[s] <= (x & 1023))
            below += a->frequency[s++];
        symbols[n] = (uint8_t)s;
        x = a->frequency[s] * (x >> 10) + (x & 1023) - below;
        while (x < UINT32_C(1) << 23 && used < length)
            x = x << 8 | section[used++];
    }
    return x == UINT32_C(1) << 23 && used == length;
}

/* The incremental one; at[j] is what was used when symbol 256 j was due. */
static int decode_by_bytes(const alphabet *a, const uint8_t *section, unsigned length,
                           uint8_t *symbols, unsigned count, unsigned *at) {
    ksig_rans r;
    ksig_rans_init(&r);
    for (unsigned n = 0; n < length && ksig_rans_hungry(&r); n++) {
        ksig_rans_byte(&r, section[n]);
        if (r.used == 4 && ksig_rans_bad_start(&r))
            return 0;
        while (!ksig_rans_hungry(&r) && r.symbols < count) {
            const unsigned due = r.symbols;
            symbols[due] = (uint8_t)next_symbol(&r, a);
            if (at != NULL && (due + 1) % 256 == 0)
                at[(due + 1) / 256] = r.used;
        }
    }
    return ksig_rans_bad_end(&r, length, count) == 0;
}

/* Sequences of every kind: 0 = likely, 1 = the likeliest only, 2 = uniform, 3 = the rarest only, 4
 * = likeliest first, 5 = likeliest last. */
static void choose(const alphabet *a, unsigned kind, uint8_t *symbols, unsigned count) {
    unsigned likeliest = 0, rarest = 0;
    for (unsigned s = 0; s < a->count; s++) {
        likeliest = a->frequency[s] > a->frequency[likeliest] ? s : likeliest;
        rarest = a->frequency[s] < a->frequency[rarest] ? s : rarest;
    }
    for (unsigned n = 0; n < count; n++) {
        uint32_t slot = check_random() & 1023;
        unsigned s = 0;
        while (slot >= a->frequency[s])
            slot -= a->frequency[s++];
        const int likely = kind == 4 ? n < count / 2 : n >= count / 2;
        symbols[n] = (uint8_t)(kind == 0   ? s
                               : kind == 1 ? likeliest
                               : kind == 2 ? check_random() % a->count
                               : kind == 3 ? rarest
                               : likely    ? likeliest
                                           : check_random() % a->count);
    }
}

static void test_round_trips(void) {
    static uint8_t out[4096], symbols[MOST], decoded[MOST], by_definition[MOST];
    for (unsigned level = 0; level < 3; level++) {
        const ksig_haetae_params *const p = levels[level];
        for (unsigned which = 0; which < 2; which++) {
            const alphabet a = which ? hint_of(p) : high_of(p);
            const unsigned columns = which ? p->k : p->l, count = 256 * columns;
            for (unsigned run = 0; run < 60; run++) {
                unsigned at[8] = {0};
                choose(&a, run % 6, symbols, count);
                const unsigned length = encode(&a, symbols, count, out, sizeof out);
                uint8_t *const section = out + sizeof out - length;
                CHECK(decode_by_bytes(&a, section, length, decoded, count, at));
                CHECK(memcmp(symbols, decoded, count) == 0);
                /* What haetae_verify.c says of the windows. */
                for (unsigned j = 1; j < columns && which == 0; j++) {
                    CHECK(at[j] >= j * p->hb_least);
                    CHECK(at[j] <= length - (columns - j) * p->hb_least);
                }
                /* Damaged ones get the verdict of the definition. */
                CHECK(!decode_by_bytes(&a, section, length - 1, decoded, count, NULL));
                CHECK(!decode_by_bytes(&a, section - 1, length + 1, decoded, count, NULL) ==
                      !decode(&a, section - 1, length + 1, by_definition, count));
                for (unsigned n = 0; n < 40; n++) {
                    const unsigned place = n < 4 ? n : check_random() % length;
                    const uint8_t kept = section[place];
                    section[place] ^= (uint8_t)(1u << check_random() % 8);
                    const int good = decode(&a, section, length, by_definition, count);
                    CHECK(decode_by_bytes(&a, section, length, decoded, count, NULL) == good);
                    CHECK(!good || memcmp(decoded, by_definition, count) == 0);
                    section[place] = kept;
                }
            }
        }
    }
}

static void test_start(void) {
    static const uint8_t bad[][4] = {
        {0xff, 0xff, 0x7f, 0}, {0, 0, 0, 0x80}, {0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff}};
    static const uint8_t good[][4] = {{0, 0, 0x80, 0}, {0xff, 0xff, 0xff, 0x7f}};
    for (unsigned which = 0; which < 6; which++) {
        ksig_rans r;
        ksig_rans_init(&r);
        for (unsigned i = 0; i < 4; i++) {
            CHECK(ksig_rans_hungry(&r));
            ksig_rans_byte(&r, which < 4 ? bad[which][i] : good[which - 4][i]);
        }
        CHECK((ksig_rans_bad_start(&r) != 0) == (which < 4));
    }
}

/* Frequencies, and the bounds that haetae_verify.c and put HighBits rely on. */
static void test_parameters(void) {
    for (unsigned level = 0; level < 3; level++) {
        const ksig_haetae_params *const p = levels[level];
        for (unsigned which = 0; which < 2; which++) {
            const alphabet a = which ? hint_of(p) : high_of(p);
            uint32_t sum = 0, below = 0;
            for (unsigned s = 0; s < a.count; s++) {
                sum += a.frequency[s];
                below += s < a.middle ? a.frequency[s] : 0;
            }
            CHECK(sum == 1024 && below == a.below);
        }
        CHECK(p->hint_symbols + p->hint_gap == ksig_haetae_hint_modulus(p));
        CHECK(p->base_h >= 4);
        CHECK(p->base_hb > p->l * (unsigned)p->hb_least || p->l == 4);
        CHECK(p->base_hb > (p->l - 1u) * p->hb_least);
    }
}

/* All t, all decodable hints, both parities, against spec-like arithmetic in Z. */
static void test_use_hint(void) {
    for (unsigned level = 0; level < 3; level++) {
        const ksig_haetae_params *const p = levels[level];
        const int32_t alpha = 1 << p->alpha_log, modulus = (2 * Q - 2) / alpha;
        unsigned long wrong = 0;
        for (unsigned symbol = 0; symbol < p->hint_symbols; symbol++) {
            const int32_t h =
                (int32_t)symbol - (symbol <= p->hint_cut ? 0 : (int32_t)p->hint_symbols);
            for (int32_t half = 0; half < Q; half++) {
                const int32_t t = 2 * half % Q;
                for (int32_t parity = 0; parity < 2; parity++) {
                    const int32_t lifted = t % 2 == parity ? t : t + Q;
                    int32_t high = (lifted + alpha / 2) / alpha;
                    if (high == modulus)
                        high = 0;
                    const int32_t w = (high + h + modulus) % modulus;
                    int32_t twice = (alpha * w - lifted + parity + 4 * Q) % (2 * Q);
                    if (twice >= Q)
                        twice -= 2 * Q;
                    int32_t z2 = 0;
                    wrong += ksig_haetae_use_hint(p, (uint32_t)half, (uint32_t)parity, h, &z2) !=
                                 (uint32_t)w ||
                             2 * z2 != twice;
                }
            }
        }
        CHECK(wrong == 0);
    }
}

static union {
    uint64_t align;
    uint8_t bytes[KSIG_HAETAE_STATE_BYTES(4)];
} memory;

static void test_unpack(void) {
    for (unsigned level = 0; level < 3; level++) {
        const ksig_haetae_params *const p = levels[level];
        const ksig_haetae_scheme scheme = {p, 1};
        const ksig_scheme descriptor = {.params = &scheme};
        ksig_haetae_state *const v = (ksig_haetae_state *)(void *)&memory;
        v->head.scheme = &descriptor;
        const unsigned bits = 16u - p->d;
        for (unsigned run = 0; run < 40; run++) {
            uint8_t packed[512];
            const unsigned i = run % p->k;
            uint32_t bad = 0, wrong = 0;
            check_random_bytes(packed, sizeof packed);
            if (run == 1)
                memset(packed, 0xff, sizeof packed);
            if (run == 2)
                memset(packed, 0, sizeof packed);
            memcpy((uint8_t *)v->rows[i + 1] - 32 * bits, packed, 32 * bits);
            const ksig_tally found = ksig_haetae_unpack_row(v, i);
            for (unsigned n = 0; n < 256; n++) {
                uint32_t field = 0;
                for (unsigned b = 0; b < bits; b++)
                    field |= ((unsigned)packed[(n * bits + b) / 8] >> (n * bits + b) % 8 & 1u) << b;
                bad += field >= Q;
                wrong += v->rows[i][n] != field;
            }
            CHECK(wrong == 0);
            CHECK(found.bad == bad && found.good == 256 - bad && (p->d == 0 || bad == 0));
        }
    }
}

static void test_sticky_sum(void) {
    const uint32_t top = UINT32_C(1) << 31;
    CHECK(ksig_haetae_sticky_sum(1, 9) == 10);
    CHECK(ksig_haetae_sticky_sum(top - 9, 9) == top);
    CHECK(ksig_haetae_sticky_sum(top, 0) == top);
    CHECK(ksig_haetae_sticky_sum(UINT32_MAX, 1) == top);
    CHECK(ksig_haetae_sticky_sum(UINT32_MAX, 32256 * 32256) >= top);
    for (unsigned level = 0; level < 3; level++)
        CHECK(levels[level]->b2_squared < top);
}

/* Symbols of a column, in pieces; the norm grows by the squares, the trail does not. */
static void test_column(unsigned level, uint32_t norm) {
    const ksig_haetae_params *const p = levels[level];
    const ksig_haetae_scheme scheme = {p, 1};
    const ksig_scheme descriptor = {.params = &scheme};
    const alphabet a = high_of(p);
    ksig_haetae_state *const v = (ksig_haetae_state *)(void *)&memory;
    uint8_t symbols[256], low[256], section[512];
    uint32_t expected = norm, sum = 0, wrong = 0;
    memset(v, 0, sizeof *v);
    v->head.scheme = &descriptor;
    v->norm = norm;
    check_random_bytes(symbols, sizeof symbols);
    check_random_bytes(low, sizeof low);
    memcpy(v->u.bytes + 256, low, sizeof low);
    for (unsigned n = 0; n < 256; n++)
        symbols[n] = (uint8_t)(symbols[n] % a.count);
    const unsigned length = encode(&a, symbols, 256, section, sizeof section);
    const uint8_t *next = section + sizeof section - length;
    for (unsigned left = length, size = 1; left > 0;
         left -= size, next += size, size = size % 7 + 1) {
        size = size < left ? size : left;
        CHECK(ksig_haetae_decode_high(v, next, size, size) == size);
    }
    for (unsigned n = 0; n < 256; n++) {
        const int32_t z = 256 * ((int32_t)symbols[n] - p->hb_offset) + (low[n] ^ 128) - 128;
        sum += (uint32_t)(z * z);
        expected = ksig_haetae_sticky_sum(expected, (uint32_t)(z * z));
        wrong += v->u.operand[n] != (uint16_t)(z < 0 ? z + Q : z);
    }
    CHECK(wrong == 0 && v->norm == expected && ksig_rans_bad_end(&v->rans, length, 256) == 0);
    CHECK(v->head.reason == KSIG_PENDING);
    CHECK(!KSIG_GUARDED || (v->head.trail == KSIG_TRAIL_STEP) == (expected - norm == sum));
}

static void test_columns(void) {
    for (unsigned level = 0; level < 3; level++)
        for (unsigned run = 0; run < 20; run++)
            test_column(level, run == 0 ? UINT32_MAX - 65536 : 1000 * run);
}

static void test_sizes(void) {
    static const ksig_scheme *const schemes[] = {
#define KSIG_SCHEME_HAETAE(ID, id, ...) &ksig_##id,
#include "kilosig/schemes.def"
    };
    for (unsigned n = 0; n < sizeof schemes / sizeof *schemes; n++) {
        const ksig_scheme *const scheme = schemes[n];
        const ksig_haetae_scheme *const s = scheme->params;
        CHECK(scheme->state_bytes ==
              (offsetof(ksig_haetae_state, rows) + 512u * s->level->k + 7) / 8 * 8);
        CHECK(scheme->key_bytes == ksig_haetae_key_bytes(s->level));
        CHECK(scheme->signature_bytes >
              34 + 256u * s->level->l + s->level->base_hb + s->level->base_h);
        CHECK((scheme->flags & KSIG_HAS_CONTEXT) == s->ksx);
    }
}

int main(void) {
    test_round_trips();
    test_start();
    test_parameters();
    test_use_hint();
    test_unpack();
    test_sticky_sum();
    test_columns();
    test_sizes();
    return check_end();
}
