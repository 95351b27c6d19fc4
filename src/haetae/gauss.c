/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/gauss.h"

/* The cumulative distribution table, two entries to a word: 15 bits each below a bit that is set. Those from 2^15 on
 * are less by 2^15. */
#define LOW(a, b) (UINT32_C(0x80008000) | (a) | (uint32_t)(b) << 16)
#define HIGH(a, b) LOW((a)-32768, (b)-32768)
enum { LOW_WORDS = 5, WORDS = 32 };
static const uint32_t distribution[WORDS] = {
    LOW(3266, 6520),    LOW(9748, 12938),   LOW(16079, 19159),  LOW(22168, 25096),  LOW(27934, 30674),
    HIGH(33309, 35833), HIGH(38241, 40531), HIGH(42698, 44742), HIGH(46663, 48460), HIGH(50135, 51690),
    HIGH(53128, 54454), HIGH(55670, 56781), HIGH(57794, 58712), HIGH(59541, 60287), HIGH(60956, 61554),
    HIGH(62085, 62556), HIGH(62972, 63337), HIGH(63657, 63936), HIGH(64178, 64388), HIGH(64569, 64724),
    HIGH(64857, 64970), HIGH(65066, 65148), HIGH(65216, 65273), HIGH(65321, 65361), HIGH(65394, 65422),
    HIGH(65444, 65463), HIGH(65478, 65490), HIGH(65500, 65508), HIGH(65514, 65519), HIGH(65523, 65527),
    HIGH(65529, 65531), HIGH(65533, 65534),
};

/* 1 in each half whose entry is not below that of u, both halves below 2^15: no borrow leaves a half, and its set bit
 * falls if the entry is less. */
static inline uint32_t others(uint32_t entries, uint32_t u) { return ((entries - u) & UINT32_C(0x80008000)) >> 15; }

uint32_t ksig_haetae_count_below(uint32_t u) {
    /* All of them, always. u up to 2^15 - 1 for the low ones, and what it has over 2^15 for the others. */
    const uint32_t large = 0u - (u >> 15), rest = u & 0x7fff;
    const uint32_t low = (rest | (large & 0x7fff)) * 0x10001, high = (rest & large) * 0x10001;
    const uint32_t *word = distribution;
    uint32_t count = others(word[0], low) + others(word[1], low) + others(word[2], low) + others(word[3], low) +
                     others(word[4], low);
    for (word += LOW_WORDS; word < distribution + WORDS; word += 9)
        count += others(word[0], high) + others(word[1], high) + others(word[2], high) + others(word[3], high) +
                 others(word[4], high) + others(word[5], high) + others(word[6], high) + others(word[7], high) +
                 others(word[8], high);
    return 64 - (count & 0xffff) - (count >> 16);
}

static inline uint64_t multiply(uint32_t a, uint32_t b) { return (uint64_t)a * b; }

/* floor((r e + 2^47) / 2^48) for |r| < 2^49, e < 2^47. */
static inline int64_t multiply48(int64_t r, uint64_t e) {
    const int64_t r_high = r >> 32;
    const uint32_t r_low = (uint32_t)r, e_high = (uint32_t)(e >> 32), e_low = (uint32_t)e;
    const int64_t middle = (int64_t)(multiply(r_low, e_low) >> 32) + (int64_t)multiply(r_low, e_high) + r_high * e_low;
    return r_high * e_high * 65536 + ((middle + 32768) >> 16);
}

int64_t ksig_haetae_exp(uint64_t e) {
    int64_t r = -INT64_C(0xB6C6340925AE);
    r = ((multiply48(r, e) + 4) >> 3) + INT64_C(0xB4BD4DF85227);
    r = ((multiply48(r, e) + 4) >> 3) - INT64_C(0x887F727491E2);
    r = ((multiply48(r, e) + 2) >> 2) + INT64_C(0xAAAA643C7E8D);
    r = ((multiply48(r, e) + 2) >> 2) - INT64_C(0xAAAAA98179E6);
    r = ((multiply48(r, e) + 1) >> 1) + INT64_C(0xFFFFFFFB2E7A);
    r = ((multiply48(r, e) + 1) >> 1) - INT64_C(0xFFFFFFFFF85F);
    return multiply48(r, e) + INT64_C(0xFFFFFFFFFFFC);
}

