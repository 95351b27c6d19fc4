/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/ntt16.h"

#include "arch/compiler.h"
#include "arch/gates.h"
#include "guard/guard.h"
#include "kilosig/config.h"
#include "util/bytes.h"

#if !KSIG_ASM_NTT16

/* -1 / q mod 2^32; check: (0xc7f0fbff * 64513 + 1) % 2**32 == 0 */
#define MINUS_INVERSE UINT32_C(0xc7f0fbff)

/* A table's entry in the form for times_zeta. */
static inline uint32_t prepared(uint16_t b) { return b * MINUS_INVERSE; }

/* a zeta^k in [0, q), for a in [0, q) and a prepared entry of the table. Montgomery reduction of a
 * b for b = zeta^k 2^32 mod q: (a b + t q) / 2^32 with the t that makes it an integer, t = -a b / q
 * mod 2^32. As a b < 2^32, that is t q / 2^32 rounded up. It is q at most, and q only if q divides
 * a b, hence a; but then t is 0. */
static inline uint32_t times_zeta(uint32_t a, uint32_t zeta) {
#if KSIG_SHORT_PRODUCTS
    /* Rounded up twice, by 16 bits each: 65535 (64513 + 2) < 2^32. */
    const uint32_t t = a * zeta;
    return ((t >> 16) * KSIG_Q16 + (((t & 0xffff) * KSIG_Q16 + 0xffff) >> 16) + 0xffff) >> 16;
#else
    return (uint32_t)(((uint64_t)(a * zeta) * KSIG_Q16 + 0xffffffffu) >> 32);
#endif
}

/* Instantiated for every length, unless flash matters more. For a core with few registers each is
 * in a separate frame, or one frame would hold hundreds of bytes for all of them; not on other
 * cores, where gcc 12 drops the last call as dead. KSIG_KEEP_ORDER prevents that. */
#if !KSIG_LEAST_FLASH
#if defined(__ARM_ARCH) && __ARM_ARCH == 6
#define FRAMED KSIG_NOINLINE
#else
#define FRAMED inline
#endif
/* -O3 unrolls loops with a known count, which takes hundreds of bytes, too. */
#define UNCOUNTED(length, end) \
    do {                       \
        if ((length) > 1)      \
            KSIG_BARRIER(end); \
    } while (0)
#else
#define FRAMED inline
#define UNCOUNTED(length, end) (void)0
#endif

/* Two layers at a time, so that a value is loaded and stored half as often. `length` is that of the
 * inner layer, which has 64 / length pairs of blocks. Inlined, as constant distances save
 * registers. */
static KSIG_INLINE_FOR_SPEED void two_layers(uint16_t a[256], const unsigned length) {
    const uint16_t *outer = &ksig_zetas16[64 / length], *inner = &ksig_zetas16[128 / length];
    for (uint16_t *block = a; block < a + 256; block += 3 * length, inner += 2) {
        const uint32_t zeta = prepared(*outer++), zeta0 = prepared(inner[0]),
                       zeta1 = prepared(inner[1]);
        const uint16_t *end = block + length;
        UNCOUNTED(length, end);
        for (; block < end; block++) {
            uint32_t t = times_zeta(block[2 * length], zeta);
            const uint32_t x0 = ksig_add16(block[0], t), x2 = ksig_subtract16(block[0], t);
            t = times_zeta(block[3 * length], zeta);
            const uint32_t x1 = ksig_add16(block[length], t),
                           x3 = ksig_subtract16(block[length], t);
            t = times_zeta(x1, zeta0);
            block[0] = (uint16_t)ksig_add16(x0, t);
            block[length] = (uint16_t)ksig_subtract16(x0, t);
            t = times_zeta(x3, zeta1);
            block[2 * length] = (uint16_t)ksig_add16(x2, t);
            block[3 * length] = (uint16_t)ksig_subtract16(x2, t);
        }
    }
}

static FRAMED void layers_64(uint16_t a[256]) {
    two_layers(a, 64);
    KSIG_KEEP_ORDER();
}
static FRAMED void layers_16(uint16_t a[256]) {
    two_layers(a, 16);
    KSIG_KEEP_ORDER();
}
static FRAMED void layers_4(uint16_t a[256]) {
    two_layers(a, 4);
    KSIG_KEEP_ORDER();
}
static FRAMED void layers_1(uint16_t a[256]) {
    two_layers(a, 1);
    KSIG_KEEP_ORDER();
}

