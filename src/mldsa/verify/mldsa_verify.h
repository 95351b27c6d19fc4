/* What the files of an ML-DSA verification share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Row i of w = A z - c t1 2^13 is formed in the transform domain while RAM holds only that row of
 * t1, and of z only what the variant keeps. Three sponges live at once: SHAKE256 of the key (its tr
 * is the anchor), SHAKE256 of mu | w1 (the transcript), and the expansion of A or c. */
#ifndef KSIG_MLDSA_VERIFY_H
#define KSIG_MLDSA_VERIFY_H

#include "mldsa/mldsa_plan.h"
#include "stream/verdict.h"

extern const struct ksig_verify_operations ksig_mldsa_verify;

static inline const ksig_mldsa_params *ksig_mldsa_params_of(const ksig_verify_head *head) {
    return head->scheme->params;
}

/* mldsa_message.c: mu. `open` begins it, `take` absorbs the message, `done` starts the transcript
 * with it. */
void ksig_mldsa_message_open(ksig_mldsa_state *v, const ksig_verify_args *args);
size_t ksig_mldsa_message_take(ksig_mldsa_state *v, const uint8_t *data, size_t length);
void ksig_mldsa_message_done(ksig_mldsa_state *v);

/* mldsa_z_packed.c, mldsa_z_cached.c or mldsa_z_restream.c, by variant. In this order: bytes of z
 * in the tail; the number of checks of z's range; where the next `missing` bytes of z go; the work
 * when a piece of z is complete; adding the sum of A[i][j] NTT(z_j) over j to the row. */
uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p);
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p);
uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing);
void ksig_mldsa_z_done(ksig_mldsa_state *v);
void ksig_mldsa_add_products(ksig_mldsa_state *v);

/* mldsa_verify_row.c. `check_z` checks the range of the complete packed polynomial of z, and
 * computes its place itself. `sample_challenge` makes c from c~ in v->xof.challenge. `begin_row`
 * takes packed t1 at the end of KSIG_MLDSA_POLY: sum = -NTT(c) NTT(t1 2^13). `finish_row`, when all
 * products are added, absorbs w1 = UseHint(h, w) into the transcript. */
void ksig_mldsa_check_z(ksig_mldsa_state *v);
void ksig_mldsa_sample_challenge(ksig_mldsa_state *v);
void ksig_mldsa_begin_row(ksig_mldsa_state *v);
void ksig_mldsa_finish_row(ksig_mldsa_state *v);

/* In the tail. */
static inline uint8_t *ksig_mldsa_challenge_bytes(const ksig_verify_head *head, uint8_t *tail) {
    return tail + ksig_mldsa_z_kept(ksig_mldsa_params_of(head));
}

static inline uint8_t *ksig_mldsa_hint(const ksig_verify_head *head, uint8_t *tail) {
    return ksig_mldsa_challenge_bytes(head, tail) + ksig_mldsa_params_of(head)->challenge_bytes;
}

#endif
