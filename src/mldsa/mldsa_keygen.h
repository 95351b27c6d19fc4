/* The state of an ML-DSA key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_KEYGEN_H
#define KSIG_MLDSA_KEYGEN_H

#include <stddef.h>

#include "mldsa/mldsa_secret_row.h"
#include "stream/keygen_operations.h"

typedef struct ksig_mldsa_keygen_state {
    ksig_stream_head head;
    uint8_t row_index, column_index; /* row_index also counts s1 and s2 */
    uint8_t second;                  /* 1: the pass in which the rows leave */
    uint8_t unused;
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
    uint8_t sigma[KSIG_MLDSA_SIGMA_BYTES];
    uint8_t seed[KSIG_MLDSA_SEED_BYTES];
    uint32_t tags[8];          /* of the rows in the first pass */
    uint32_t ready_tag;        /* of what is ready, as it was made before */
    ksig_mldsa_secret_row row; /* with a sponge in it */
    ksig_keccak tr;            /* for expanded keys: SHAKE256 of the public key */
    uint32_t tr_tag;           /* of what it gave in the first pass */
} ksig_mldsa_keygen_state;

extern const struct ksig_keygen_operations ksig_mldsa_keygen_steps;

#endif
