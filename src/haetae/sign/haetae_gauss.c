/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_gauss.h"

#include "arch/gates.h"
#include "guard/guard.h"
#include "kilosig/config.h"
#include "util/bytes.h"
#include "util/multiply.h"

#if !KSIG_ASM_GAUSS
/* The cumulative distribution table, two entries to a word: 15 bits each below a set bit. Entries
 * from 2^15 on are stored minus 2^15. */
#define LOW(a, b) (UINT32_C(0x80008000) | (a) | (uint32_t)(b) << 16)
#define HIGH(a, b) LOW((a)-32768, (b)-32768)
enum { LOW_WORDS = 5, WORDS = 32 };
static const uint32_t distribution[WORDS] = {
    LOW(3266, 6520),    LOW(9748, 12938),   LOW(16079, 19159),  LOW(22168, 25096),
    LOW(27934, 30674),  HIGH(33309, 35833), HIGH(38241, 40531), HIGH(42698, 44742),
    HIGH(46663, 48460), HIGH(50135, 51690), HIGH(53128, 54454), HIGH(55670, 56781),
    HIGH(57794, 58712), HIGH(59541, 60287), HIGH(60956, 61554), HIGH(62085, 62556),
    HIGH(62972, 63337), HIGH(63657, 63936), HIGH(64178, 64388), HIGH(64569, 64724),
    HIGH(64857, 64970), HIGH(65066, 65148), HIGH(65216, 65273), HIGH(65321, 65361),
    HIGH(65394, 65422), HIGH(65444, 65463), HIGH(65478, 65490), HIGH(65500, 65508),
    HIGH(65514, 65519), HIGH(65523, 65527), HIGH(65529, 65531), HIGH(65533, 65534),
};

/* Bit 0 of each half: 1 if its entry is not below that half of u. Both halves of u are below 2^15,
 * so no borrow leaves a half; the set bit above an entry is cleared if the entry is less. */
static inline uint32_t others(uint32_t entries, uint32_t u) {
    return ((entries - u) & UINT32_C(0x80008000)) >> 15;
}

uint32_t ksig_haetae_count_below(uint32_t u) {
    /* Always compares with all entries: the low ones with u, up to 2^15 - 1; the others with what u
     * exceeds 2^15 by. */
    const uint32_t large = ksig_mask(u >> 15), rest = u & 0x7fff;
    const uint32_t low = (rest | (large & 0x7fff)) * 0x10001, high = (rest & large) * 0x10001;
#if KSIG_COMPACT_RING
    uint32_t count = 0;
    for (unsigned i = 0; i < WORDS; i++)
        count += others(distribution[i], i < LOW_WORDS ? low : high);
#else
    const uint32_t *word = distribution;
    uint32_t count = others(word[0], low) + others(word[1], low) + others(word[2], low) +
                     others(word[3], low) + others(word[4], low);
    for (word += LOW_WORDS; word < distribution + WORDS; word += 9)
        count += others(word[0], high) + others(word[1], high) + others(word[2], high) +
                 others(word[3], high) + others(word[4], high) + others(word[5], high) +
                 others(word[6], high) + others(word[7], high) + others(word[8], high);
#endif
    return 64 - (count & 0xffff) - (count >> 16);
}
#endif

#if !KSIG_ASM_EXP
/* floor(((r e + 2^47) / 2^48 + 2^(t - 1)) / 2^t) for |r| < 2^48 and e < 2^47; floors nest. e = high
 * 2^32 + low with signed halves, so that all products are signed ones. */
static inline int64_t multiply48(int64_t r, int32_t high, int32_t low, unsigned t) {
    const int32_t r_low = (int32_t)(uint32_t)r,
                  r_high = (int32_t)((uint32_t)(r >> 32) + ((uint32_t)r >> 31));
    int64_t sum = (ksig_multiply_signed(r_low, low) >> 32) + (INT64_C(1) << 15) +
                  (t == 0 ? 0 : INT64_C(1) << (15 + t));
    sum += ksig_multiply_signed(r_low, high);
    sum += ksig_multiply_signed(r_high, low);
    sum += (int64_t)(r_high * high) * (INT64_C(1) << 32);
    return sum >> (16 + t);
}

int64_t ksig_haetae_exp(uint64_t e) {
    const int32_t low = (int32_t)(uint32_t)e,
                  high = (int32_t)((uint32_t)(e >> 32) + ((uint32_t)e >> 31));
    int64_t r = -INT64_C(0xB6C6340925AE);
    r = multiply48(r, high, low, 3) + INT64_C(0xB4BD4DF85227);
    r = multiply48(r, high, low, 3) - INT64_C(0x887F727491E2);
    r = multiply48(r, high, low, 2) + INT64_C(0xAAAA643C7E8D);
    r = multiply48(r, high, low, 2) - INT64_C(0xAAAAA98179E6);
    r = multiply48(r, high, low, 1) + INT64_C(0xFFFFFFFB2E7A);
    r = multiply48(r, high, low, 1) - INT64_C(0xFFFFFFFFF85F);
    return multiply48(r, high, low, 0) + INT64_C(0xFFFFFFFFFFFC);
}
#endif

void ksig_haetae_start_stream(ksig_keccak *sponge, const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES],
                              uint32_t nonce) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_shake256_init(sponge);
    ksig_keccak_absorb_seed(sponge, seed, KSIG_HAETAE_SIGN_SEED_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish(sponge);
}

