/* A row of A times secret polynomials, one at a time, and where they come from: what key generation
 * and signing share. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A row is summed on 24 bits a value beside one polynomial to be multiplied, which is transformed
 * and then on 24 bits too. It lies before the sum; and a complete row takes the sum's room and that
 * of the sponge, so that what was multiplied last is still there. Secret coefficients s are fields
 * eta - s of a byte, as keys have them on 3 or 4 bits. */
#ifndef KSIG_MLDSA_SECRET_ROW_H
#define KSIG_MLDSA_SECRET_ROW_H

#include "hash/keccak.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "mldsa/mldsa_params.h"
#include "mldsa/mldsa_rotate.h"
#include "mldsa/mldsa_sparse.h"
#include "util/multiply.h"

enum {
    KSIG_MLDSA_SEED_BYTES = 32,
    KSIG_MLDSA_SIGMA_BYTES = 64,
    KSIG_MLDSA_KEY_BYTES = 32,
    KSIG_MLDSA_TR_BYTES = 64
};
enum { KSIG_MLDSA_T0_VALUES = 16 }; /* of c t0 that are formed at a time */
enum { KSIG_MLDSA_T0_BYTES = 416 }; /* a packed polynomial of t0: 256 coefficients of 13 bits */

/* Fields for products with c: 256, and 32 more that are those of -s. */
enum { KSIG_MLDSA_TURNED = KSIG_MLDSA_N + KSIG_MLDSA_ROTATE_VALUES };

/* What a product with c needs. */
typedef struct ksig_mldsa_factor {
    uint8_t fields[KSIG_MLDSA_TURNED];
    uint32_t sums[KSIG_MLDSA_ROTATE_VALUES / 4];
    int16_t product[KSIG_MLDSA_ROTATE_VALUES];
} ksig_mldsa_factor;

typedef union ksig_mldsa_secret_row {
    struct {
        int32_t operand[KSIG_MLDSA_N]; /* to be transformed */
        uint32_t words[192];
    } sum;
    struct { /* the sponge is that of A */
        uint32_t factors[192];
        ksig_keccak sponge;
        uint8_t unused[1024 - 768 - sizeof(ksig_keccak)];
        uint32_t words[192];
    } multiply;
    struct { /* when it is complete */
        uint32_t factors[192];
        int32_t row[KSIG_MLDSA_N];
    } end;
    struct { /* before the operand is there: its packed fields come to lie at its end */
        ksig_keccak sponge;
    } draw;
    struct { /* beside a complete row: a polynomial of s2 */
        ksig_keccak sponge;
        ksig_mldsa_factor s2;
    } with;
    struct { /* the same, beside factors and no row */
        uint32_t factors[192];
        ksig_keccak sponge;
        ksig_mldsa_factor s2;
    } look;
    struct { /* beside a complete row: t0, and the row's hint */
        uint16_t t0[KSIG_MLDSA_N + KSIG_MLDSA_T0_VALUES];
        uint8_t bits[KSIG_MLDSA_N / 8];
        uint32_t sums[KSIG_MLDSA_T0_VALUES / 2];
        int32_t product[KSIG_MLDSA_T0_VALUES];
    } low;
    struct { /* while the message comes */
        ksig_verify_head head;
        uint8_t context[1 + 255];
        ksig_prehash prehash;
    } message;
    struct { /* of c, beside factors */
        uint32_t factors[192];
        ksig_keccak sponge;
        ksig_mldsa_sampling sampling;
    } sample;
    uint8_t bytes[768 + 1024];
} ksig_mldsa_secret_row;

/* Where the secret polynomials come from: their place in an expanded secret key, or the seed rho'
 * that they are sampled from. The other is null. */
typedef struct ksig_mldsa_secrets {
    const uint8_t *packed;
    const uint8_t *sigma;
} ksig_mldsa_secrets;

static inline unsigned ksig_mldsa_eta(const ksig_mldsa_params *p) {
    return p->beta > 3u * p->tau ? 4 : 2;
}

/* Bytes of a packed polynomial of s1 or s2. */
static inline unsigned ksig_mldsa_s_bytes(const ksig_mldsa_params *p) {
    return ksig_mldsa_eta(p) == 2 ? 96 : 128;
}

/* Bytes of an expanded secret key: rho | K | tr | s1 | s2 | t0. */
static inline unsigned ksig_mldsa_expanded_bytes(const ksig_mldsa_params *p) {
    return 128u + ksig_mldsa_s_bytes(p) * ((unsigned)p->k + p->l) +
           KSIG_MLDSA_T0_BYTES * (unsigned)p->k;
}

/* Absorbs bytes that may be secret: ksig_keccak_absorb looks at what it has written. */
void ksig_mldsa_absorb(ksig_keccak *sponge, const uint8_t *data, size_t length);

