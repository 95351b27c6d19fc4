/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_rotate.h"

#include "haetae/common/haetae_pack.h"
#include "kilosig/config.h"
#include "util/bytes.h"

enum { N = KSIG_HAETAE_N, BLOCK = 32 };

void ksig_haetae_set_rotations(ksig_haetae_rotations *r, const uint8_t c[KSIG_HAETAE_C_BYTES]) {
    r->weight = 0;
    for (unsigned i = 0; i < N && r->weight < sizeof r->places; i++)
        if (c[i / 8] >> i % 8 & 1)
            r->places[r->weight++] = (uint8_t)i;
}

#if KSIG_COMPACT_RING
/* The rotations of four coefficients at a time, in 16 bits each. */
static inline void add_all(int16_t cs[N], const ksig_haetae_rotations *r, uint32_t all) {
    for (unsigned n = 0; n < N; n += 4) {
        uint32_t even = 0, odd = 0;
        for (unsigned i = 0; i < r->weight; i++) {
            const uint32_t bytes = ksig_load32(r->extended + N + n - r->places[i]);
            even += bytes & UINT32_C(0x00ff00ff);
            odd += bytes >> 8 & UINT32_C(0x00ff00ff);
        }
        cs[n] = (int16_t)((int32_t)(even & 0xffff) - (int32_t)all);
        cs[n + 1] = (int16_t)((int32_t)(odd & 0xffff) - (int32_t)all);
        cs[n + 2] = (int16_t)((int32_t)(even >> 16) - (int32_t)all);
        cs[n + 3] = (int16_t)((int32_t)(odd >> 16) - (int32_t)all);
    }
}
#else
/* Adds four bytes to four coefficients. */
static inline void add_bytes(int16_t cs[4], uint32_t bytes) {
    for (unsigned i = 0; i < 4; i++)
        cs[i] = (int16_t)(cs[i] + (int32_t)(bytes >> 8 * i & 0xff));
}

/* Adds as many rotations as fit in a byte. e: the fields of coefficient 0 of cs. */
static inline void add_rotations(int16_t cs[BLOCK], const uint8_t *e, const uint8_t *place,
                                 const uint8_t *end) {
    uint32_t sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum5 = 0, sum6 = 0, sum7 = 0;
    while (place < end) {
        const uint8_t *const from = e - *place++;
        sum0 += ksig_load32(from);
        sum1 += ksig_load32(from + 4);
        sum2 += ksig_load32(from + 8);
        sum3 += ksig_load32(from + 12);
        sum4 += ksig_load32(from + 16);
        sum5 += ksig_load32(from + 20);
        sum6 += ksig_load32(from + 24);
        sum7 += ksig_load32(from + 28);
    }
    add_bytes(cs, sum0);
    add_bytes(cs + 4, sum1);
    add_bytes(cs + 8, sum2);
    add_bytes(cs + 12, sum3);
    add_bytes(cs + 16, sum4);
    add_bytes(cs + 20, sum5);
    add_bytes(cs + 24, sum6);
    add_bytes(cs + 28, sum7);
}

static inline void add_all(int16_t cs[N], const ksig_haetae_rotations *r, uint32_t all) {
    const unsigned most =
        all == r->weight ? 127 : 63; /* fields of at most 2 top, top = 1 or 2, that fit in 8 bits */
    const uint8_t *const end = r->places + r->weight;
    for (unsigned n = 0; n < N; n += BLOCK) {
        for (unsigned i = n; i < n + BLOCK; i++)
            cs[i] = (int16_t) - (int32_t)all;
        for (const uint8_t *place = r->places; place < end; place += most)
            add_rotations(cs + n, r->extended + N + n, place,
                          (unsigned)(end - place) < most ? end : place + most);
    }
}
#endif

void ksig_haetae_rotate(int16_t cs[N], ksig_haetae_rotations *r, const ksig_haetae_secret *secret) {
    const unsigned top = (unsigned)secret->top;
    for (unsigned group = 0; group < N / 8; group++) {
        uint32_t fields = ksig_haetae_group(secret->packed, secret->bits, group);
        for (unsigned i = 8 * group; i < 8 * group + 8; i++, fields >>= secret->bits) {
            const uint32_t field = fields & ((1u << secret->bits) - 1);
            r->extended[i] = (uint8_t)field;
            r->extended[N + i] = (uint8_t)(2 * top - field);
        }
    }
    add_all(cs, r, top * r->weight);
}
