/* The state of a HAETAE key generation. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The secret key is built in place: s1 and s2 are packed as they are sampled, b as its rows are
 * formed, and all are read from there again. RAM holds one row and one polynomial to be multiplied
 * (row-wise processing). The seed is where K will be, or in its final place in a compact key. */
#ifndef KSIG_HAETAE_KEYGEN_H
#define KSIG_HAETAE_KEYGEN_H

#include "haetae/common/haetae_params.h"
#include "haetae/keygen/haetae_fft.h"
#include "hash/keccak.h"
#include "stream/keygen_operations.h"

typedef struct ksig_haetae_keygen_state {
    ksig_work_head head;
    uint8_t sigma[KSIG_HAETAE_SIGMA_BYTES];
    uint16_t nonce;      /* of the next secret polynomial */
    uint8_t row, column; /* of A0: i < k, j <= m; row is the residue during the singular value's
                            computation */
    uint8_t second;      /* 1: the accepted attempt is made again */
    uint8_t unused[3];
    union {
        struct {
            uint16_t sum[KSIG_HAETAE_N];     /* row i of A0 s1 so far */
            uint16_t operand[KSIG_HAETAE_N]; /* NTT(s1_j) */
            ksig_keccak sponge;
        } product;
        struct {
            ksig_haetae_complex transform[KSIG_HAETAE_POINTS];
            uint32_t sums[KSIG_HAETAE_POINTS];
            uint32_t largest[KSIG_HAETAE_LARGEST];
        } check;
    } work;
} ksig_haetae_keygen_state;

extern const struct ksig_keygen_operations ksig_haetae_keygen_steps;

#endif
