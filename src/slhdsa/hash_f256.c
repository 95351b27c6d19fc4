/* F of all SHA-2 sets: SHA-256(PK.seed | 0... | ADRSc | x), one compression from a midstate (FIPS 205 section 11.2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "hash/hooks.h"
#include "hash/sha2.h"
#include "slhdsa/hash_sha2.h"
#include "util/bytes.h"

/* Of the address: the lowest byte of word w3. */
enum { STEP = KSIG_SLHDSA_ADRSC_BYTES - 1, BLOCK_BYTES = 64 };

void ksig_slhdsa_seed256(const ksig_slhdsa_state *v, ksig_slhdsa_f256 *room, ksig_slhdsa_chain256 *seed) {
    memset(&room->work, 0, sizeof room->work);
    memcpy(&room->work, v->head.anchor, ksig_slhdsa_params_of(v)->n);
    memcpy(seed, ksig_sha256_initial, sizeof *seed);
    KSIG_SHA256_COMPRESS(seed->word, room->work.word);
}

void ksig_slhdsa_f256_chain(ksig_slhdsa_state *v, const ksig_slhdsa_chain256 *seed, ksig_slhdsa_f256 *room,
                            unsigned type, uint32_t w2, uint32_t w3, unsigned count) {
    const unsigned n = ksig_slhdsa_params_of(v)->n;
    uint8_t *const block = (uint8_t *)&room->block, *const x = block + KSIG_SLHDSA_ADRSC_BYTES;
    memset(block, 0, sizeof room->block);
    ksig_slhdsa_address(v, KSIG_SLHDSA_COMPRESSED, type, w2, w3, block);
    memcpy(x, v->u.run.input, n);
    x[n] = 0x80;
    const unsigned bits = 8 * (BLOCK_BYTES + KSIG_SLHDSA_ADRSC_BYTES + n);
    block[62] = (uint8_t)(bits >> 8);
    block[63] = (uint8_t)bits;
    /* The value and, in a WOTS+ chain, the step, which is below 16, are all that changes. */
    for (; count > 0; count--) {
        room->work = room->block;
        room->chain = *seed;
        KSIG_SHA256_COMPRESS(room->chain.word, room->work.word);
        for (unsigned i = 0; i < n / 4; i++)
            ksig_store32_big_endian(x + 4 * i, room->chain.word[i]);
        block[STEP]++;
        v->done++;
    }
    memcpy(v->u.run.input, x, n);
}
