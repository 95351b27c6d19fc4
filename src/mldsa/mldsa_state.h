/* The state of an ML-DSA verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Row i of w = A z - c t1 2^13 is formed in the transform domain while nothing of t1 but that row,
 * and of z only what the variant keeps, is in RAM. Three sponges live at once: SHAKE256 of the key
 * (its tr is the anchor), SHAKE256 of mu | w1 (the transcript), and the expansion of A or c. */
#ifndef KSIG_MLDSA_STATE_H
#define KSIG_MLDSA_STATE_H

#include "hash/keccak.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "mldsa/mldsa_params.h"
#include "mldsa/mldsa_sparse.h"
#include "ring/ntt23.h"
#include "ring/sum23.h"
#include "stream/polyhash.h"
#include "stream/verdict.h"

/* The row being formed. As a polynomial it takes 1024 bytes, but only before and after the products
 * are summed: while they are, the sum is kept on 24 bits, and the room that leaves holds the other
 * operand, one half of it at a time. */
#if KSIG_COMPACT_RING

/* The sum lies at the polynomial's end, as in signing. */
#define KSIG_MLDSA_OPERAND (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL ? 256 : 128)
typedef union ksig_mldsa_row {
    struct {
        int32_t operand[KSIG_MLDSA_OPERAND];
        uint32_t words[192];
    } sum;
    struct {
        int32_t unused[KSIG_MLDSA_OPERAND - 64];
        int32_t poly[256];
    } end;
    ksig_prehash prehash; /* while the message comes */
} ksig_mldsa_row;
#define KSIG_MLDSA_POLY(row) ((row)->end.poly)

#else

typedef union ksig_mldsa_row {
    struct {
        uint32_t words[192];
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
        int32_t operand[256];
    } sum;
#define KSIG_MLDSA_POLY(row) ((row)->sum.operand)
#else
        int32_t operand[128];
    } sum;
    int32_t poly[256]; /* over the words and half of the operand */
#define KSIG_MLDSA_POLY(row) ((row)->poly)
#endif
    ksig_prehash prehash; /* while the message comes */
} ksig_mldsa_row;

#endif

typedef struct ksig_mldsa_state {
    ksig_verify_head head;
    uint8_t row_index;    /* i < k */
    uint8_t column_index; /* j < l, where z comes one polynomial at a time */
    uint8_t unused[2];
    ksig_mldsa_row row;
    ksig_keccak key;        /* SHAKE256 of the public key */
    ksig_keccak transcript; /* SHAKE256 for mu, then of mu | w1 */
    union {
        ksig_keccak sponge; /* expands c~ or a polynomial of A */
        ksig_mldsa_challenge challenge;
        uint8_t bytes[KSIG_MLDSA_MU_BYTES]; /* mu or a digest, on its way */
    } xof;
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    ksig_polyhash passes; /* binds the passes over z */
#endif
    uint8_t tail[]; /* z as the variant keeps it | c~ | hint */
} ksig_mldsa_state;

extern const struct ksig_verify_operations ksig_mldsa_verify;

static inline const ksig_mldsa_params *ksig_mldsa_params_of(const ksig_mldsa_state *v) {
    return v->head.scheme->params;
}

/* mldsa_message.c: mu. `open` begins it, `take` absorbs the message, `done` starts the transcript
 * with it. */
void ksig_mldsa_message_open(ksig_mldsa_state *v, const ksig_verify_args *args);
size_t ksig_mldsa_message_take(ksig_mldsa_state *v, const uint8_t *data, size_t length);
void ksig_mldsa_message_done(ksig_mldsa_state *v);

/* mldsa_z_packed.c, mldsa_z_cached.c or mldsa_z_restream.c, by variant. Bytes of z in the tail; how
 * many checks of z's range end; where the next `missing` bytes of z go; what to do when a piece of
 * z is complete; and the sum of A[i][j] NTT(z_j) over j, added to the row. */
uint32_t ksig_mldsa_z_kept(const ksig_mldsa_params *p);
uint32_t ksig_mldsa_z_checks(const ksig_mldsa_params *p);
uint8_t *ksig_mldsa_z_room(ksig_mldsa_state *v, uint32_t missing);
void ksig_mldsa_z_done(ksig_mldsa_state *v);
void ksig_mldsa_add_products(ksig_mldsa_state *v);

/* mldsa_unpack.c: checks the range of the packed polynomial of z that is complete, and finds its
 * place by itself; and unpacks one in place, from the end of KSIG_MLDSA_POLY. */
void ksig_mldsa_check_z(ksig_mldsa_state *v);
void ksig_mldsa_unpack_z(ksig_mldsa_state *v);

/* mldsa_expand.c: c from c~ into v->xof.challenge (FIPS 204 Algorithm 29). The coefficients of
 * A[i][j] (Algorithm 30): `start` begins their stream; `add` takes `count` of them, a multiple of
 * 4, multiplies them by what lies in the operand and adds the products to the row's sum from value
 * `first` on, a multiple of 4. The caller keeps the stream's position, which `start` returns. */
void ksig_mldsa_sample_challenge(ksig_mldsa_state *v);
unsigned ksig_mldsa_start_uniform(ksig_mldsa_state *v, unsigned i, unsigned j);
unsigned ksig_mldsa_add_uniform(ksig_mldsa_state *v, unsigned position, unsigned first,
                                unsigned count);

/* mldsa_row.c: begins the row from packed t1 at the end of KSIG_MLDSA_POLY: sum = -NTT(c) NTT(t1
 * 2^13); ends it when all products are added: w1 = UseHint(h, w), absorbed into the transcript. */
void ksig_mldsa_begin_row(ksig_mldsa_state *v);
void ksig_mldsa_finish_row(ksig_mldsa_state *v);

static inline uint8_t *ksig_mldsa_challenge_bytes(ksig_mldsa_state *v) {
    return v->tail + ksig_mldsa_z_kept(ksig_mldsa_params_of(v));
}

static inline uint8_t *ksig_mldsa_hint(ksig_mldsa_state *v) {
    return ksig_mldsa_challenge_bytes(v) + ksig_mldsa_params_of(v)->challenge_bytes;
}

#endif
