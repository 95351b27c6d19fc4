/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_hyperball.h"

#include "guard/guard.h"
#include "util/bytes.h"
#include "util/multiply.h"

static inline void add_word(uint32_t *word, uint64_t *carry, uint64_t more) {
    *carry += *word;
    *carry += more;
    *word = (uint32_t)*carry;
    *carry >>= 32;
}

static void note(ksig_haetae_runs *runs) {
    if (runs->count < KSIG_HAETAE_RUNS)
        runs->runs[runs->count++] = runs->open;
    runs->open = 0;
}

/* Apart for the same reason as products: its words would lie above the sampler's frames. */
static KSIG_PRODUCTS_APART void add_square(ksig_haetae_fixed *norm,
                                           const ksig_haetae_sample *sample) {
    uint64_t carry = 0;
    for (unsigned i = 0; i < 3; i++)
        add_word(&norm->word[i], &carry, sample->square[i]);
}

void ksig_haetae_add_norm(ksig_keccak *sponge, const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES],
                          uint32_t nonce, unsigned count, ksig_haetae_fixed *norm,
                          ksig_haetae_runs *runs, uint32_t *kept, const ksig_haetae_whole *whole) {
    ksig_haetae_sample sample;
    const unsigned from = KSIG_HAETAE_KEEPS_WHOLE ? whole->from : KSIG_HAETAE_N;
    uint8_t *next = whole->samples; /* its last byte holds the sign */
    ksig_haetae_start_stream(sponge, seed, nonce);
    ksig_keccak_refill(sponge);
    if (kept != NULL)
        for (unsigned i = 0; i < KSIG_HAETAE_N; i++)
            kept[i] = (uint32_t)(ksig_keccak_rate_byte(sponge, i / 8) >> i % 8 & 1u) << 31;
    for (unsigned i = from; i < KSIG_HAETAE_N; i++)
        next[KSIG_HAETAE_SAMPLE_BYTES * (i - from) + 7] =
            (uint8_t)((ksig_keccak_rate_byte(sponge, i / 8) >> i % 8 & 1u) << 7);
    sponge->position = KSIG_HAETAE_SIGNS_BYTES;
    for (unsigned n = 0; n < count; n++) {
        for (unsigned rejected = ksig_haetae_next_sample(sponge, &sample); rejected > 0; rejected--)
            note(runs);
        if (++runs->open == KSIG_HAETAE_LONGEST_RUN)
            note(runs);
        add_square(norm, &sample);
        if (n >= KSIG_HAETAE_N)
            break;
        if (kept != NULL)
            kept[n] |= (uint32_t)(sample.value >> 32);
        if (n >= from) {
            ksig_store32(next, (uint32_t)sample.value);
            ksig_store32(next + 4, (uint32_t)(sample.value >> 32) | (uint32_t)next[7] << 24);
            next += KSIG_HAETAE_SAMPLE_BYTES;
        }
    }
    ksig_wipe(&sample, sizeof sample);
}

/* floor((a b + round) / 2^76), round = (round1 + round2 2^32) 2^32. The specification's product, in
 * parts of 48 bits with two roundings, equals this with round = 2^75 + 2^47: the first rounding
 * adds 2^47, the second 2^75, and floors nest. */
