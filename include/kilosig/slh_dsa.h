/* kilosig: SLH-DSA and SPHINCS+. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_SLH_DSA_H
#define KILOSIG_SLH_DSA_H

KSIG_BEGIN

/* FIPS 205. Anchor: the public key itself, 2 n = 32, 48 or 64 bytes. The key is never streamed, but
 * key_length must be its length. Contexts of 0 .. 255 bytes; KSIG_MODE_PURE, _PREHASH and _DIGEST.
 * A feed that completes a node of n bytes walks up to 15 steps of a chain. A hostile signature
 * costs up to 1.91 times the mean (docs/schemes/slh_dsa.md). */

/* The sets -128-24, -192-24 and -256-24 are from a draft, NIST SP 800-230 of 2026-04-13, and may
 * change; they are off unless KSIG_ENABLE_SLH_DSA_24 or their own switch is 1. They are for keys
 * that sign at most 2^24 messages: a signature does not say how many there were, so the signer has
 * to count. The library verifies them, as above; it has no key generation or signing for them,
 * which would take hours. A feed that completes a node walks up to 7 steps of a chain (192-24;
 * others 3). A hostile signature costs up to 1.47 times the mean. */

/* SPHINCS+-SHA-256-128s-simple and -128f-simple of round 3 of the NIST process. No context;
 * KSIG_MODE_PURE only. */

/* head + 145 bytes of counters, node, its neighbour and digest; then the hash functions' midstates,
 * blocks, and one hash that stays open. */
#define KSIG_SLH_DSA_COMMON_BYTES ((sizeof(ksig_verify_head) + 145 + 7) / 8 * 8)
#define KSIG_SLH_DSA_SHA2_128_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 152 + 104)
/* n = 24 also */
#define KSIG_SLH_DSA_SHA2_256_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 224 + 64 + 200)
#define KSIG_SLH_DSA_SHAKE_STATE_BYTES (KSIG_SLH_DSA_COMMON_BYTES + 2 * 204)

/* Not for applications: the offset of the bytes that kilosig/x509.h borrows while a message
 * arrives. */
#define KSIG_SLH_DSA_IDLE_AT (sizeof(ksig_verify_head) + (sizeof(void *) == 4 ? 60 : 64))

#define KSIG_SLH_DSA_VERIFY_STACK_BYTES 248
#define KSIG_SPHINCS_SHA256_VERIFY_STACK_BYTES KSIG_SLH_DSA_VERIFY_STACK_BYTES

/* ---- Key generation
 *
 * seed: SK.seed | SK.prf | PK.seed, 3 n bytes of fresh randomness. The output is the secret key of
 * FIPS 205, 4 n bytes: the seed, then PK.root. Its second half is the public key. It can be taken
 * once it is complete. A step computes a chain of 15 hashes. */

/* head + counters + a verifier's part without hash functions; then the hash functions, a node for
 * each height, the key. */
#define KSIG_SLH_DSA_WORK_BYTES \
    ((sizeof(ksig_stream_head) + 12 + 7) / 8 * 8 + KSIG_SLH_DSA_COMMON_BYTES)
#define KSIG_SLH_DSA_SHA2_HASH_BYTES(n) ((n) == 16 ? 152 + 104 : 224 + 64 + 200)
#define KSIG_SLH_DSA_SHAKE_HASH_BYTES(n) (2 * 204)
#define KSIG_SLH_DSA_KEYGEN_BYTES(hash, n)                                                       \
    (KSIG_SLH_DSA_WORK_BYTES + KSIG_SLH_DSA_##hash##_HASH_BYTES(n) + ((n) == 32 ? 8 : 9) * (n) + \
     4 * (n))

#define KSIG_SLH_DSA_KEYGEN_STACK_BYTES 288
#define KSIG_SLH_DSA_SHA2_128_KEYGEN_STACK_BYTES 208 /* SHA-2 with n = 16 */

/* ---- Signing
 *
 * The secret key is that of FIPS 205, 4 n bytes. Contexts; KSIG_MODE_PURE, _PREHASH and _DIGEST.
 * rnd: n bytes. The signature is streamed out node by node as it is made: if ksig_sign_close does
 * not return KSIG_DONE, discard what was taken.
 *
 * In KSIG_MODE_PURE the message is fed twice: after the step that ends the first pass,
 * ksig_sign_want returns KSIG_PART_MESSAGE a second time. If the second message differs, signing
 * ends with KSIG_REJECT_RESTREAM before the first byte of the signature. In the other modes the
 * message is fed once.
 *
 * Before output, the signer computes twice every root that a WOTS+ key signs and every secret
 * value, and compares: a difference is KSIG_REJECT_FAULT. KSIG_SIGN_UNCHECKED omits this and halves
 * the time. Then a single wrong computation may yield two signatures under one WOTS+ key, with
 * which anybody can sign anything. Fresh rnd is no defence. */

/* The same, then hash functions and nodes. */
#define KSIG_SLH_DSA_SIGN_BYTES(hash, n) \
    (KSIG_SLH_DSA_WORK_BYTES + KSIG_SLH_DSA_##hash##_HASH_BYTES(n) + ((n) == 16 ? 256 : 15 * (n)))

#define KSIG_SLH_DSA_SIGN_STACK_BYTES 288
#define KSIG_SLH_DSA_SHA2_128_SIGN_STACK_BYTES 208 /* SHA-2 with n = 16 */

#define KSIG_SLH_DSA_SHA2_128S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 16)
#define KSIG_SLH_DSA_SHA2_128S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 16)
#define KSIG_SLH_DSA_SHA2_128F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 16)
#define KSIG_SLH_DSA_SHA2_128F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 16)
#define KSIG_SLH_DSA_SHA2_192S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 24)
#define KSIG_SLH_DSA_SHA2_192S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 24)
#define KSIG_SLH_DSA_SHA2_192F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 24)
#define KSIG_SLH_DSA_SHA2_192F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 24)
#define KSIG_SLH_DSA_SHA2_256S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 32)
#define KSIG_SLH_DSA_SHA2_256S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 32)
#define KSIG_SLH_DSA_SHA2_256F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHA2, 32)
#define KSIG_SLH_DSA_SHA2_256F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHA2, 32)
#define KSIG_SLH_DSA_SHAKE_128S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 16)
#define KSIG_SLH_DSA_SHAKE_128S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 16)
#define KSIG_SLH_DSA_SHAKE_128F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 16)
#define KSIG_SLH_DSA_SHAKE_128F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 16)
#define KSIG_SLH_DSA_SHAKE_192S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 24)
#define KSIG_SLH_DSA_SHAKE_192S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 24)
#define KSIG_SLH_DSA_SHAKE_192F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 24)
#define KSIG_SLH_DSA_SHAKE_192F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 24)
#define KSIG_SLH_DSA_SHAKE_256S_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 32)
#define KSIG_SLH_DSA_SHAKE_256S_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 32)
#define KSIG_SLH_DSA_SHAKE_256F_KEYGEN_STATE_BYTES KSIG_SLH_DSA_KEYGEN_BYTES(SHAKE, 32)
#define KSIG_SLH_DSA_SHAKE_256F_SIGN_STATE_BYTES KSIG_SLH_DSA_SIGN_BYTES(SHAKE, 32)

KSIG_END

#endif
