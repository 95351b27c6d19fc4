/* Parameter sets of ML-DSA (FIPS 204 tables 1 and 2) and Dilithium2 round 3.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_PARAMS_H
#define KSIG_MLDSA_PARAMS_H

#include <stdint.h>

typedef struct ksig_mldsa_params {
    uint8_t k, l;            /* rows and columns of A */
    uint8_t tau;             /* non-zero coefficients of c */
    uint8_t omega;           /* maximum number of hints */
    uint8_t beta;            /* tau eta */
    uint8_t z_bits;          /* bits of a packed coefficient of z: 1 + log2 gamma1 */
    uint8_t w1_bits;         /* bits of a packed coefficient of w1 */
    uint8_t challenge_bytes; /* c~ */
    uint8_t tr_bytes;        /* digest of the public key */
    uint8_t high_parts;      /* number of values of w1: (q - 1) / (2 gamma2) */
    uint32_t high_factor;    /* just above 2^34 / (2 gamma2) */
    uint32_t gamma2;
    const struct ksig_framing
        *framing; /* M' = domain byte | context | M as in FIPS 204; null: M' = M as in round 3 */
} ksig_mldsa_params;

/* Only the enabled sets are defined. */
extern const ksig_mldsa_params ksig_mldsa_params_ml_dsa_44, ksig_mldsa_params_ml_dsa_65,
    ksig_mldsa_params_ml_dsa_87, ksig_mldsa_params_dilithium2_r3;

enum {
    KSIG_MLDSA_N = 256,
    KSIG_MLDSA_D = 13, /* dropped bits of t */
    KSIG_MLDSA_RHO_BYTES = 32,
    KSIG_MLDSA_T1_BYTES = 320, /* a packed polynomial of t1: 256 coefficients of 10 bits */
    KSIG_MLDSA_MU_BYTES = 64,
};

static inline uint32_t ksig_mldsa_gamma1(const ksig_mldsa_params *p) {
    return UINT32_C(1) << (p->z_bits - 1);
}

/* Bytes of a packed polynomial of z: 576 or 640. */
static inline uint32_t ksig_mldsa_z_packed(const ksig_mldsa_params *p) {
    return (uint32_t)(KSIG_MLDSA_N / 8) * p->z_bits;
}

/* i and j of A[i][j] as one argument: this keeps arguments off the stack. */
static inline unsigned ksig_mldsa_index(unsigned i, unsigned j) { return i << 8 | j; }

static inline uint32_t ksig_mldsa_hint_bytes(const ksig_mldsa_params *p) {
    return (uint32_t)p->omega + p->k;
}

#endif
