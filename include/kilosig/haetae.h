/* kilosig: HAETAE. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_HAETAE_H
#define KILOSIG_HAETAE_H

KSIG_BEGIN

/* ---- Verification */

/* HAETAE, a draft Korean standard (KS X) that may still change. Anchor: KSIG_ANCHOR_HASH(public
 * key), 32 bytes. Contexts of 0 .. 255 bytes; KSIG_MODE_PURE only. The _kpqc schemes are those of
 * the KpqC submission: the same keys, no context. Use a key with one profile only: at level 5 each
 * profile accepts the other's signatures, for the message len | context | message
 * (docs/schemes/haetae.md). */

/* head + one polynomial + one sponge of 204 + rho, mu, c and parities + counters; then k rows. */
#define KSIG_HAETAE_FIXED_BYTES \
    ((sizeof(ksig_verify_head) + 4 + 7) / 8 * 8 + 512 + 204 + 4 * 32 + 18)
#define KSIG_HAETAE_STATE_BYTES(k) ((KSIG_HAETAE_FIXED_BYTES + 512 * (k) + 7) / 8 * 8)

#define KSIG_HAETAE_VERIFY_STACK_BYTES 240

/* ---- Key generation */

/* The schemes of one level share their keys. A compact secret key holds a seed: after the public
 * key come KSIG_HAETAE_COMPACT_KEY_BYTES for the _compact_sign schemes, 32 bytes of seed and 2 that
 * say which attempt gave the key. A seed gives the same key in both forms. */

#define KSIG_HAETAE_COMPACT_KEY_BYTES 34

/* head + sigma + counters + two polynomials of 16-bit coefficients + a sponge. */
#define KSIG_HAETAE_KEYGEN_STATE_BYTES \
    ((sizeof(ksig_work_head) + 64 + 8 + 2 * 512 + 204 + 7) / 8 * 8)
#define KSIG_HAETAE_2_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES
#define KSIG_HAETAE_3_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES
#define KSIG_HAETAE_5_KEYGEN_STATE_BYTES KSIG_HAETAE_KEYGEN_STATE_BYTES
/* The same, plus the secret polynomials. */
#define KSIG_HAETAE_2_COMPACT_KEYGEN_STATE_BYTES (KSIG_HAETAE_KEYGEN_STATE_BYTES + 384)
#define KSIG_HAETAE_3_COMPACT_KEYGEN_STATE_BYTES (KSIG_HAETAE_KEYGEN_STATE_BYTES + 608)
#define KSIG_HAETAE_5_COMPACT_KEYGEN_STATE_BYTES (KSIG_HAETAE_KEYGEN_STATE_BYTES + 640)

#define KSIG_HAETAE_KEYGEN_STACK_BYTES 216

typedef union KSIG_STATE(KSIG_HAETAE_2_KEYGEN_STATE_BYTES) ksig_keygen_haetae_2;
typedef union KSIG_STATE(KSIG_HAETAE_3_KEYGEN_STATE_BYTES) ksig_keygen_haetae_3;
typedef union KSIG_STATE(KSIG_HAETAE_5_KEYGEN_STATE_BYTES) ksig_keygen_haetae_5;
typedef union KSIG_STATE(KSIG_HAETAE_2_COMPACT_KEYGEN_STATE_BYTES) ksig_keygen_haetae_2_compact;
typedef union KSIG_STATE(KSIG_HAETAE_3_COMPACT_KEYGEN_STATE_BYTES) ksig_keygen_haetae_3_compact;
typedef union KSIG_STATE(KSIG_HAETAE_5_COMPACT_KEYGEN_STATE_BYTES) ksig_keygen_haetae_5_compact;

/* ---- Signing */

/* A compact key gives the same signatures: args.secret_key is its KSIG_HAETAE_COMPACT_KEY_BYTES,
 * args.public_key the public key. The signer derives the secret polynomials from the seed when it
 * needs them. If the public key does not belong to the seed, ksig_sign_step returns KSIG_REJECT_KEY
 * before the first attempt. */

/* Head, counters, public key, sums and coder, lengths, runs of candidates, seeds, challenge, parity
 * and digest of the key, a sponge, a polynomial of 512 bytes. Then
 *
 *   KSIG_VARIANT_SMALL    a row of w, another sponge
 *   KSIG_VARIANT_DEFAULT  an accumulator of 1024 bytes, k rows, and what 16 values of y need beyond
 *                         challenge, sums and coder
 *   KSIG_VARIANT_FAST     c, a polynomial of bytes twice and symbols, k rows, l + k polynomials of
 *                         1024 bytes */
