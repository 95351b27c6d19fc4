/* Signing column by column: what DEFAULT and FAST do differently.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * DEFAULT draws y again whenever it needs it (haetae_sign_drawn.c), FAST keeps it
 * (haetae_sign_kept.c). */
#ifndef KSIG_HAETAE_SIGN_COLUMNS_H
#define KSIG_HAETAE_SIGN_COLUMNS_H

#include "haetae/sign/haetae_sign_state.h"
#include "ring/ntt16.h"
#include "util/bytes.h"

/* round(y_p) as a factor modulo q: times 2 except for p = 0, as in A = (a | 2 A0) and A' = (A | 2).
 * For |rounded| < q. */
static inline uint32_t ksig_haetae_residue(unsigned p, int32_t rounded) {
    const uint32_t r = (uint32_t)rounded + (KSIG_Q16 & ksig_sign_mask((uint32_t)rounded));
    return p == 0 ? r : ksig_add16(r, r);
}

/* Stores the residues of y_p in `sum`, or adds them to it (p >= l). For p = 0, also the
 * parities. */
void ksig_haetae_columns_commit(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[KSIG_HAETAE_N]);

/* Ends COMMIT: c is made. */
ksig_haetae_progress ksig_haetae_columns_end_commit(ksig_haetae_sign_state *s);

/* Makes the rounded coefficients of z_p in operand, where c s_p is. */
void ksig_haetae_columns_z(ksig_haetae_sign_state *s, unsigned p);

/* Adds the next coefficient of a row of w - 2 z2 to a sum that tells values and places. EMIT makes
 * the hint from the w that c was made from, CHECK finds w - 2 z2 as a verifier does. If a fault
 * changed one coefficient of w, or of y2 in COMMIT, their high bits could still be the same: a
 * valid signature, with the genuine y1 under another challenge. So both add up w - 2 z2 itself.
 * (SMALL makes the hint from rows that it forms again.) */
static inline uint32_t ksig_haetae_sum_row(uint32_t sum, uint32_t coefficient) {
    return 3 * sum + coefficient;
}

/* operand = c s_p, from work.emit.rotations; p counts as for y, so p = 0 gives c itself. */
void ksig_haetae_columns_times_c(ksig_haetae_sign_state *s, unsigned p);

#endif
