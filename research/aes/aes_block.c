/* The C version of research/arch/armv7m/aes/aes_block_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "aes/aes_ctr.h"

#include "arch/armv7m/research_gates.h"
#include "util/bytes.h"

#if !KSIG_ASM_AES && !KSIG_ENABLE_AES_HOOK

/* Makes the block for the counter whose last byte, with the iv and round key 0 added, is `last`. */
static void rounds(const ksig_aes_ctr *stream, uint32_t last, uint8_t *out) {
    const uint32_t changed = stream->kept[0] ^ ksig_aes_mixed(last << 24, 3);
    const uint32_t *key = stream->keys;
    uint32_t a = stream->kept[1] ^ ksig_aes_mixed(changed, 0);
    uint32_t b = stream->kept[2] ^ ksig_aes_mixed(changed, 3);
    uint32_t c = stream->kept[3] ^ ksig_aes_mixed(changed, 2);
    uint32_t d = stream->kept[4] ^ ksig_aes_mixed(changed, 1);
    for (unsigned round = 3; round < KSIG_AES_ROUNDS; round++, key += 4) {
        const uint32_t e = key[0] ^ ksig_aes_mixed(a, 0) ^ ksig_aes_mixed(b, 1) ^
                           ksig_aes_mixed(c, 2) ^ ksig_aes_mixed(d, 3);
        const uint32_t f = key[1] ^ ksig_aes_mixed(b, 0) ^ ksig_aes_mixed(c, 1) ^
                           ksig_aes_mixed(d, 2) ^ ksig_aes_mixed(a, 3);
        const uint32_t g = key[2] ^ ksig_aes_mixed(c, 0) ^ ksig_aes_mixed(d, 1) ^
                           ksig_aes_mixed(a, 2) ^ ksig_aes_mixed(b, 3);
        d = key[3] ^ ksig_aes_mixed(d, 0) ^ ksig_aes_mixed(a, 1) ^ ksig_aes_mixed(b, 2) ^
            ksig_aes_mixed(c, 3);
        a = e;
        b = f;
        c = g;
    }
    const uint32_t state[4] = {a, b, c, d};
    for (unsigned j = 0; j < 4; j++) {
        const uint32_t word = ksig_aes_sub(state[j] & 0xff) |
                              ksig_aes_sub(state[(j + 1) % 4] >> 8 & 0xff) << 8 |
                              ksig_aes_sub(state[(j + 2) % 4] >> 16 & 0xff) << 16 |
                              ksig_aes_sub(state[(j + 3) % 4] >> 24) << 24;
        ksig_store32(out + 4 * j, word ^ key[j]);
    }
}

void ksig_aes_ctr_rounds(ksig_aes_ctr *stream, uint8_t *out, unsigned count) {
    for (; count > 0; count--, out += KSIG_AES_BLOCK_BYTES)
        rounds(stream, (stream->first[3] >> 24) ^ (stream->next++ & 0xff), out);
}

#endif