void ksig_haetae_start_stream(ksig_keccak *sponge, const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES], uint32_t nonce) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, seed, KSIG_HAETAE_SIGN_SEED_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish(sponge);
}

/* square = floor(y^2 / 2^76) for y of 79 bits, lowest word first. */
static inline void square_of(const uint32_t y[3], uint32_t square[3]) {
    const uint64_t y01 = multiply(y[0], y[1]), y02 = multiply(y[0], y[2]), y11 = multiply(y[1], y[1]),
                   y12 = multiply(y[1], y[2]);
    uint64_t column = (multiply(y[0], y[0]) >> 32) + 2 * (y01 & 0xffffffffu);
    column = (column >> 32) + 2 * (y01 >> 32) + (y11 & 0xffffffffu) + 2 * (y02 & 0xffffffffu);
    const uint32_t word2 = (uint32_t)column;
    column = (column >> 32) + (y11 >> 32) + 2 * (y02 >> 32) + 2 * (y12 & 0xffffffffu);
    const uint32_t word3 = (uint32_t)column;
    const uint32_t word4 = (uint32_t)(column >> 32) + 2 * (uint32_t)(y12 >> 32) + y[2] * y[2];
    square[0] = word2 >> 12 | word3 << 20;
    square[1] = word3 >> 12 | word4 << 20;
    square[2] = word4 >> 12;
}

/* Whether the candidate is accepted; if so, *sample is it. */
static int take_candidate(const uint8_t candidate[KSIG_HAETAE_CANDIDATE_BYTES], ksig_haetae_sample *sample) {
    const uint32_t x = ksig_haetae_count_below(candidate[0] | (uint32_t)candidate[1] << 8);
    const uint64_t level = ksig_load32(candidate + 2) | (uint64_t)(candidate[6] | (uint32_t)candidate[7] << 8)
                                                            << 32; /* R */
    const uint32_t y[3] = {ksig_load32(candidate + 8), ksig_load32(candidate + 12), candidate[16] | x << 8};

    sample->value = ((uint64_t)y[2] << 48) + ((y[0] | (uint64_t)y[1] << 32) >> 16) + (y[0] >> 15 & 1u);
    square_of(y, sample->square);
    /* The square without x^2, with 48 fractional bits and then, rounded, 47. */
    const uint64_t rest =
        (uint64_t)(sample->square[2] - (x * x << 4)) << 36 | (uint64_t)sample->square[1] << 4 | sample->square[0] >> 28;
    const uint32_t below =
        (uint32_t)((uint64_t)((int64_t)(level & ~UINT64_C(1)) - ksig_haetae_exp((rest + 1) >> 1)) >> 63);
    const uint32_t non_zero = (uint32_t)((sample->value | (0u - sample->value)) >> 63);
    return (below & (non_zero | (uint32_t)(level & 1))) != 0;
}

void ksig_haetae_next_sample(ksig_keccak *sponge, ksig_haetae_sample *sample) {
    uint8_t copy[KSIG_HAETAE_CANDIDATE_BYTES];
    const uint8_t *candidate;
    do {
        candidate = (const uint8_t *)sponge->lanes + sponge->position;
        if (KSIG_LE_INDEX(1u) == 1 && sponge->position + KSIG_HAETAE_CANDIDATE_BYTES <= KSIG_SHAKE256_RATE) {
            sponge->position = (uint8_t)(sponge->position + KSIG_HAETAE_CANDIDATE_BYTES);
        } else { /* one of eight goes on in the next block */
            ksig_keccak_squeeze(sponge, copy, sizeof copy);
            candidate = copy;
        }
    } while (!take_candidate(candidate, sample));
}
