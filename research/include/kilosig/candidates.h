/* kilosig: UOV and MAYO, CANDIDATES of NIST's call for additional signatures, round 3. Included by
 * kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Nothing has been selected: parameters, encodings and hashes will change, so the names contain the
 * round. For measurements and research; off by default. Verification only.
 *
 * Anchor: KSIG_ANCHOR_HASH of the public key; a compressed key is hashed in its compressed form.
 * KSIG_MODE_PURE without a context only. Order: message, signature, key. docs/schemes/candidates.md
 * has memory maps and the times of calls. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_CANDIDATES_H
#define KILOSIG_CANDIDATES_H

/* Name: KSIG_ENABLE_AES_HOOK      (1 or 0)
 * 1 makes the library call the application's ksig_aes128_block, for example to use a hardware
 * engine. A state then takes 136 bytes less, and the library has no AES of its own. */
#ifndef KSIG_ENABLE_AES_HOOK
#define KSIG_ENABLE_AES_HOOK 0
#endif

#if KSIG_ENABLE_AES_HOOK
#define KSIG_LINKED_AES_HOOK "1"
#define KSIG_AES_CTR_BYTES 36 /* key, iv and place */
#else
#define KSIG_LINKED_AES_HOOK "0"
#define KSIG_AES_CTR_BYTES 172
#endif

/* The symbols for kilosig/linked.h. */
#define KSIG_LINKED_CANDIDATES(X) X(KSIG_LINKED_WITH "ENABLE_AES_HOOK_" KSIG_LINKED_AES_HOOK)

KSIG_BEGIN

#if KSIG_ENABLE_AES_HOOK
/* AES-128 (FIPS 197) of one block. Key and blocks are public. key and in may have any alignment;
 * out is aligned to 4. Successive calls mostly use the same key. */
void ksig_aes128_block(const uint8_t key[16], const uint8_t in[16], uint8_t out[16]);
#endif

/* UOV, pqov f82ec0a of 2026-09-04. Keys of 321,300 bytes (1p), 412,160 (1s), 1,347,912 (3) and
 * 3,232,320 (5), or compressed (pkc) 46,591, 66,576, 189,232 and 446,992; signatures 135, 96, 209
 * and 275. A key is streamed once; the parts missing from a compressed key are derived from its
 * seed by AES-128 while the rest arrives. */

/* head, positions, digest of the key and what arrives beyond its block, planes, wanted value, x;
 * pkc: AES and its blocks. */
#define KSIG_UOV_STATE(variables, bits, column, blocks)                                          \
    (((sizeof(ksig_verify_head) + 28 + 7) / 8 * 8 + 32 + KSIG_COPIED_KEY_STATE_BYTES +           \
      ((column) + 3) / 4 * 4 * ((bits) + 2) + (KSIG_ANCHOR_HASH == KSIG_HASH_SHA256 ? 16 : 24) + \
      ((variables) * (bits) / 8 + 3) / 4 * 4 +                                                   \
      ((blocks) != 0 ? KSIG_AES_CTR_BYTES + 16 * (blocks) : 0) + 7) /                            \
     8 * 8)

#define KSIG_UOV_VERIFY_STACK_BYTES 184

/* MAYO, MAYO-C 74de637 of 2026-08-31, MAYO-1, 2, 3 and 5. Keys of 1,456, 2,928, 2,986 and 5,554
 * bytes, signatures of 464, 239, 681 and 964. What AES-128 derives from the seed and the message is
 * computed while the rest of the key arrives. */

/* head, counters, digest of the key, k sums, Y, target, AES and its block, s. */
#define KSIG_MAYO_STATE(n, m, k, made)                                                          \
    (((sizeof(ksig_verify_head) + 24 + 7) / 8 * 8 + KSIG_COPIED_KEY_STATE_BYTES +               \
      ((m) + 7) / 8 * 4 * ((k) + 1) + 4 * (((m) + 7) / 8 + ((k) * ((k) + 1) / 2 - 1) / 8 + 1) + \
      32 + KSIG_AES_CTR_BYTES + (made) + ((n) * (k) / 2 + 3) / 4 * 4 + 7) /                     \
     8 * 8)

#define KSIG_MAYO_VERIFY_STACK_BYTES 248

KSIG_END

#endif
