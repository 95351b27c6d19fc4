/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_challenge.h"

#include "guard/guard.h"
#include "util/memory.h"

void ksig_haetae_absorb_row(ksig_keccak *transcript, const ksig_haetae_scheme *scheme,
                            const uint16_t row[KSIG_HAETAE_N]) {
    uint8_t packed[9] = {0}; /* eight coefficients of 9 bits */
    if (scheme->ksx && scheme->level->d == 1) {
        for (unsigned i = 0; i < KSIG_HAETAE_N; i += 8) {
            for (unsigned j = 0; j < 8; j++)
                packed[j] = (uint8_t)row[i + j];
            ksig_keccak_absorb(transcript, packed, 8);
        }
        memset(packed, 0, 8);
        for (unsigned i = 0; i < 32; i += 8)
            ksig_keccak_absorb(transcript, packed, 8);
        return;
    }
    for (unsigned i = 0; i < KSIG_HAETAE_N; i += 8) {
        unsigned held = 0;
        for (unsigned j = 0; j < 8; j++) {
            held |= (unsigned)row[i + j] << j; /* j bits of the coefficient before, then 9 */
            packed[j] = (uint8_t)held;
            held >>= 8;
        }
        packed[8] = (uint8_t)held;
        ksig_keccak_absorb(transcript, packed, sizeof packed);
    }
}

static unsigned weight_of(const uint8_t c[KSIG_HAETAE_C_BYTES]) {
    unsigned weight = 0;
    for (unsigned i = 0; i < KSIG_HAETAE_N; i++)
        weight += (unsigned)c[i / 8] >> i % 8 & 1u;
    return weight;
}

uint32_t ksig_haetae_sample_challenge(ksig_keccak *transcript, const ksig_haetae_params *p,
                                      uint8_t c[KSIG_HAETAE_C_BYTES]) {
    ksig_keccak_finish(transcript);
    if (p->d == 0) { /* level 5: 256 bits, complemented if more than half are set, or half of them
                        and the first one */
        ksig_keccak_squeeze(transcript, c, KSIG_HAETAE_C_BYTES);
        /* Public: c, also that of a rejected attempt. */
        KSIG_DECLASSIFY_BYTES(c, KSIG_HAETAE_C_BYTES);
        const unsigned weight = weight_of(c);
        if (weight > 128 || (weight == 128 && (c[0] & 1u) != 0))
            for (unsigned i = 0; i < KSIG_HAETAE_C_BYTES; i++)
                c[i] = (uint8_t)~c[i];
        return transcript->position;
    }
    memset(c, 0, KSIG_HAETAE_C_BYTES);
    for (unsigned i = (unsigned)KSIG_HAETAE_N - p->tau; i < KSIG_HAETAE_N; i++) {
        uint8_t b;
        do {
            ksig_keccak_squeeze(transcript, &b, 1);
            /* Public: c, also that of a rejected attempt. */
            KSIG_DECLASSIFY_BYTES(&b, 1);
        } while (b > i);
        /* c[i] = c[b]; c[b] = 1. c[i] was 0 until now. */
        c[i / 8] = (uint8_t)(c[i / 8] | ((unsigned)c[b / 8] >> b % 8 & 1u) << i % 8);
        c[b / 8] = (uint8_t)(c[b / 8] | 1u << b % 8);
    }
    return weight_of(c);
}