void ksig_ntt16(uint16_t a[256]) {
    layers_64(a);
    layers_16(a);
    layers_4(a);
    layers_1(a);
}

/* The factors of the last layer: f = 2^32 / 256, that is 2^16 for a reduction elsewhere and 2^16 as
 * documented in ntt16.h; and f zeta^128; both in the form of the table. */
/* check: 3836 * 256 % 64513 == 2**32 % 64513 */
/* check: (0x01040f38 * 64513 + 3836 * 2**16 % 64513) % 2**32 == 0 */
/* check: (0x6e46ac6a * 64513 + 3836 * 2**16 * 426**128 % 64513) % 2**32 == 0 */
#define LAST UINT32_C(0x01040f38)
#define LAST_ZETA UINT32_C(0x6e46ac6a)

/* The table backwards: the inverse of zeta^brv(k) is -zeta^brv(k') for k' at the mirrored position
 * in its layer. */
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE

/* Layer by layer. */
void ksig_inverse_ntt16(uint16_t a[256]) {
    const uint16_t *zetas = ksig_zetas16 + 256;
    for (unsigned length = 1; length < 256; length *= 2)
        for (uint16_t *block = a; block < a + 256; block += length) {
            const uint32_t zeta = length == 128 ? LAST_ZETA : prepared(*--zetas);
            for (const uint16_t *const end = block + length; block < end; block++) {
                const uint32_t sum = ksig_add16(block[0], block[length]);
                const uint32_t difference = ksig_subtract16(block[length], block[0]);
                block[0] = (uint16_t)(length == 128 ? times_zeta(sum, LAST) : sum);
                block[length] = (uint16_t)times_zeta(difference, zeta);
            }
        }
}

#else

static KSIG_INLINE_FOR_SPEED void two_inverse_layers(uint16_t a[256], const unsigned length) {
    const uint16_t *inner = &ksig_zetas16[256 / length], *outer = &ksig_zetas16[128 / length];
    for (uint16_t *block = a; block < a + 256; block += 3 * length) {
        const uint32_t zeta0 = prepared(*--inner), zeta1 = prepared(*--inner);
        const uint32_t zeta = length == 64 ? LAST_ZETA : prepared(*--outer);
        const uint16_t *end = block + length;
        UNCOUNTED(length, end);
        for (; block < end; block++) {
            const uint32_t x0 = ksig_add16(block[0], block[length]);
            const uint32_t x1 = times_zeta(ksig_subtract16(block[length], block[0]), zeta0);
            const uint32_t x2 = ksig_add16(block[2 * length], block[3 * length]);
            const uint32_t x3 =
                times_zeta(ksig_subtract16(block[3 * length], block[2 * length]), zeta1);
            const uint32_t sum0 = ksig_add16(x0, x2), sum1 = ksig_add16(x1, x3);
            block[0] = (uint16_t)(length == 64 ? times_zeta(sum0, LAST) : sum0);
            block[length] = (uint16_t)(length == 64 ? times_zeta(sum1, LAST) : sum1);
            block[2 * length] = (uint16_t)times_zeta(ksig_subtract16(x2, x0), zeta);
            block[3 * length] = (uint16_t)times_zeta(ksig_subtract16(x3, x1), zeta);
        }
    }
}

static FRAMED void inverse_1(uint16_t a[256]) {
    two_inverse_layers(a, 1);
    KSIG_KEEP_ORDER();
}
static FRAMED void inverse_4(uint16_t a[256]) {
    two_inverse_layers(a, 4);
    KSIG_KEEP_ORDER();
}
static FRAMED void inverse_16(uint16_t a[256]) {
    two_inverse_layers(a, 16);
    KSIG_KEEP_ORDER();
}
static FRAMED void inverse_64(uint16_t a[256]) {
    two_inverse_layers(a, 64);
    KSIG_KEEP_ORDER();
}

void ksig_inverse_ntt16(uint16_t a[256]) {
    inverse_1(a);
    inverse_4(a);
    inverse_16(a);
    inverse_64(a);
}

#endif

#endif
