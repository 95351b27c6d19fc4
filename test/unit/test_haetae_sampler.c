/* HAETAE's sampler of y. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/sign/haetae_hyperball.h"
#include "haetae_sampler.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const ksig_haetae_whole nothing = {NULL, KSIG_HAETAE_N}; /* kept */

static const ksig_haetae_params *level_of(unsigned level) {
    return level == 2   ? &ksig_haetae_level_2
           : level == 3 ? &ksig_haetae_level_3
                        : &ksig_haetae_level_5;
}

static void test_distribution(void) {
    static const uint16_t entries[64] = {
        3266,  6520,  9748,  12938, 16079, 19159, 22168, 25096, 27934, 30674, 33309, 35833, 38241,
        40531, 42698, 44742, 46663, 48460, 50135, 51690, 53128, 54454, 55670, 56781, 57794, 58712,
        59541, 60287, 60956, 61554, 62085, 62556, 62972, 63337, 63657, 63936, 64178, 64388, 64569,
        64724, 64857, 64970, 65066, 65148, 65216, 65273, 65321, 65361, 65394, 65422, 65444, 65463,
        65478, 65490, 65500, 65508, 65514, 65519, 65523, 65527, 65529, 65531, 65533, 65534,
    };
    unsigned below = 0, wrong = 0; /* entries < u */
    for (uint32_t u = 0; u < 65536; u++) {
        wrong += ksig_haetae_count_below(u) != below;
        if (below < 64 && entries[below] == u)
            below++;
    }
    CHECK(wrong == 0);
    for (unsigned i = 0; i < 64; i++) {
        CHECK(ksig_haetae_count_below(entries[i]) == i);
        CHECK(ksig_haetae_count_below(entries[i] + 1u) == i + 1);
    }
}

static void test_exp(void) {
    for (unsigned i = 0; i < COUNT(exp_values); i++)
        CHECK(ksig_haetae_exp(exp_values[i].e) == exp_values[i].value);
}

static void test_scale(void) {
    for (unsigned i = 0; i < COUNT(scales); i++) {
        ksig_haetae_fixed norm;
        memcpy(norm.word, scales[i].norm, sizeof norm.word);
        const ksig_haetae_fixed scale = ksig_haetae_scale_of(level_of(scales[i].level), norm);
        CHECK(memcmp(scale.word, scales[i].scale, sizeof scale.word) == 0);
    }
}

static void test_stream(void) {
    for (unsigned i = 0; i < COUNT(streams); i++) {
        ksig_keccak sponge;
        ksig_haetae_sample sample;
        ksig_haetae_fixed norm = {{0, 0, 0}};
        ksig_haetae_runs runs;
        uint8_t signs[KSIG_HAETAE_SIGNS_BYTES];
        unsigned rejected = 0, noted = 0;
        ksig_haetae_start_stream(&sponge, streams[i].seed, 0);
        ksig_keccak_squeeze(&sponge, signs, sizeof signs);
        for (unsigned n = 0; n < 257; n++) {
            rejected += ksig_haetae_next_sample(&sponge, &sample);
            CHECK(n >= 8 || sample.value == streams[i].first[n]);
        }
        CHECK(sample.value == streams[i].last);
        runs.count = runs.open = 0;
        ksig_haetae_add_norm(&sponge, streams[i].seed, 0, 257, &norm, &runs, NULL, &nothing);
        CHECK(memcmp(norm.word, streams[i].norm, sizeof norm.word) == 0);
        for (unsigned n = 0; n < runs.count; n++)
            noted += runs.runs[n] != KSIG_HAETAE_LONGEST_RUN;
        CHECK(noted == rejected);
    }
}