static ksig_haetae_fixed product(const ksig_haetae_fixed *a, const ksig_haetae_fixed *b,
                                 uint32_t round1, uint32_t round2) {
    uint32_t sum[6] = {0, round1, round2, 0, 0, 0};
    ksig_haetae_fixed result;
    for (unsigned i = 0; i < 3; i++) {
        uint64_t carry = 0;
        for (unsigned j = 0; j < 3; j++) {
            carry += sum[i + j];
            carry += ksig_multiply(a->word[i], b->word[j]);
            sum[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        for (unsigned j = i + 3; j < 6; j++)
            add_word(&sum[j], &carry, 0);
    }
    for (unsigned i = 0; i < 3; i++)
        result.word[i] = sum[i + 2] >> 12 | sum[i + 3] << 20;
    return result;
}

/* check: 2**75 + 2**47 == (2**15 + 2**11 * 2**32) * 2**32 */
static ksig_haetae_fixed rounded_product(const ksig_haetae_fixed *a, const ksig_haetae_fixed *b) {
    return product(a, b, UINT32_C(1) << 15, UINT32_C(1) << 11);
}

static ksig_haetae_fixed difference(const ksig_haetae_fixed *a, const ksig_haetae_fixed *b) {
    ksig_haetae_fixed result;
    uint64_t carry = 1;
    for (unsigned i = 0; i < 3; i++) {
        result.word[i] = a->word[i];
        add_word(&result.word[i], &carry, (uint32_t)~b->word[i]);
    }
    return result;
}

/* Newton's iteration for (norm / 2)^(-1/2); the first step is in the constants. The iterates stay
 * positive for any norm below three times its mean; a larger one never occurs in practice. */
ksig_haetae_fixed ksig_haetae_scale_of(const ksig_haetae_params *p, ksig_haetae_fixed norm) {
    static const ksig_haetae_fixed three_halves = {
        {0, 0, UINT32_C(3) << 11}}; /* check: 3 * 2**75 == 3 * 2**11 * 2**64 */
    const ksig_haetae_fixed start3 = {{(uint32_t)p->start3, (uint32_t)(p->start3 >> 32), 0}};
    const uint64_t start15 = p->start15_low | p->start15_high << 48;
    const ksig_haetae_fixed start = {
        {(uint32_t)start15, (uint32_t)(start15 >> 32), (uint32_t)(p->start15_high >> 16)}};
    ksig_haetae_fixed half, v, t;

    uint64_t carry = 1;
    for (unsigned i = 0; i < 3; i++)
        add_word(&norm.word[i], &carry, 0);
    for (unsigned i = 0; i < 3; i++)
        half.word[i] = norm.word[i] >> 1 | (i < 2 ? norm.word[i + 1] << 31 : 0);

    t = rounded_product(&half, &start3);
    v = difference(&start, &t);
    for (unsigned i = 0; i < 6; i++) {
        t = product(&v, &v, 0, 0);
        t = rounded_product(&half, &t);
        t = difference(&three_halves, &t);
        v = rounded_product(&t, &v);
    }
    /* F = (v C0 2^15 + 2^27) / 2^28 = (v C0 + 2^12) / 2^13 */
    uint32_t scaled[4];
    carry = UINT32_C(1) << 12;
    for (unsigned i = 0; i < 3; i++) {
        carry += ksig_multiply(v.word[i], p->sampler_scale);
        scaled[i] = (uint32_t)carry;
        carry >>= 32;
    }
    scaled[3] = (uint32_t)carry;
    for (unsigned i = 0; i < 3; i++)
        t.word[i] = scaled[i] >> 13 | scaled[i + 1] << 19;
    ksig_wipe(scaled, sizeof scaled);
    ksig_wipe(&v, sizeof v);
    ksig_wipe(&half, sizeof half);
    return t;
}

void ksig_haetae_start_y(ksig_haetae_y *y, ksig_keccak *sponge,
                         const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES], uint32_t nonce,
                         const ksig_haetae_fixed *scale, const ksig_haetae_runs *runs,
                         unsigned before) {
    y->sponge = sponge;
    y->scale = scale;
    y->runs = runs;
    y->next = 0;
    /* If a run ends where the polynomial begins, the candidate after it belongs to the
     * polynomial. */
    for (y->run = 0; y->run < runs->count && before > runs->runs[y->run]; y->run++)
        before -= runs->runs[y->run];
    y->left = (uint8_t)(y->run < runs->count ? runs->runs[y->run] - before : 0);
    ksig_haetae_start_stream(sponge, seed, nonce);
    ksig_keccak_squeeze(sponge, y->signs, sizeof y->signs);
}

/* The next accepted candidate. */
static inline uint64_t next_value(ksig_haetae_y *y) {
    const ksig_haetae_runs *const runs = y->runs;
    while (y->left == 0) {
        if (y->run >= runs->count) {
            ksig_haetae_sample sample;
            ksig_haetae_next_sample(y->sponge, &sample);
            return sample.value;
        }
        if (runs->runs[y->run++] != KSIG_HAETAE_LONGEST_RUN)
            ksig_haetae_next_value(y->sponge);
        if (y->run < runs->count)
            y->left = runs->runs[y->run];
    }
    y->left--;
    return ksig_haetae_next_value(y->sponge);
}

static inline uint64_t multiply_add(uint32_t a, uint32_t b, uint32_t c) {
    return ksig_multiply(a, b) + c;
}

/* By the argument above, the specification's product with F and its two roundings are the floor of
 * (g F + 2^122 + 2^59 + 2^31) / 2^123. */
static KSIG_PRODUCTS_APART uint32_t scaled(uint64_t value, const uint32_t scale[3]) {
    const uint32_t low = (uint32_t)value, high = (uint32_t)(value >> 32), s1 = scale[1],
                   s2 = scale[2];
    uint64_t odd = multiply_add(low, scale[0], UINT32_C(1) << 31) >> 32; /* words 1 and 2 */
    odd += ksig_multiply(high, scale[0]); /* below 2^64: high < 2^31 */
    uint64_t even = multiply_add(low, s1, (uint32_t)odd);
    odd = (odd >> 32) + (((even & 0xffffffffu) + (UINT32_C(1) << 27)) >> 32) +
          (even >> 32); /* word 2 and above */
    even = multiply_add(high, s1, (uint32_t)odd);
    odd = (odd >> 32) + (even >> 32); /* word 3 and above */
    odd += multiply_add(low, s2, (uint32_t)even) >> 32;
    odd += ksig_multiply(high, s2) + (UINT32_C(1) << 26);
    return (uint32_t)(odd >> 27);
}

static inline int32_t coefficient(ksig_haetae_y *y, uint64_t sample) {
    const int32_t value = (int32_t)scaled(sample, y->scale->word);
    const unsigned n = y->next++;
    return ksig_with_sign(value, ksig_mask((uint32_t)y->signs[n / 8] >> n % 8 & 1u));
}

int32_t ksig_haetae_next_y(ksig_haetae_y *y) { return coefficient(y, next_value(y)); }

#if KSIG_ENABLE_SIGN_CHECK
uint64_t ksig_haetae_judge_again(ksig_keccak *sponge, ksig_haetae_fixed *norm) {
    ksig_haetae_sample sample;
    (void)ksig_haetae_next_sample(sponge, &sample);
    add_square(norm, &sample);
    return sample.value;
}

int32_t ksig_haetae_next_judged_y(ksig_haetae_y *y, ksig_haetae_fixed *norm) {
    return coefficient(y, ksig_haetae_judge_again(y->sponge, norm));
}
#endif

int32_t ksig_haetae_scale_whole(const uint8_t sample[KSIG_HAETAE_SAMPLE_BYTES],
                                const ksig_haetae_fixed *scale) {
    const uint32_t high = ksig_load32(sample + 4);
    const uint64_t value = (uint64_t)(high & 0x7fffffff) << 32 | ksig_load32(sample);
    return ksig_with_sign((int32_t)scaled(value, scale->word), ksig_sign_mask(high));
}

/* A value is v 2^32 plus less than 2^32; F is scale[1], [2] times 2^32 plus less than 2^32. Their
 * product times 2^-96 is (v F 2^-64 rounded down) plus less than scale[2] + 3, with 27 bits after
 * the point; the roundings of `scaled` add half of one. */
uint32_t ksig_haetae_scale_kept(uint32_t kept[KSIG_HAETAE_N], const ksig_haetae_fixed *scale,
                                uint32_t *uncertain) {
    const uint32_t middle = scale->word[1], high = scale->word[2], one = UINT32_C(1) << 27;
    uint32_t count = 0, changes = 0;
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        const uint32_t v = kept[n] & 0x7fffffff, negative = ksig_sign_mask(kept[n]);
        const uint64_t product =
            (ksig_multiply(v, middle) >> 32) + ksig_multiply(v, high) + one / 2;
        const uint32_t more = (((uint32_t)product & (one - 1)) + high + 3) >> 27;
        const uint32_t value = (uint32_t)(product >> 27);
        const int32_t y = ksig_with_sign((int32_t)value, negative);
        const int32_t other = ksig_with_sign((int32_t)(value + more), negative);
        count += more;
        changes |= (uint32_t)(ksig_haetae_round(y) ^ ksig_haetae_round(other));
        kept[n] = (uint32_t)y;
    }
    *uncertain = count;
    /* Public: the time shows which polynomials are drawn again, independently of the key. */
    return KSIG_DECLASSIFY(changes != 0);
}
