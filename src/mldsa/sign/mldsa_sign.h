/* ML-DSA signing: what its files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * w is formed row by row and not kept. y is drawn again whenever it is needed; with a buffer for
 * the signature, its transform is kept there, packed, where z will be. The stages:
 *
 *   PUBLIC     tr of a seed whose public key is not given: the rows of t
 *   (message)  mu
 *   COMMIT     the rows of w, and which of their coefficients may have too large an r0; then c~, c
 *   LOW        r0 of those, row by row
 *   RANGE      is each polynomial of z short enough? Skipped where FINISH's first row can tell
 *   WRITE      z over y, which is drawn again: only with a buffer; after FINISH if the
 *              signature is not checked
 *   FINISH     the rows of w - c s2 + c t0 = A z - c t1 2^13: the hint, and whether the signature
 *              is right
 *   GIVE       c~, then z polynomial by polynomial, then the hint
 *
 * A step is one column of a row, or one polynomial. */
#ifndef KSIG_MLDSA_SIGN_H
#define KSIG_MLDSA_SIGN_H

#include "mldsa/keygen/mldsa_t_row.h"
#include "stream/sign_operations.h"

enum {
    KSIG_MLDSA_PUBLIC = KSIG_WORK_FEED + 1,
    KSIG_MLDSA_COMMIT,
    KSIG_MLDSA_LOW,
    KSIG_MLDSA_RANGE,
    KSIG_MLDSA_WRITE,
    KSIG_MLDSA_FINISH,
    KSIG_MLDSA_GIVE,
};

/* What is being formed for a row: t first, then w. */
enum { KSIG_MLDSA_PART_T, KSIG_MLDSA_PART_W };

static inline const ksig_mldsa_params *ksig_mldsa_sign_params(const ksig_mldsa_sign_head *head) {
    return head->stream.work.scheme.sign->params;
}

static inline int ksig_mldsa_sign_seeded(const ksig_mldsa_sign_head *head) {
    return head->stream.work.scheme.sign->secret_key_bytes == KSIG_MLDSA_SEED_BYTES;
}

/* The nonce of y_j, computed from the attempt number. A fault in a running counter could give two
 * attempts the same polynomial of y in different places; two signatures that share one reveal
 * s1. */
static inline unsigned ksig_mldsa_sign_nonce(const ksig_mldsa_params *p, unsigned attempt,
                                             unsigned j) {
    return attempt * p->l + j;
}

static inline int ksig_mldsa_sign_checks(const ksig_mldsa_sign_head *head) {
    return KSIG_ENABLE_SIGN_CHECK && head->checks;
}

/* Without a buffer, FINISH forms z for each row. Its first row finds a z that is too large, so
 * RANGE is skipped, if no row of t must be made before it. */
static inline int ksig_mldsa_ranges_in_finish(const ksig_mldsa_sign_head *head) {
    return ksig_mldsa_sign_checks(head) && head->stream.work.output == NULL &&
           head->public_key != NULL && !ksig_mldsa_sign_seeded(head);
}

/* seed: absent if the secret key is expanded. */
static inline const uint8_t *ksig_mldsa_sign_rho(const ksig_mldsa_sign_head *head,
                                                 const ksig_mldsa_expanded_seed *seed) {
    return ksig_mldsa_sign_seeded(head) ? seed->rho : head->stream.work.key.secret;
}

static inline ksig_mldsa_secrets ksig_mldsa_sign_secrets(const ksig_mldsa_sign_head *head,
                                                         const ksig_mldsa_expanded_seed *seed) {
    ksig_mldsa_secrets from = {NULL, seed->sigma};
    if (!ksig_mldsa_sign_seeded(head)) {
        from.packed = head->stream.work.key.secret + 128;
        from.sigma = NULL;
    }
    return from;
}

/* Packed z_j in the caller's buffer, or null without one. */
static inline uint8_t *ksig_mldsa_sign_buffer(const ksig_mldsa_sign_head *head, unsigned j) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    return head->stream.work.output == NULL
               ? NULL
               : head->stream.work.output + p->challenge_bytes + j * (size_t)ksig_mldsa_z_packed(p);
}

/* mldsa_sign_message.c: mu. `begin` finds tr in an expanded key; that of a seed is in mu then.
 * `done` returns KSIG_PENDING, or the reason to reject the message. */
ksig_verdict ksig_mldsa_sign_message_open(const ksig_mldsa_sign_head *head,
                                          ksig_mldsa_expanded_seed *seed,
                                          ksig_mldsa_secret_row *row, const ksig_sign_args *args);
void ksig_mldsa_sign_message_begin(const ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                   ksig_mldsa_secret_row *row, ksig_keccak *sponge);
size_t ksig_mldsa_sign_take(void *state, const uint8_t *message, size_t length);
ksig_verdict ksig_mldsa_sign_message_done(ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                          ksig_keccak *sponge);

/* mldsa_sign_derive.c: rho'', and rho and sigma from a seed. Returns nonzero if two computations
 * differ. */
