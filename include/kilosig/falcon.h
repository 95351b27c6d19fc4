/* kilosig: Falcon and FN-DSA. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KILOSIG_FALCON_H
#define KILOSIG_FALCON_H

#include "kilosig/kilosig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Falcon as submitted to round 3 of the NIST process (specification 1.2), detached signatures: header | nonce | s2.
 * Anchor: KSIG_ANCHOR_HASH(public key), 32 bytes. No context; KSIG_MODE_PURE only.
 * _r3: compressed s2 without padding; signature_length announces 617 .. 746 bytes (degree 512) or 1193 .. 1454.
 * _padded_r3: zeros follow, to 666 or 1280 bytes in all. The one form is refused by the other. */
extern const ksig_scheme ksig_falcon_512_r3;
extern const ksig_scheme ksig_falcon_1024_r3;
extern const ksig_scheme ksig_falcon_512_padded_r3;
extern const ksig_scheme ksig_falcon_1024_padded_r3;

/* FN-DSA. A draft, as FIPS 206 is not published: it follows the implementation c-fn-dsa and may still change. Anchor:
 * SHAKE256(public key, 64), which is hashed with every message. Contexts of 0 .. 255 bytes; all modes but external mu.
 * Signatures are padded. */
extern const ksig_scheme ksig_fn_dsa_512;
extern const ksig_scheme ksig_fn_dsa_1024;

/* head + one hash + what is counted, aligned; then two polynomials of 16-bit coefficients. */
#define KSIG_FALCON_FIXED_BYTES ((sizeof(ksig_verify_head) + 7) / 8 * 8 + 208 + 32)
#define KSIG_FALCON_STATE_BYTES(n) (KSIG_FALCON_FIXED_BYTES + 4 * (n))
#define KSIG_FALCON_512_STATE_BYTES KSIG_FALCON_STATE_BYTES(512)
#define KSIG_FALCON_1024_STATE_BYTES KSIG_FALCON_STATE_BYTES(1024)
#define KSIG_FALCON_512_R3_STATE_BYTES KSIG_FALCON_512_STATE_BYTES
#define KSIG_FALCON_1024_R3_STATE_BYTES KSIG_FALCON_1024_STATE_BYTES
#define KSIG_FALCON_512_PADDED_R3_STATE_BYTES KSIG_FALCON_512_STATE_BYTES
#define KSIG_FALCON_1024_PADDED_R3_STATE_BYTES KSIG_FALCON_1024_STATE_BYTES
#define KSIG_FN_DSA_512_STATE_BYTES KSIG_FALCON_512_STATE_BYTES
#define KSIG_FN_DSA_1024_STATE_BYTES KSIG_FALCON_1024_STATE_BYTES

#define KSIG_FALCON_VERIFY_STACK_BYTES 224 /* of all of them */
#define KSIG_FN_DSA_VERIFY_STACK_BYTES KSIG_FALCON_VERIFY_STACK_BYTES

/* Of both forms, and of FN-DSA. */
typedef union KSIG_STATE(KSIG_FALCON_512_STATE_BYTES) ksig_verify_falcon_512;
typedef union KSIG_STATE(KSIG_FALCON_1024_STATE_BYTES) ksig_verify_falcon_1024;
typedef union KSIG_STATE(KSIG_FN_DSA_512_STATE_BYTES) ksig_verify_fn_dsa_512;
typedef union KSIG_STATE(KSIG_FN_DSA_1024_STATE_BYTES) ksig_verify_fn_dsa_1024;

#ifdef __cplusplus
}
#endif

#endif
