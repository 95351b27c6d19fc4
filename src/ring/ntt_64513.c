/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt_64513.h"

#include "kilosig/config.h"

/* test/unit/test_ring16.c recomputes this. */
const uint16_t ksig_zetas16[256] = {
    1023,  17810, 9191,  21463, 8039,  25434, 53811, 16618, 3856,  39573, 30923, 27865, 16743, 2599,  11183, 48197,
    55101, 56860, 25105, 52512, 61055, 18752, 11184, 12521, 49910, 34153, 41782, 22746, 61821, 44448, 62399, 3367,
    56482, 11723, 10900, 15964, 79,    20168, 50340, 47567, 17404, 32521, 43671, 46867, 38829, 24245, 9451,  35575,
    45321, 17323, 41102, 25538, 18255, 57868, 48605, 12947, 12857, 1098,  11774, 59432, 11674, 14304, 63136, 31459,
    46047, 50773, 26814, 47013, 53095, 13486, 7713,  43470, 63458, 27101, 54530, 41748, 19394, 1581,  60667, 55258,
    58589, 36,    46920, 891,   38456, 41715, 48604, 48623, 35499, 56892, 23803, 53304, 23557, 55832, 18547, 27069,
    43940, 62460, 55307, 62086, 14718, 56452, 9449,  42414, 45363, 2730,  9885,  35311, 34666, 34507, 51571, 63764,
    40452, 54771, 33492, 49194, 37317, 33489, 36542, 6312,  59774, 44504, 27864, 4753,  8417,  23123, 30910, 40062,
    48720, 39039, 44586, 46905, 5425,  61213, 21371, 47351, 29831, 20205, 12546, 98,    36088, 10453, 54509, 16788,
    54807, 29985, 50085, 48614, 10691, 53253, 54935, 43880, 36883, 33753, 58057, 12846, 14442, 32539, 2618,  15056,
    62496, 26497, 62977, 26799, 33654, 11339, 26524, 6460,  59622, 48164, 24102, 30825, 25826, 6290,  26320, 58908,
    17359, 25116, 26429, 41004, 35070, 7802,  61570, 31817, 57990, 16157, 48223, 28936, 5623,  29282, 58528, 47343,
    4070,  17443, 3963,  28508, 38920, 3379,  60088, 2989,  2161,  61712, 5100,  43573, 4180,  28376, 38942, 57176,
    56896, 15336, 53403, 57001, 60467, 29515, 61144, 4725,  26532, 43617, 11537, 63441, 35767, 43648, 30436, 48080,
    9670,  28604, 13537, 62819, 12107, 49716, 25468, 4724,  35251, 1746,  17665, 10957, 58752, 55531, 34826, 3491,
    7581,  43253, 10219, 54432, 26844, 8941,  19259, 43879, 45602, 56395, 64185, 24875, 37427, 44422, 7008,  34980,
};

#if !KSIG_ENABLE_ASSEMBLY || KSIG_COMPACT_RING /* else src/arch/armv7m/ntt_64513.S */

/* Two layers at a time, so that a value is loaded and stored half as often. Layer k .. 2 k - 1 of the table is the outer one. */
void ksig_ntt16(uint16_t a[256]) {
    for (unsigned k = 1, length = 64; length > 0; k *= 4, length /= 4) {
        const uint16_t *outer = &ksig_zetas16[k], *inner = &ksig_zetas16[2 * k];
        for (uint16_t *block = a; block < a + 256; block += 4 * length, inner += 2) {
            const uint32_t zeta = *outer++, zeta0 = inner[0], zeta1 = inner[1];
            for (uint16_t *p = block; p < block + length; p++) {
                uint32_t t = ksig_multiply16(zeta, p[2 * length]);
                const uint32_t x0 = ksig_add16(p[0], t), x2 = ksig_subtract16(p[0], t);
                t = ksig_multiply16(zeta, p[3 * length]);
                const uint32_t x1 = ksig_add16(p[length], t), x3 = ksig_subtract16(p[length], t);
                t = ksig_multiply16(zeta0, x1);
                p[0] = (uint16_t)ksig_add16(x0, t);
                p[length] = (uint16_t)ksig_subtract16(x0, t);
                t = ksig_multiply16(zeta1, x3);
                p[2 * length] = (uint16_t)ksig_add16(x2, t);
                p[3 * length] = (uint16_t)ksig_subtract16(x2, t);
            }
        }
    }
}

void ksig_inverse_ntt16(uint16_t a[256]) {
    /* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for the k' in the mirrored place of its layer. */
    for (unsigned k = 256, length = 1; length < 256; k /= 4, length *= 4) {
        const uint16_t *inner = &ksig_zetas16[k], *outer = &ksig_zetas16[k / 2];
        for (uint16_t *block = a; block < a + 256; block += 4 * length) {
            const uint32_t zeta0 = *--inner, zeta1 = *--inner, zeta = *--outer;
            for (uint16_t *p = block; p < block + length; p++) {
                const uint32_t x0 = ksig_add16(p[0], p[length]);
                const uint32_t x1 = ksig_multiply16(zeta0, ksig_subtract16(p[length], p[0]));
                const uint32_t x2 = ksig_add16(p[2 * length], p[3 * length]);
                const uint32_t x3 = ksig_multiply16(zeta1, ksig_subtract16(p[3 * length], p[2 * length]));
                p[0] = (uint16_t)ksig_add16(x0, x2);
                p[length] = (uint16_t)ksig_add16(x1, x3);
                p[2 * length] = (uint16_t)ksig_multiply16(zeta, ksig_subtract16(x2, x0));
                p[3 * length] = (uint16_t)ksig_multiply16(zeta, ksig_subtract16(x3, x1));
            }
        }
    }
    /* 2^32 / 256: one 2^16 for the reduction here, one asked for; check: 3836 * 256 % 64513 == 2**32 % 64513 */
    for (unsigned i = 0; i < 256; i++)
        a[i] = (uint16_t)ksig_multiply16(a[i], 3836);
}

#endif