/* Every polynomial is the same with all runs known, some of them, and none. */
static void test_runs(void) {
    static const ksig_haetae_fixed scale = {{0xb06c3c5d, 0xe42791b3, 0x000fb101}};
    for (unsigned round = 0; round < 8; round++) {
        uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES];
        ksig_keccak sponge;
        ksig_haetae_fixed norm = {{0, 0, 0}};
        ksig_haetae_runs runs, known;
        for (unsigned i = 0; i < sizeof seed; i++)
            seed[i] = (uint8_t)check_random();
        runs.count = runs.open = 0;
        for (unsigned p = 0; p < 16; p++)
            ksig_haetae_add_norm(&sponge, seed, p, p < 2 ? 257 : 256, &norm, &runs, NULL, &nothing);
        CHECK(runs.count == KSIG_HAETAE_RUNS);
        known = runs;
        for (unsigned p = 0; p < 16; p++) {
            int32_t all[256], some[256];
            for (unsigned pass = 0; pass < 3; pass++) {
                ksig_haetae_y y;
                known.count = (uint8_t)(pass == 0   ? 0
                                        : pass == 1 ? check_random() % KSIG_HAETAE_RUNS
                                                    : runs.count);
                ksig_haetae_start_y(&y, &sponge, seed, p, &scale, &known,
                                    256 * p + (p < 2 ? p : 2));
                for (unsigned n = 0; n < 256; n++)
                    (pass == 0 ? all : some)[n] = ksig_haetae_next_y(&y);
                CHECK(pass == 0 || memcmp(all, some, sizeof all) == 0);
            }
        }
    }
}

/* A run as long as a byte can say, and others around it. */
static void test_long_run(void) {
    static const unsigned lengths[] = {0, 254, 255, 256, 509, 510, 511};
    uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES] = {1};
    ksig_keccak sponge;
    for (unsigned i = 0; i < COUNT(lengths); i++) {
        static const ksig_haetae_fixed scale = {{0, 0, 0x00100000}};
        ksig_haetae_runs runs = {0, 0, {0}};
        ksig_haetae_y y;
        const unsigned length = lengths[i];
        for (unsigned left = length; left >= 255; left -= 255)
            runs.runs[runs.count++] = 255;
        runs.runs[runs.count++] = (uint8_t)(length % 255);
        runs.runs[runs.count++] = 254;
        /* From 8 before the end of the run: 8 candidates, and after it one is passed over. */
        if (length < 8)
            continue;
        ksig_haetae_start_y(&y, &sponge, seed, 3, &scale, &runs, length - 8);
        for (unsigned n = 0; n < 8; n++)
            ksig_haetae_next_y(&y);
        CHECK(sponge.position == (32 + 8 * 17) % 136);
        for (unsigned n = 0; n < 8; n++)
            ksig_haetae_next_y(&y);
        CHECK(sponge.position == (32 + 17 * 17) % 136);
    }
}

static void test_y(void) {
    for (unsigned i = 0; i < COUNT(debug_cases); i++) {
        const ksig_haetae_params *const p = level_of(debug_cases[i].level);
        ksig_keccak sponge;
        ksig_haetae_fixed norm = {{0, 0, 0}};
        ksig_haetae_runs runs = {0, 0, {0}};
        uint64_t y_norm = 0;
        for (unsigned n = 0; n < (unsigned)p->l + p->k; n++)
            ksig_haetae_add_norm(&sponge, debug_cases[i].seed, debug_cases[i].nonce + n,
                                 n < 2 ? 257 : 256, &norm, &runs, NULL, &nothing);
        CHECK(memcmp(norm.word, debug_cases[i].norm, sizeof norm.word) == 0);
        const ksig_haetae_fixed scale = ksig_haetae_scale_of(p, norm);
        CHECK(memcmp(scale.word, debug_cases[i].scale, sizeof scale.word) == 0);
        for (unsigned n = 0; n < (unsigned)p->l + p->k; n++) {
            const int32_t *const known = debug_cases[i].y[n == p->l ? 2 : n < 2 ? n : 0];
            ksig_haetae_y y;
            ksig_haetae_start_y(&y, &sponge, debug_cases[i].seed, debug_cases[i].nonce + n, &scale,
                                &runs, 256 * n + (n < 2 ? n : 2));
            for (unsigned j = 0; j < 256; j++) {
                const int32_t value = ksig_haetae_next_y(&y);
                y_norm += (uint64_t)((int64_t)value * value);
                CHECK((n > 1 && n != p->l) || j >= 8 || value == known[j]);
            }
        }
        CHECK(y_norm == debug_cases[i].y_norm);
    }
}

