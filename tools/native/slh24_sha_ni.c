/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slh24.h"
#if KSIG_SLH24_X86
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,sha"))), apply_to = function)
#else
#pragma GCC target("avx2,sha")
#endif
#define LANES 8
#define ENGINE ksig_slh24_sha_ni
#define ENGINE_NAME "SHA extensions"
#define OWN_SHA_256

/* Makes the next four words of a stream in place of the oldest. */
#define NEXT_FOUR(m, i)                                                        \
    m[(i) % 4] = _mm_sha256msg2_epu32(                                         \
        _mm_add_epi32(_mm_sha256msg1_epu32(m[(i) % 4], m[((i) + 1) % 4]),      \
                      _mm_alignr_epi8(m[((i) + 3) % 4], m[((i) + 2) % 4], 4)), \
        m[((i) + 3) % 4])
/* Upper halves of the constants of rounds 4 i .. 4 i + 3. */
#define CONSTANTS(i)                                                                            \
    _mm_castps_si128(_mm_shuffle_ps(                                                            \
        _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)&key->k[4 * (i)])),     \
        _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)&key->k[4 * (i) + 2])), \
        0xDD))
/* Four rounds of both streams: each alone would wait for its own results. */
#define FOUR_ROUNDS(i)                                    \
    do {                                                  \
        const __m128i constants = CONSTANTS(i);           \
        __m128i p = _mm_add_epi32(x[(i) % 4], constants); \
        __m128i q = _mm_add_epi32(y[(i) % 4], constants); \
        x1 = _mm_sha256rnds2_epu32(x1, x0, p);            \
        y1 = _mm_sha256rnds2_epu32(y1, y0, q);            \
        p = _mm_shuffle_epi32(p, 0x0E);                   \
        q = _mm_shuffle_epi32(q, 0x0E);                   \
        x0 = _mm_sha256rnds2_epu32(x0, x1, p);            \
        y0 = _mm_sha256rnds2_epu32(y0, y1, q);            \
    } while (0)
#define FOUR_MORE(i) \
    NEXT_FOUR(x, i); \
    NEXT_FOUR(y, i); \
    FOUR_ROUNDS(i)

#include "slh24_lanes.h"

#define QUAD 4 /* lanes that a vector holds a word of */

/* From vectors of one word each to those of one lane each, or back. */
static inline void turn(__m128i v[QUAD]) {
    const __m128i a = _mm_unpacklo_epi32(v[0], v[1]), b = _mm_unpacklo_epi32(v[2], v[3]);
    const __m128i c = _mm_unpackhi_epi32(v[0], v[1]), d = _mm_unpackhi_epi32(v[2], v[3]);
    v[0] = _mm_unpacklo_epi64(a, b);
    v[1] = _mm_unpackhi_epi64(a, b);
    v[2] = _mm_unpacklo_epi64(c, d);
    v[3] = _mm_unpackhi_epi64(c, d);
}

static inline __m128i *quad(words *of, unsigned lane) {
    return (__m128i *)(void *)((uint32_t *)of + lane);
}

/* Of each lane four words, the first one lowest. */
static inline void take(__m128i v[QUAD], words *a, words *b, words *c, words *d, unsigned lane) {
    v[0] = _mm_loadu_si128(quad(a, lane));
    v[1] = _mm_loadu_si128(quad(b, lane));
    v[2] = _mm_loadu_si128(quad(c, lane));
    v[3] = _mm_loadu_si128(quad(d, lane));
    turn(v);
}

static inline void add(words *to, unsigned lane, __m128i v) {
    _mm_storeu_si128(quad(to, lane), _mm_add_epi32(_mm_loadu_si128(quad(to, lane)), v));
}

/* first, second: of two lanes what the instruction calls ABEF and CDGH. m: words of all lanes. */
static void two_blocks(const ksig_slh24_key *key, __m128i first[2], __m128i second[2],
                       __m128i m[4][QUAD], unsigned lane) {
    __m128i x[4], y[4];
    for (unsigned i = 0; i < 4; i++) {
        x[i] = m[i][lane];
        y[i] = m[i][lane + 1];
    }
    __m128i x0 = first[0], x1 = second[0], y0 = first[1], y1 = second[1];
    FOUR_ROUNDS(0);
    FOUR_ROUNDS(1);
    FOUR_ROUNDS(2);
    FOUR_ROUNDS(3);
    FOUR_MORE(4);
    FOUR_MORE(5);
    FOUR_MORE(6);
    FOUR_MORE(7);
    FOUR_MORE(8);
    FOUR_MORE(9);
    FOUR_MORE(10);
    FOUR_MORE(11);
    FOUR_MORE(12);
    FOUR_MORE(13);
    FOUR_MORE(14);
    FOUR_MORE(15);
    first[0] = x0;
    second[0] = x1;
    first[1] = y0;
    second[1] = y1;
}

static void block_256(const ksig_slh24_key *key, words h[8], words w[16]) {
    for (unsigned lane = 0; lane < LANES; lane += QUAD) {
        __m128i m[4][QUAD], first[QUAD], second[QUAD];
        take(m[0], &w[0], &w[1], &w[2], &w[3], lane);
        take(m[1], &w[4], &w[5], &w[6], &w[7], lane);
        take(m[2], &w[8], &w[9], &w[10], &w[11], lane);
        take(m[3], &w[12], &w[13], &w[14], &w[15], lane);
        take(first, &h[5], &h[4], &h[1], &h[0], lane);
        take(second, &h[7], &h[6], &h[3], &h[2], lane);
        two_blocks(key, first, second, m, 0);
        two_blocks(key, first + 2, second + 2, m, 2);
        turn(first);
        turn(second);
        add(&h[5], lane, first[0]);
        add(&h[4], lane, first[1]);
        add(&h[1], lane, first[2]);
        add(&h[0], lane, first[3]);
        add(&h[7], lane, second[0]);
        add(&h[6], lane, second[1]);
        add(&h[3], lane, second[2]);
        add(&h[2], lane, second[3]);
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
