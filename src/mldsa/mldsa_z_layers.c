/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_z_layers.h"

#include "arch/armv7m/gates.h"
#include "kilosig/config.h"
#include "ring/ntt23.h"

#if !KSIG_ASM_Z_LAYERS && !KSIG_COMPACT_RING

/* BitUnpack (FIPS 204 Algorithm 19) and the beginning of NTT. */
void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits,
                             unsigned half) {
    /* The halves differ in the sign of the first constant. */
    const int32_t quotient = half ? 1 - ksig_zetas23[1] : ksig_zetas23[1],
                  w = ksig_constant23(quotient);
    const int32_t quotient2 = ksig_zetas23[2 + half], w2 = ksig_constant23(quotient2);
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    for (unsigned n = 0; n < 64; n++) {
        int32_t a[4];
        for (unsigned i = 0; i < 4; i++)
            a[i] = gamma1 -
                   (int32_t)ksig_mldsa_z_field(packed + (n / 4 + 16 * i) * (bits / 2), n % 4, bits);
        const int32_t b = a[0] + ksig_times23(a[2], w, quotient);
        const int32_t t = ksig_times23(a[1] + ksig_times23(a[3], w, quotient), w2, quotient2);
        values[n] = b + t;
        values[n + 64] = b - t;
    }
}

#endif
