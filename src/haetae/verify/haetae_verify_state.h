/* The state of a HAETAE verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * t = A z1 is formed column by column: k sums of 512 bytes, in the transform domain, and one
 * operand. A sum begins as the row of b from the key, so the key comes first; mu, the hash of key
 * and message, follows; so one sponge serves for everything. Of the signature only c is kept: z1 is
 * consumed column by column, the hint coefficient by coefficient. */
#ifndef KSIG_HAETAE_VERIFY_STATE_H
#define KSIG_HAETAE_VERIFY_STATE_H

#include "guard/tally.h"
#include "haetae/common/haetae_params.h"
#include "haetae/common/haetae_rans.h"
#include "hash/keccak.h"
#include "kilosig/kilosig.h"
#include "stream/anchor.h"

typedef struct ksig_haetae_state {
    ksig_verify_head head;
    uint32_t norm; /* |z1|^2 + |z2|^2, see haetae_hint.h */
    union {
        uint16_t operand[KSIG_HAETAE_N]; /* z1_j, then its transform */
        uint8_t bytes[2 * KSIG_HAETAE_N];
        struct {
            ksig_anchor digest;
            uint8_t prefix[1 + 255]; /* length and bytes of the context, hashed after the key */
        } key;                       /* while the key arrives */
    } u;
    ksig_keccak sponge; /* for mu, then A, then the challenge */
    uint8_t rho[KSIG_HAETAE_RHO_BYTES];
    uint8_t mu[32];                    /* the part of mu that is used */
    uint8_t c[KSIG_HAETAE_C_BYTES];    /* from the signature */
    uint8_t parity[KSIG_HAETAE_N / 8]; /* of z1_0 - c: w' */
    ksig_rans rans;
    uint16_t hb_bytes;              /* of the compressed HighBits(z1) */
    uint16_t hint_bytes;            /* of the compressed hint */
    uint16_t zeros;                 /* bytes of 0 after the hint */
    uint8_t sizes[2];               /* size bytes of both sections */
    uint8_t index;                  /* row of the key or column of z1 */
    uint8_t padding;                /* all bytes after the hint, ORed */
    uint16_t rows[][KSIG_HAETAE_N]; /* k sums */
} ksig_haetae_state;

extern const struct ksig_verify_operations ksig_haetae_verify;

static inline const ksig_haetae_scheme *ksig_haetae_scheme_of(const ksig_haetae_state *v) {
    return v->head.scheme->params;
}

static inline const ksig_haetae_params *ksig_haetae_params_of(const ksig_haetae_state *v) {
    return ksig_haetae_scheme_of(v)->level;
}

/* haetae_verify_rows.c. */

/* Unpacks row i of b, in place, from the end of rows[i]. Returns how many coefficients are not
 * below q, and how many are. */
ksig_tally ksig_haetae_unpack_row(ksig_haetae_state *v, unsigned i);
/* Makes the first column of A in all rows, transformed. */
void ksig_haetae_first_column(ksig_haetae_state *v);
/* Transforms the operand, a complete z1_j, multiplies it by column j and adds it to the rows.
 * Returns how many products it made: without those of column 0, z1_0 could be chosen after c. */
uint32_t ksig_haetae_add_column(ksig_haetae_state *v, unsigned j);
/* Decode as far as the bytes go, and return `taken`: z1_j, j = index, over its low bytes at the
 * operand's end; and, when all z1 are complete, hints: HighBits of w replace t, and each complete
 * row is absorbed. What they make is added to the norm. */
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE
#define ksig_haetae_decode_high ksig_haetae_decode
#define ksig_haetae_decode_hint ksig_haetae_decode
#endif
size_t ksig_haetae_decode_high(ksig_haetae_state *v, const uint8_t *data, size_t length,
                               size_t taken);
size_t ksig_haetae_decode_hint(ksig_haetae_state *v, const uint8_t *data, size_t length,
                               size_t taken);

#endif
