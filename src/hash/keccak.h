/* Keccak-f[1600] sponges: SHA-3 and SHAKE (FIPS 202). SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_KECCAK_H
#define KSIG_KECCAK_H

#include <stddef.h>
#include <stdint.h>

#include "guard/tally.h"
#include "util/bytes.h"
#include "util/memory.h"

/* A sponge: 204 bytes. Lane x + 5 y is words 2 (x + 5 y) (low half) and 2 (x + 5 y) + 1, so the
 * state reads as the standard's byte string on a little-endian machine. */
typedef struct ksig_keccak {
    uint32_t lanes[50];
    uint8_t position; /* next byte of the rate: 0 .. rate */
    uint8_t rate;     /* in bytes: 168, 144, 136, 104 or 72 */
    uint8_t suffix;   /* domain bits with the first padding bit */
    uint8_t unused;   /* to a multiple of 4, also where there is no alignment */
} ksig_keccak;

enum {
    KSIG_SHAKE128_RATE = 168,
    KSIG_SHAKE256_RATE = 136,
    KSIG_SHAKE_SUFFIX = 0x1f,
    KSIG_SHA3_SUFFIX = 0x06
};

/* Starts a sponge for what somebody else chooses. rate: multiple of 8 below 200. It begins at zero,
 * or a fault has given it no suffix: its results are wrong, and what ends it says so. Over a word
 * that was there before, another message would have the same hash. */
void ksig_keccak_init(ksig_keccak *k, unsigned rate, unsigned suffix);

static inline void ksig_shake128_init(ksig_keccak *k) {
    ksig_keccak_init(k, KSIG_SHAKE128_RATE, KSIG_SHAKE_SUFFIX);
}

static inline void ksig_shake256_init(ksig_keccak *k) {
    ksig_keccak_init(k, KSIG_SHAKE256_RATE, KSIG_SHAKE_SUFFIX);
}

/* Starts one for a seed and what it is hashed with, of which a sender chooses nothing that counts:
 * nothing is looked at. */
void ksig_keccak_init_seed(ksig_keccak *k, unsigned rate);

/* Absorbs `length` bytes. Returns how many the sponge shows to have taken, by its position and by a
 * capacity that each permutation changes: a fault that skips a part or a permutation makes it
 * another number. */
size_t ksig_keccak_absorb(ksig_keccak *k, const uint8_t *data, size_t length);

/* Absorbs bytes that fit into what is left of the rate, length <= rate - position: without a
 * permutation. */
void ksig_keccak_absorb_seed(ksig_keccak *k, const uint8_t *data, size_t length);

/* Ends absorbing: pads. Nothing may be absorbed after. The permutation comes with the first byte
 * squeezed. Returns 0, or something else if the padding is not in the sponge. */
uint32_t ksig_keccak_finish(ksig_keccak *k);

/* ksig_keccak_finish for less than a block: nothing to permute yet, and nothing is checked. */
void ksig_keccak_finish_seed(ksig_keccak *k);

/* ksig_keccak_finish for streamed input: also runs the permutation, and the result covers it. */
uint32_t ksig_keccak_end(ksig_keccak *k);

/* Squeezes the next `length` bytes; any number of calls after ksig_keccak_finish. */
void ksig_keccak_squeeze(ksig_keccak *k, uint8_t *out, size_t length);

/* Ends absorbing of less than a block and squeezes `length` bytes, a multiple of 8, to words;
 * nothing more after. */
void ksig_keccak_finish_to(ksig_keccak *k, uint32_t *out, size_t length);

/* Compares the next `length` < 2^16 bytes to be squeezed with those at `expected`, without copying:
 * as ksig_compare. */
uint32_t ksig_keccak_squeeze_compare_packed(ksig_keccak *k, const volatile uint8_t *expected,
                                            size_t length);
static inline ksig_tally ksig_keccak_squeeze_compare(ksig_keccak *k, const uint8_t *expected,
                                                     size_t length) {
    return ksig_tally_of(ksig_keccak_squeeze_compare_packed(k, expected, length));
}

/* One squeezed byte. For samplers that take the output byte by byte straight from the state. */
static inline unsigned ksig_keccak_rate_byte(const ksig_keccak *k, unsigned position) {
    return ((const uint8_t *)k->lanes)[KSIG_LE_INDEX(position)];
}

/* Two squeezed bytes, little-endian. */
static inline uint32_t ksig_keccak_rate_bytes2(const ksig_keccak *k, unsigned position) {
#if KSIG_FAST_UNALIGNED
    uint16_t half;
    KSIG_COPY_FEW(&half, (const uint8_t *)k->lanes + position, 2);
    return half;
#else
    return ksig_keccak_rate_byte(k, position) | ksig_keccak_rate_byte(k, position + 1) << 8;
#endif
}

/* Three squeezed bytes, little-endian, and perhaps a fourth above them. */
static inline uint32_t ksig_keccak_rate_bytes3(const ksig_keccak *k, unsigned position) {
#if KSIG_FAST_UNALIGNED
    uint32_t word;
    /* Within the 200 bytes of the state. */
    KSIG_COPY_FEW(&word, (const uint8_t *)k->lanes + position, 4);
    return word;
#else
    return ksig_keccak_rate_byte(k, position) | ksig_keccak_rate_byte(k, position + 1) << 8 |
           (uint32_t)ksig_keccak_rate_byte(k, position + 2) << 16;
#endif
}

/* One permutation. For samplers that count positions themselves. */
void ksig_keccak_permute(ksig_keccak *k);

/* Makes sure that at least one unread byte is left in the rate: permutes if all are used. Returns
 * the rate if it did and the capacity has changed, else 0: no permutation, except for a chance of
 * 2^-64. */
uint32_t ksig_keccak_refill(ksig_keccak *k);

/* The permutation: 24 rounds in place. rate: of the sponge, in bytes, or 200. The lanes after it
 * may have another form between calls, in which zeros are zeros: nobody but the permutation reads
 * them. */
void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate);

/* Where KSIG_KECCAK_STAYS (arch/gates.h), `rate` may say that all lanes have that other form
 * before the call, or that they are left in it. Before the first call `rate` need only reach to
 * where the seed and its padding end: zeros and the last bit of a lane are the same in both forms.
 */
enum { KSIG_KECCAK_IS_OWN = 256, KSIG_KECCAK_STAYS_OWN = 512 };

/* Lanes in that form to `count` lanes as the standard has them, which may be the same. */
void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count);

#endif
