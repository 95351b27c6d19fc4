/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_compact.h"

#if KSIG_COMPACT_RING

#include "mldsa/mldsa_high_part.h"
#include "mldsa/mldsa_secret_row.h"
#include "mldsa/mldsa_z_layers.h"
#include "ring/short23.h"

enum { N = KSIG_MLDSA_N };

uint32_t ksig_mldsa_field(const uint8_t *packed, unsigned n, unsigned bits) {
    const unsigned end = (n + 1) * bits + 7;
    return (uint32_t)ksig_compact_load(packed + end / 8 - 3) << (15 - end % 8) >> (32 - bits);
}

void ksig_mldsa_set_field(uint8_t *packed, unsigned n, unsigned bits, uint32_t value) {
    const unsigned end = (n + 1) * bits + 7, shift = 17 + end % 8 - bits;
    uint8_t *const at = packed + end / 8 - 3;
    const uint32_t mask = ((UINT32_C(1) << bits) - 1) << shift,
                   word = (uint32_t)ksig_compact_load(at);
    ksig_compact_store(at, (int32_t)((word & ~mask) | value << shift));
}

/* BitUnpack (FIPS 204 Algorithm 19). Each field is loaded before it is overwritten: 4 n + 3 is
 * below 1024 - 32 b + (n + 1) b / 8 for b = 18 or 20 bits. */
void ksig_mldsa_unpack_in_place(int32_t poly[N], unsigned bits) {
    const uint8_t *const packed = (const uint8_t *)(poly + N) - 32 * bits;
    for (unsigned n = 0; n < N; n++)
        poly[n] = ((int32_t)1 << (bits - 1)) - (int32_t)ksig_mldsa_field(packed, n, bits);
}

/* ExpandA (FIPS 204 Algorithm 32): the stream of one A[i][j]. */
void ksig_mldsa_begin_stream(ksig_keccak *sponge, const uint8_t *rho, unsigned index) {
    const uint8_t bytes[2] = {(uint8_t)index, (uint8_t)(index >> 8)};
    ksig_keccak_init_seed(sponge, KSIG_SHAKE128_RATE);
    ksig_keccak_absorb_seed(sponge, rho, KSIG_MLDSA_RHO_BYTES);
    ksig_keccak_absorb_seed(sponge, bytes, sizeof bytes);
    ksig_keccak_finish_seed(sponge);
}

/* CoeffFromThreeBytes (FIPS 204 Algorithm 14) until it takes one: numbers of 23 bits, rejected from
 * q on; they are public. */
static inline uint32_t next_number(ksig_keccak *sponge) {
    uint32_t number;
    do {
        if (sponge->position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            sponge->position = 0;
        }
        number = ksig_keccak_rate_bytes3(sponge, sponge->position) & 0x7fffff;
        sponge->position = (uint8_t)(sponge->position + 3);
    } while (number >= KSIG_Q23);
    return number;
}

/* RejNTTPoly (FIPS 204 Algorithm 30): each coefficient is multiplied as it comes. */
void ksig_mldsa_add_stream(ksig_keccak *sponge, uint32_t *sums, const uint32_t *factors,
                           unsigned count) {
    uint8_t *sum = (uint8_t *)sums;
    const uint8_t *factor = (const uint8_t *)factors;
    for (; count > 0; count--, sum += 3, factor += 3)
        ksig_compact_add_product(sum, factor, next_number(sponge));
}

/* Packed at its beginning first; then upwards, the last word first. */
void ksig_mldsa_begin_at_end(int32_t poly[N]) {
    uint32_t *const words = (uint32_t *)poly;
    ksig_short_ntt_pack(words, poly);
    for (unsigned n = 192; n-- > 0;)
        words[n + 64] = words[n];
}

void ksig_mldsa_end_at_end(int32_t poly[N]) {
    ksig_short_unpack(poly, (const uint32_t *)poly + 64);
    ksig_short_inverse_ntt(poly);
    for (unsigned n = 0; n < N; n++)
        poly[n] = ksig_short_positive(poly[n]);
}

/* w1Encode (FIPS 204 Algorithm 28) of one row, with HighBits. */
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

/* ---- Signing: mldsa_secret_row.h. */

void ksig_mldsa_transform_operand(ksig_mldsa_secret_row *row, uint32_t factors[192]) {
    ksig_short_ntt_pack(factors, row->sum.operand);
}

/* One product of MatrixVectorNTT (FIPS 204 Algorithm 48). */
void ksig_mldsa_add_transformed(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                const uint8_t *rho, unsigned index) {
    ksig_mldsa_begin_stream(&row->multiply.sponge, rho, index);
    ksig_mldsa_add_stream(&row->multiply.sponge, row->multiply.words, factors, N);
}

void ksig_mldsa_end_row(ksig_mldsa_secret_row *row) { ksig_mldsa_end_at_end(row->end.row); }

void ksig_mldsa_undo_transform(ksig_mldsa_secret_row *row, const uint32_t factors[192]) {
    ksig_short_unpack(row->end.row, factors);
    ksig_short_inverse_ntt(row->end.row);
}

#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST

/* RejNTTPoly (FIPS 204 Algorithm 30). */
void ksig_mldsa_expand_uniform(ksig_mldsa_secret_row *row, const uint8_t *rho, unsigned i,
                               unsigned j, uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]) {
    ksig_mldsa_begin_stream(&row->multiply.sponge, rho, ksig_mldsa_index(i, j));
    for (unsigned n = 0; n < KSIG_MLDSA_UNIFORM_BYTES; n += 3)
        ksig_compact_store(uniform + n, (int32_t)next_number(&row->multiply.sponge));
}

void ksig_mldsa_add_uniform_products(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                     const uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]) {
    for (unsigned n = 0; n < KSIG_MLDSA_UNIFORM_BYTES; n += 3)
        ksig_compact_add_product((uint8_t *)row->multiply.words + n, (const uint8_t *)factors + n,
                                 (uint32_t)ksig_compact_load(uniform + n)); /* 23 bits: no sign */
}

#endif

#else
typedef int ksig_mldsa_is_not_compact; /* ISO C wants something in every file. */
#endif
