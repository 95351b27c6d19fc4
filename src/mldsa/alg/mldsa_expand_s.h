/* Secrets from seeds or keys: ExpandS and skDecode (FIPS 204 Algorithms 33 and 25), ExpandMask
 * (Algorithm 34). A secret coefficient s is a field eta - s: one byte here, 3 or 4 bits in keys.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MLDSA_EXPAND_S_H
#define KSIG_MLDSA_EXPAND_S_H

#include "hash/keccak.h"
#include "mldsa/mldsa_params.h"

enum { KSIG_MLDSA_SEED_BYTES = 32, KSIG_MLDSA_SIGMA_BYTES = 64, KSIG_MLDSA_RHO2_BYTES = 64 };

/* Where the secret polynomials come from: their place in an expanded secret key, or the seed rho'
 * (sigma) that they are sampled from. The other is null. */
typedef struct ksig_mldsa_secrets {
    const uint8_t *packed;
    const uint8_t *sigma;
} ksig_mldsa_secrets;

static inline unsigned ksig_mldsa_eta(const ksig_mldsa_params *p) {
    return p->beta > 3u * p->tau ? 4 : 2;
}

/* Bytes of a packed polynomial of s1 or s2. */
static inline unsigned ksig_mldsa_s_bytes(const ksig_mldsa_params *p) {
    return ksig_mldsa_eta(p) == 2 ? 96 : 128;
}

/* Begins SHAKE256 with bytes that may be secret; length <= KSIG_SHAKE256_RATE. */
void ksig_mldsa_begin_h(ksig_keccak *sponge, const uint8_t *data, size_t length);

/* Absorbs bytes that may be secret: ksig_keccak_absorb inspects what it has written. */
void ksig_mldsa_absorb(ksig_keccak *sponge, const uint8_t *data, size_t length);

/* Name: the first line of ML-DSA.KeyGen_internal (FIPS 204 Algorithm 6)
 * Makes rho | rho' | K, 32 + 64 + 32 bytes, from a seed; any of them may be null. */
void ksig_mldsa_expand_seed(const ksig_mldsa_params *p, ksig_keccak *sponge, const uint8_t *seed,
                            uint8_t *rho, uint8_t *sigma, uint8_t *key);

/* Name: ExpandS (FIPS 204 Algorithm 33), one polynomial, with RejBoundedPoly and CoeffFromHalfByte
 * (Algorithms 31 and 15); or one from skDecode (Algorithm 25)
 * r: s1[r] for r < l, else s2[r - l].
 * Returns nonzero if the key has a field above 2 eta. */
uint32_t ksig_mldsa_secret_fields(const ksig_mldsa_params *p, ksig_keccak *sponge,
                                  const ksig_mldsa_secrets *from, unsigned r,
                                  uint8_t fields[KSIG_MLDSA_N]);

/* Name: BitPack (FIPS 204 Algorithm 17) of s1 and s2
 * out: may be where the fields begin. */
void ksig_mldsa_pack_secret(const ksig_mldsa_params *p, const uint8_t fields[KSIG_MLDSA_N],
                            uint8_t *out);

/* Name: ExpandMask (FIPS 204 Algorithm 34), one polynomial
 * rho2: the standard's rho''. out: y, packed as z is; the sponge may be stored before it. */
static inline void ksig_mldsa_expand_mask(const ksig_mldsa_params *p, ksig_keccak *sponge,
                                          const uint8_t rho2[KSIG_MLDSA_RHO2_BYTES], unsigned nonce,
                                          uint32_t *out) {
    const uint8_t nonce_bytes[2] = {(uint8_t)nonce, (uint8_t)(nonce >> 8)};
    ksig_mldsa_begin_h(sponge, rho2, KSIG_MLDSA_RHO2_BYTES);
    ksig_keccak_absorb_seed(sponge, nonce_bytes, sizeof nonce_bytes);
    ksig_keccak_finish_to(sponge, out, (size_t)ksig_mldsa_z_packed(p));
}

#endif
