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

/* Words i .. i + 3 of a lane, the first one lowest. */
#define FOUR(of, i, lane)                                                                       \
    _mm_set_epi32((int)(of)[(i) + 3][lane], (int)(of)[(i) + 2][lane], (int)(of)[(i) + 1][lane], \
                  (int)(of)[i][lane])

/* a, b, e, f of a lane, or with first = 2 c, d, g, h; the first one highest. */
#define STATE(of, first, lane)                                          \
    _mm_set_epi32((int)(of)[first][lane], (int)(of)[(first) + 1][lane], \
                  (int)(of)[(first) + 4][lane], (int)(of)[(first) + 5][lane])

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

static void set_state(words h[8], unsigned lane, __m128i abef, __m128i cdgh) {
    const unsigned order[4] = {5, 4, 1, 0}; /* f, e, b, a */
    uint32_t first[4], second[4];
    _mm_storeu_si128((__m128i *)(void *)first, abef);
    _mm_storeu_si128((__m128i *)(void *)second, cdgh);
    for (unsigned i = 0; i < 4; i++) {
        h[order[i]][lane] += first[i];
        h[order[i] + 2][lane] += second[i];
    }
}

static void block_256(const ksig_slh24_key *key, words h[8], words w[16]) {
    for (unsigned lane = 0; lane < LANES; lane += 2) {
        const unsigned next = lane + 1;
        __m128i x[4], y[4];
        for (unsigned i = 0; i < 4; i++) {
            x[i] = FOUR(w, 4 * i, lane);
            y[i] = FOUR(w, 4 * i, next);
        }
        __m128i x0 = STATE(h, 0, lane), x1 = STATE(h, 2, lane);
        __m128i y0 = STATE(h, 0, next), y1 = STATE(h, 2, next);
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
        set_state(h, lane, x0, x1);
        set_state(h, next, y0, y1);
    }
}

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
