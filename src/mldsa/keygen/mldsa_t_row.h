/* What key generation and signing share: a row of A times secret polynomials, one at a time, and a
 * row of t = A s1 + s2. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_T_ROW_H
#define KSIG_MLDSA_T_ROW_H

#include "mldsa/mldsa_plan.h"
#include "util/multiply.h"

/* Bytes of an expanded secret key: rho | K | tr | s1 | s2 | t0. */
static inline unsigned ksig_mldsa_expanded_bytes(const ksig_mldsa_params *p) {
    return 128u + ksig_mldsa_s_bytes(p) * ((unsigned)p->k + p->l) +
           KSIG_MLDSA_T0_BYTES * (unsigned)p->k;
}

/* The same of each set. check: 128 + 96 * (4 + 4) + 416 * 4 == 2560
 * check: 128 + 128 * (6 + 5) + 416 * 6 == 4032
 * check: 128 + 96 * (8 + 7) + 416 * 8 == 4896 */
enum {
    KSIG_ML_DSA_44_EXPANDED_BYTES = 2560,
    KSIG_ML_DSA_65_EXPANDED_BYTES = 4032,
    KSIG_ML_DSA_87_EXPANDED_BYTES = 4896,
};

/* The operand becomes s1[j]. */
void ksig_mldsa_load_s1(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned j,
                        ksig_mldsa_secret_row *row);

/* Adds A[i][j] times the factors, the transform of an operand, to the row. index: from
 * ksig_mldsa_index. */
void ksig_mldsa_add_transformed(ksig_mldsa_secret_row *row, const uint32_t factors[192],
                                const uint8_t *rho, unsigned index);

/* Begins a row of t = A s1 + s2 as s2[i], transformed. */
void ksig_mldsa_begin_t_row(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned i,
                            ksig_mldsa_secret_row *row);

/* Adds one column of A s1 to row i of t; the last of l columns completes it, in [0, q). With
 * _FACTORS_LEFT added to i, the factors are still those that row i - 1 ended with. */
enum { KSIG_MLDSA_FACTORS_LEFT = 256 };
void ksig_mldsa_add_t_column(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                             const uint8_t *rho, unsigned i, unsigned step,
                             ksig_mldsa_secret_row *row);

#endif
