/* The universal hash against values computed with big integers. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "hash/polyhash.h"

/* blocks of bytes i i 31 + 7 i + blocks mod 256, or all ff; the value modulo 2^130 - 5, 17 bytes little-endian. */
static const struct {
    unsigned blocks;
    int all_ones;
    const char *point, *value;
} examples[] = {
    {1, 0, "82b70eee7f1a5039bef07ec2347f066e", "176834e74bfd295aa02569757bebc44603"},
    {2, 0, "d08f5dc7512447e3404300026b6e5455", "db2b2fddfadf40d5d4d5c6803b8a800303"},
    {40, 0, "94a065685d64c4980bb8d4544a8721a9", "c17ca34bb4091edc77c27f512cf3470c01"},
    {280, 0, "9a01ad219eb59cf6a15ef6f15a1d830b", "5fb1c724b151112e70661e720aed410902"},
    {280, 1, "ffffffffffffffffffffffffffffffff", "2c2aa913d044d8f0f44a592741926c8803"},
};

static void from_hex(uint8_t *out, const char *hex) {
    for (; *hex; hex += 2) {
        unsigned byte;
        sscanf(hex, "%2x", &byte);
        *out++ = (uint8_t)byte;
    }
}

/* The value fully reduced: limbs carried twice, then 2^130 - 5 subtracted if it fits. */
static void canonical(const ksig_polyhash *h, uint8_t out[17]) {
    uint64_t limb[5], t = 0;
    for (int i = 0; i < 5; i++)
        limb[i] = h->value[i];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5; i++) {
            t += limb[i];
            limb[i] = t & 0x3ffffff;
            t >>= 26;
        }
        limb[0] += 5 * t;
        t = 0;
    }
    if (limb[0] >= 0x3fffffb && (limb[1] & limb[2] & limb[3] & limb[4]) == 0x3ffffff) {
        limb[0] -= 0x3fffffb;
        limb[1] = limb[2] = limb[3] = limb[4] = 0;
    }
    for (unsigned bit = 0; bit < 136; bit++) {
        if (bit % 8 == 0)
            out[bit / 8] = 0;
        if (bit < 130)
            out[bit / 8] |= (uint8_t)((limb[bit / 26] >> bit % 26 & 1) << bit % 8);
    }
}

int main(void) {
    static uint8_t data[16 * 280];
    for (size_t e = 0; e < sizeof examples / sizeof examples[0]; e++) {
        const unsigned blocks = examples[e].blocks;
        uint8_t point[16], value[17];
        from_hex(point, examples[e].point);
        for (unsigned i = 0; i < 16 * blocks; i++)
            data[i] = examples[e].all_ones ? 0xff : (uint8_t)(i * i * 31 + i * 7 + blocks);
        ksig_polyhash h;
        ksig_polyhash_init(&h, point);
        ksig_polyhash_update(&h, data, 16 * blocks);
        canonical(&h, value);
        CHECK_HEX(value, 17, examples[e].value);
        for (int i = 0; i < 5; i++)
            CHECK(h.value[i] < (1u << 26) + (1u << 9));

        /* The first pass is kept; equal bytes in other parts agree with it; one changed bit anywhere does not. */
        CHECK(ksig_polyhash_end_pass(&h, 1) == 0);
        for (unsigned i = 0; i < blocks; i++)
            ksig_polyhash_update(&h, data + 16 * i, 16);
        CHECK(ksig_polyhash_end_pass(&h, 0) == 0);
        for (unsigned bit = 0; bit < 128 * blocks; bit += 37) {
            data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            ksig_polyhash_update(&h, data, 16 * blocks);
            CHECK(ksig_polyhash_end_pass(&h, 0) != 0);
            data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        /* A missing pass over the data is noticed as well. */
        CHECK(ksig_polyhash_end_pass(&h, 0) != 0);
    }
    return check_end();
}
