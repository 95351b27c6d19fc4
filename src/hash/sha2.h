/* SHA-256 and SHA-512, incremental (FIPS 180-4), and their truncated variants, selected by initial
 * value. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_SHA2_H
#define KSIG_SHA2_H

#include <stddef.h>
#include <stdint.h>

#include "arch/gates.h"
#include "kilosig/config.h"
#include "util/bytes.h"

typedef struct ksig_sha256 {
    uint32_t chain[8];
    uint32_t block[16]; /* message bytes as they arrive; the compression works in place */
    uint64_t length;    /* in bytes, so far */
} ksig_sha256;

typedef struct ksig_sha512 {
    uint64_t chain[8];
    uint64_t block[16];
    uint64_t length; /* in bytes, so far: messages below 2^61 bytes */
} ksig_sha512;

extern const uint32_t ksig_sha224_initial[8], ksig_sha256_initial[8];
extern const uint64_t ksig_sha384_initial[8], ksig_sha512_initial[8], ksig_sha512_224_initial[8],
    ksig_sha512_256_initial[8];

void ksig_sha256_init(ksig_sha256 *h, const uint32_t initial[8]);
/* Absorbs a piece of a message. Returns how many bytes were taken, not `length` if a fault skipped
 * some; and the address of h, added to the number: the "shown address" of guard/guard.h. */
size_t ksig_sha256_take(ksig_sha256 *h, const uint8_t *data, size_t length);
/* The number of bytes in that result. h: formed again. */
static inline size_t ksig_sha256_taken(const ksig_sha256 *h, size_t shown) {
    return shown - (size_t)(uintptr_t)h;
}
/* Absorbs `length` bytes, of no message. Returns how many were taken. */
static inline size_t ksig_sha256_update(ksig_sha256 *h, const uint8_t *data, size_t length) {
    return ksig_sha256_taken(h, ksig_sha256_take(h, data, length));
}
/* _room: where the next bytes may be written, up to the end of the block. _advance: takes `length`
 * bytes written there. */
static inline uint8_t *ksig_sha256_room(ksig_sha256 *h) {
    return (uint8_t *)h->block + h->length % sizeof h->block;
}
void ksig_sha256_advance(ksig_sha256 *h, size_t length);
/* Ends the message and writes the first `length` <= 32 bytes of the digest, which may be in
 * h->chain. Returns 0, or a nonzero value if the last compression did not change the chaining
 * value. */
uint32_t ksig_sha256_final(ksig_sha256 *h, uint8_t *digest, size_t length);

void ksig_sha512_advance(ksig_sha512 *h, size_t length);
void ksig_sha512_init(ksig_sha512 *h, const uint64_t initial[8]);
/* As their namesakes of SHA-256. */
size_t ksig_sha512_take(ksig_sha512 *h, const uint8_t *data, size_t length);
static inline size_t ksig_sha512_taken(const ksig_sha512 *h, size_t shown) {
    return shown - (size_t)(uintptr_t)h;
}
static inline size_t ksig_sha512_update(ksig_sha512 *h, const uint8_t *data, size_t length) {
    return ksig_sha512_taken(h, ksig_sha512_take(h, data, length));
}
/* Ends the message and writes the first `length` <= 64 bytes of the digest. Returns as
 * ksig_sha256_final. */
uint32_t ksig_sha512_final(ksig_sha512 *h, uint8_t *digest, size_t length);

/* One compression. The block is 16 words of message bytes as in memory, and is overwritten. */
void ksig_sha512_compress(uint64_t chain[8], uint64_t block[16]);

/* 1: the compression takes 64 bytes at any address, in the block itself or separate from it: in
 * assembly, and where C loads words from any address. */
#if !KSIG_COMPACT_HASH && (KSIG_ARMV7M || (KSIG_FAST_UNALIGNED && defined(__thumb2__)))
#define KSIG_SHA256_FROM 1
#else
#define KSIG_SHA256_FROM 0
#endif
void ksig_sha256_compress_from(uint32_t chain[8], uint32_t block[16], const void *data);
#if KSIG_SHA256_FROM
static inline void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16]) {
    ksig_sha256_compress_from(chain, block, block);
}
#else
void ksig_sha256_compress(uint32_t chain[8], uint32_t block[16]);
#endif

/* 1: the compression is also available in parts, for sha256_chain.c. In C that would take 80 bytes
 * of stack: only for the assembly, and for the test that compares it with C. */
#ifndef KSIG_SHA256_PARTS
#define KSIG_SHA256_PARTS KSIG_ASM_SHA256_CHAIN
#endif
/* Rounds 5 to 63, from the working variables after rounds 0 to 4, in rotated order. The first five
 * words of the block are numbers, the others are as in memory. The first half of the block becomes
 * the variables a, .., h, to which the chaining value must be added. In assembly, part of the
 * compression: sha256.S. */
void ksig_sha256_end(const uint32_t variables[8], uint32_t block[16]);

#endif