/* square = floor(y^2 / 2^76) for y of 79 bits, lowest word first. */
static KSIG_PRODUCTS_APART void square_of(const uint32_t y[3], uint32_t square[3]) {
    const uint64_t y01 = ksig_multiply(y[0], y[1]);
    uint64_t column = (ksig_multiply(y[0], y[0]) >> 32) + 2 * (y01 & 0xffffffffu);
    const uint64_t y02 = ksig_multiply(y[0], y[2]), y11 = ksig_multiply(y[1], y[1]);
    column = (column >> 32) + 2 * (y01 >> 32) + (y11 & 0xffffffffu) + 2 * (y02 & 0xffffffffu);
    const uint32_t word2 = (uint32_t)column;
    const uint64_t y12 = ksig_multiply(y[1], y[2]);
    column = (column >> 32) + (y11 >> 32) + 2 * (y02 >> 32) + 2 * (y12 & 0xffffffffu);
    const uint32_t word3 = (uint32_t)column;
    const uint32_t word4 = (uint32_t)(column >> 32) + 2 * (uint32_t)(y12 >> 32) + y[2] * y[2];
    square[0] = word2 >> 12 | word3 << 20;
    square[1] = word3 >> 12 | word4 << 20;
    square[2] = word4 >> 12;
}

/* A parsed candidate: R, and y with 72 fractional bits. */
typedef struct candidate {
    uint32_t level[2], x, y[3];
} candidate;

static inline void parse(const uint8_t bytes[KSIG_HAETAE_CANDIDATE_BYTES], candidate *c) {
    c->x = ksig_haetae_count_below(bytes[0] | (uint32_t)bytes[1] << 8);
    c->level[0] = ksig_load32(bytes + 2);
    c->level[1] = bytes[6] | (uint32_t)bytes[7] << 8;
    c->y[0] = ksig_load32(bytes + 8);
    c->y[1] = ksig_load32(bytes + 12);
    c->y[2] = bytes[16] | c->x << 8;
}

static inline uint64_t value_of(const candidate *c) {
    return ((uint64_t)c->y[2] << 48) + ((c->y[0] | (uint64_t)c->y[1] << 32) >> 16) +
           (c->y[0] >> 15 & 1u);
}

static KSIG_PRODUCTS_APART int is_accepted(const candidate *c, uint64_t value,
                                           const uint32_t square[3]) {
    const uint64_t level = c->level[0] | (uint64_t)c->level[1] << 32;
    /* The square without x^2, with 48 fractional bits and then, rounded, 47. */
    const uint64_t rest = (uint64_t)(square[2] - (c->x * c->x << 4)) << 36 |
                          (uint64_t)square[1] << 4 | square[0] >> 28;
    const uint32_t below =
        ksig_sign_of64((level & ~UINT64_C(1)) - (uint64_t)ksig_haetae_exp((rest + 1) >> 1));
    const uint32_t non_zero = ksig_sign_of64(value | (0u - value));
    return (below & (non_zero | (uint32_t)(level & 1))) != 0;
}

/* The part of a candidate at the end of a block, then the beginning of the next block: up to 36
 * bytes. */
enum { END_WORDS = 4, BEGIN_WORDS = 5 };
typedef struct across {
    uint32_t words[END_WORDS + BEGIN_WORDS];
} across;

/* The bytes of the next candidate: in the sponge, or in `room` if it continues in the next block,
 * as one in eight does. */
static inline const uint8_t *next_bytes(ksig_keccak *sponge, across *room) {
    const unsigned position = sponge->position, end = position + KSIG_HAETAE_CANDIDATE_BYTES;
    if (KSIG_LE_INDEX(1u) != 1) {
        ksig_keccak_squeeze(sponge, (uint8_t *)room->words, KSIG_HAETAE_CANDIDATE_BYTES);
        return (const uint8_t *)room->words;
    }
    if (end <= KSIG_SHAKE256_RATE) {
        sponge->position = (uint8_t)end;
        return (const uint8_t *)sponge->lanes + position;
    }
    for (unsigned i = 0; i < END_WORDS; i++)
        room->words[i] = sponge->lanes[KSIG_SHAKE256_RATE / 4 - END_WORDS + i];
    ksig_keccak_permute(sponge);
    for (unsigned i = 0; i < BEGIN_WORDS; i++)
        room->words[END_WORDS + i] = sponge->lanes[i];
    sponge->position = (uint8_t)(end - KSIG_SHAKE256_RATE);
    return (const uint8_t *)room->words + position - (KSIG_SHAKE256_RATE - 4 * END_WORDS);
}

unsigned ksig_haetae_next_sample(ksig_keccak *sponge, ksig_haetae_sample *sample) {
    across room;
    for (unsigned rejected = 0;; rejected++) {
        candidate c;
        parse(next_bytes(sponge, &room), &c);
        square_of(c.y, sample->square);
        sample->value = value_of(&c);
        /* Public: the specification rejects the candidate or the attempt here. */
        if (KSIG_DECLASSIFY(is_accepted(&c, sample->value, sample->square)))
            return rejected;
    }
}

uint64_t ksig_haetae_next_value(ksig_keccak *sponge) {
    across room;
    candidate c;
    parse(next_bytes(sponge, &room), &c);
    return value_of(&c);
}
