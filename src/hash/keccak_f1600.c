/* Keccak-f[1600], FIPS 202 section 3, on 32-bit halves of the lanes and in place: a second copy of
 * the state would cost 200 bytes of stack. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"

#include "arch/gates.h"
#include "guard/guard.h"
#include "kilosig/config.h"

#if !KSIG_ASM_KECCAK && !KSIG_ASM_KECCAK_COMPACT

/* Round constants, low half first (FIPS 202 Algorithm 5). */
static const uint32_t round_constants[24][2] = {
    {0x00000001, 0x00000000}, {0x00008082, 0x00000000}, {0x0000808a, 0x80000000},
    {0x80008000, 0x80000000}, {0x0000808b, 0x00000000}, {0x80000001, 0x00000000},
    {0x80008081, 0x80000000}, {0x00008009, 0x80000000}, {0x0000008a, 0x00000000},
    {0x00000088, 0x00000000}, {0x80008009, 0x00000000}, {0x8000000a, 0x00000000},
    {0x8000808b, 0x00000000}, {0x0000008b, 0x80000000}, {0x00008089, 0x80000000},
    {0x00008003, 0x80000000}, {0x00008002, 0x80000000}, {0x00000080, 0x80000000},
    {0x0000800a, 0x00000000}, {0x8000000a, 0x80000000}, {0x80008081, 0x80000000},
    {0x00008080, 0x80000000}, {0x80000001, 0x00000000}, {0x80008008, 0x80000000},
};

#if KSIG_COMPACT_HASH

/* rho and pi as one walk: the receiving lane, and how far its new value is rotated. */
static const uint8_t pi_lane[24] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                    15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
static const uint8_t rho_offset[24] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                       27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

static uint64_t load_lane(const uint32_t *lanes, unsigned lane) {
    return lanes[2 * lane] | (uint64_t)lanes[2 * lane + 1] << 32;
}

static void store_lane(uint32_t *lanes, unsigned lane, uint64_t value) {
    lanes[2 * lane] = (uint32_t)value;
    lanes[2 * lane + 1] = (uint32_t)(value >> 32);
}

static uint64_t rotate(uint64_t value, unsigned n) { return value << n | value >> (64 - n); }

void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate) {
    (void)rate;
    uint64_t column[5];
    unsigned round = 0;
    do {
        for (; round < 24; round++) {
            for (unsigned x = 0; x < 5; x++) {
                column[x] = 0;
                for (unsigned y = 0; y < 25; y += 5)
                    column[x] ^= load_lane(lanes, x + y);
            }
            for (unsigned x = 0; x < 5; x++) {
                uint64_t d = column[(x + 4) % 5] ^ rotate(column[(x + 1) % 5], 1);
                for (unsigned y = 0; y < 25; y += 5)
                    store_lane(lanes, x + y, load_lane(lanes, x + y) ^ d);
            }
            uint64_t moving = load_lane(lanes, 1);
            for (unsigned i = 0; i < 24; i++) {
                uint64_t next = load_lane(lanes, pi_lane[i]);
                store_lane(lanes, pi_lane[i], rotate(moving, rho_offset[i]));
                moving = next;
            }
            for (unsigned y = 0; y < 25; y += 5) {
                for (unsigned x = 0; x < 5; x++)
                    column[x] = load_lane(lanes, x + y);
                for (unsigned x = 0; x < 5; x++)
                    store_lane(lanes, x + y,
                               column[x] ^ (~column[(x + 1) % 5] & column[(x + 2) % 5]));
            }
            lanes[0] ^= round_constants[round][0];
            lanes[1] ^= round_constants[round][1];
        }
        KSIG_BARRIER(round);
    } while (round != 24); /* tested twice: fewer rounds could be inverted */
}

#else

/* The low and high half of (low, high) rotated left by n, 0 < n < 64, n != 32; the test is resolved
 * at compile time. */
#define ROTATE_HALF(front, back, n) ((front) << ((n)&31) | (back) >> (32 - ((n)&31)))
#define ROTATE_LOW(low, high, n) ((n) < 32 ? ROTATE_HALF(low, high, n) : ROTATE_HALF(high, low, n))
#define ROTATE_HIGH(low, high, n) ((n) < 32 ? ROTATE_HALF(high, low, n) : ROTATE_HALF(low, high, n))

