/* Signing column by column: what DEFAULT and FAST do in their own way.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * DEFAULT draws y again whenever it needs it (haetae_sign_drawn.c), FAST keeps it
 * (haetae_sign_kept.c). */
#ifndef KSIG_HAETAE_SIGN_COLUMNS_H
#define KSIG_HAETAE_SIGN_COLUMNS_H

#include "haetae/sign/haetae_sign_state.h"
#include "ring/ntt16.h"
#include "util/bytes.h"

/* The product that round(y_p) enters, modulo q: times 2 except for p = 0, as in A = (a | 2 A0) and
 * A' = (A | 2). For |rounded| < q. */
static inline uint32_t ksig_haetae_residue(unsigned p, int32_t rounded) {
    const uint32_t r = (uint32_t)rounded + (KSIG_Q16 & ksig_sign_mask((uint32_t)rounded));
    return p == 0 ? r : ksig_add16(r, r);
}

/* The residues of y_p stored in `sum`, or added to it (p >= l). For p = 0, the parities too. */
void ksig_haetae_columns_commit(ksig_haetae_sign_state *s, unsigned p, uint16_t sum[KSIG_HAETAE_N]);

/* c is there. */
ksig_haetae_progress ksig_haetae_columns_end_commit(ksig_haetae_sign_state *s);

/* The coefficients of z_p, rounded, in operand, where c s_p is. */
void ksig_haetae_columns_z(ksig_haetae_sign_state *s, unsigned p);

/* operand = c s_p; p as of y, so 0 is c itself. From work.emit.rotations. */
void ksig_haetae_columns_times_c(ksig_haetae_sign_state *s, unsigned p);

#endif
