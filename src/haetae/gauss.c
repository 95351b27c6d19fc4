/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/gauss.h"

static const uint16_t distribution[64] = {
    3266,  6520,  9748,  12938, 16079, 19159, 22168, 25096, 27934, 30674, 33309, 35833, 38241, 40531, 42698, 44742,
    46663, 48460, 50135, 51690, 53128, 54454, 55670, 56781, 57794, 58712, 59541, 60287, 60956, 61554, 62085, 62556,
    62972, 63337, 63657, 63936, 64178, 64388, 64569, 64724, 64857, 64970, 65066, 65148, 65216, 65273, 65321, 65361,
    65394, 65422, 65444, 65463, 65478, 65490, 65500, 65508, 65514, 65519, 65523, 65527, 65529, 65531, 65533, 65534,
};

uint32_t ksig_haetae_count_below(uint32_t u) {
    uint32_t count = 0;
    /* All of them, always. */
    for (const uint16_t *entry = distribution; entry < distribution + 64; entry += 8) {
        count += (entry[0] - u) >> 31;
        count += (entry[1] - u) >> 31;
        count += (entry[2] - u) >> 31;
        count += (entry[3] - u) >> 31;
        count += (entry[4] - u) >> 31;
        count += (entry[5] - u) >> 31;
        count += (entry[6] - u) >> 31;
        count += (entry[7] - u) >> 31;
    }
    return count;
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
