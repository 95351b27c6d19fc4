/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_pack.h"

#include "ring/ntt16.h"

void ksig_haetae_unpack_secret(uint16_t s[KSIG_HAETAE_N], const uint8_t *packed) {
    for (unsigned n = 0; n < KSIG_HAETAE_N; n += 4) {
        uint32_t fields = *packed++;
        for (unsigned i = 0; i < 4; i++, fields >>= 2)
            s[n + i] = (uint16_t)ksig_subtract16(1, fields & 3u);
    }
}

void ksig_haetae_pack_b(uint8_t *packed, const uint16_t b[KSIG_HAETAE_N]) {
    for (unsigned n = 0; n < KSIG_HAETAE_N; n++) {
        *packed++ = (uint8_t)b[n];
        *packed++ = (uint8_t)(b[n] >> 8);
    }
}

void ksig_haetae_split_b(uint8_t *packed, uint8_t *s2, const uint16_t b[KSIG_HAETAE_N]) {
    ksig_haetae_packer public_part = {packed, 0, 0};
    for (unsigned n = 0; n < KSIG_HAETAE_N; n += 8, s2 += 3) {
        const uint32_t fields = ksig_haetae_group(s2, 3, 0);
        uint32_t changed = 0;
        for (unsigned i = 0; i < 8; i++) {
            const uint32_t value = b[n + i], odd = value & 1u;
            const uint32_t b0 = odd - (odd & value >> 1) * 2u; /* modulo 2^32 */
            /* b <= q - 1, which is even, so b1 <= (q - 1) / 2 < 2^15. */
            ksig_haetae_put(&public_part, (value - b0) >> 1, 15);
            /* 2 - (s - b0), within 0 .. 4: s was in -1 .. 1. */
            changed |= ((fields >> 3 * i & 7u) + b0) << 3 * i;
        }
        s2[0] = (uint8_t)changed;
        s2[1] = (uint8_t)(changed >> 8);
        s2[2] = (uint8_t)(changed >> 16);
    }
}
