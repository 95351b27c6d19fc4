/* Small helpers for bytes and words. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_BYTES_H
#define KSIG_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "arch/compiler.h"
#include "guard/guard.h"
#include "kilosig/config.h"
#include "util/memory.h"

/* All ones for 1, zero for 0. */
static inline uint32_t ksig_mask(uint32_t bit) {
    KSIG_MASK_BARRIER(bit);
    uint32_t mask = 0u - bit;
    KSIG_MASK_BARRIER(mask);
    return mask;
}

/* All ones if bit 31 is set, else zero. */
static inline uint32_t ksig_sign_mask(uint32_t x) {
    KSIG_MASK_BARRIER(x);
    uint32_t mask = 0u - (x >> 31);
    KSIG_MASK_BARRIER(mask);
    return mask;
}

/* Bit 63. */
static inline uint32_t ksig_sign_of64(uint64_t x) {
    uint32_t high = (uint32_t)(x >> 32);
    KSIG_BARRIER(high);
    return high >> 31;
}

/* The lowest `bits` bits: by shifts where a mask would take one of few registers. */
static inline uint32_t ksig_low_bits(uint32_t x, unsigned bits) {
#if KSIG_FEW_REGISTERS
    x <<= 32 - bits;
    KSIG_BARRIER(x);
    return x >> (32 - bits);
#else
    return x & ((UINT32_C(1) << bits) - 1);
#endif
}

/* x, or -x where the mask is all ones. */
static inline int32_t ksig_with_sign(int32_t x, uint32_t mask) {
    return (int32_t)(((uint32_t)x ^ mask) - mask);
}

/* Index in memory of byte i of a little-endian sequence of 32-bit words. */
#if KSIG_BIG_ENDIAN
#define KSIG_LE_INDEX(i) ((i) ^ 3u)
#else
#define KSIG_LE_INDEX(i) (i)
#endif

/* 24 bits, little-endian, from three bytes at p. */
static inline uint32_t ksig_load24(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
}

/* 32 bits, little-endian, from four bytes at p. */
static inline uint32_t ksig_load32(const uint8_t *p) {
#if KSIG_FAST_UNALIGNED
    uint32_t word;
    KSIG_COPY_FEW(&word, p, 4);
    return word;
#else
    return ksig_load24(p) | (uint32_t)p[3] << 24;
#endif
}

/* The same for bytes that often begin at a multiple of 4. */
static inline uint32_t ksig_load32_often_aligned(const uint8_t *p) {
#if defined(KSIG_MAY_ALIAS) && !KSIG_FAST_UNALIGNED && !KSIG_BIG_ENDIAN && !KSIG_LEAST_FLASH && \
    UINTPTR_MAX > 0xffff
    typedef uint32_t KSIG_MAY_ALIAS any_word;
    if ((uintptr_t)p % 4 == 0) {
        const any_word *word = (const any_word *)(const void *)p;
        KSIG_BARRIER(word); /* or the compiler finds it equal to the bytes, and takes only those */
        return *word;
    }
#endif
    return ksig_load32(p);
}

/* How many zeros are above the highest bit of x > 0. */
static inline unsigned ksig_leading_zeros(uint32_t x) {
#ifdef KSIG_LEADING_ZEROS
    return KSIG_LEADING_ZEROS(x);
#else
    unsigned zeros = 0;
    for (; x >> 31 == 0; x <<= 1)
        zeros++;
    return zeros;
#endif
}

static inline void ksig_store32(uint8_t *p, uint32_t x) {
#if KSIG_FAST_UNALIGNED
    KSIG_COPY_FEW(p, &x, 4);
#else
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
#endif
}

/* 32 bits, big-endian, from four bytes at p. */
static inline uint32_t ksig_load32_big_endian(const uint8_t *p) {
#if KSIG_FAST_UNALIGNED
    return __builtin_bswap32(ksig_load32(p));
#else
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
#endif
}

/* Writes 32 bits, big-endian, to four bytes at p. */
static inline void ksig_store32_big_endian(uint8_t *p, uint32_t x) {
#if KSIG_FAST_UNALIGNED
    x = KSIG_SWAP32(x);
    KSIG_COPY_FEW(p, &x, 4);
#else
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
#endif
}

/* Zeroes `length` bytes; not optimised away. */
void ksig_wipe(void *memory, size_t length);

/* The same for memory that must start at zero: reads back what it wrote. length: a multiple of 4,
 * not 0; memory: aligned like uint32_t. Returns `length`, or a different number if a fault left a
 * byte unchanged. */
uint32_t ksig_clear(void *memory, size_t length);

/* Zeroes such memory without reading it back. Where flash matters, a verifier's image has one loop
 * for both. */
static inline void ksig_wipe_words(void *memory, size_t length) {
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE
    (void)ksig_clear(memory, length);
#else
    ksig_wipe(memory, length);
#endif
}

/* memcpy by words: a small C library's memcpy copies byte by byte, at seven cycles each. Reads each
 * byte once. The areas may overlap if `to` is below `from`. Returns how many bytes were written:
 * `length`, unless a fault struck. */
size_t ksig_copy(void *to, const void *from, size_t length);

#endif
