/* The state of a HAETAE signature being made, and its parts. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An attempt, one polynomial at a step:
 *   NORM      every polynomial of y is drawn for its length alone; then the scale F is known
 *   COLUMN    every y_p is drawn again: rows of A round(y1) + 2 round(y2), and T = sum_p adj(s_p) y_p; a step MULTIPLY
 *             behind each of y1 for the matrix
 *   CHALLENGE c from the high bits of the rows
 *   DECIDE    the two norms from |y|^2, <c, T> and sum |c s_p|^2: z is not formed (rejection by inner products)
 *   EMIT      every y_p is drawn a third time, from the last to the first, z is formed, rounded and packed */
#ifndef KSIG_HAETAE_SIGN_STATE_H
#define KSIG_HAETAE_SIGN_STATE_H

#include "api/sign.h"
#include "haetae/adjoint.h"
#include "haetae/hyperball.h"
#include "haetae/params.h"
#include "haetae/rans_encode.h"
#include "hash/keccak.h"

enum {
    KSIG_SIGN_NORM = KSIG_SIGN_STAGE_FEED + 1,
    KSIG_SIGN_COLUMN,
    KSIG_SIGN_MULTIPLY,
    KSIG_SIGN_CHALLENGE,
    KSIG_SIGN_DECIDE,
    KSIG_SIGN_EMIT,
};

typedef struct ksig_haetae_sign_state {
    ksig_sign_head head;
    uint64_t y_norm;   /* sum y^2, 26 fractional bits */
    int64_t c_times_t; /* <c, T> */
    ksig_rans_encoder encoder;
    uint32_t hint_front;    /* where the hint section begins */
    ksig_haetae_fixed norm; /* S of the Gaussian samples, then the scale F */
    uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES];
    uint8_t mu[32]; /* what of it enters the challenge */
    uint8_t c[KSIG_HAETAE_C_BYTES];
    uint8_t parity[32]; /* lsb(round(y1[0])) */
    ksig_keccak sponge;
    uint16_t operand[KSIG_HAETAE_N]; /* round(y_p); high bits of a row; c s_p */
    union {
        uint32_t t[KSIG_HAETAE_N]; /* T modulo 2^32; it has a sign */
        struct {
            uint16_t c[KSIG_HAETAE_N]; /* transform of the challenge */
            uint8_t symbols[KSIG_HAETAE_N];
        } emit;
    } work;
    uint16_t rows[1][KSIG_HAETAE_N]; /* k of them: in the transform domain, then w modulo q */
} ksig_haetae_sign_state;

static inline const ksig_haetae_scheme *ksig_haetae_sign_scheme_of(const ksig_haetae_sign_state *s) {
    return s->head.scheme->params;
}

static inline const ksig_haetae_params *ksig_haetae_sign_params_of(const ksig_haetae_sign_state *s) {
    return ksig_haetae_sign_scheme_of(s)->level;
}

static inline uint16_t *ksig_haetae_sign_row(ksig_haetae_sign_state *s, unsigned i) { return &s->rows[0][0] + 256 * i; }

/* w_i in [0, 2 q) from its value modulo q: row 0 has the parity of round(y1[0]), the others are even (item 4.3). */
static inline uint32_t ksig_haetae_sign_lift(const ksig_haetae_sign_state *s, unsigned row, unsigned i, uint32_t w) {
    const uint32_t parity = (uint32_t)s->parity[i / 8] >> i % 8 & (uint32_t)(row == 0);
    return w + (64513u & (0u - ((w ^ parity) & 1u)));
}

/* Secret polynomial p = 0 .. m + k - 1: s1, then s2. */
static inline ksig_haetae_secret ksig_haetae_secret_of(const ksig_haetae_sign_state *s, unsigned p) {
    return ksig_haetae_secret_in(ksig_haetae_sign_params_of(s), s->head.secret_key, p);
}

extern const struct ksig_sign_operations ksig_haetae_sign_operations;

/* One step of COLUMN: y_p of p = head.index. */
void ksig_haetae_sign_column(ksig_haetae_sign_state *s);

/* The step behind it for y1: its column of A times it, added to the rows. */
void ksig_haetae_sign_multiply(ksig_haetae_sign_state *s);

/* c, and <c, T>. */
void ksig_haetae_sign_challenge(ksig_haetae_sign_state *s);

/* Whether the attempt goes on. Leaves the transform of c in work.emit.c. */
int ksig_haetae_sign_decide(ksig_haetae_sign_state *s);

/* operand = c s_p in [0, q); p as of y, so 0 is c itself. From work.emit.c. */
void ksig_haetae_sign_times_c(ksig_haetae_sign_state *s, unsigned p);

/* One step of EMIT: z_p of p = head.index. Returns 0, or 1: the attempt does not fit and another begins. */
int ksig_haetae_sign_emit(ksig_haetae_sign_state *s);

#endif
