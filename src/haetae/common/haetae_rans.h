/* Incremental rANS decoder of HAETAE's two compressed sections.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 32-bit state x, renormalised byte by byte to x >= 2^23, frequencies of 10 bits. The section
 * begins with x, little-endian, in [2^23, 2^31); it is well formed if x is 2^23 after the last
 * symbol and no byte is left over. The only tables are the frequencies, searched from the likely
 * symbols on; there is no map of 1024 slots.
 *
 * Decoding a symbol never increases x, so once bytes are missing, x == 2^23 can no longer be
 * reached: a decoder that waits for bytes rejects exactly the same sections as one that goes on
 * without them. */
#ifndef KSIG_HAETAE_RANS_H
#define KSIG_HAETAE_RANS_H

#include <stdint.h>

#define KSIG_RANS_LEAST UINT32_C(0x800000) /* check: 0x800000 == 2**23 */

typedef struct ksig_rans {
    uint32_t x;
    uint16_t used;    /* bytes so far */
    uint16_t symbols; /* decoded so far */
} ksig_rans;

/* x is not initialized: the first four bytes set all of it. */
void ksig_rans_init(ksig_rans *r);

/* 1 if a byte is needed before the next symbol or, after the last symbol, before x can be
 * checked. */
static inline int ksig_rans_hungry(const ksig_rans *r) {
    return r->used < 4 || r->x < KSIG_RANS_LEAST;
}

/* Takes a byte; only when hungry. */
void ksig_rans_byte(ksig_rans *r, unsigned byte);

/* 1 if x after four bytes is not a possible initial state. */
uint32_t ksig_rans_bad_start(const ksig_rans *r);

/* The next symbol; only when not hungry. frequency: sums to 1024. The search begins at symbol
 * `first`, below which the frequencies sum to `below`. up: 1 if the slot is at `below` or above,
 * else 0. The caller counts symbols. */
static inline unsigned ksig_rans_search(ksig_rans *r, const uint16_t *frequency, unsigned first,
                                        uint32_t below, int up) {
    const uint32_t slot = r->x & 0x3ff;
    const uint16_t *f = frequency + first;
    if (up) {
        while (slot - below >= *f)
            below += *f++;
    } else {
        do {
            below -= *--f;
        } while (slot < below);
    }
    r->x = *f * (r->x >> 10) + slot - below;
    return (unsigned)(f - frequency);
}

/* For frequencies that decrease from a middle symbol on. */
static inline unsigned ksig_rans_from_middle(ksig_rans *r, const uint16_t *frequency,
                                             unsigned middle, uint32_t below) {
    return ksig_rans_search(r, frequency, middle, below, (r->x & 0x3ff) >= below);
}

/* For frequencies that decrease towards the middle of `count` symbols. */
static inline unsigned ksig_rans_from_ends(ksig_rans *r, const uint16_t *frequency,
                                           unsigned count) {
    const int up = (r->x & 0x3ff) < 512;
    return ksig_rans_search(r, frequency, up ? 0 : count, up ? 0 : 1024, up);
}

/* 0 if the section, of `length` bytes, ended correctly with `symbols` symbols. */
uint32_t ksig_rans_bad_end(const ksig_rans *r, unsigned length, unsigned symbols);

#endif