/* rho | rho' | K from a seed (FIPS 204 Algorithm 6), 32 + 64 + 32 bytes; any of them may be null.
 */
void ksig_mldsa_expand_seed(const ksig_mldsa_params *p, ksig_keccak *sponge, const uint8_t *seed,
                            uint8_t *rho, uint8_t *sigma, uint8_t *key);

/* The fields of s1[r] for r < l, of s2[r - l] for the others. Returns not 0 if the key has one
 * above 2 eta. */
uint32_t ksig_mldsa_secret_fields(const ksig_mldsa_params *p, ksig_keccak *sponge,
                                  const ksig_mldsa_secrets *from, unsigned r,
                                  uint8_t fields[KSIG_MLDSA_N]);

/* Packs fields on 3 or 4 bits, as an expanded key has them; `out` may be where the fields begin. */
void ksig_mldsa_pack_secret(const ksig_mldsa_params *p, const uint8_t fields[KSIG_MLDSA_N],
                            uint8_t *out);

/* The operand becomes s1[j]. */
void ksig_mldsa_load_s1(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned j,
                        ksig_mldsa_secret_row *row);

/* The operand from its fields of 18 or 20 bits, which lie at its end. */
void ksig_mldsa_unpack_fields(ksig_mldsa_secret_row *row, unsigned bits);

/* Begins a row; ends it: end.row is the row, in [0, q). */
void ksig_mldsa_clear_row(ksig_mldsa_secret_row *row);
void ksig_mldsa_end_row(ksig_mldsa_secret_row *row);

/* What is between: the operand is transformed, which leaves factors, there or elsewhere; A[i][j]
 * times these is added to the row. */
void ksig_mldsa_transform_operand(ksig_mldsa_secret_row *row, uint32_t factors[192]);
void ksig_mldsa_add_transformed(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                const uint8_t *rho, unsigned index);
#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST

/* A[i][j] to be kept, three bytes for each coefficient, before the row's sum is looked at; and
 * products with what was. */
enum { KSIG_MLDSA_UNIFORM_BYTES = 3 * KSIG_MLDSA_N };
void ksig_mldsa_expand_uniform(ksig_mldsa_secret_row *row, const uint8_t *rho, unsigned i,
                               unsigned j, uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]);
void ksig_mldsa_add_uniform_products(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                     const uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]);

#endif

/* end.row becomes the polynomial, whose transform the factors are; short coefficients x are x or x
 * + q. */
void ksig_mldsa_undo_transform(ksig_mldsa_secret_row *row, const uint32_t factors[192]);

/* Begins a row of t = A s1 + s2 as s2[i], transformed. */
void ksig_mldsa_begin_t_row(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned i,
                            ksig_mldsa_secret_row *row);

/* A step of row i of t, a column of A s1; with the last one of l it is complete, in [0, q). With
 * _FACTORS_LEFT added to i, factors are still those that row i - 1 ended with. */
enum { KSIG_MLDSA_FACTORS_LEFT = 256 };
void ksig_mldsa_add_t_column(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                             const uint8_t *rho, unsigned i, unsigned step,
                             ksig_mldsa_secret_row *row);

/* t1 and t0 of t in [0, q): t = t1 2^13 + t0, -2^12 < t0 <= 2^12 (Power2Round, FIPS 204 Algorithm
 * 35). */
static inline uint32_t ksig_mldsa_t1(int32_t t) { return ((uint32_t)t + 4095) >> KSIG_MLDSA_D; }
static inline int32_t ksig_mldsa_t0(int32_t t) {
    return t - (int32_t)(ksig_mldsa_t1(t) << KSIG_MLDSA_D);
}

/* Pack t1 (320 bytes) or t0 (416 bytes, fields 2^12 - t0) of a row of t to `out`, which may be
 * where the row begins. */
void ksig_mldsa_pack_t1(const ksig_mldsa_secret_row *row, uint8_t *out);
void ksig_mldsa_pack_t0(const ksig_mldsa_secret_row *row, uint8_t out[KSIG_MLDSA_T0_BYTES]);

/* ---- Products with c: tau coefficients of it are 1 or -1, and public. */

/* A coefficient modulo 2^32. */
static inline uint32_t ksig_mldsa_word(int16_t coefficient) {
    const int32_t wide = coefficient;
    return (uint32_t)wide;
}

/* 32 fields after the 256. */
void ksig_mldsa_turn(const ksig_mldsa_params *p, ksig_mldsa_factor *factor);

/* Coefficients first .. first + 31 of c s to factor->product, for turned fields; `first` is a
 * multiple of 32. */
void ksig_mldsa_multiply_c(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                           ksig_mldsa_factor *factor, unsigned first);

#endif
