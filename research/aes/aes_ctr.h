/* AES-128 in counter mode for PUBLIC data: the coefficients of keys, derived from a public seed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Not for secrets: tables are read at addresses that depend on key and counter.
 *
 * Block b of the stream is AES(key, iv xor (12 zero bytes | b, 32 bits, big-endian)). Only the last
 * byte of the counter changes for 256 blocks. So the contribution of the other fifteen bytes to
 * rounds 1 and 2 is kept: 9 in 10 blocks begin there, with 5 look-ups instead of 32. */
#ifndef KSIG_AES_CTR_H
#define KSIG_AES_CTR_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/kilosig.h"

enum { KSIG_AES_KEY_BYTES = 16, KSIG_AES_BLOCK_BYTES = 16, KSIG_AES_ROUNDS = 10 };

#if KSIG_ENABLE_AES_HOOK
typedef struct ksig_aes_ctr {
    uint8_t key[KSIG_AES_KEY_BYTES];
    uint8_t iv[KSIG_AES_BLOCK_BYTES];
    uint32_t next; /* block */
} ksig_aes_ctr;
#else
/* 172 bytes. Words are little-endian columns of the standard's state. */
typedef struct ksig_aes_ctr {
    uint32_t first[4];                        /* round key 0, with the iv added */
    uint32_t keys[4 * (KSIG_AES_ROUNDS - 2)]; /* 3 .. 10; 2 and 1 follow from 3 */
    uint32_t kept[5];  /* column 0 after round 1 and the columns after round 2, without the
                        * contribution of the last byte of the counter */
    uint32_t kept_for; /* block / 256 */
    uint32_t next;     /* block */
} ksig_aes_ctr;
#endif

/* Begins a stream. iv: 16 bytes, or null for zeros. */
void ksig_aes_ctr_init(ksig_aes_ctr *stream, const uint8_t key[KSIG_AES_KEY_BYTES],
                       const uint8_t *iv);

/* Moves to a block. */
static inline void ksig_aes_ctr_seek(ksig_aes_ctr *stream, uint32_t block) { stream->next = block; }

#if KSIG_ENABLE_AES_HOOK

/* Writes the next `count` blocks. out: aligned like uint32_t. */
void ksig_aes_ctr_blocks(ksig_aes_ctr *stream, uint8_t *out, unsigned count);

#else

/* Computes the kept part of rounds 1 and 2, for the next block and up to a multiple of 256. */
void ksig_aes_ctr_keep(ksig_aes_ctr *stream);

/* Writes the next `count` > 0 blocks, for all of which the kept part is valid. Assembly on ARMv7-M:
 * research/arch/armv7m/aes; otherwise C: aes_block.c. out: aligned like uint32_t. */
void ksig_aes_ctr_rounds(ksig_aes_ctr *stream, uint8_t *out, unsigned count);

/* Writes the next `count` blocks. */
static inline void ksig_aes_ctr_blocks(ksig_aes_ctr *stream, uint8_t *out, unsigned count) {
    while (count > 0) {
        if (stream->kept_for != stream->next >> 8)
            ksig_aes_ctr_keep(stream);
        const unsigned left = 256 - (unsigned)(stream->next & 0xff);
        const unsigned now = count < left ? count : left;
        ksig_aes_ctr_rounds(stream, out, now);
        out += KSIG_AES_BLOCK_BYTES * now;
        count -= now;
    }
}

/* SubBytes and MixColumns of a byte in row 0: 2 s, s, s, 3 s from the low byte on. */
extern const uint32_t ksig_aes_table[256];

/* Row r of that table: rotated by r bytes. */
static inline uint32_t ksig_aes_mixed(uint32_t column, unsigned row) {
    const uint32_t t = ksig_aes_table[column >> 8 * row & 0xff];
    return row == 0 ? t : t << 8 * row | t >> (32 - 8 * row);
}

/* S-box. */
static inline uint32_t ksig_aes_sub(uint32_t byte) { return ksig_aes_table[byte] >> 8 & 0xff; }

#endif

#endif
