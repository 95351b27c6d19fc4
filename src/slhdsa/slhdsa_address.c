/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/slhdsa_address.h"

#include "util/bytes.h"

static uint32_t leaf_of(const ksig_slhdsa_state *v, unsigned type) {
    return type == KSIG_SLHDSA_TREE ? 0u : v->leaf;
}

void ksig_slhdsa_address(const ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3,
                         uint32_t words[8]) {
    words[0] = v->layer;
    words[1] = 0;
    words[2] = v->tree[1];
    words[3] = v->tree[0];
    words[4] = type;
    words[5] = leaf_of(v, type);
    words[6] = w2;
    words[7] = w3;
}

/* One byte for the layer, eight for the tree, one for the type, four each for leaf, w2 (below 2^16)
 * and w3. */
void ksig_slhdsa_address_compressed(ksig_slhdsa_state *v, unsigned type, uint32_t w2, uint32_t w3) {
    uint32_t *const words = ksig_slhdsa_chain_of(v)->prefix;
    const uint32_t low = v->tree[0], high = v->tree[1];
    words[0] = (uint32_t)v->layer << 24 | high >> 8;
    words[1] = high << 24 | low >> 8;
    words[2] = low << 24 | (uint32_t)type << 16;
    if (KSIG_SLHDSA_LIMITED)
        words[2] |= leaf_of(v, type) >> 16;
    words[3] = leaf_of(v, type) << 16;
    words[4] = w2 << 16 | w3 >> 16;
    words[5] = w3 << 16;
}

/* toByte (FIPS 205 Algorithm 3). */
void ksig_slhdsa_big_endian(uint32_t *words, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        ksig_store32_big_endian((uint8_t *)(words + i), words[i]);
}
