/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt_12289.h"

/* test/unit/test_ring14.c recomputes this. */
const uint32_t ksig_zetas14[KSIG_NTT14_ROOTS] = {
    0x00055539, 0xe130a452, 0x94cce666, 0x5438e97b, 0xe4d090fd, 0x0f0a5a73, 0x777d82b8, 0xa9e1cb4c, 0x49c92125,
    0xb701854d, 0xcafbc56c, 0x4b6e6db3, 0xddb60c35, 0x193f7958, 0x428e9d07, 0x7a12ca46, 0x9b9217a0, 0x36f98578,
    0xc95123a5, 0xec3b141a, 0xf44593e2, 0xc2069fdd, 0xc1614df9, 0xc6d68633, 0x7752d8f1, 0xa05ca8bc, 0x68a32745,
    0x7968232a, 0xbaac1c6a, 0x87a7d72c, 0x984cd3bc, 0x1c24bf3c, 0x304efe5b, 0xe7a081fd, 0xec1b14c5, 0xef8b0270,
    0xbd5163a3, 0x3ec95bce, 0x69f32045, 0xe4609352, 0x64f33aef, 0xc6c68688, 0xbeb15c4e, 0x4d53b8ec, 0x641894d2,
    0xb5fc356a, 0xe9e075fe, 0xd0365434, 0x4063fdeb, 0xfe500900, 0xa601dff6, 0xeb2b19c5, 0xc2469e87, 0x9a021ff5,
    0xc07152f9, 0x3149a3cd, 0xe77b2d6f, 0xa75c8368, 0xddf0b5a7, 0xc65688dd, 0xfd1564e3, 0xd9662335, 0x9ff2004b,
    0xf0e050a9, 0x1a3f7403, 0x5b68c327, 0x607dfd60, 0x881d2a0f, 0x32899d22, 0x06f5303a, 0x1dbf6159, 0x235498e7,
    0x29ef205a, 0xbb7c1815, 0x0f2faf02, 0x4383ed40, 0x3c041540, 0x44693dcf, 0x95ece066, 0xd47b92c2, 0xb30c4514,
    0x941cea10, 0xdb5b6e18, 0xb2c6f130, 0x4673dd96, 0xf89ad21c, 0xcaebc5c1, 0xa7dc80bd, 0x4bc3c141, 0x480e7fb3,
    0x03054539, 0x8c8d1265, 0xc71bda16, 0xae170a30, 0x9a221f4a, 0x84dd3b64, 0xc4cbe66b, 0x09ffcaac, 0x154a391f,
    0x002fff00, 0xcc966789, 0x070fda56, 0x78a2d1f1, 0x0b5518e5, 0xdd260f35, 0x591e24b5, 0x90f25049, 0x98122a4a,
    0xa8fc7abd, 0xb556e386, 0x1cc4bbe7, 0xcb666dde, 0xec25bf37, 0xb1ec4b14, 0x113a4ec9, 0x7822d49c, 0x3394423f,
    0x02754839, 0x2dc4613e, 0x967232f4, 0x52439e97, 0xbb56c387, 0x5cbe1160, 0x31e9a077, 0xa54c8e68, 0x02b546e4,
    0x3b196f78, 0x900cffbb, 0x32044a94, 0x0935243a, 0x95bce166, 0xe9c5cbe1, 0x081fd4ac, 0x101a54c9, 0xb026ff30,
    0x4eb3b197, 0x075fd8ab, 0x65433944, 0xc35698dd, 0x76b2dc46, 0x68687dd3, 0xcc5113a5, 0x3b8ec25c, 0xea3b1ec5,
    0x152f8f02, 0x9a3cc966, 0x21ff4aae, 0x96178a2d, 0x008ffd00, 0xc02154a4, 0xb19c4cbe, 0xe2009ffd, 0x2004aa92,
    0x050a8fc8, 0x62334999, 0xa9b1cc4c, 0xc8367edd, 0x4d290f25, 0x688dd261, 0xf4a591e2, 0x14df90ad, 0x6863289a,
    0x69fdcab6, 0xa6c1dbf6, 0x98577e2d, 0xde8607e0, 0xb141a3f7, 0xedc5b68c, 0xcd3bb96c, 0x4bf3c041, 0x7d72b847,
    0x3e395ece, 0xca8bc7c1, 0xd270f2fb, 0x82329ef2, 0xcd8bb7c2, 0xe9d07653, 0x2ca4673e, 0xf7958238, 0x9f3caebc,
    0x1854d391, 0x6dedb5b7, 0xe6db30c4, 0x43a941cf, 0x0a451e8f, 0xaaac71be, 0x8e97b22c, 0x3199a222, 0xa5a7372f,
    0xf6f03054, 0x1cb4bc3c, 0x27d480e8, 0x2d1f0f5a, 0x518e4d09, 0xfda561e3, 0x998777d8, 0xfcaabc71, 0x41994cce,
    0xfff00055, 0x5c6e130a, 0x4bbe6c08, 0x66dddb61, 0x6e385ed3, 0x385428ea, 0xe24b4919, 0x9f0cafbc, 0x22a49c92,
    0xdafb7018, 0x4613df96, 0x232f4459, 0x54839298, 0xbbdc1615, 0xc4b13c4f, 0xa40c9512, 0x2d49b921, 0x5b136f98,
    0x96f78583, 0xcffbaac2, 0x546e3db4, 0x371984cd, 0x6c38697e, 0xc6168a32, 0x9a07752e, 0x1eea05cb, 0xbc5c136a,
    0xc80bd516, 0xad21b9f7, 0xc2269f32, 0xcea10750, 0x3baec1b1, 0x6f1304f0, 0x491e7a08, 0x21f4a03d, 0xd3b64189,
    0x70a2fc9b, 0x425e9e07, 0xe7fb2ac4, 0xc3ebeb16, 0xd1264f34, 0xabac6c68, 0xce065fde, 0xb92c246a, 0x93dceb66,
    0xbeac0715, 0xc1814d4e, 0x0dfa601e, 0x3ed40640, 0x050fe501, 0x8c32699e, 0x08bfd156, 0xd2a0f1fb, 0x2029ff20,
    0x53039a97, 0x662ddf0b, 0x498e77b3, 0x09ea75c8,
#if KSIG_NTT14_ROOTS > 256
    0x01054fe4, 0x1a4f73ae, 0x7b38197f, 0x1ee4b092, 0xcbebc06c, 0xe0fb5019, 0xdf060535, 0x8437e980, 0x1f7f5803,
    0x074a83c8, 0xda30c9a6, 0x7022ff45, 0x6fd85629, 0xd52639df, 0xbd4c0e6a, 0x5d98b77c, 0xc6f68588, 0x85c28bf2,
    0x8887d281, 0x374ed906, 0xc1514e4e, 0x2344993d, 0x039fecab, 0x0f0fafac, 0xd6db8618, 0xb1bc4c14, 0x073a841d,
    0x3ceebb07, 0xbaf1704e, 0xf7202f54, 0x26b486e8, 0x63089a7d, 0x3f1eaf5c, 0x55b8e17b, 0x312ef9b0, 0xd99b776e,
    0x3c941240, 0x048a9272, 0x47892d24, 0xb67c32bf, 0x528e47b4, 0x0bffc001, 0x7ff2aaf2, 0xcd066533, 0x28b47c3d,
    0xd5463934, 0xc3f69588, 0xda661ddf, 0x532399ed, 0xad51b8f7, 0xc65bde16, 0x033feeab, 0x2f8457e9, 0x7a681dd5,
    0xd5b0e1a6, 0x6f185a29, 0x4e93b242, 0x08b526e5, 0x7b12c4f1, 0xf6903254, 0x71184f7e, 0x9c8cbd11, 0x9d520e4a,
    0x1aef7058, 0x0625348f, 0x7f0d5a63, 0x781d7f63, 0x0d950ce5, 0xac571385, 0x54ee3b09, 0xb1a1a1f7, 0xc331444f,
    0x06c5313a, 0xe2c09bfd, 0xe8207f53, 0xec406953, 0x7cc8112a, 0x1824d491, 0xb256f386, 0xaba71730, 0x455938cf,
    0x5988cd26, 0xfc8012aa, 0x38142a3f, 0x7c2d69b8, 0x95a2374a, 0xd720d9fb, 0x2134a43d, 0x8077fd80, 0xcac67133,
    0x94023ff4, 0xe7008553, 0x1c54be3c, 0x5268f326, 0x8087fd2b, 0x6e585e29, 0xab071a85, 0xe9f5cae1, 0x1334eee6,
    0x092fcf01, 0x28c9d121, 0x5a08ca7c, 0x172a2f1f, 0x2b49c3cc, 0x5448e926, 0x0ec50690, 0xbe615df9, 0x1b7a181f,
    0x58537e43, 0xb5a18ca2, 0x81a7f72b, 0xee9b0770, 0x33399977, 0x0e3a5ec9, 0x4c29147a, 0xfeaab1c7, 0xdf60adfc,
    0x7872d2f1, 0xc2969cdd, 0xcbdbc0c1, 0xbef15af9, 0xdb9b6cc3, 0xc061534e, 0x8db7b6d7, 0xa3a741d9, 0x84b2919d,
    0x4fde5609, 0x927cf2bb, 0x92d24649, 0xc32bef16, 0xa9272485, 0xbedc0615, 0x8e17b4d7, 0x150a3a74, 0xb776d831,
    0x1064fde5, 0x695878d3, 0x61ddf60b, 0x63934244, 0xb83c296a, 0xfc001555, 0x1b84c291, 0x6653339a, 0xd550e3a6,
    0x0e1a5f73, 0x85a28c9d, 0x81dd4b64, 0xba8172a3, 0x1b8f6d03, 0xc661334f, 0xfeeab072, 0x421e9f5d, 0x20e4a5e7,
    0xf7058538, 0xcbd11650, 0x7b081a7f, 0x526e485e, 0xc4dbe616, 0x0325448f, 0xd3b0ec50, 0xfecab11c, 0xfafac571,
    0x4993ccec, 0xeb1b1a1a, 0x28bf26af, 0x97a781d8, 0xed906253, 0x82d7f0d6, 0x486e7db3, 0x89a7cc81, 0x02f5458f,
    0xe8fb256f, 0xc4c13bf9, 0x479e8208, 0xebb06c53, 0x57be2c0a, 0xc0e6a5dd, 0x8b77c2d7, 0x639decb6, 0x7a9d720e,
    0xa83c7ebd, 0x0a7fc801, 0x2ff45594, 0xf365988d, 0xf73ad971, 0xab01c54c, 0x4b091a7a, 0x7e680880, 0xb5018ff8,
    0x43f94024, 0x7e980780, 0x9facac67, 0xa2f1f04b, 0x9c3cbebc, 0x8ca7bc81, 0x62edf060, 0x5cae11b5, 0x8e57b382,
    0xfcf01055, 0xb111a4f7, 0x7f72ad9c, 0xb076fd85, 0x18ca2675, 0xc81bd4c1, 0x5068fdd0, 0x716da30d, 0xa181f7f6,
    0xea2074a8, 0x69cdcbb6, 0xbc0c1515, 0x2d2f0f05, 0xf52039ff, 0xa5ec8b12, 0x6668887d, 0xab1c6f68, 0x6eb85c29,
    0xe5608dfd, 0xcf2baf17, 0x2919cf76, 0x8be26b48, 0xb6cc3114, 0xea5073a8, 0x7b6d6db8, 0xeacb1bc5, 0x0d9fb757,
    0x4a43c941, 0x2374983d, 0x29647893, 0x8cd26649, 0x6c7312f0, 0x42a3f1eb, 0xfed55b8e, 0x7fd2ab9c, 0x85e28b48,
    0x8f32599e, 0xb41c3f69, 0x67132f9a, 0x8027ff2b, 0x085528e4, 0xdc00bffc, 0x6f38597e, 0x7172f845, 0x4d490e7a,
    0x7eed5b0e, 0x09bfcc01, 0xacec65be, 0x0695323a, 0xf80ad51c, 0xd5a63734, 0xacb71185, 0x50ce5109, 0x2809d521,
    0xe3b096fd, 0x8ec7b12c, 0x1444e93b, 0xe5e08b52,
#endif
};

