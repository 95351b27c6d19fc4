/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/mldsa_secret_row.h"

#include "arch/armv7m/gates.h"
#include "guard/guard.h"
#include "mldsa/mldsa_compact.h"
#include "mldsa/mldsa_z_layers.h"
#include "ring/groups23.h"
#include "ring/short23.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { N = KSIG_MLDSA_N };

/* The fields lie at the operand's end, and are read before their words are written: 4 n + 3 < 768 +
 * n + 1. */
KSIG_NOINLINE void ksig_mldsa_load_s1(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                                      unsigned j, ksig_mldsa_secret_row *row) {
    uint8_t *const fields = (uint8_t *)(row->sum.operand + N) - N;
    const int32_t eta = (int32_t)ksig_mldsa_eta(p);
    (void)ksig_mldsa_secret_fields(p, &row->draw.sponge, from, j, fields);
    for (unsigned n = 0; n < N; n++)
        row->sum.operand[n] = eta - fields[n];
}

void ksig_mldsa_unpack_fields(ksig_mldsa_secret_row *row, unsigned bits) {
    if (bits == 18)
        ksig_mldsa_unpack_in_place(row->sum.operand, 18);
    else
        ksig_mldsa_unpack_in_place(row->sum.operand, 20);
}

void ksig_mldsa_clear_row(ksig_mldsa_secret_row *row) {
    ksig_wipe(row->sum.words, sizeof row->sum.words);
}

#if !KSIG_COMPACT_RING /* mldsa_compact.c */

/* CoeffFromThreeBytes, RejNTTPoly, ExpandA (FIPS 204 Algorithms 14, 30, 32): numbers of 23 bits,
 * rejected from q on; they are public. */

#if KSIG_SHORT_IS_LONG

enum { BLOCK_GROUPS = KSIG_SHAKE128_RATE / 12 };

static KSIG_NOINLINE void add_single(uint32_t *words, const uint32_t *factors, unsigned n,
                                     uint32_t number) {
    int32_t factor[4];
    ksig_load_group23(factor, factors + n / 4 * 3);
    ksig_sum23_add_product(words + n / 4 * 3, n % 4, factor[n % 4], (int32_t)number);
}

#if KSIG_ASM_SUM23_LANES

/* RejNTTPoly (FIPS 204 Algorithm 30): blocks whose lanes stay in the permutation's form, until a
 * number is rejected: in four of five polynomials none is. Returns how many values are done; if not
 * all, the block in which one was rejected is in the standard form. */
static unsigned add_lanes_products(ksig_mldsa_secret_row *row, const uint32_t *factors) {
    uint32_t *const lanes = row->multiply.sponge.lanes;
    unsigned form = KSIG_MLDSA_RHO_BYTES + 2 + 1 + KSIG_KECCAK_STAYS_OWN;
    for (unsigned group = 0;;) {
        const unsigned left = N / 4 - group, wanted = left < BLOCK_GROUPS ? left : BLOCK_GROUPS;
        ksig_keccak_f1600(lanes, form);
        const unsigned done = ksig_sum23_add_lanes_products(row->multiply.words + 3 * group,
                                                            factors + 3 * group, lanes, wanted);
        group += done;
        if (done != wanted)
            ksig_keccak_separate(lanes, lanes, KSIG_SHAKE128_RATE / 8);
        if (done != wanted || group == N / 4)
            return 4 * group;
        form = KSIG_KECCAK_IS_OWN + KSIG_KECCAK_STAYS_OWN;
    }
}

#endif

/* RejNTTPoly with CoeffFromThreeBytes (FIPS 204 Algorithms 30 and 14), as in mldsa/mldsa_expand.c.
 */
