/* HAETAE signing: the state, and what the files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An attempt has four stages, each of one or more steps:
 *   NORM    every polynomial of y is drawn for its length alone; then the scale F is known
 *   COMMIT  every y_p is drawn again for w = A round(y1) + 2 round(y2); c from the high bits of w
 *   DECIDE  whether |y|, |z| and the bimodal rule let the attempt go on
 *   EMIT    z is formed from the last polynomial to the first, rounded and packed
 * EXPAND precedes them, for compact keys. CHECK follows them, if the signature is verified
 * (haetae_sign_check.c). NORM and the order of stages are in haetae_sign.c. The variants
 * (KSIG_HAETAE_SIGN_VARIANT) differ in the other stages: DEFAULT and FAST are in
 * haetae_sign_columns.c, SMALL in haetae_sign_rows.c. */
#ifndef KSIG_HAETAE_SIGN_STATE_H
#define KSIG_HAETAE_SIGN_STATE_H

#include <stddef.h>

#include "haetae/common/haetae_params.h"
#include "haetae/common/haetae_rans.h"
#include "haetae/sign/haetae_adjoint.h"
#include "haetae/sign/haetae_hyperball.h"
#include "haetae/sign/haetae_rans_encode.h"
#include "haetae/sign/haetae_rotate.h"
#include "hash/keccak.h"
#include "stream/sign_operations.h"
#include "util/bytes.h"

enum {
    KSIG_SIGN_EXPAND = KSIG_WORK_FEED + 1,
    KSIG_SIGN_NORM,
    KSIG_SIGN_COMMIT,
    KSIG_SIGN_DECIDE,
    KSIG_SIGN_EMIT,
    KSIG_SIGN_CHECK,
};

enum { KSIG_HAETAE_KEY_DIGEST_BYTES = 16 };

/* In ksig_haetae_sign_state.sign. */
enum { KSIG_HAETAE_ACCEPTED = 128 };

/* What a step of a stage returns: more steps of it, the next stage (its index is 0), or a new
 * attempt. */
typedef enum { KSIG_SIGN_MORE, KSIG_SIGN_NEXT, KSIG_SIGN_RETRY } ksig_haetae_progress;

typedef struct ksig_haetae_sign_state {
    ksig_work_head head;
    uint32_t attempt;   /* how many were rejected before */
    uint8_t index;      /* within the stage: polynomials p = 0 .. l + k - 1 of (y1, y2) */
    uint8_t part;       /* within the index */
    uint8_t sign;       /* two random bits of the attempt; KSIG_HAETAE_ACCEPTED once it is */
    uint8_t checks;     /* 1: CHECK follows */
    const uint8_t *key; /* public */
    union {
        uint64_t y_norm;           /* sum y^2, 26 fractional bits */
        struct {                   /* from EMIT on */
            uint32_t z_norm, rows; /* of the rounded z; of w - 2 z2, see ksig_haetae_sum_row */
        } emit;
    } sums;
    union {
        struct {           /* from the challenge on */
            int64_t inner; /* <c s, y>, 13 fractional bits */
            uint8_t c[KSIG_HAETAE_C_BYTES];
            ksig_rans_encoder encoder;
            uint32_t hint_front; /* where the hint section begins */
        } end;
        struct { /* the sections' decoders */
            ksig_rans high, hint;
        } check;
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
        int32_t y[KSIG_HAETAE_ADJOINT_BLOCK]; /* before the challenge */
#endif
    } late;
    struct {
        ksig_haetae_fixed norm;  /* S of the Gaussian samples, then the scale F */
        ksig_haetae_fixed again; /* S as EMIT adds it up, if CHECK follows */
    } length;
    ksig_haetae_runs runs; /* of the attempt's candidates */
    uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES];
    uint8_t mu[32];                                   /* the part that enters the challenge */
    uint8_t parity[32];                               /* lsb(round(y1[0])) */
    uint8_t key_digest[KSIG_HAETAE_KEY_DIGEST_BYTES]; /* SHAKE256 of the public key, as it went into
                                                         mu; for CHECK */
    ksig_keccak sponge;
    uint16_t operand[KSIG_HAETAE_N]; /* round(y_p); high bits of a row; c s_p */
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
    uint16_t row[KSIG_HAETAE_N]; /* of w: in the transform domain, then modulo q */
    ksig_keccak transcript;      /* of the rows, for c */
    uint32_t cs_norm;            /* sum |c s_p|^2 */
#else
    union {
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
        uint32_t t[KSIG_HAETAE_N]; /* T modulo 2^32, signed. Before: see ksig_haetae_sign_whole */
#endif
        struct {
            ksig_haetae_rotations rotations;
            uint8_t symbols[KSIG_HAETAE_N];
        } emit;
    } work;
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
    uint32_t uncertain; /* how many coefficients of y may be one larger in absolute value */