uint32_t ksig_mldsa_derive(ksig_mldsa_sign_state *s);

/* mldsa_sign_z.c. `y_factors` returns the transform of y_j, and makes it if needed; in FINISH too.
 * `load` makes the operand z_j; `form` leaves z_j packed at the end of its room. Not 0 if z_j is
 * too large. */
const uint32_t *ksig_mldsa_y_factors(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                     unsigned j);
/* Their place in the caller's buffer, or null; in PUBLIC, that of the transform of s1_j. */
uint32_t *ksig_mldsa_factors_in_buffer(const ksig_mldsa_sign_head *head, unsigned j);
uint32_t ksig_mldsa_load_z(ksig_mldsa_sign_state *s, unsigned j);
uint32_t ksig_mldsa_form_z(ksig_mldsa_sign_state *s, unsigned j);
uint8_t *ksig_mldsa_packed_z(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row);

/* Compares packed z_j with its tag, a number that a fault would change: 0 if they agree. */
uint32_t ksig_mldsa_compare_tag(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                unsigned j);

/* Adds a row's packed t1 to a tag. */
static inline void ksig_mldsa_tag_t1(uint32_t *tag, const uint8_t *t1) {
    *tag = (*tag << 1 | *tag >> 31) ^ ksig_work_tag(t1, KSIG_MLDSA_T1_BYTES);
}

/* mldsa_sign_rows.c: one step of a row of t, or of w; 1 when it is complete. `absorb_high` adds w1
 * of the row, which is lost, to the transcript. */
int ksig_mldsa_step_t(ksig_mldsa_sign_head *head, const ksig_mldsa_expanded_seed *seed,
                      ksig_mldsa_secret_row *row);
int ksig_mldsa_step_w(ksig_mldsa_sign_state *s);
void ksig_mldsa_absorb_high(const ksig_mldsa_params *p, int32_t row[KSIG_MLDSA_N],
                            ksig_keccak *transcript);

/* Adds A[row_index][j] times the factors to the row. */
void ksig_mldsa_add_column(ksig_mldsa_sign_state *s, const uint32_t factors[192], unsigned j);

/* Rejects the key if `bad` is nonzero: a coefficient was out of range. LOW checks s2 and RANGE s1;
 * both are read completely before anything is output. */
void ksig_mldsa_look_at_key(ksig_mldsa_sign_head *head, uint32_t bad);

/* Loads s2[i]. seed: absent if the secret key is expanded. */
void ksig_mldsa_load_s2(ksig_mldsa_sign_head *head, const ksig_mldsa_expanded_seed *seed,
                        unsigned i, ksig_mldsa_drawn_s2 *drawn);

/* mldsa_sign_low.c: writes the critical ones of 128 coefficients in [0, q) to slots, the last
 * three. `place`: 256 + the index of the first. A slot: w in 23 bits, its index in 8, 1 above them;
 * or 0. Returns how many are critical. critical: gamma2 - 1; the least critical |r0| minus 1; the
 * factor and the distance of high parts; twice `less`. */
typedef struct ksig_mldsa_critical {
    uint32_t half, less, factor, width, most;
} ksig_mldsa_critical;
uint32_t ksig_mldsa_note_half(const int32_t w[128], uint32_t slots[3],
                              const ksig_mldsa_critical *critical, unsigned place);

/* `note` writes the critical coefficients of row row_index of w to its slots; these are moved to
 * where LOW reads them; `low_too_large` is not 0 if an r0 of row column_index is too large. */
void ksig_mldsa_note_critical(ksig_mldsa_sign_head *head, const int32_t w[KSIG_MLDSA_N],
                              uint32_t slots[KSIG_MLDSA_ALL_SLOTS]);
uint32_t ksig_mldsa_low_too_large(ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                  const ksig_mldsa_challenge *c, ksig_mldsa_sign_work *work);

/* mldsa_sign_finish.c: begins FINISH, and does a step of it. */
typedef enum ksig_mldsa_progress {
    KSIG_MLDSA_NEXT,
    KSIG_MLDSA_COMPLETE,
    KSIG_MLDSA_REJECTED,
    KSIG_MLDSA_FAULT,
} ksig_mldsa_progress;
ksig_mldsa_progress ksig_mldsa_begin_finish(ksig_mldsa_sign_head *head,
                                            ksig_mldsa_expanded_seed *seed,
                                            uint8_t hint[KSIG_MLDSA_HINT_BYTES],
                                            ksig_keccak *transcript);
ksig_mldsa_progress ksig_mldsa_step_finish(ksig_mldsa_sign_state *s);

/* mldsa_sign_give.c: makes piece `index` of the signature ready: c~, z_0 .. z_(l - 1), the hint.
 * formed: 1 for those of z, else 0. Returns nonzero if it is not the next piece, or not in its
 * place. */
uint32_t ksig_mldsa_give(ksig_mldsa_sign_head *head, unsigned index, uint32_t formed);

extern const struct ksig_sign_operations ksig_mldsa_sign_steps;

#endif
