/* Polynomials and their bytes (FIPS 204 Algorithms 16 to 19 and 28).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_PACK_H
#define KSIG_MLDSA_PACK_H

#include "guard/tally.h"
#include "mldsa/alg/mldsa_decompose.h"
#include "mldsa/mldsa_params.h"
#include "ring/ntt23.h"
#include "util/bytes.h"

enum {
    KSIG_MLDSA_T0_BYTES = 416, /* a packed polynomial of t0: 256 coefficients of 13 bits */
    KSIG_MLDSA_T0_VALUES = 16, /* values of c t0 formed at a time */
    KSIG_MLDSA_PRODUCTS = 32,  /* values of c s formed at a time */
};

/* Field i < 4 of a group of four fields of `bits` bits, 18 or 20. The load of four bytes stays
 * within the group's bits / 2 bytes. */
static inline uint32_t ksig_mldsa_z_field(const uint8_t *group, unsigned i, unsigned bits) {
    const unsigned bit = i * bits, last = bits / 2 - 4, byte = bit / 8 < last ? bit / 8 : last;
    return ksig_load32(group + byte) >> (bit - 8 * byte) & ((UINT32_C(1) << bits) - 1);
}

/* Name: SimpleBitPack (FIPS 204 Algorithm 16) of t1, with Power2Round; BitPack (Algorithm 17) of t0
 * t: in [0, q). out: may be where t begins.
 * Packs 320 bytes, or fields 2^12 - t0. */
void ksig_mldsa_pack_t1(const int32_t t[KSIG_MLDSA_N], uint8_t *out);
void ksig_mldsa_pack_t0(const int32_t t[KSIG_MLDSA_N], uint8_t out[KSIG_MLDSA_T0_BYTES]);

/* Name: BitUnpack (FIPS 204 Algorithm 19) of t0
 * Makes 256 fields 2^12 - t0, then 16 more: the first 16, negated. */
void ksig_mldsa_unpack_t0(uint16_t fields[KSIG_MLDSA_N + KSIG_MLDSA_T0_VALUES],
                          const uint8_t packed[KSIG_MLDSA_T0_BYTES]);

/* Name: BitPack (FIPS 204 Algorithm 17) of y; BitUnpack (Algorithm 19) of z or y
 * poly: the packed fields, of 18 or 20 bits, are at its end. |y| <= gamma1, or y + q.
 * A field is gamma1 - y. */
void ksig_mldsa_pack_y(int32_t poly[KSIG_MLDSA_N], unsigned bits);
void ksig_mldsa_unpack_z(int32_t *poly, unsigned bits);

/* A coefficient modulo 2^32. */
static inline uint32_t ksig_mldsa_word(int16_t coefficient) {
    const int32_t wide = coefficient;
    return (uint32_t)wide;
}

/* 1 if |z| >= gamma1 - beta, so its field is not in beta + 1 .. 2 gamma1 - beta - 1; else 0.
 * Without a branch. */
static inline uint32_t ksig_mldsa_excess(uint32_t field, uint32_t beta, unsigned bits) {
    const uint32_t above = field - (beta + 1), most = (UINT32_C(1) << bits) - 2 * beta - 2;
    return (above | (most - above)) >> 31;
}

/* Turns 32 fields of y, gamma1 - y, from `packed` on into those of y + product. Fields that
 * overflow are truncated. Returns 1 if y + product is out of range for z somewhere, else 0. */
uint32_t ksig_mldsa_add_to_fields(const ksig_mldsa_params *p, uint8_t *packed,
                                  const int16_t product[KSIG_MLDSA_PRODUCTS]);

#if KSIG_COMPACT_RING

/* Field n of `bits` bits, 10 to 20. Loads the three bytes that end with it: for field 0, one of
 * them may be before all fields. */
uint32_t ksig_mldsa_field(const uint8_t *packed, unsigned n, unsigned bits);

/* Name: SimpleBitUnpack (FIPS 204 Algorithm 18) of t1
 * packed: 320 bytes, which may be at the polynomial's end.
 * Makes t1 2^13. */
void ksig_mldsa_unpack_t1(int32_t *poly, const uint8_t *packed);

/* Name: w1Encode (FIPS 204 Algorithm 28) of one row, with HighBits
 * row: in [0, q). Its beginning is overwritten.
 * Returns the end of the packed bytes. */
uint8_t *ksig_mldsa_pack_high(const ksig_mldsa_params *p, int32_t row[KSIG_MLDSA_N]);
static inline uint8_t *ksig_mldsa_pack_w1(const ksig_mldsa_params *p, int32_t row[KSIG_MLDSA_N],
                                          unsigned bits, int reduced) {
    (void)bits, (void)reduced;
    return ksig_mldsa_pack_high(p, row);
}

/* Checks the range of a packed polynomial of z: 256 items. */
static inline ksig_tally ksig_mldsa_tally_z(const uint8_t *packed, uint32_t beta, unsigned bits) {
    ksig_tally tally = {0, 0};
    for (unsigned n = 0; n < KSIG_MLDSA_N; n++)
        ksig_count(&tally, ksig_mldsa_excess(ksig_mldsa_field(packed, n, bits), beta, bits));
    return tally;
}

#else