#endif
    uint16_t rows[1][KSIG_HAETAE_N]; /* k of them: in the transform domain, then w modulo q */
                                     /* FAST: after them l + k polynomials of 32 bits. */
#endif
} ksig_haetae_sign_state;

static inline const ksig_haetae_scheme *
ksig_haetae_sign_scheme_of(const ksig_haetae_sign_state *s) {
    return s->head.scheme.sign->params;
}

static inline const ksig_haetae_params *
ksig_haetae_sign_params_of(const ksig_haetae_sign_state *s) {
    return ksig_haetae_sign_scheme_of(s)->level;
}

static inline unsigned ksig_haetae_sign_polynomials(const ksig_haetae_params *p) {
    return (unsigned)p->l + p->k;
}

/* The nonce of y_p; for p = l + k, of the random byte. Computed from the attempt number: a fault
 * could move a running counter by one, and y would be that of another attempt except for one
 * polynomial, in different places. */
static inline uint32_t ksig_haetae_sign_nonce(const ksig_haetae_sign_state *s, unsigned p) {
    return s->attempt * ksig_haetae_sign_polynomials(ksig_haetae_sign_params_of(s)) + p;
}

/* For ksig_with_sign: all ones if c s is subtracted from y. Not a factor of 1 or -1: on some cores
 * the time of its product would reveal it, and bimodal rejection relies on that secret bit. */
static inline uint32_t ksig_haetae_sign_negative(const ksig_haetae_sign_state *s) {
    return ksig_mask(s->sign & 1u);
}

/* Begins to draw y_p again; the first two polynomials had one more sample for the length. */
static inline void ksig_haetae_sign_start_y(ksig_haetae_sign_state *s, ksig_haetae_y *y,
                                            unsigned p) {
    ksig_haetae_start_y(y, &s->sponge, s->seed, ksig_haetae_sign_nonce(s, p), &s->length.norm,
                        &s->runs, KSIG_HAETAE_N * p + (p < 2 ? p : 2));
}

/* w_i in [0, 2 q) from its value modulo q: row 0 has the parity of round(y1[0]), the others are
 * even (item 4.3). */
static inline uint32_t ksig_haetae_sign_lift(const ksig_haetae_sign_state *s, unsigned row,
                                             unsigned i, uint32_t w) {
    const uint32_t parity = (uint32_t)s->parity[i / 8] >> i % 8 & (uint32_t)(row == 0);
    return w + (KSIG_Q16 & ksig_mask((w ^ parity) & 1u));
}

/* The next coefficient of y_p for EMIT, after ksig_haetae_sign_start_y. Only NORM determines y:
 * with a wrong length, or one wrong candidate, the same seed gives nearly the same y, with a
 * different challenge, and a signature that verifies. So if the signature is checked, all
 * candidates of the accepted attempt are judged again, and the length is added up again. */
static inline int32_t ksig_haetae_sign_next_y(ksig_haetae_sign_state *s, ksig_haetae_y *y) {
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks)
        return ksig_haetae_next_judged_y(y, &s->length.again);
#endif
    (void)s;
    return ksig_haetae_next_y(y);
}

/* After the last coefficient. */
static inline void ksig_haetae_sign_end_y(ksig_haetae_sign_state *s, ksig_haetae_y *y, unsigned p) {
#if KSIG_ENABLE_SIGN_CHECK
    if (s->checks && p < 2)
        (void)ksig_haetae_judge_again(&s->sponge, &s->length.again);
#endif
    (void)s;
    (void)p;
    ksig_wipe(y, sizeof *y);
}

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
/* l + k polynomials of 32 bits: the kept parts of samples, then y. */
static inline void *ksig_haetae_sign_kept(ksig_haetae_sign_state *s) {
    return (uint8_t *)s + offsetof(ksig_haetae_sign_state, rows) +
           512 * ksig_haetae_sign_params_of(s)->k;
}
#endif

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
/* Which samples of polynomial p are kept from NORM to COMMIT: all of y_0, in the place of T and two
 * rows; and as many as fit in the signature, the last ones of y_1 and of y_2. */
static inline ksig_haetae_whole ksig_haetae_sign_whole(ksig_haetae_sign_state *s, unsigned p) {
    const unsigned room = (unsigned)s->head.scheme.sign->signature_bytes / KSIG_HAETAE_SAMPLE_BYTES,
                   before = KSIG_HAETAE_N * (p - 1);
    const unsigned here = room <= before ? 0 : room - before;
    ksig_haetae_whole whole = {NULL, KSIG_HAETAE_N};
    if (KSIG_HAETAE_KEEPS_WHOLE && p == 0) {
        whole.samples = (uint8_t *)s + offsetof(ksig_haetae_sign_state, work);
        whole.from = 0;
    } else if (KSIG_HAETAE_KEEPS_WHOLE && here != 0) {
        whole.samples = s->head.output + KSIG_HAETAE_SAMPLE_BYTES * before;
        whole.from = here >= KSIG_HAETAE_N ? 0 : KSIG_HAETAE_N - here;
    }
    return whole;
}
#endif

