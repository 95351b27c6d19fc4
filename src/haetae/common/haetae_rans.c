/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_rans.h"

void ksig_rans_init(ksig_rans *r) {
    r->used = 0;
    r->symbols = 0;
}

void ksig_rans_byte(ksig_rans *r, unsigned byte) {
    if (r->used < 4) /* after four bytes nothing is left of the old x */
        r->x = r->x >> 8 | (uint32_t)byte << 24;
    else
        r->x = r->x << 8 | byte;
    r->used++;
}

uint32_t ksig_rans_bad_start(const ksig_rans *r) { return (r->x < KSIG_RANS_LEAST) | r->x >> 31; }

uint32_t ksig_rans_bad_end(const ksig_rans *r, unsigned length, unsigned symbols) {
    return (r->x ^ KSIG_RANS_LEAST) | (r->used ^ length) | (r->symbols ^ symbols);
}
