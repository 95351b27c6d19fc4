/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt_64513.h"

#include "kilosig/config.h"

#if !KSIG_ENABLE_ASSEMBLY || KSIG_COMPACT_RING /* else src/arch/armv7m/ntt_64513.S */

/* test/unit/test_ring16.c recomputes this. */
const uint32_t ksig_zetas16[256] = {
    0x0001040f, 0x726e46ac, 0x40192478, 0x5029552b, 0x44991fe6, 0x34a664ed, 0x61cdd588, 0x171641f1, 0xb0f00f4d,
    0x116b9d08, 0x5b357ab5, 0x2f276e92, 0x22994270, 0x59d90a50, 0x18512c60, 0x2fbbbf41, 0x34c3daa6, 0xb1e4e1a1,
    0x59ef639f, 0xb2e0d060, 0x1581f247, 0xb6c04a69, 0x14502c61, 0x2b1731af, 0x650ac60d, 0xd6978786, 0x84caa5cc,
    0x3f265a42, 0x1a83f551, 0xd260b060, 0x1041f79c, 0x56d90d5c, 0x9b5ee021, 0xa6352e84, 0x856c2b40, 0x51a43f59,
    0xc3b10050, 0x91385007, 0xab5cc7c2, 0x0a31bcc1, 0xcc04450f, 0x5cf7810c, 0xf969ad4b, 0xfcedb9fa, 0xb4539a14,
    0xcd4b6035, 0x2f152580, 0x99098d2b, 0x2af7b3d7, 0x105544bd, 0x2772a319, 0x943e6556, 0x7cb14870, 0xedf4e5a1,
    0xce23c0df, 0x816d3360, 0xe9c73304, 0xd3b6045b, 0xda022eb8, 0x77d8ebd6, 0x6a662e53, 0x482038c2, 0x8960fa89,
    0xf91d7cd5, 0xd021b6b9, 0xe5abc97a, 0x9f426a67, 0xb45bba8e, 0x9499d2b0, 0x13523583, 0x5ddf1e9b, 0x1e32ac7f,
    0x801efbd0, 0x22236b8a, 0x22fed862, 0x0ceca5aa, 0xac3e4cf5, 0x45d30646, 0x2705f0bd, 0xc026db46, 0xa723e87e,
    0x6fdc0024, 0x28b8ba30, 0x10850389, 0x89c89899, 0x910da588, 0xd224c0de, 0x8611c0f2, 0xc9558cdd, 0x31c4e1c2,
    0xb7055e74, 0x4fc8d385, 0x8ffb5d7a, 0xc5e8dd8d, 0xeb8d4999, 0xa2436b6a, 0xc45cae5c, 0x1c04f7da, 0xfbf5db78,
    0xf57af65e, 0xce823a67, 0x137ce003, 0x3717257e, 0xa252a84e, 0x82cdb402, 0x4d560ad5, 0x65632739, 0xba118c1e,
    0xd096898f, 0x4d3588ee, 0x6a8dcca4, 0xb6ecfd07, 0x51fca085, 0x5e0dd957, 0x2d2c84e7, 0x97d6c336, 0x5a3b9414,
    0x392f84e4, 0x79429101, 0x4758190c, 0x1e82ed31, 0xf228b099, 0x33286e91, 0xa96f12dc, 0x5b1f2166, 0x59ad5bc1,
    0x8f427aa8, 0x6b829ef9, 0x01b0c154, 0x6b819aea, 0xa9d6b0ed, 0x64c7ba20, 0x26cf1587, 0x9ce3f2e7, 0xc08554cd,
    0x6b09bbe5, 0x6f797660, 0xfd13502d, 0xc6fe31c8, 0x779e0063, 0x93088f34, 0x832b297a, 0x7713d84d, 0x6e6c429e,
    0xcde9d97c, 0x06df76fc, 0xa85bc6bf, 0xaa1ac0e8, 0xca3d2a6c, 0x1bfbd351, 0xcd69d9fe, 0xb498ae1f, 0x23ed925b,
    0x182785f0, 0xf937e661, 0x15d232f9, 0x1f96394f, 0x14e5811e, 0x0dc60a63, 0x85303bbe, 0x8be0f7ff, 0x947f6925,
    0x05fff9e7, 0xdb516a57, 0xa48a858b, 0xa7b52cfe, 0x28646940, 0xf6c419a2, 0x7f1aec97, 0xb3dcbf1f, 0x09da5fa4,
    0xe3977a51, 0x131e667b, 0x9f6e18f5, 0x59306871, 0xa9e4e9c2, 0x803144e2, 0x2de463aa, 0xa4c368e0, 0xafd4a2b6,
    0x7f028b2a, 0xf9861ef5, 0x077ef452, 0x5fb77e41, 0x057ae61d, 0x4ce3401d, 0xc7a1bf5b, 0x6ef872d2, 0x0e091650,
    0x059e7432, 0x9b60e840, 0x8b11bbdd, 0x581a1026, 0x2fdd4537, 0x04850fb9, 0x20a47120, 0x47f89a71, 0x26cd0d68,
    0x3548ee70, 0x40530bdc, 0x338f0893, 0xcef0f4e2, 0x3c14143c, 0x81cbace7, 0x9fac1096, 0x31287099, 0xefe29a87,
    0xc0a8e2e2, 0x21c0e1c6, 0x24183cdb, 0xc365d3e9, 0x7d57e230, 0x47cdeff1, 0x60b5751f, 0xb128f2a1, 0x198b12bf,
    0x085c6948, 0xd19fad14, 0x8eef2dc7, 0xc42ffbbf, 0x98498dee, 0x5580ad34, 0xf91c78c6, 0x0430beca, 0xc23a265f,
    0xa0447181, 0x471f35b7, 0x7e9df947, 0xa4b5300a, 0x6dccc548, 0xac84650f, 0x1d8c12be, 0xaa4d8be1, 0xb12e06ed,
    0xb6ff4619, 0xa1332b7a, 0x1a80e923, 0x7b15dc5b, 0x4ff68a32, 0x665d0dda, 0x6e631e15, 0x830baba2, 0x2c15288d,
    0xab60d7ff, 0x27246a85, 0x2913237a, 0xc8c54c6c, 0xb899ae1e, 0xc5deb4f5, 0xf7b5dfc9, 0x2147feb2, 0xf2d562b5,
    0xa1cd9484, 0x3a7ab046, 0x64a01bcf, 0xe75c8ace,
};