static KSIG_NOINLINE void add_products(ksig_mldsa_secret_row *row, const uint32_t *factors) {
    ksig_keccak *const sponge = &row->multiply.sponge;
    uint32_t *const words = row->multiply.words;
    unsigned position = KSIG_SHAKE128_RATE, n = 0;
#if KSIG_ASM_SUM23_LANES
    n = add_lanes_products(row, factors);
    position = n % (4 * BLOCK_GROUPS) * 3;
#endif
    while (n < N) {
        if (position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        const unsigned left = (KSIG_SHAKE128_RATE - position) * 171u >> 11, wanted = (N - n) / 4;
        if (n % 4 == 0 && left > 0) {
            const unsigned done = ksig_sum23_add_packed_products(
                words + n / 4 * 3, factors + n / 4 * 3, (const uint8_t *)sponge->lanes + position,
                left < wanted ? left : wanted);
            n += 4 * done;
            position += 12 * done;
            if (done > 0)
                continue;
        }
        const uint32_t number = ksig_keccak_rate_bytes3(sponge, position) & 0x7fffff;
        position += 3;
        if (number < KSIG_Q23)
            add_single(words, factors, n++, number);
    }
}

#else

/* RejNTTPoly with CoeffFromThreeBytes (FIPS 204 Algorithms 30 and 14): each coefficient is
 * multiplied as it comes. */
static KSIG_NOINLINE void add_products(ksig_mldsa_secret_row *row, const uint32_t *factors) {
    ksig_keccak *const sponge = &row->multiply.sponge;
    uint32_t *const words = row->multiply.words;
    unsigned position = KSIG_SHAKE128_RATE;
    for (unsigned n = 0; n < N; n += 4) {
        uint32_t uniform[4];
        for (unsigned m = 0; m < 4;) {
            if (position == KSIG_SHAKE128_RATE) {
                ksig_keccak_permute(sponge);
                position = 0;
            }
            uniform[m] = ksig_keccak_rate_bytes3(sponge, position) & 0x7fffff;
            position += 3;
            if (uniform[m] < KSIG_Q23)
                m++;
        }
        ksig_short_add_products(words + n / 4 * 3, factors + n / 4 * 3, uniform);
    }
}

#endif

KSIG_NOINLINE void ksig_mldsa_transform_operand(ksig_mldsa_secret_row *row, uint32_t factors[192]) {
    ksig_short_ntt_pack(factors, row->sum.operand);
}

/* ExpandA (FIPS 204 Algorithm 32): the stream of one A[i][j]. */
static void begin_uniform(ksig_keccak *sponge, const uint8_t *rho, unsigned of_a) {
    const uint8_t index[2] = {(uint8_t)of_a, (uint8_t)(of_a >> 8)};
    ksig_keccak_init_seed(sponge, KSIG_SHAKE128_RATE);
    ksig_keccak_absorb_seed(sponge, rho, KSIG_MLDSA_RHO_BYTES);
    ksig_keccak_absorb_seed(sponge, index, sizeof index);
    ksig_keccak_finish_seed(sponge);
}

/* One product of MatrixVectorNTT (FIPS 204 Algorithm 48). */
KSIG_NOINLINE void ksig_mldsa_add_transformed(ksig_mldsa_secret_row *row,
                                              const uint32_t factors[192], const uint8_t *rho,
                                              unsigned index) {
    begin_uniform(&row->multiply.sponge, rho, index);
    add_products(row, factors);
}

#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST

/* RejNTTPoly (FIPS 204 Algorithm 30): coefficients as the sponge has them, but for those that are
 * rejected. */
KSIG_NOINLINE void ksig_mldsa_expand_uniform(ksig_mldsa_secret_row *row, const uint8_t *rho,
                                             unsigned i, unsigned j,
                                             uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]) {
    ksig_keccak *const sponge = &row->multiply.sponge;
    unsigned position = KSIG_SHAKE128_RATE;
    begin_uniform(sponge, rho, ksig_mldsa_index(i, j));
    for (unsigned n = 0; n < KSIG_MLDSA_UNIFORM_BYTES;) {
        if (position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        const uint32_t number = ksig_keccak_rate_bytes3(sponge, position) & 0x7fffff;
        position += 3;
        if (number >= KSIG_Q23)
            continue;
        uniform[KSIG_LE_INDEX(n)] = (uint8_t)number;
        uniform[KSIG_LE_INDEX(n + 1)] = (uint8_t)(number >> 8);
        uniform[KSIG_LE_INDEX(n + 2)] = (uint8_t)(number >> 16);
        n += 3;
    }
}

void ksig_mldsa_add_uniform_products(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                     const uint8_t uniform[KSIG_MLDSA_UNIFORM_BYTES]) {
    uint32_t *const words = row->multiply.words;
#if KSIG_SHORT_IS_LONG
    (void)ksig_sum23_add_packed_products(words, factors, uniform, N / 4);
#else
    for (unsigned n = 0; n < N; n += 4) {
        uint32_t number[4];
        for (unsigned m = 0; m < 4; m++)
            number[m] = uniform[KSIG_LE_INDEX(3 * (n + m))] |
                        (uint32_t)uniform[KSIG_LE_INDEX(3 * (n + m) + 1)] << 8 |
                        (uint32_t)uniform[KSIG_LE_INDEX(3 * (n + m) + 2)] << 16;
        ksig_short_add_products(words + n / 4 * 3, factors + n / 4 * 3, number);
    }
#endif
}

#endif

static void finish(int32_t *poly) {
    ksig_short_inverse_ntt(poly);
    for (int32_t *const end = poly + N; poly < end; poly += 4) {
        const int32_t a = poly[0], b = poly[1], c = poly[2], d = poly[3];
        poly[0] = ksig_short_positive(a);
        poly[1] = ksig_short_positive(b);
        poly[2] = ksig_short_positive(c);
        poly[3] = ksig_short_positive(d);
    }
}

KSIG_NOINLINE void ksig_mldsa_end_row(ksig_mldsa_secret_row *row) {
    ksig_short_unpack(row->end.row, row->sum.words);
    finish(row->end.row);
}

KSIG_NOINLINE void ksig_mldsa_undo_transform(ksig_mldsa_secret_row *row,
                                             const uint32_t factors[192]) {
    ksig_short_unpack_unscaled(row->end.row, factors);
    ksig_short_inverse_ntt(row->end.row);
}

#endif

/* A row of t begins as s2[i], transformed, in place of the sum and after that: what was multiplied
 * last stays where it is. */
static KSIG_NOINLINE void load_s2(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                                  unsigned i, ksig_mldsa_secret_row *row) {
    int32_t *const s2 = row->end.row, eta = (int32_t)ksig_mldsa_eta(p);
    uint8_t *const fields = (uint8_t *)(s2 + N) - N, *field = fields;
    /* A wrong but short s2 would go unnoticed: it hardly changes t1 or the high bits of w. So every
     * field starts at 0xff; one that a fault skips stays large and is rejected. */
    memset(fields, 0xff, N);
    (void)ksig_mldsa_secret_fields(p, &row->multiply.sponge, from, (unsigned)p->l + i, fields);
    for (unsigned n = 0; n < N; n++)
        s2[n] = (eta - *field++) * KSIG_SHORT_PRODUCT_OF_1;
    KSIG_BARRIER(field);
    s2[0] ^= (int32_t)(((size_t)(field - fields) ^ N) << 12 & 0x3fffff);
}

/* Its transform, to where the sum belongs: upwards, so the last word first. */
static KSIG_NOINLINE void transform_s2(ksig_mldsa_secret_row *row) {
#if KSIG_COMPACT_RING
    ksig_mldsa_begin_at_end(row->end.row);
#else
    uint32_t *const packed = (uint32_t *)row->end.row;
    ksig_short_ntt_pack(packed, row->end.row);
    for (unsigned n = sizeof row->sum.words / 4; n-- > 0;)
        row->sum.words[n] = packed[n];
#endif
}

void ksig_mldsa_begin_t_row(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned i,
                            ksig_mldsa_secret_row *row) {
    load_s2(p, from, i, row);
    transform_s2(row);
}

/* Every second row goes backwards, and so begins with what was multiplied last, if that is still
 * there. */
void ksig_mldsa_add_t_column(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                             const uint8_t *rho, unsigned i, unsigned step,
                             ksig_mldsa_secret_row *row) {
    const unsigned number = i & 0xffu, j = number % 2 == 0 ? step : p->l - 1u - step;
    if (step == 0)
        ksig_mldsa_begin_t_row(p, from, number, row);
    if (step != 0 || !(i & KSIG_MLDSA_FACTORS_LEFT)) {
        ksig_mldsa_load_s1(p, from, j, row);
        ksig_mldsa_transform_operand(row, row->multiply.factors);
    }
    ksig_mldsa_add_transformed(row, row->multiply.factors, rho, ksig_mldsa_index(number, j));
    if (step + 1 == p->l)
        ksig_mldsa_end_row(row);
}

/* SimpleBitPack of t1, BitPack of t0 (FIPS 204 Algorithms 16 and 17). Both take their values before
 * they are overwritten. */
void ksig_mldsa_pack_t1(const ksig_mldsa_secret_row *row, uint8_t *out) {
    const int32_t *t = row->end.row;
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
void ksig_mldsa_pack_t0(const ksig_mldsa_secret_row *row, uint8_t out[KSIG_MLDSA_T0_BYTES]) {
    uint32_t held = 0;
    unsigned bits = 0;
    for (unsigned n = 0; n < N; n++) {
        held |= (uint32_t)(4096 - ksig_mldsa_t0(row->end.row[n])) << bits;
        for (bits += 13; bits >= 8; bits -= 8, held >>= 8)
            *out++ = (uint8_t)held;
    }
}

void ksig_mldsa_turn(const ksig_mldsa_params *p, ksig_mldsa_factor *factor) {
    const uint8_t twice = (uint8_t)(2 * ksig_mldsa_eta(p));
    for (unsigned n = 0; n < KSIG_MLDSA_TURNED - N; n++)
        factor->fields[N + n] = (uint8_t)(twice - factor->fields[n]);
}

/* Terms m .. of at most 24: their signs are whole bytes, 8 in all. Returns how many were
 * subtracted. */
static inline unsigned rotate(const ksig_mldsa_challenge *c, ksig_mldsa_factor *factor,
                              unsigned first, unsigned m, unsigned count) {
    const uint8_t *const signs = c->signs + m / 8;
    const uint32_t end = UINT32_C(1) << count;
    const uint32_t few =
        signs[0] | (uint32_t)signs[1] << 8 | (m < 48 ? (uint32_t)signs[2] << 16 : 0);
    return ksig_mldsa_rotate(factor->sums, factor->fields, c->position + m,
                             (few & (end - 1)) | end | (uint32_t)(first / 32) << 29);
}

static inline void subtract_bytes(ksig_mldsa_factor *factor, uint32_t negative, int32_t all) {
    const uint32_t *word = factor->sums;
    int16_t *product = factor->product;
    for (const int16_t *const end = product + KSIG_MLDSA_ROTATE_VALUES; product < end;
         product += 4) {
        const uint32_t sum = *word++ + negative;
        product[0] = (int16_t)((all ? all : product[0]) - (int32_t)(sum & 0xff));
        product[1] = (int16_t)((all ? all : product[1]) - (int32_t)(sum >> 8 & 0xff));
        product[2] = (int16_t)((all ? all : product[2]) - (int32_t)(sum >> 16 & 0xff));
        product[3] = (int16_t)((all ? all : product[3]) - (int32_t)(sum >> 24));
    }
}

/* The product is `all`, or for 0 what was there, less the sums' bytes. Apart: what it holds is not
 * below the sums' frame. */
static KSIG_NOINLINE void subtract_sums(ksig_mldsa_factor *factor, uint32_t negative,
                                        uint32_t all) {
#if !defined(__OPTIMIZE_SIZE__)
    if (all == 0) {
        subtract_bytes(factor, negative, 0);
        return;
    }
#endif
    subtract_bytes(factor, negative, (int32_t)all);
}

/* Four fields in a word. x^position s is turned by x^256 = -1 below its position; where that is
 * within these 32, the turned fields after the others make the sign that of the first. What is
 * subtracted has 2 eta added in the end: each byte is a sum of at most 24 fields up to 8, or of tau
 * up to 4, below 2^8, and with all of them it is tau eta less the coefficient of c s. */
void ksig_mldsa_multiply_c(const ksig_mldsa_params *p, const ksig_mldsa_challenge *c,
                           ksig_mldsa_factor *factor, unsigned first) {
    const unsigned eta = ksig_mldsa_eta(p), tau = p->tau;
    for (unsigned m = 0, all = tau * eta; m < tau; all = 0) {
        uint32_t negative = 0;
        for (unsigned n = 0; n < KSIG_MLDSA_ROTATE_VALUES / 4; n++)
            factor->sums[n] = 0;
        do {
            const unsigned count = tau - m < 24 ? tau - m : 24;
            negative += rotate(c, factor, first, m, count);
            m += count;
        } while (m < tau && eta == 2);
        negative *= UINT32_C(0x01010101) * (2 * eta);
        subtract_sums(factor, negative, all);
    }
}
