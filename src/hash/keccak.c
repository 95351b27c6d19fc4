/* The sponge construction over Keccak-f[1600] (FIPS 202). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"

#include <string.h>

#include "hash/hooks.h"

static inline void xor_byte(ksig_keccak *k, unsigned position, unsigned byte) {
    uint8_t *bytes = (uint8_t *)k->lanes;
    bytes[KSIG_LE_INDEX(position)] = (uint8_t)(bytes[KSIG_LE_INDEX(position)] ^ byte);
}

void ksig_keccak_init(ksig_keccak *k, unsigned rate, unsigned suffix) {
    memset(k, 0, sizeof *k);
    k->rate = (uint8_t)rate;
    k->suffix = (uint8_t)suffix;
}

void ksig_keccak_absorb_seed(ksig_keccak *k, const uint8_t *data, size_t length) {
    for (size_t i = 0; i < length; i++)
        xor_byte(k, k->position++, data[i]);
}

void ksig_keccak_absorb(ksig_keccak *k, const uint8_t *data, size_t length) {
    unsigned position = k->position;
    const unsigned rate = k->rate;
    for (size_t i = 0; i < length; i++) {
        /* Permuting late, when the next byte comes, keeps a full last block for the padding to close. */
        if (position == rate) {
            KSIG_KECCAK_F1600(k->lanes, rate);
            position = 0;
        }
        xor_byte(k, position++, data[i]);
    }
    k->position = (uint8_t)position;
}

void ksig_keccak_finish(ksig_keccak *k) {
    ksig_keccak_refill(k);
    xor_byte(k, k->position, k->suffix);
    xor_byte(k, k->rate - 1u, 0x80);
    k->position = k->rate;
}

void ksig_keccak_permute(ksig_keccak *k) { KSIG_KECCAK_F1600(k->lanes, k->rate); }

void ksig_keccak_refill(ksig_keccak *k) {
    if (k->position != k->rate)
        return;
    KSIG_KECCAK_F1600(k->lanes, k->rate);
    k->position = 0;
}

void ksig_keccak_squeeze(ksig_keccak *k, uint8_t *out, size_t length) {
    for (size_t i = 0; i < length; i++) {
        ksig_keccak_refill(k);
        out[i] = (uint8_t)ksig_keccak_rate_byte(k, k->position++);
    }
}

ksig_tally ksig_keccak_squeeze_compare(ksig_keccak *k, const uint8_t *expected, size_t length) {
    ksig_tally tally = {0, 0};
    for (size_t i = 0; i < length; i++) {
        ksig_keccak_refill(k);
        ksig_count(&tally, ksig_keccak_rate_byte(k, k->position++) != expected[i]);
    }
    return tally;
}
