/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_pack.h"

#include "ring/short23.h"

enum { N = KSIG_MLDSA_N, T1_BITS = 10 };

/* gamma1 - y; a may be y + q. */
static inline uint32_t field_of(int32_t a, int32_t gamma1, uint32_t mask) {
    const int32_t field = gamma1 - a;
    return (uint32_t)(field + (int32_t)(KSIG_Q23 & ksig_sign_mask((uint32_t)field))) & mask;
}

/* SimpleBitPack (FIPS 204 Algorithm 16). Four values are read before they are overwritten. */
void ksig_mldsa_pack_t1(const int32_t t[N], uint8_t *out) {
    for (unsigned n = 0; n < N; n += 4, t += 4) {
        const uint32_t a = ksig_mldsa_t1(t[0]), b = ksig_mldsa_t1(t[1]), c = ksig_mldsa_t1(t[2]),
                       d = ksig_mldsa_t1(t[3]);
        const uint32_t low = a | b << 10 | c << 20 | d << 30;
        for (unsigned i = 0; i < 4; i++)
            *out++ = (uint8_t)(low >> 8 * i);
        *out++ = (uint8_t)(d >> 2);
    }
}

/* BitPack (FIPS 204 Algorithm 17). */
void ksig_mldsa_pack_t0(const int32_t t[N], uint8_t out[KSIG_MLDSA_T0_BYTES]) {
    uint32_t held = 0;
    unsigned bits = 0;
    for (unsigned n = 0; n < N; n++) {
        held |= (uint32_t)(4096 - ksig_mldsa_t0(t[n])) << bits;
        for (bits += 13; bits >= 8; bits -= 8, held >>= 8)
            *out++ = (uint8_t)held;
    }
}

/* BitUnpack (FIPS 204 Algorithm 19). One field at a time: it is within three bytes, where groups of
 * 8 would need 64-bit words. */
KSIG_NOINLINE void ksig_mldsa_unpack_t0(uint16_t fields[N + KSIG_MLDSA_T0_VALUES],
                                        const uint8_t packed[KSIG_MLDSA_T0_BYTES]) {
    uint32_t held = 0;
    unsigned count = 0;
    for (unsigned n = 0; n < N; n++) {
        for (; count < 13; count += 8)
            held |= (uint32_t)*packed++ << count;
        fields[n] = (uint16_t)(held & 0x1fff);
        held >>= 13;
        count -= 13;
    }
    for (unsigned n = 0; n < KSIG_MLDSA_T0_VALUES; n++)
        fields[N + n] = (uint16_t)(8192 - fields[n]);
}

#if KSIG_COMPACT_RING

uint32_t ksig_mldsa_field(const uint8_t *packed, unsigned n, unsigned bits) {
    const unsigned end = (n + 1) * bits + 7;
    return (uint32_t)ksig_compact_load(packed + end / 8 - 3) << (15 - end % 8) >> (32 - bits);
}

/* Writes the three bytes that end with the field. */
static void set_field(uint8_t *packed, unsigned n, unsigned bits, uint32_t value) {
    const unsigned end = (n + 1) * bits + 7, shift = 17 + end % 8 - bits;
    uint8_t *const at = packed + end / 8 - 3;
    const uint32_t mask = ((UINT32_C(1) << bits) - 1) << shift,
                   word = (uint32_t)ksig_compact_load(at);
    ksig_compact_store(at, (int32_t)((word & ~mask) | value << shift));
}

/* SimpleBitUnpack (FIPS 204 Algorithm 18). At the polynomial's end each field is loaded before it
 * is overwritten: 4 n + 3 < 704 + 5 (n + 1) / 4. */
void ksig_mldsa_unpack_t1(int32_t *poly, const uint8_t *packed) {
    for (unsigned n = 0; n < N; n++)
        poly[n] = (int32_t)(ksig_mldsa_field(packed, n, T1_BITS) << KSIG_MLDSA_D);
}

/* BitPack (FIPS 204 Algorithm 17). Works downwards, so no word is overwritten before it is read. */
KSIG_NOINLINE void ksig_mldsa_pack_y(int32_t poly[N], unsigned bits) {
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    for (unsigned n = N; n-- > 0;)
        set_field((uint8_t *)(poly + N) - 32 * bits, n, bits, field_of(poly[n], gamma1, mask));
}

/* BitUnpack (FIPS 204 Algorithm 19). Each field is loaded before it is overwritten: 4 n + 3 is
 * below 1024 - 32 b + (n + 1) b / 8 for b = 18 or 20 bits. */
void ksig_mldsa_unpack_z(int32_t *poly, unsigned bits) {
    const uint8_t *const packed = (const uint8_t *)(poly + N) - 32 * bits;
    for (unsigned n = 0; n < N; n++)
        poly[n] = ((int32_t)1 << (bits - 1)) - (int32_t)ksig_mldsa_field(packed, n, bits);
}

uint32_t ksig_mldsa_add_to_fields(const ksig_mldsa_params *p, uint8_t *packed,
                                  const int16_t product[KSIG_MLDSA_PRODUCTS]) {
    const unsigned bits = p->z_bits;
    const uint32_t beta = p->beta, most = (UINT32_C(1) << bits) - 2 * beta - 2,
                   mask = (UINT32_C(1) << bits) - 1;
    uint32_t bad = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_PRODUCTS; n++) {
        const uint32_t field = ksig_mldsa_field(packed, n, bits) - ksig_mldsa_word(product[n]);
        const uint32_t above = field - (beta + 1);
        bad |= above | (most - above);
        set_field(packed, n, bits, field & mask);
    }
    return bad >> 31;
}

