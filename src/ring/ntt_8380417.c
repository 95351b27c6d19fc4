/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt_8380417.h"

/* scripts/check_tables.py recomputes this. */
const int32_t ksig_zetas23[256] = {
    -4186625, 25847,    -2608894, -518909,  237124,   -777960,  -876248,  466468,   1826347,  2353451,  -359251,
    -2091905, 3119733,  -2884855, 3111497,  2680103,  2725464,  1024112,  -1079900, 3585928,  -549488,  -1119584,
    2619752,  -2108549, -2118186, -3859737, -1399561, -3277672, 1757237,  -19422,   4010497,  280005,   2706023,
    95776,    3077325,  3530437,  -1661693, -3592148, -2537516, 3915439,  -3861115, -3043716, 3574422,  -2867647,
    3539968,  -300467,  2348700,  -539299,  -1699267, -1643818, 3505694,  -3821735, 3507263,  -2140649, -1600420,
    3699596,  811944,   531354,   954230,   3881043,  3900724,  -2556880, 2071892,  -2797779, -3930395, -1528703,
    -3677745, -3041255, -1452451, 3475950,  2176455,  -1585221, -1257611, 1939314,  -4083598, -1000202, -3190144,
    -3157330, -3632928, 126922,   3412210,  -983419,  2147896,  2715295,  -2967645, -3693493, -411027,  -2477047,
    -671102,  -1228525, -22981,   -1308169, -381987,  1349076,  1852771,  -1430430, -3343383, 264944,   508951,
    3097992,  44288,    -1100098, 904516,   3958618,  -3724342, -8578,    1653064,  -3249728, 2389356,  -210977,
    759969,   -1316856, 189548,   -3553272, 3159746,  -1851402, -2409325, -177440,  1315589,  1341330,  1285669,
    -1584928, -812732,  -1439742, -3019102, -3881060, -3628969, 3839961,  2091667,  3407706,  2316500,  3817976,
    -3342478, 2244091,  -2446433, -3562462, 266997,   2434439,  -1235728, 3513181,  -3520352, -3759364, -1197226,
    -3193378, 900702,   1859098,  909542,   819034,   495491,   -1613174, -43260,   -522500,  -655327,  -3122442,
    2031748,  3207046,  -3556995, -525098,  -768622,  -3595838, 342297,   286988,   -2437823, 4108315,  3437287,
    -3342277, 1735879,  203044,   2842341,  2691481,  -2590150, 1265009,  4055324,  1247620,  2486353,  1595974,
    -3767016, 1250494,  2635921,  -3548272, -2994039, 1869119,  1903435,  -1050970, -1333058, 1237275,  -3318210,
    -1430225, -451100,  1312455,  3306115,  -1962642, -1279661, 1917081,  -2546312, -1374803, 1500165,  777191,
    2235880,  3406031,  -542412,  -2831860, -1671176, -1846953, -2584293, -3724270, 594136,   -3776993, -2013608,
    2432395,  2454455,  -164721,  1957272,  3369112,  185531,   -1207385, -3183426, 162844,   1616392,  3014001,
    810149,   1652634,  -3694233, -1799107, -3038916, 3523897,  3866901,  269760,   2213111,  -975884,  1717735,
    472078,   -426683,  1723600,  -1803090, 1910376,  -1667432, -1104333, -260646,  -3833893, -2939036, -2235985,
    -420899,  -2286327, 183443,   -976891,  1612842,  -3545687, -554416,  3919660,  -48306,   -1362209, 3937738,
    1400424,  -846154,  1976782,
};

/* Two layers at once: half the loads and stores. Quarter i of 4 h values begins at p[i h]; upper is the zeta of the first
 * layer, left and right are those of the second. */
static inline void two_layers(int32_t *p, unsigned h, int32_t upper, int32_t left, int32_t right) {
    int32_t *const q = p + 2 * h; /* one base less to hold */
    const int32_t a2 = ksig_multiply23(upper, q[0]), a3 = ksig_multiply23(upper, q[h]);
    const int32_t b0 = p[0] + a2, b2 = p[0] - a2;
    const int32_t b1 = ksig_multiply23(left, p[h] + a3), b3 = ksig_multiply23(right, p[h] - a3);
    p[0] = b0 + b1;
    p[h] = b0 - b1;
    q[0] = b2 + b3;
    q[h] = b2 - b3;
}

/* A product is below q in size, so a layer adds less than q to the bound. */
void ksig_ntt23(int32_t *a, unsigned n, unsigned root) {
    unsigned length = n / 2;
    if (n == 128) { /* an odd number of layers: one alone */
        const int32_t zeta = ksig_zetas23[root];
        for (int32_t *p = a; p < a + 64; p++) {
            const int32_t low = p[0], t = ksig_multiply23(zeta, p[64]);
            p[0] = low + t;
            p[64] = low - t;
        }
        length /= 2;
        root *= 2;
    }
    for (; length > 0; length /= 4, root *= 4) {
        const int32_t *zeta = &ksig_zetas23[root], *zetas = &ksig_zetas23[2 * root];
        for (int32_t *block = a; block < a + n; block += 2 * length) {
            const int32_t upper = *zeta++, left = *zetas++, right = *zetas++;
            for (int32_t *p = block; p < block + length / 2; p++)
                two_layers(p, length / 2, upper, left, right);
        }
    }
}

/* Two layers of the inverse. Sums double at most in a layer: 2^8 (q - 1) < 2^31 after the last one;
 * check: 2**8 * 8380416 // 2**31 == 0 */
static inline void two_inverse_layers(int32_t *p, unsigned h, int32_t left, int32_t right, int32_t upper) {
    int32_t *const q = p + 2 * h;
    const int32_t b0 = p[0] + p[h], b1 = ksig_multiply23(left, p[h] - p[0]);
    const int32_t b2 = q[0] + q[h], b3 = ksig_multiply23(right, q[h] - q[0]);
    p[0] = b0 + b2;
    p[h] = b1 + b3;
    q[0] = ksig_multiply23(upper, b2 - b0);
    q[h] = ksig_multiply23(upper, b3 - b1);
}

void ksig_inverse_ntt23(int32_t a[256]) {
    /* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for the k' in the mirrored place of its layer. */
    for (unsigned h = 1, root = 255; h < 256; h *= 4, root /= 4) {
        const int32_t *zetas = &ksig_zetas23[root], *zeta = &ksig_zetas23[root / 2];
        for (int32_t *block = a; block < a + 256; block += 4 * h) {
            const int32_t left = *zetas--, right = *zetas--, upper = *zeta--;
            for (int32_t *p = block; p < block + h; p++)
                two_inverse_layers(p, h, left, right, upper);
        }
    }
    /* 2^64 / 256: one 2^32 for the reduction here, one asked for; check: 41978 * 256 % 8380417 == 2**64 % 8380417 */
    for (unsigned i = 0; i < 256; i++)
        a[i] = ksig_multiply23(a[i], 41978);
}