/* Two layers at a time, so that a value is loaded and stored half as often. Quarter i of 4 h values begins at p[i h]; upper is
 * the root of the outer layer. Of the four inputs only the first is not multiplied on its way: it is reduced instead. So all
 * outputs are below 3 q / 2 in size, whatever the inputs. */
static inline void two_layers(int16_t *p, unsigned h, uint32_t one, uint32_t upper, uint32_t left, uint32_t right) {
    const int32_t t2 = ksig_multiply14(p[2 * h], upper), t3 = ksig_multiply14(p[3 * h], upper);
    const int32_t a0 = ksig_multiply14(p[0], one), a1 = p[h];
    const int32_t b1 = ksig_multiply14(a1 + t3, left), b3 = ksig_multiply14(a1 - t3, right);
    p[0] = (int16_t)(a0 + t2 + b1);
    p[h] = (int16_t)(a0 + t2 - b1);
    p[2 * h] = (int16_t)(a0 - t2 + b3);
    p[3 * h] = (int16_t)(a0 - t2 - b3);
}

void ksig_ntt14(int16_t *a, unsigned n) {
    unsigned k = 1;
    if (n == 1024) { /* an odd number of layers: one alone */
        for (int16_t *p = a; p < a + 512; p++) {
            const int32_t low = p[0], t = ksig_multiply14(p[512], ksig_zetas14[1]);
            p[0] = (int16_t)(low + t);
            p[512] = (int16_t)(low - t);
        }
        k = 2;
    }
    for (unsigned h = 128; h >= 2; h /= 4, k *= 4) {
        const uint32_t *outer = &ksig_zetas14[k], *inner = &ksig_zetas14[2 * k];
        for (int16_t *block = a; block < a + n; block += 4 * h) {
            const uint32_t upper = *outer++, left = *inner++, right = *inner++;
            for (int16_t *p = block; p < block + h; p++)
                two_layers(p, h, ksig_zetas14[0], upper, left, right);
        }
    }
}