/* w1Encode (FIPS 204 Algorithm 28). */
uint8_t *ksig_mldsa_pack_high(const ksig_mldsa_params *p, int32_t row[N]) {
    uint8_t *out = (uint8_t *)row;
    uint32_t held = 0;
    unsigned count = 0;
    for (unsigned n = 0; n < N; n++) {
        held |= ksig_mldsa_high(p, (uint32_t)row[n]) << count;
        for (count += p->w1_bits; count >= 8; count -= 8, held >>= 8)
            *out++ = (uint8_t)held;
    }
    return out;
}

#else

/* BitPack (FIPS 204 Algorithm 17): four fields, below 2^bits. */
static inline void store_fields(uint8_t *packed, uint32_t f0, uint32_t f1, uint32_t f2, uint32_t f3,
                                unsigned bits) {
    ksig_store32(packed, f0 | f1 << bits);
    ksig_store32(packed + 4, f1 >> (32 - bits) | f2 << (2 * bits - 32) | f3 << (3 * bits - 32));
    packed[8] = (uint8_t)(f3 >> (64 - 3 * bits));
    if (bits == 20)
        packed[9] = (uint8_t)(f3 >> 12);
}

/* BitPack (FIPS 204 Algorithm 17). Works downwards, so no word is overwritten before it is read. */
KSIG_NOINLINE void ksig_mldsa_pack_y(int32_t poly[N], unsigned bits) {
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    uint8_t *packed = (uint8_t *)(poly + N);
    for (unsigned n = N; n > 0; n -= 4) {
        const int32_t *const at = poly + n - 4;
        const uint32_t f0 = field_of(at[0], gamma1, mask);
        const uint32_t f1 = field_of(at[1], gamma1, mask);
        const uint32_t f2 = field_of(at[2], gamma1, mask);
        const uint32_t f3 = field_of(at[3], gamma1, mask);
        packed -= bits / 2;
        store_fields(packed, f0, f1, f2, f3, bits);
    }
}

/* Four coefficients are loaded before their bytes are overwritten: 4 n + 15 is below 1024 - 32 b +
 * (n + 4) b / 8 for n = 0, 4, .. 252 and b = 18 or 20 bits. */
static inline void unpack_z(int32_t poly[N], unsigned bits) {
    const uint8_t *packed = (const uint8_t *)(poly + N) - 32 * bits;
    const int32_t gamma1 = (int32_t)1 << (bits - 1);
    for (int32_t *end = poly + N; poly < end; poly += 4, packed += bits / 2) {
        const uint32_t f0 = ksig_mldsa_z_field(packed, 0, bits),
                       f1 = ksig_mldsa_z_field(packed, 1, bits);
        const uint32_t f2 = ksig_mldsa_z_field(packed, 2, bits),
                       f3 = ksig_mldsa_z_field(packed, 3, bits);
        poly[0] = gamma1 - (int32_t)f0;
        poly[1] = gamma1 - (int32_t)f1;
        poly[2] = gamma1 - (int32_t)f2;
        poly[3] = gamma1 - (int32_t)f3;
    }
}

/* BitUnpack (FIPS 204 Algorithm 19). */
void ksig_mldsa_unpack_z(int32_t *poly, unsigned bits) {
    if (bits == 18)
        unpack_z(poly, 18);
    else
        unpack_z(poly, 20);
}

/* Four fields are loaded before their bytes are overwritten. A field of z is in range if it is beta
 * + 1 .. 2 gamma1 - beta - 1. */
static KSIG_INLINE_FOR_SPEED uint32_t add_product(uint8_t *packed,
                                                  const int16_t product[KSIG_MLDSA_PRODUCTS],
                                                  uint32_t beta, unsigned bits) {
    const uint32_t most = (UINT32_C(1) << bits) - 2 * beta - 2, mask = (UINT32_C(1) << bits) - 1;
    uint32_t bad = 0;
    for (unsigned n = 0; n < KSIG_MLDSA_PRODUCTS; n += 4, packed += bits / 2) {
        const uint32_t f0 = ksig_mldsa_z_field(packed, 0, bits) - ksig_mldsa_word(product[n]);
        const uint32_t f1 = ksig_mldsa_z_field(packed, 1, bits) - ksig_mldsa_word(product[n + 1]);
        const uint32_t f2 = ksig_mldsa_z_field(packed, 2, bits) - ksig_mldsa_word(product[n + 2]);
        const uint32_t f3 = ksig_mldsa_z_field(packed, 3, bits) - ksig_mldsa_word(product[n + 3]);
        const uint32_t above[4] = {f0 - (beta + 1), f1 - (beta + 1), f2 - (beta + 1),
                                   f3 - (beta + 1)};
        bad |= above[0] | above[1] | above[2] | above[3];
        bad |= (most - above[0]) | (most - above[1]) | (most - above[2]) | (most - above[3]);
        store_fields(packed, f0 & mask, f1 & mask, f2 & mask, f3 & mask, bits);
    }
    return bad >> 31;
}

/* With a constant width. Not inlined, so that its frame does not add to those of the product. */
static KSIG_NOINLINE_FOR_SPEED uint32_t add_product_18(uint8_t *packed, const int16_t *product,
                                                       uint32_t beta) {
    return add_product(packed, product, beta, 18);
}

static KSIG_NOINLINE_FOR_SPEED uint32_t add_product_20(uint8_t *packed, const int16_t *product,
                                                       uint32_t beta) {
    return add_product(packed, product, beta, 20);
}

uint32_t ksig_mldsa_add_to_fields(const ksig_mldsa_params *p, uint8_t *packed,
                                  const int16_t product[KSIG_MLDSA_PRODUCTS]) {
    return p->z_bits == 18 ? add_product_18(packed, product, p->beta)
                           : add_product_20(packed, product, p->beta);
}

#endif