/* Name: SimpleBitUnpack (FIPS 204 Algorithm 18) of t1
 * As with the compact ring. At the polynomial's end, four coefficients read their five bytes, from
 * 704 + 5 n / 4 on, before these are overwritten: 4 n + 15 < 704 + 5 n / 4 + 5 for n = 0, 4, ..
 * 252. */
static inline void ksig_mldsa_unpack_t1(int32_t *poly, const uint8_t *packed) {
    for (int32_t *end = poly + KSIG_MLDSA_N; poly < end; poly += 4, packed += 5) {
        const uint32_t low = ksig_load32(packed), high = packed[4];
        poly[0] = (int32_t)((low & 0x3ff) << KSIG_MLDSA_D);
        poly[1] = (int32_t)((low >> 10 & 0x3ff) << KSIG_MLDSA_D);
        poly[2] = (int32_t)((low >> 20 & 0x3ff) << KSIG_MLDSA_D);
        poly[3] = (int32_t)((low >> 30 | high << 2) << KSIG_MLDSA_D);
    }
}

/* Name: w1Encode (FIPS 204 Algorithm 28) of one row, with HighBits
 * bits: of a coefficient, 4 or 6. reduced: 1 for a row in [0, q), else as ksig_inverse_ntt23 leaves
 * it. Four coefficients become two or three bytes; their 16 bytes are read first. */
static KSIG_INLINE_FOR_SPEED uint8_t *ksig_mldsa_pack_w1(const ksig_mldsa_params *params,
                                                         int32_t row[KSIG_MLDSA_N], unsigned bits,
                                                         int reduced) {
    const ksig_mldsa_params p = {.gamma2 = params->gamma2,
                                 .high_parts = params->high_parts,
                                 .high_factor = params->high_factor};
    uint8_t *out = (uint8_t *)row;
    for (const int32_t *w = row, *end = row + KSIG_MLDSA_N; w < end; w += 4) {
        uint32_t held = 0;
        held = ksig_mldsa_high(&p, (uint32_t)(reduced ? w[3] : ksig_inverse_positive23(w[3])));
        held = held << bits |
               ksig_mldsa_high(&p, (uint32_t)(reduced ? w[2] : ksig_inverse_positive23(w[2])));
        held = held << bits |
               ksig_mldsa_high(&p, (uint32_t)(reduced ? w[1] : ksig_inverse_positive23(w[1])));
        held = held << bits |
               ksig_mldsa_high(&p, (uint32_t)(reduced ? w[0] : ksig_inverse_positive23(w[0])));
        *out++ = (uint8_t)held;
        *out++ = (uint8_t)(held >> 8);
        if (bits == 6)
            *out++ = (uint8_t)(held >> 16);
    }
    return out;
}

#if defined(KSIG_MAY_ALIAS) && !KSIG_FAST_UNALIGNED && !KSIG_BIG_ENDIAN && !KSIG_LEAST_FLASH

typedef uint16_t KSIG_MAY_ALIAS ksig_any_half;

/* Counts field i < 8 of those in 16-bit halves: two of them have it. */
static KSIG_INLINE void ksig_mldsa_count_field(ksig_tally *tally, const ksig_any_half *halves,
                                               unsigned i, uint32_t first, uint32_t most,
                                               unsigned bits) {
    const unsigned at = i * bits / 16, shift = i * bits % 16;
    const uint32_t word = halves[at] | (uint32_t)halves[at + 1] << 16,
                   field = word << (32 - shift - bits) >> (32 - bits);
    uint32_t bad = field - first > most;
    KSIG_BARRIER(bad);
    ksig_count(tally, bad);
    KSIG_BARRIER(tally->good); /* field by field: registers are few */
    KSIG_BARRIER(tally->bad);
    KSIG_KEEP_ORDER();
}

/* packed: at an even address. */
static KSIG_INLINE_FOR_SPEED ksig_tally ksig_mldsa_tally_z(const uint8_t *packed, uint32_t beta,
                                                           unsigned bits) {
    ksig_tally tally = {0, 0};
    const ksig_any_half *halves = (const ksig_any_half *)(const void *)packed;
    const uint32_t most = (UINT32_C(1) << bits) - 2 * beta - 2;
    uint32_t first = beta + 1;
    KSIG_BARRIER(first);
    for (const ksig_any_half *const end = halves + 16 * bits; halves < end; halves += bits / 2) {
        ksig_mldsa_count_field(&tally, halves, 0, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 1, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 2, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 3, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 4, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 5, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 6, first, most, bits);
        ksig_mldsa_count_field(&tally, halves, 7, first, most, bits);
    }
    return tally;
}

#else

static inline ksig_tally ksig_mldsa_tally_z(const uint8_t *packed, uint32_t beta, unsigned bits) {
    ksig_tally tally = {0, 0};
    for (const uint8_t *end = packed + 32 * bits; packed < end; packed += bits / 2) {
        ksig_count(&tally, ksig_mldsa_excess(ksig_mldsa_z_field(packed, 0, bits), beta, bits));
        ksig_count(&tally, ksig_mldsa_excess(ksig_mldsa_z_field(packed, 1, bits), beta, bits));
        ksig_count(&tally, ksig_mldsa_excess(ksig_mldsa_z_field(packed, 2, bits), beta, bits));
        ksig_count(&tally, ksig_mldsa_excess(ksig_mldsa_z_field(packed, 3, bits), beta, bits));
    }
    return tally;
}

#endif

#endif

#endif
