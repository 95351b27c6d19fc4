/* The sponge construction over Keccak-f[1600] (FIPS 202). SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"

#include "hash/hooks.h"

static inline void xor_byte(ksig_keccak *k, unsigned position, unsigned byte) {
    uint8_t *bytes = (uint8_t *)k->lanes;
    bytes[KSIG_LE_INDEX(position)] = (uint8_t)(bytes[KSIG_LE_INDEX(position)] ^ byte);
}

/* Adds bytes that fit into the rate to the state, by words where they may lie so. */
static void add_bytes(ksig_keccak *k, const uint8_t *data, size_t length) {
    unsigned position = k->position;
    for (; length > 0 && position % 4 != 0; length--)
        xor_byte(k, position++, *data++);
    for (; length >= 4; length -= 4, data += 4, position += 4)
        k->lanes[position / 4] ^= ksig_load32(data);
    for (; length > 0; length--)
        xor_byte(k, position++, *data++);
    k->position = (uint8_t)position;
}

void ksig_keccak_init(ksig_keccak *k, unsigned rate, unsigned suffix) {
    ksig_wipe(k, sizeof *k);
    k->rate = (uint8_t)rate;
    k->suffix = (uint8_t)suffix;
}

void ksig_keccak_absorb_seed(ksig_keccak *k, const uint8_t *data, size_t length) { add_bytes(k, data, length); }

static KSIG_INLINE size_t absorb(ksig_keccak *k, const uint8_t *data, size_t length) {
    size_t absorbed = 0;
    while (length > 0) {
        /* Permuting late, when the next byte comes, keeps a full last block for the padding to close. */
        ksig_keccak_refill(k);
        const unsigned before = k->position;
        const size_t room = (size_t)k->rate - before;
        const size_t part = length < room ? length : room;
        add_bytes(k, data, part);
        absorbed += k->position - before;
        data += part;
        length -= part;
    }
    return absorbed;
}

void ksig_keccak_absorb(ksig_keccak *k, const uint8_t *data, size_t length) { (void)absorb(k, data, length); }

size_t ksig_keccak_absorb_counted(ksig_keccak *k, const uint8_t *data, size_t length) {
    return absorb(k, data, length);
}

void ksig_keccak_absorb_parts(ksig_keccak *k, uint32_t *taken, const uint8_t *data, size_t length) {
    /* Shorter than any rate, so that one left out shows in the position; the last lane is capacity, where no input
     * goes. */
    enum { PART = 71 };
    const uint32_t *const capacity = k->lanes + 48;
    while (length > 0) {
        const size_t part = length < PART ? length : PART;
        const uint32_t before = k->position, before0 = capacity[0], before1 = capacity[1];
        ksig_keccak_absorb(k, data, part);
        *taken += k->position - before;
        if (before0 != capacity[0] || before1 != capacity[1])
            *taken += k->rate;
        data += part;
        length -= part;
    }
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
    while (length > 0) {
        ksig_keccak_refill(k);
        if (k->position % 4 == 0 && length >= 4) {
            ksig_store32(out, k->lanes[k->position / 4]);
            k->position = (uint8_t)(k->position + 4);
            out += 4;
            length -= 4;
        } else {
            *out++ = (uint8_t)ksig_keccak_rate_byte(k, k->position++);
            length--;
        }
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
