/* The state of an ML-DSA key generation. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_KEYGEN_H
#define KSIG_MLDSA_KEYGEN_H

#include <stddef.h>

#include "mldsa/mldsa_secret_row.h"
#include "stream/keygen_operations.h"

typedef struct ksig_mldsa_keygen_state {
    ksig_stream_head head;
    uint8_t row_index, column_index; /* row_index also counts s1 and s2 */
    uint8_t second;                  /* 1: the pass for t0 */
    uint8_t unused;
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
    uint8_t sigma[KSIG_MLDSA_SIGMA_BYTES];
    uint8_t seed[KSIG_MLDSA_SEED_BYTES];
    uint8_t key[KSIG_MLDSA_KEY_BYTES]; /* K */
    ksig_mldsa_secret_row row;         /* with a sponge in it */
    ksig_keccak tr;                    /* SHAKE256 of the public key: for expanded keys */
} ksig_mldsa_keygen_state;

extern const struct ksig_keygen_operations ksig_mldsa_keygen_steps;

#endif