/* The first row, also free for other uses before the first attempt. */
static inline uint16_t *ksig_haetae_sign_row(ksig_haetae_sign_state *s) {
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
    return s->row;
#else
    return s->rows[0];
#endif
}

/* ---- The forms of a secret key: a scheme's `operations` are the first member of one of them. An
 * image links those that its descriptors use. */

typedef struct ksig_haetae_key_form {
    struct ksig_sign_operations operations;
    /* Returns the key that the seed is made from, which may be in `room`. NULL if the public key
     * does not belong to the secret key. */
    const uint8_t *(*start)(ksig_haetae_sign_state *s, uint8_t room[KSIG_HAETAE_KEY_BYTES]);
    /* Then one step of the other work before the first attempt. KSIG_SIGN_RETRY means the same as
     * NULL above. */
    ksig_haetae_progress (*expand)(ksig_haetae_sign_state *s);
    /* See ksig_haetae_sign_secret. */
    ksig_haetae_secret (*secret)(ksig_haetae_sign_state *s, unsigned p);
} ksig_haetae_key_form;

extern const ksig_haetae_key_form ksig_haetae_whole_keys, ksig_haetae_compact_keys;

ksig_verdict ksig_haetae_sign_open(void *state, const ksig_sign_args *args);
size_t ksig_haetae_sign_take(void *state, const uint8_t *message, size_t length);
void ksig_haetae_sign_step(void *state);

/* ---- What a variant does: one step of a stage. */

ksig_haetae_progress ksig_haetae_sign_commit(ksig_haetae_sign_state *s);
ksig_haetae_progress ksig_haetae_sign_decide(ksig_haetae_sign_state *s);
/* index counts down from l + k - 1. */
ksig_haetae_progress ksig_haetae_sign_emit(ksig_haetae_sign_state *s);

/* ---- What the variants share. */

/* One step of CHECK; index and part begin as 0. KSIG_SIGN_RETRY: what EMIT wrote is not a signature
 * of this key. */
ksig_haetae_progress ksig_haetae_sign_check(ksig_haetae_sign_state *s);

/* Secret polynomial p = 0 .. m + k - 1: s1, then s2. Uses the sponge; the polynomial is valid until
 * the next request. */
ksig_haetae_secret ksig_haetae_sign_secret(ksig_haetae_sign_state *s, unsigned p);

/* row (+)= column `column` of A in row i times NTT(y), with a factor of 2^-16. Column 0 begins the
 * sum, the others are added to it (haetae_sign_matrix.c). */
void ksig_haetae_sign_multiply(ksig_haetae_sign_state *s, unsigned i, unsigned column,
                               uint16_t row[KSIG_HAETAE_N], const uint16_t y[KSIG_HAETAE_N]);

#if KSIG_ENABLE_SIGN_CHECK
/* The same for column 0, with the packed row of the public key's b, which may be at the end of
 * `row`. */
void ksig_haetae_sign_multiply_first(ksig_haetae_sign_state *s, unsigned i, const uint8_t *b,
                                     uint16_t row[KSIG_HAETAE_N], const uint16_t y[KSIG_HAETAE_N]);
#endif

/* Turns row i of w modulo q into its high bits, and absorbs them. */
void ksig_haetae_sign_absorb_row(const ksig_haetae_sign_state *s, ksig_keccak *transcript,
                                 unsigned i, uint16_t row[KSIG_HAETAE_N]);

/* c from a transcript that has absorbed the rows. */
void ksig_haetae_sign_challenge(ksig_haetae_sign_state *s, ksig_keccak *transcript);

/* Both norms that decide, 26 fractional bits, from y_norm, inner and sum |c s_p|^2. */
typedef struct ksig_haetae_norms {
    int64_t z, mirrored; /* |z|^2 and |2 z - y|^2 */
} ksig_haetae_norms;
ksig_haetae_norms ksig_haetae_sign_norms(const ksig_haetae_sign_state *s, uint32_t cs_norm);

/* Decides from y_norm, inner and sum |c s_p|^2. Made twice, as the output of a rejected attempt
 * would leak information about the key: for the answer, and for a bit in s->sign, without which
 * nothing is encoded. */
ksig_haetae_progress ksig_haetae_sign_judge(ksig_haetae_sign_state *s, uint32_t cs_norm);

/* Ends polynomial `index` of EMIT: encodes its symbols and goes to the previous one. norm: of the
 * polynomial's rounded z. Their sum must confirm DECIDE: KSIG_REJECT_FAULT if z is too long. */
ksig_haetae_progress ksig_haetae_sign_encode(ksig_haetae_sign_state *s,
                                             const uint8_t symbols[KSIG_HAETAE_N], uint32_t bad,
                                             uint32_t norm);

#endif
