/* kilosig: Falcon and FN-DSA. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_FALCON_H
#define KILOSIG_FALCON_H

KSIG_BEGIN

/* Falcon as submitted to round 3 of the NIST process (specification 1.2). Signatures are detached:
 * header | nonce | s2. Anchor: KSIG_ANCHOR_HASH(public key), 32 bytes. No context; KSIG_MODE_PURE
 * only. _r3: compressed s2 without padding; signature_length is 617 .. 746 bytes (degree 512) or
 * 1193 .. 1454 (degree 1024). _padded_r3: zeros pad it to 666 or 1280 bytes. Each form rejects
 * signatures of the other. */

/* FN-DSA. A draft: FIPS 206 is not published. This follows the implementation c-fn-dsa and may
 * still change. Anchor: SHAKE256(public key, 64), which is hashed with every message. Contexts of 0
 * .. 255 bytes; all modes except external mu. Signatures are padded.
 *
 * Use a key with one scheme only, Falcon or FN-DSA. Keys and signatures have the same format, and a
 * signature of one scheme is a signature of the other on a different message
 * (docs/schemes/falcon.md). */

/* head + one hash + counters, aligned; then two polynomials of 16-bit coefficients. */
#define KSIG_FALCON_FIXED_BYTES ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8 + 208 + 24)
#define KSIG_FALCON_STATE_BYTES(n) (KSIG_FALCON_FIXED_BYTES + 4 * (n))

#define KSIG_FALCON_VERIFY_STACK_BYTES 224 /* for every set */
#define KSIG_FN_DSA_VERIFY_STACK_BYTES KSIG_FALCON_VERIFY_STACK_BYTES

KSIG_END

#endif
