/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/keygen/mldsa_t_row.h"

#include "guard/guard.h"
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_row.h"
#include "util/memory.h"

enum { N = KSIG_MLDSA_N };

/* The fields are at the operand's end, and are read before their words are written: 4 n + 3 < 768 +
 * n + 1. */
KSIG_NOINLINE void ksig_mldsa_load_s1(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                                      unsigned j, ksig_mldsa_secret_row *row) {
    uint8_t *const fields = (uint8_t *)(row->sum.operand + N) - N;
    const int32_t eta = (int32_t)ksig_mldsa_eta(p);
    (void)ksig_mldsa_secret_fields(p, &row->draw.sponge, from, j, fields);
    for (unsigned n = 0; n < N; n++)
        row->sum.operand[n] = eta - fields[n];
}

/* One product of MatrixVectorNTT (FIPS 204 Algorithm 48). */
KSIG_NOINLINE void ksig_mldsa_add_transformed(ksig_mldsa_secret_row *row,
                                              const uint32_t factors[192], const uint8_t *rho,
                                              unsigned index) {
    ksig_mldsa_begin_a(&row->multiply.sponge, rho, index);
    ksig_mldsa_add_a_secret(&row->multiply.sponge, row->multiply.words, factors);
}

/* A row of t begins as s2[i], to be transformed, in the room of a complete row: the last factors
 * remain. */
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

static KSIG_NOINLINE void transform_s2(ksig_mldsa_secret_row *row) {
    ksig_mldsa_begin_at_end(row->end.row);
}

void ksig_mldsa_begin_t_row(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from, unsigned i,
                            ksig_mldsa_secret_row *row) {
    load_s2(p, from, i, row);
    transform_s2(row);
}

/* Every second row goes backwards, and so begins with the last factors, if they are still there. */
void ksig_mldsa_add_t_column(const ksig_mldsa_params *p, const ksig_mldsa_secrets *from,
                             const uint8_t *rho, unsigned i, unsigned step,
                             ksig_mldsa_secret_row *row) {
    const unsigned number = i & 0xffu, j = number % 2 == 0 ? step : p->l - 1u - step;
    if (step == 0)
        ksig_mldsa_begin_t_row(p, from, number, row);
    if (step != 0 || !(i & KSIG_MLDSA_FACTORS_LEFT)) {
        ksig_mldsa_load_s1(p, from, j, row);
        ksig_mldsa_transform_operand(row->sum.operand, row->multiply.factors);
    }
    ksig_mldsa_add_transformed(row, row->multiply.factors, rho, ksig_mldsa_index(number, j));
    if (step + 1 == p->l)
        ksig_mldsa_end_row(row->end.row);
}