/* Two layers of the inverse, for inputs of up to q: sums are below 4 q, and only one of the outputs is a sum of all; it is
 * reduced. Outputs are up to q. */
static inline void two_inverse_layers(int16_t *p, unsigned h, uint32_t one, uint32_t left, uint32_t right,
                                      uint32_t upper) {
    const int32_t a0 = p[0], a1 = p[h], a2 = p[2 * h], a3 = p[3 * h];
    const int32_t b0 = a0 + a1, b1 = ksig_multiply14(a1 - a0, left);
    const int32_t b2 = a2 + a3, b3 = ksig_multiply14(a3 - a2, right);
    p[0] = (int16_t)ksig_multiply14(b0 + b2, one);
    p[h] = (int16_t)(b1 + b3);
    p[2 * h] = (int16_t)ksig_multiply14(b2 - b0, upper);
    p[3 * h] = (int16_t)ksig_multiply14(b3 - b1, upper);
}

void ksig_inverse_ntt14(int16_t *a, unsigned n) {
    /* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for the k' in the mirrored place of its layer. */
    for (unsigned h = 2, k = n / 2; h <= 128; h *= 4, k /= 4) {
        const uint32_t *inner = &ksig_zetas14[k], *outer = &ksig_zetas14[k / 2];
        for (int16_t *block = a; block < a + n; block += 4 * h) {
            const uint32_t left = *--inner, right = *--inner, upper = *--outer;
            for (int16_t *p = block; p < block + h; p++)
                two_inverse_layers(p, h, ksig_zetas14[0], left, right, upper);
        }
    }
    if (n == 1024) {
        for (int16_t *p = a; p < a + 512; p++) {
            const int32_t low = p[0], high = p[512];
            p[0] = (int16_t)(low + high);
            p[512] = (int16_t)ksig_multiply14(high - low, ksig_zetas14[1]);
        }
    }
}

/* Pairs are polynomials modulo x^2 - z, where z is a root of the last layer for every other pair, and -z for the next. */
void ksig_multiply_ntt14(int16_t *a, const int16_t *b, unsigned n) {
    const uint32_t *zetas = &ksig_zetas14[n / 4];
    for (const int16_t *const end = a + n; a < end; a += 4, b += 4) {
        const uint32_t zeta = *zetas++;
        const int32_t high0 = ksig_multiply14(ksig_product14(a[1], b[1]), zeta);
        const int32_t high1 = ksig_multiply14(ksig_product14(a[3], b[3]), zeta);
        const int32_t low0 = ksig_product14(a[0], b[0]), low1 = ksig_product14(a[2], b[2]);
        a[1] = (int16_t)ksig_reduce14(a[0] * b[1] + a[1] * b[0]);
        a[3] = (int16_t)ksig_reduce14(a[2] * b[3] + a[3] * b[2]);
        a[0] = (int16_t)(low0 + high0);
        a[2] = (int16_t)(low1 - high1);
    }
}