/* a zeta^k in [0, q) for a in [0, q) and an entry of the table. Montgomery reduction of a b for b = zeta^k 2^32 mod q:
 * (a b + t q) / 2^32 with the t that makes it an integer, t = -a b / q mod 2^32. As a b < 2^32, that is t q / 2^32 rounded
 * up. It is q at most, and q only if q divides a b, hence a; but then t is 0. */
static inline uint32_t times_zeta(uint32_t a, uint32_t zeta) {
    return (uint32_t)(((uint64_t)(a * zeta) * KSIG_Q16 + 0xffffffffu) >> 32);
}

/* Once for every length, unless flash counts more. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define INLINED inline __attribute__((always_inline))
#else
#define INLINED inline
#endif

/* Two layers at a time, so that a value is loaded and stored half as often. `length` is that of the inner one, and
 * 64 / length the number of its blocks' pairs. Inlined: constant distances spare registers. */
static INLINED void two_layers(uint16_t a[256], const unsigned length) {
    const uint32_t *outer = &ksig_zetas16[64 / length], *inner = &ksig_zetas16[128 / length];
    for (uint16_t *block = a; block < a + 256; block += 3 * length, inner += 2) {
        const uint32_t zeta = *outer++, zeta0 = inner[0], zeta1 = inner[1];
        for (const uint16_t *const end = block + length; block < end; block++) {
            uint32_t t = times_zeta(block[2 * length], zeta);
            const uint32_t x0 = ksig_add16(block[0], t), x2 = ksig_subtract16(block[0], t);
            t = times_zeta(block[3 * length], zeta);
            const uint32_t x1 = ksig_add16(block[length], t), x3 = ksig_subtract16(block[length], t);
            t = times_zeta(x1, zeta0);
            block[0] = (uint16_t)ksig_add16(x0, t);
            block[length] = (uint16_t)ksig_subtract16(x0, t);
            t = times_zeta(x3, zeta1);
            block[2 * length] = (uint16_t)ksig_add16(x2, t);
            block[3 * length] = (uint16_t)ksig_subtract16(x2, t);
        }
    }
}

void ksig_ntt16(uint16_t a[256]) {
    two_layers(a, 64);
    two_layers(a, 16);
    two_layers(a, 4);
    two_layers(a, 1);
}

/* What the last layer multiplies by: f = 2^32 / 256, that is one 2^16 for a reduction elsewhere and one asked for; and
 * f zeta^128; in the form of the table. */
/* check: 3836 * 256 % 64513 == 2**32 % 64513 */
/* check: (0x01040f38 * 64513 + 3836 * 2**16 % 64513) % 2**32 == 0 */
/* check: (0x6e46ac6a * 64513 + 3836 * 2**16 * 426**128 % 64513) % 2**32 == 0 */
#define LAST UINT32_C(0x01040f38)
#define LAST_ZETA UINT32_C(0x6e46ac6a)

/* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for the k' in the mirrored place of its layer. */
static INLINED void two_inverse_layers(uint16_t a[256], const unsigned length) {
    const uint32_t *inner = &ksig_zetas16[256 / length], *outer = &ksig_zetas16[128 / length];
    for (uint16_t *block = a; block < a + 256; block += 3 * length) {
        const uint32_t zeta0 = *--inner, zeta1 = *--inner, zeta = length == 64 ? LAST_ZETA : *--outer;
        for (const uint16_t *const end = block + length; block < end; block++) {
            const uint32_t x0 = ksig_add16(block[0], block[length]);
            const uint32_t x1 = times_zeta(ksig_subtract16(block[length], block[0]), zeta0);
            const uint32_t x2 = ksig_add16(block[2 * length], block[3 * length]);
            const uint32_t x3 = times_zeta(ksig_subtract16(block[3 * length], block[2 * length]), zeta1);
            const uint32_t sum0 = ksig_add16(x0, x2), sum1 = ksig_add16(x1, x3);
            block[0] = (uint16_t)(length == 64 ? times_zeta(sum0, LAST) : sum0);
            block[length] = (uint16_t)(length == 64 ? times_zeta(sum1, LAST) : sum1);
            block[2 * length] = (uint16_t)times_zeta(ksig_subtract16(x2, x0), zeta);
            block[3 * length] = (uint16_t)times_zeta(ksig_subtract16(x3, x1), zeta);
        }
    }
}

void ksig_inverse_ntt16(uint16_t a[256]) {
    two_inverse_layers(a, 1);
    two_inverse_layers(a, 4);
    two_inverse_layers(a, 16);
    two_inverse_layers(a, 64);
}

#endif
