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
    uint8_t own;      /* what ksig_mldsa_add_a knows of the lanes; pads to a multiple of 4 */
} ksig_keccak;

enum {
    KSIG_SHAKE128_RATE = 168,
    KSIG_SHAKE256_RATE = 136,
    KSIG_SHAKE_SUFFIX = 0x1f,
    KSIG_SHA3_SUFFIX = 0x06
};

/* Starts a sponge for data that a sender may choose. rate: a multiple of 8 below 200. The state is
 * zeroed; if a fault prevents this, the sponge gets no suffix: its results are wrong, and ending it
 * reports that. With a leftover word in the state, a different message would have the same hash. */
void ksig_keccak_init(ksig_keccak *k, unsigned rate, unsigned suffix);

static inline void ksig_shake128_init(ksig_keccak *k) {
    ksig_keccak_init(k, KSIG_SHAKE128_RATE, KSIG_SHAKE_SUFFIX);
}

static inline void ksig_shake256_init(ksig_keccak *k) {
    ksig_keccak_init(k, KSIG_SHAKE256_RATE, KSIG_SHAKE_SUFFIX);
}

/* Starts a sponge for a seed and the data hashed with it, none of which a sender can usefully
 * choose: nothing is checked. */
void ksig_keccak_init_seed(ksig_keccak *k, unsigned rate);

/* Absorbs `length` bytes. Returns how many were taken, judged by the position and by the capacity,
 * which each permutation changes: a fault that skips a part or a permutation changes the result. */
size_t ksig_keccak_absorb(ksig_keccak *k, const uint8_t *data, size_t length);

/* The same for a piece of a message. Returns the address of the sponge too, added to the number:
 * the "shown address" of guard/guard.h. */
size_t ksig_keccak_take(ksig_keccak *k, const uint8_t *data, size_t length);

/* The number of bytes in the result of ksig_keccak_take. k: formed again. */
static inline size_t ksig_keccak_taken(const ksig_keccak *k, size_t shown) {
    return shown - (size_t)(uintptr_t)k;
}

/* Absorbs bytes that fit into the rest of the rate, length <= rate - position, without a
 * permutation. */
void ksig_keccak_absorb_seed(ksig_keccak *k, const uint8_t *data, size_t length);

/* Ends absorbing: pads. Nothing may be absorbed afterwards. The permutation runs when the first
 * byte is squeezed. Returns 0, or a nonzero value if the padding is not in the sponge. */
uint32_t ksig_keccak_finish(ksig_keccak *k);

/* ksig_keccak_finish for less than a block: there is nothing to permute yet, and nothing is
 * checked. */
void ksig_keccak_finish_seed(ksig_keccak *k);

/* ksig_keccak_finish for streamed input: also runs the permutation, and the result covers it. */
uint32_t ksig_keccak_end(ksig_keccak *k);

/* Squeezes the next `length` bytes; any number of calls after ksig_keccak_finish. */
void ksig_keccak_squeeze(ksig_keccak *k, uint8_t *out, size_t length);

/* Ends absorbing of less than a block and squeezes `length` bytes, a multiple of 8, to words. The
 * sponge cannot be used afterwards. */
void ksig_keccak_finish_to(ksig_keccak *k, uint32_t *out, size_t length);

/* Compares the next `length` < 2^16 squeezed bytes with those at `expected`, without copying, like
 * ksig_compare. */
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

/* The same for a position that is even. */
static inline uint32_t ksig_keccak_rate_pair(const ksig_keccak *k, unsigned position) {
#if defined(KSIG_MAY_ALIAS) && !KSIG_BIG_ENDIAN && UINTPTR_MAX > 0xffff
    typedef uint16_t KSIG_MAY_ALIAS any_half;
    return *(const any_half *)(const void *)((const uint8_t *)k->lanes + position);
#else
    return ksig_keccak_rate_bytes2(k, position);
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
 * the rate if it permuted and the capacity has changed, else 0, which means no permutation, except
 * with probability 2^-64. */
uint32_t ksig_keccak_refill(ksig_keccak *k);

/* The permutation: 24 rounds in place. rate: of the sponge, in bytes, or 200. Between calls the
 * lanes after the rate may have a different form, in which zeros are zeros: only the permutation
 * reads them. */
void ksig_keccak_f1600(uint32_t lanes[50], unsigned rate);

/* With KSIG_KECCAK_STAYS (arch/gates.h), flags in `rate` say that all lanes have that other form
 * before the call, or are to be left in it. In the first call `rate` need only cover the seed and
 * its padding: zeros and the last bit of a lane are the same in both forms.
 */
enum { KSIG_KECCAK_IS_OWN = 256, KSIG_KECCAK_STAYS_OWN = 512 };

/* Converts `count` lanes from that form to the standard's; `out` may be `lanes`, and has to be on
 * ARMv6-M, where lanes of that form stand in another order. */
void ksig_keccak_separate(uint32_t *out, const uint32_t *lanes, unsigned count);

#endif