/* What is kept of samples says what y is, up to what it says is uncertain. */
static void test_kept(void) {
    unsigned open = 0;
    for (unsigned round = 0; round < 1500; round++) {
        const ksig_haetae_fixed scale = {
            {check_random(), check_random(), 0x000fb101 + (check_random() & 0xfffff)}};
        uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES] = {0};
        ksig_keccak sponge;
        ksig_haetae_fixed norm = {{0, 0, 0}};
        ksig_haetae_runs runs = {0, 0, {0}};
        ksig_haetae_y y;
        uint32_t kept[258], uncertain, differ = 0, round_off = 0;
        kept[257] = 0xa7a7a7a7;
        seed[0] = (uint8_t)round;
        seed[1] = (uint8_t)(round >> 8);
        ksig_haetae_add_norm(&sponge, seed, 5, 256 + round % 2, &norm, &runs, kept + 1, &nothing);
        CHECK(kept[257] == 0xa7a7a7a7);
        const uint32_t is_open = ksig_haetae_scale_kept(kept + 1, &scale, &uncertain);
        ksig_haetae_start_y(&y, &sponge, seed, 5, &scale, &runs, 0);
        for (unsigned n = 0; n < 256; n++) {
            const int32_t exact = ksig_haetae_next_y(&y), known = (int32_t)kept[1 + n];
            const int32_t more = exact < 0 ? known - exact : exact - known;
            CHECK(more == 0 || more == 1);
            differ += (uint32_t)more;
            round_off += ksig_haetae_round(exact) != ksig_haetae_round(known);
        }
        CHECK(differ <= uncertain);
        CHECK(is_open <= 1 && (round_off == 0 || is_open == 1));
        open += is_open;
    }
    CHECK(open > 0 && open < 30);
}

/* Values around (k + 1/2) 2^13, where rounding is open: y is v / 128, of which v may be one more
 * and a little. */
static void test_open_rounding(void) {
    static const ksig_haetae_fixed scale = {{0, 0, 0x00100000}};
    for (uint32_t sign = 0; sign < 2; sign++) {
        for (int32_t v = 4095 * 128; v <= 4097 * 128; v++) {
            uint32_t kept[256] = {0}, uncertain;
            kept[3] = (uint32_t)v | sign << 31;
            const uint32_t is_open = ksig_haetae_scale_kept(kept, &scale, &uncertain);
            const int32_t low = (v + 64) / 128, high = (v + 65) / 128;
            CHECK((int32_t)kept[3] == (sign ? -low : low));
            CHECK(uncertain >= (uint32_t)(high - low) && uncertain <= 1);
            const int differs = sign ? ksig_haetae_round(-low) != ksig_haetae_round(-high)
                                     : ksig_haetae_round(low) != ksig_haetae_round(high);
            CHECK(is_open >= (uint32_t)differs && is_open <= uncertain);
        }
    }
}

/* What is kept whole is what the second pass draws, from any sample on; nothing else is written. */
static void test_whole(void) {
    for (unsigned round = 0; round < 40; round++) {
        const ksig_haetae_fixed scale = {
            {check_random(), check_random(), 0x000fb101 + (check_random() & 0xfffff)}};
        const unsigned asked = round < 4 ? 0 : round < 6 ? 256 : check_random() % 257;
        const unsigned from =
            KSIG_HAETAE_KEEPS_WHOLE ? asked : 256; /* the other variants keep nothing */
        const unsigned kept_bytes = KSIG_HAETAE_SAMPLE_BYTES * (256 - from);
        static uint8_t samples[KSIG_HAETAE_SAMPLE_BYTES * 256 + 1];
        const ksig_haetae_whole whole = {samples, asked};
        uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES];
        ksig_keccak sponge;
        ksig_haetae_fixed norm = {{0, 0, 0}};
        ksig_haetae_runs runs = {0, 0, {0}};
        ksig_haetae_y y;
        check_random_bytes(seed, sizeof seed);
        memset(samples, 0xa7, sizeof samples);
        ksig_haetae_add_norm(&sponge, seed, 5, 256 + round % 2, &norm, &runs, NULL, &whole);
        for (unsigned i = kept_bytes; i < sizeof samples; i++)
            CHECK(samples[i] == 0xa7);
        ksig_haetae_start_y(&y, &sponge, seed, 5, &scale, &runs, 0);
        for (unsigned n = 0; n < 256; n++) {
            const int32_t drawn = ksig_haetae_next_y(&y);
            if (n >= from)
                CHECK(ksig_haetae_scale_whole(samples + KSIG_HAETAE_SAMPLE_BYTES * (n - from),
                                              &scale) == drawn);
        }
    }
}

int main(void) {
    test_kept(); /* first: its last check holds for these random numbers */
    test_distribution();
    test_exp();
    test_scale();
    test_stream();
    test_runs();
    test_long_run();
    test_y();
    test_open_rounding();
    test_whole();
    return check_end();
}