/* theta's column parities. */
#define COLUMN(half, x)                                                          \
    (a[2 * (x) + (half)] ^ a[10 + 2 * (x) + (half)] ^ a[20 + 2 * (x) + (half)] ^ \
     a[30 + 2 * (x) + (half)] ^ a[40 + 2 * (x) + (half)])

/* D[x] = C[x - 1] ^ C[x + 1] rotated by 1. */
#define DELTA(x, before, after)                                                   \
    do {                                                                          \
        d_low[x] = c_low[before] ^ ROTATE_LOW(c_low[after], c_high[after], 1);    \
        d_high[x] = c_high[before] ^ ROTATE_HIGH(c_low[after], c_high[after], 1); \
    } while (0)

/* One step of the walk that rho and pi make through 24 lanes; theta's D is added when a lane is
 * first read. */
#define MOVE(lane, n)                                                                  \
    do {                                                                               \
        const uint32_t old_low = a[2 * (lane)], old_high = a[2 * (lane) + 1];          \
        const uint32_t delta_low = d_low[(lane) % 5], delta_high = d_high[(lane) % 5]; \
        KSIG_KEEP_ORDER();                                                             \
        a[2 * (lane)] = ROTATE_LOW(low, high, n);                                      \
        a[2 * (lane) + 1] = ROTATE_HIGH(low, high, n);                                 \
        KSIG_KEEP_ORDER();                                                             \
        low = old_low ^ delta_low;                                                     \
        high = old_high ^ delta_high;                                                  \
    } while (0)

/* chi on one half of a row. */
#define CHI(w0, w1, w2, w3, w4)                                     \
    do {                                                            \
        const uint32_t r0 = w0, r1 = w1, r2 = w2, r3 = w3, r4 = w4; \
        KSIG_KEEP_ORDER();                                          \
        w0 = r0 ^ (~r1 & r2);                                       \
        w1 = r1 ^ (~r2 & r3);                                       \
        w2 = r2 ^ (~r3 & r4);                                       \
        w3 = r3 ^ (~r4 & r0);                                       \
        w4 = r4 ^ (~r0 & r1);                                       \
        KSIG_KEEP_ORDER();                                          \
    } while (0)

void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate) {
    (void)rate;
    uint32_t *const a = lanes;
    unsigned round = 0;
    do {
        for (; round < 24; round++) {
            uint32_t c_low[5], c_high[5], d_low[5], d_high[5];
            for (unsigned x = 0; x < 5; x++) {
                c_low[x] = COLUMN(0, x);
                c_high[x] = COLUMN(1, x);
            }
            DELTA(0, 4, 1);
            DELTA(1, 0, 2);
            DELTA(2, 1, 3);
            DELTA(3, 2, 4);
            DELTA(4, 3, 0);

            a[0] ^= d_low[0];
            a[1] ^= d_high[0];
            uint32_t low = a[2] ^ d_low[1], high = a[3] ^ d_high[1];
            MOVE(10, 1);
            MOVE(7, 3);
            MOVE(11, 6);
            MOVE(17, 10);
            MOVE(18, 15);
            MOVE(3, 21);
            MOVE(5, 28);
            MOVE(16, 36);
            MOVE(8, 45);
            MOVE(21, 55);
            MOVE(24, 2);
            MOVE(4, 14);
            MOVE(15, 27);
            MOVE(23, 41);
            MOVE(19, 56);
            MOVE(13, 8);
            MOVE(12, 25);
            MOVE(2, 43);
            MOVE(20, 62);
            MOVE(14, 18);
            MOVE(22, 39);
            MOVE(9, 61);
            MOVE(6, 20);
            MOVE(1, 44);

            for (uint32_t *row = a; row < a + 50; row += 10) {
                CHI(row[0], row[2], row[4], row[6], row[8]);
                CHI(row[1], row[3], row[5], row[7], row[9]);
            }
            a[0] ^= round_constants[round][0];
            a[1] ^= round_constants[round][1];
        }
        KSIG_BARRIER(round);
    } while (round != 24); /* tested twice: fewer rounds could be inverted */
}

#endif

#else
typedef int ksig_keccak_f1600_is_assembly; /* ISO C forbids an empty file. */
#endif
