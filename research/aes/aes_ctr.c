/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "aes/aes_ctr.h"

#include "util/bytes.h"
#include "util/memory.h"

#if KSIG_ENABLE_AES_HOOK

void ksig_aes_ctr_init(ksig_aes_ctr *stream, const uint8_t key[KSIG_AES_KEY_BYTES],
                       const uint8_t *iv) {
    KSIG_COPY_FEW(stream->key, key, KSIG_AES_KEY_BYTES);
    if (iv != NULL)
        KSIG_COPY_FEW(stream->iv, iv, KSIG_AES_BLOCK_BYTES);
    else
        KSIG_ZERO_FEW(stream->iv, KSIG_AES_BLOCK_BYTES);
    stream->next = 0;
}

void ksig_aes_ctr_blocks(ksig_aes_ctr *stream, uint8_t *out, unsigned count) {
    for (; count > 0; count--, out += KSIG_AES_BLOCK_BYTES) {
        uint8_t counter[KSIG_AES_BLOCK_BYTES];
        KSIG_COPY_FEW(counter, stream->iv, KSIG_AES_BLOCK_BYTES);
        for (unsigned i = 0; i < 4; i++)
            counter[KSIG_AES_BLOCK_BYTES - 1 - i] ^= (uint8_t)(stream->next >> 8 * i);
        ksig_aes128_block(stream->key, counter, out);
        stream->next++;
    }
}

#else

/* FIPS 197 section 5.2: SubWord(RotWord(word)) and the round constant. */
static KSIG_NOINLINE uint32_t rotated(uint32_t word, uint32_t constant) {
    return constant ^ (ksig_aes_sub(word >> 8 & 0xff) | ksig_aes_sub(word >> 16 & 0xff) << 8 |
                       ksig_aes_sub(word >> 24) << 16 | ksig_aes_sub(word & 0xff) << 24);
}

/* The next round key. */
static void advance(uint32_t to[4], const uint32_t key[4], uint32_t constant) {
    to[0] = key[0] ^ rotated(key[3], constant);
    for (unsigned i = 1; i < 4; i++)
        to[i] = key[i] ^ to[i - 1];
}

/* The previous round key. */
static void go_back(uint32_t key[4], uint32_t constant) {
    for (unsigned i = 3; i > 0; i--)
        key[i] ^= key[i - 1];
    key[0] ^= rotated(key[3], constant);
}

/* SubBytes, ShiftRows and MixColumns, added to the round key in `to`; without the bytes of `from`
 * whose bits are set in `without`, from the low byte of column 0 on. */
static KSIG_NOINLINE void add_round(uint32_t to[4], const uint32_t from[4], unsigned without) {
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned row = 0; row < 4; row++) {
            const unsigned column = (j + row) % 4;
            if ((without >> (4 * column + row) & 1) == 0)
                to[j] ^= ksig_aes_mixed(from[column], row);
        }
    }
}

void ksig_aes_ctr_keep(ksig_aes_ctr *stream) {
    const uint32_t b = stream->next;
    const uint32_t counter = (b >> 24) | (b >> 8 & 0xff00) | (b & 0xff00) << 8;
    uint32_t *const columns = stream->kept + 1, t[4]; /* after round 2, and 1 */
    KSIG_COPY_FEW(columns, stream->keys, 16);
    go_back(columns, 4);
    KSIG_COPY_FEW(t, columns, 16);
    go_back(t, 2);
    stream->first[3] ^= counter; /* for this round alone */
    add_round(t, stream->first, 0x8000);
    stream->first[3] ^= counter;
    add_round(columns, t, 0x000f);
    stream->kept[0] = t[0];
    stream->kept_for = b >> 8;
}

void ksig_aes_ctr_init(ksig_aes_ctr *stream, const uint8_t key[KSIG_AES_KEY_BYTES],
                       const uint8_t *iv) {
    uint32_t constant = 1;
    uint32_t round[4];
    for (unsigned i = 0; i < 4; i++) {
        round[i] = ksig_load32(key + 4 * i);
        stream->first[i] = round[i] ^ (iv != NULL ? ksig_load32(iv + 4 * i) : 0);
    }
    for (unsigned i = 1; i <= KSIG_AES_ROUNDS; i++) {
        uint32_t *const to = i < 3 ? stream->keys : stream->keys + 4 * (i - 3);
        advance(to, round, constant);
        KSIG_COPY_FEW(round, to, sizeof round);
        constant = (constant << 1 ^ (constant >> 7) * 0x1b) & 0xff;
    }
    stream->next = 0;
    stream->kept_for = UINT32_MAX; /* nothing yet */
}

#endif
