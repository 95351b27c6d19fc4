/* kilosig: HAETAE. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KILOSIG_HAETAE_H
#define KILOSIG_HAETAE_H

#include "kilosig/kilosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verification */

/* HAETAE (Korean standard draft KS X: "draft" because it may still change). Anchor: SHA-256(public key). Contexts of 0 .. 255
 * bytes; KSIG_MODE_PURE only. The _kpqc schemes are the KpqC submission's: no context; keys are the same. */
extern const ksig_scheme ksig_haetae_2;
extern const ksig_scheme ksig_haetae_3;
extern const ksig_scheme ksig_haetae_5;
extern const ksig_scheme ksig_haetae_2_kpqc;
extern const ksig_scheme ksig_haetae_3_kpqc;
extern const ksig_scheme ksig_haetae_5_kpqc;

/* head + one polynomial + one sponge of 204 + rho, mu, c and parities + what is counted; then k rows. */
#define KSIG_HAETAE_FIXED_BYTES (sizeof(ksig_verify_head) + 512 + 204 + 4 * 32 + 26)
#define KSIG_HAETAE_STATE_BYTES(k) ((KSIG_HAETAE_FIXED_BYTES + 512 * (k) + 7) / 8 * 8)
#define KSIG_HAETAE_2_STATE_BYTES KSIG_HAETAE_STATE_BYTES(2)
#define KSIG_HAETAE_3_STATE_BYTES KSIG_HAETAE_STATE_BYTES(3)
#define KSIG_HAETAE_5_STATE_BYTES KSIG_HAETAE_STATE_BYTES(4)
#define KSIG_HAETAE_2_KPQC_STATE_BYTES KSIG_HAETAE_2_STATE_BYTES
#define KSIG_HAETAE_3_KPQC_STATE_BYTES KSIG_HAETAE_3_STATE_BYTES
#define KSIG_HAETAE_5_KPQC_STATE_BYTES KSIG_HAETAE_5_STATE_BYTES

#define KSIG_HAETAE_VERIFY_STACK_BYTES 224

/* Of both profiles. */
typedef union KSIG_STATE(KSIG_HAETAE_2_STATE_BYTES) ksig_verify_haetae_2;
typedef union KSIG_STATE(KSIG_HAETAE_3_STATE_BYTES) ksig_verify_haetae_3;
typedef union KSIG_STATE(KSIG_HAETAE_5_STATE_BYTES) ksig_verify_haetae_5;

/* ---- Key generation */

/* Keys are common to a HAETAE level's schemes. */
extern const ksig_keygen_scheme ksig_haetae_2_keygen;
extern const ksig_keygen_scheme ksig_haetae_3_keygen;
extern const ksig_keygen_scheme ksig_haetae_5_keygen;

/* head + sigma + counters + two polynomials of 16-bit coefficients + a sponge. */
#define KSIG_HAETAE_KEYGEN_STATE_BYTES ((sizeof(ksig_keygen_head) + 64 + 8 + 2 * 512 + 204 + 7) / 8 * 8)
#define KSIG_HAETAE_2_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES
#define KSIG_HAETAE_3_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES
#define KSIG_HAETAE_5_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES

#define KSIG_HAETAE_KEYGEN_STACK_BYTES 216

typedef union KSIG_STATE(KSIG_HAETAE_2_KEYGEN_STATE_BYTES) ksig_keygen_haetae_2;
typedef union KSIG_STATE(KSIG_HAETAE_3_KEYGEN_STATE_BYTES) ksig_keygen_haetae_3;
typedef union KSIG_STATE(KSIG_HAETAE_5_KEYGEN_STATE_BYTES) ksig_keygen_haetae_5;

/* ---- Signing */

extern const ksig_sign_scheme ksig_haetae_2_sign;
extern const ksig_sign_scheme ksig_haetae_3_sign;
extern const ksig_sign_scheme ksig_haetae_5_sign;
extern const ksig_sign_scheme ksig_haetae_2_kpqc_sign;
extern const ksig_sign_scheme ksig_haetae_3_kpqc_sign;
extern const ksig_sign_scheme ksig_haetae_5_kpqc_sign;

/* head, sums and coder, seeds, challenge and parity, one sponge of 204, an operand
 * of 512, an accumulator of 1024, k rows of 512. */
#define KSIG_HAETAE_SIGN_STATE_BYTES(k) ((sizeof(ksig_sign_head) + 44 + 160 + 204 + 512 + 1024 + 512 * (k) + 7) / 8 * 8)
#define KSIG_HAETAE_2_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(2)
#define KSIG_HAETAE_3_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(3)
#define KSIG_HAETAE_5_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(4)

#define KSIG_HAETAE_SIGN_STACK_BYTES 432

typedef union KSIG_STATE(KSIG_HAETAE_2_SIGN_STATE_BYTES) ksig_sign_haetae_2;
typedef union KSIG_STATE(KSIG_HAETAE_3_SIGN_STATE_BYTES) ksig_sign_haetae_3;
typedef union KSIG_STATE(KSIG_HAETAE_5_SIGN_STATE_BYTES) ksig_sign_haetae_5;

#ifdef __cplusplus
}
#endif

#endif
