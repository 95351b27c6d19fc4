/* kilosig: SLH-DSA and SPHINCS+. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KILOSIG_SLH_DSA_H
#define KILOSIG_SLH_DSA_H

#include "kilosig/kilosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* FIPS 205. Anchor: the public key itself, 2 n = 32, 48 or 64 bytes; it is never streamed (key_length is still its
 * length). Contexts of 0 .. 255 bytes; KSIG_MODE_PURE, _PREHASH and _DIGEST. A feed that completes a node of n bytes
 * walks up to 15 steps of a chain; a hostile signature costs up to 1.91 times the mean (docs/slh_dsa.md). */
extern const ksig_scheme ksig_slh_dsa_sha2_128s;
extern const ksig_scheme ksig_slh_dsa_sha2_128f;
extern const ksig_scheme ksig_slh_dsa_sha2_192s;
extern const ksig_scheme ksig_slh_dsa_sha2_192f;
extern const ksig_scheme ksig_slh_dsa_sha2_256s;
extern const ksig_scheme ksig_slh_dsa_sha2_256f;
extern const ksig_scheme ksig_slh_dsa_shake_128s;
extern const ksig_scheme ksig_slh_dsa_shake_128f;
extern const ksig_scheme ksig_slh_dsa_shake_192s;
extern const ksig_scheme ksig_slh_dsa_shake_192f;
extern const ksig_scheme ksig_slh_dsa_shake_256s;
extern const ksig_scheme ksig_slh_dsa_shake_256f;
/* SPHINCS+-SHA-256-128s-simple and -128f-simple of round 3 of the NIST process. No context; KSIG_MODE_PURE only. */
extern const ksig_scheme ksig_sphincs_sha256_128s_simple_r3;
extern const ksig_scheme ksig_sphincs_sha256_128f_simple_r3;

/* head + counters, node, its neighbour and digest, of 145 bytes; then what the hash functions need: midstates, blocks,
 * and one hash that stays open. */
#define KSIG_SLH_DSA_COMMON_BYTES ((sizeof(ksig_verify_head) + 145 + 7) / 8 * 8)
#define KSIG_SLH_DSA_SHA2_128_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 152 + 104)
#define KSIG_SLH_DSA_SHA2_256_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 224 + 64 + 200) /* n = 24 also */
#define KSIG_SLH_DSA_SHAKE_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 2 * 204 + 8)
#define KSIG_SLH_DSA_SHA2_128S_STATE_BYTES KSIG_SLH_DSA_SHA2_128_STATE_BYTES
#define KSIG_SLH_DSA_SHA2_128F_STATE_BYTES KSIG_SLH_DSA_SHA2_128_STATE_BYTES
#define KSIG_SLH_DSA_SHA2_192S_STATE_BYTES KSIG_SLH_DSA_SHA2_256_STATE_BYTES
#define KSIG_SLH_DSA_SHA2_192F_STATE_BYTES KSIG_SLH_DSA_SHA2_256_STATE_BYTES
#define KSIG_SLH_DSA_SHA2_256S_STATE_BYTES KSIG_SLH_DSA_SHA2_256_STATE_BYTES
#define KSIG_SLH_DSA_SHA2_256F_STATE_BYTES KSIG_SLH_DSA_SHA2_256_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_128S_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_128F_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_192S_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_192F_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_256S_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SLH_DSA_SHAKE_256F_STATE_BYTES KSIG_SLH_DSA_SHAKE_STATE_BYTES
#define KSIG_SPHINCS_SHA256_128S_SIMPLE_R3_STATE_BYTES KSIG_SLH_DSA_SHA2_128_STATE_BYTES
#define KSIG_SPHINCS_SHA256_128F_SIMPLE_R3_STATE_BYTES KSIG_SLH_DSA_SHA2_128_STATE_BYTES

#define KSIG_SLH_DSA_VERIFY_STACK_BYTES 240
#define KSIG_SPHINCS_SHA256_VERIFY_STACK_BYTES KSIG_SLH_DSA_VERIFY_STACK_BYTES

typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_128S_STATE_BYTES) ksig_verify_slh_dsa_sha2_128s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_128F_STATE_BYTES) ksig_verify_slh_dsa_sha2_128f;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_192S_STATE_BYTES) ksig_verify_slh_dsa_sha2_192s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_192F_STATE_BYTES) ksig_verify_slh_dsa_sha2_192f;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_256S_STATE_BYTES) ksig_verify_slh_dsa_sha2_256s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHA2_256F_STATE_BYTES) ksig_verify_slh_dsa_sha2_256f;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_128S_STATE_BYTES) ksig_verify_slh_dsa_shake_128s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_128F_STATE_BYTES) ksig_verify_slh_dsa_shake_128f;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_192S_STATE_BYTES) ksig_verify_slh_dsa_shake_192s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_192F_STATE_BYTES) ksig_verify_slh_dsa_shake_192f;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_256S_STATE_BYTES) ksig_verify_slh_dsa_shake_256s;
typedef union KSIG_STATE(KSIG_SLH_DSA_SHAKE_256F_STATE_BYTES) ksig_verify_slh_dsa_shake_256f;
typedef union KSIG_STATE(KSIG_SPHINCS_SHA256_128S_SIMPLE_R3_STATE_BYTES) ksig_verify_sphincs_sha256_128s_simple_r3;
typedef union KSIG_STATE(KSIG_SPHINCS_SHA256_128F_SIMPLE_R3_STATE_BYTES) ksig_verify_sphincs_sha256_128f_simple_r3;

#ifdef __cplusplus
}
#endif

#endif
