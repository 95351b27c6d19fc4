/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "xmss/xmss_sets.h"

#include "util/bytes.h"

enum { FAMILIES = 7 };

/* In the order of OIDs: three sets of XMSS, or eight of XMSS^MT, for each family. */
static const struct {
    uint8_t core, n, pad, enabled;
} families[FAMILIES] = {
    {KSIG_XMSS_SHA256_32, 32, 32, 1},
    {KSIG_XMSS_SHA512, 64, 64, KSIG_ENABLE_XMSS_RFC8391},
    {KSIG_XMSS_SHAKE128, 32, 32, KSIG_ENABLE_XMSS_RFC8391},
    {KSIG_XMSS_SHAKE256, 64, 64, KSIG_ENABLE_XMSS_RFC8391},
    {KSIG_XMSS_SHA256, 24, 4, KSIG_ENABLE_XMSS_N24},
    {KSIG_XMSS_SHAKE256, 32, 32, KSIG_ENABLE_XMSS_SHAKE},
    {KSIG_XMSS_SHAKE256, 24, 4, KSIG_ENABLE_XMSS_SHAKE &&KSIG_ENABLE_XMSS_N24},
};

/* h / d, d and the bytes of an index. */
typedef struct size {
    uint8_t layer_height, layers, index_bytes;
} size;
static const size single[3] = {{10, 1, 4}, {16, 1, 4}, {20, 1, 4}};
static const size several[8] = {
    {10, 2, 3}, {5, 4, 3}, {20, 2, 5}, {10, 4, 5}, {5, 8, 5}, {20, 3, 8}, {10, 6, 8}, {5, 12, 8},
};

ksig_verdict ksig_xmss_set_of(const uint8_t *oid, unsigned multi, ksig_xmss_set *set) {
    const unsigned sizes = multi ? 8 : 3;
    const uint32_t number = ksig_load32_big_endian(oid) - 1;
    const unsigned known = number < sizes * FAMILIES;
    unsigned place = known ? (unsigned)number : 0, family = 0;
    for (; place >= sizes; place -= sizes)
        family++;
    /* A state has no room for a disabled set. */
    const unsigned enabled = families[family].enabled;
    if (!enabled)
        family = 0;
    const size *const s = multi ? &several[place] : &single[place];
    set->core = families[family].core;
    set->n = families[family].n;
    set->pad = families[family].pad;
    set->height = (uint8_t)(s->layer_height * s->layers);
    set->layers = s->layers;
    set->layer_height = s->layer_height;
    set->index_bytes = s->index_bytes;
    set->unused = 0;
    if (!known)
        return KSIG_REJECT_SET;
    return enabled ? KSIG_PENDING : KSIG_REJECT_SET_OFF;
}