#define KSIG_HAETAE_SIGN_COMMON_BYTES \
    ((sizeof(ksig_work_head) + 8 + sizeof(void *) + 7) / 8 * 8 + 56 + 76 + 176 + 204 + 512)
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
#define KSIG_HAETAE_SIGN_STATE_BYTES(k, l) \
    ((KSIG_HAETAE_SIGN_COMMON_BYTES + 512 + 204 + 4 + 7) / 8 * 8)
#elif KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
#define KSIG_HAETAE_SIGN_STATE_BYTES(k, l) \
    ((KSIG_HAETAE_SIGN_COMMON_BYTES + 644 + 256 + 4 + 512 * (k) + 1024 * ((k) + (l)) + 7) / 8 * 8)
#else
#define KSIG_HAETAE_SIGN_STATE_BYTES(k, l) \
    ((KSIG_HAETAE_SIGN_COMMON_BYTES + 8 + 1024 + 512 * (k) + 7) / 8 * 8)
#endif
#define KSIG_HAETAE_2_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(2, 4)
#define KSIG_HAETAE_3_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(3, 6)
#define KSIG_HAETAE_5_SIGN_STATE_BYTES KSIG_HAETAE_SIGN_STATE_BYTES(4, 7)
/* The same, plus the seed of the secret polynomials and one polynomial of s1; at levels 2 and 3
 * also all of s2, which is slow to derive. */
#define KSIG_HAETAE_2_COMPACT_SIGN_STATE_BYTES (KSIG_HAETAE_2_SIGN_STATE_BYTES + 64 + 64 + 2 * 96)
#define KSIG_HAETAE_3_COMPACT_SIGN_STATE_BYTES (KSIG_HAETAE_3_SIGN_STATE_BYTES + 64 + 64 + 3 * 96)
#define KSIG_HAETAE_5_COMPACT_SIGN_STATE_BYTES (KSIG_HAETAE_5_SIGN_STATE_BYTES + 64 + 64)
/* The same in the KpqC profile. */
#define KSIG_HAETAE_2_KPQC_SIGN_STATE_BYTES KSIG_HAETAE_2_SIGN_STATE_BYTES
#define KSIG_HAETAE_3_KPQC_SIGN_STATE_BYTES KSIG_HAETAE_3_SIGN_STATE_BYTES
#define KSIG_HAETAE_5_KPQC_SIGN_STATE_BYTES KSIG_HAETAE_5_SIGN_STATE_BYTES
#define KSIG_HAETAE_2_KPQC_COMPACT_SIGN_STATE_BYTES KSIG_HAETAE_2_COMPACT_SIGN_STATE_BYTES
#define KSIG_HAETAE_3_KPQC_COMPACT_SIGN_STATE_BYTES KSIG_HAETAE_3_COMPACT_SIGN_STATE_BYTES
#define KSIG_HAETAE_5_KPQC_COMPACT_SIGN_STATE_BYTES KSIG_HAETAE_5_COMPACT_SIGN_STATE_BYTES

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
#define KSIG_HAETAE_SIGN_STACK_BYTES 456
#else
#define KSIG_HAETAE_SIGN_STACK_BYTES 440
#endif

typedef union KSIG_STATE(KSIG_HAETAE_2_SIGN_STATE_BYTES) ksig_sign_haetae_2;
typedef union KSIG_STATE(KSIG_HAETAE_3_SIGN_STATE_BYTES) ksig_sign_haetae_3;
typedef union KSIG_STATE(KSIG_HAETAE_5_SIGN_STATE_BYTES) ksig_sign_haetae_5;
typedef union KSIG_STATE(KSIG_HAETAE_2_COMPACT_SIGN_STATE_BYTES) ksig_sign_haetae_2_compact;
typedef union KSIG_STATE(KSIG_HAETAE_3_COMPACT_SIGN_STATE_BYTES) ksig_sign_haetae_3_compact;
typedef union KSIG_STATE(KSIG_HAETAE_5_COMPACT_SIGN_STATE_BYTES) ksig_sign_haetae_5_compact;

KSIG_END

#endif
