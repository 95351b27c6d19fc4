/* Little helpers on bytes. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_BYTES_H
#define KSIG_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* For a function whose locals must not lie below its caller's while deeper calls run. */
#if defined(__GNUC__) || defined(__clang__)
#define KSIG_NOINLINE __attribute__((noinline))
#else
#define KSIG_NOINLINE
#endif

/* For what two functions are made of, of which an image has one. */
#if defined(__GNUC__) || defined(__clang__)
#define KSIG_INLINE inline __attribute__((always_inline))
#else
#define KSIG_INLINE inline
#endif

/* Nothing is loaded or stored across it. Keeps the compiler from holding more than there are registers. */
#if defined(__GNUC__) || defined(__clang__)
#define KSIG_KEEP_ORDER() __asm__ volatile("" : : : "memory")
#else
#define KSIG_KEEP_ORDER() (void)0
#endif

/* Makes a pointer one that the compiler does not know, so that it loads once more what it has loaded already. */
#if defined(__GNUC__) || defined(__clang__)
#define KSIG_HIDE(pointer) __asm__("" : "+r"(pointer))
#else
#define KSIG_HIDE(pointer) (void)0
#endif

/* Index of byte i of a little-endian sequence of 32-bit words, as it lies in memory. */
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define KSIG_LE_INDEX(i) ((i) ^ 3u)
#else
#define KSIG_LE_INDEX(i) (i)
#endif

/* 1 where a load of four bytes from any address is one instruction and gives them little-endian. */
#if defined(__GNUC__) && defined(__ARM_FEATURE_UNALIGNED) && !defined(__ARM_BIG_ENDIAN) || defined(__x86_64__)
#define KSIG_FAST_UNALIGNED 1
#else
#define KSIG_FAST_UNALIGNED 0
#endif

/* 24 bits, little-endian, from three bytes at p. */
static inline uint32_t ksig_load24(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
}

/* 32 bits, little-endian, from four bytes at p. */
static inline uint32_t ksig_load32(const uint8_t *p) {
#if KSIG_FAST_UNALIGNED
    uint32_t word;
    __builtin_memcpy(&word, p, 4); /* freestanding, a plain memcpy would be a call */
    return word;
#else
    return ksig_load24(p) | (uint32_t)p[3] << 24;
#endif
}

/* How many zeros are above the highest bit of x > 0. */
static inline unsigned ksig_leading_zeros(uint32_t x) {
#if defined(__ARM_FEATURE_CLZ) || defined(__x86_64__)
    return (unsigned)__builtin_clz(x);
#else
    unsigned zeros = 0;
    for (; x >> 31 == 0; x <<= 1)
        zeros++;
    return zeros;
#endif
}

static inline void ksig_store32(uint8_t *p, uint32_t x) {
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

/* Writes 32 bits, big-endian, to four bytes at p. */
static inline void ksig_store32_big_endian(uint8_t *p, uint32_t x) {
#if KSIG_FAST_UNALIGNED
    x = __builtin_bswap32(x);
    __builtin_memcpy(p, &x, 4);
#else
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
#endif
}

/* Zeroes `length` bytes; not optimised away. */
void ksig_wipe(void *memory, size_t length);

/* memcpy by words: that of a small C library goes byte by byte, at seven cycles each. */
void ksig_copy(void *to, const void *from, size_t length);

#endif
