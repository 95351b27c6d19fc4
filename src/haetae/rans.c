/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/rans.h"

void ksig_rans_init(ksig_rans *r) {
    r->x = 0;
    r->used = 0;
    r->symbols = 0;
}

void ksig_rans_byte(ksig_rans *r, unsigned byte) {
    if (r->used < 4)
        r->x |= (uint32_t)byte << 8 * r->used;
    else
        r->x = r->x << 8 | byte;
    r->used++;
}

uint32_t ksig_rans_bad_start(const ksig_rans *r) { return (r->x < KSIG_RANS_LEAST) | r->x >> 31; }

unsigned ksig_rans_symbol(ksig_rans *r, const uint16_t *frequency) {
    const uint16_t *f = frequency;
    uint32_t slot = r->x & 0x3ff;
    while (slot >= *f)
        slot -= *f++;
    r->x = *f * (r->x >> 10) + slot;
    r->symbols++;
    return (unsigned)(f - frequency);
}

uint32_t ksig_rans_bad_end(const ksig_rans *r, unsigned length, unsigned symbols) {
    return (r->x ^ KSIG_RANS_LEAST) | (r->used ^ length) | (r->symbols ^ symbols);
}
