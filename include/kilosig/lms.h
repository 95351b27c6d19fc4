/* kilosig: LMS and HSS verification. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_LMS_H
#define KILOSIG_LMS_H

KSIG_BEGIN

/* LMS (RFC 8554, RFC 9858, NIST SP 800-208): all parameter sets, H = 5 .. 25, W = 1, 2, 4, 8, n =
 * 24 and 32, SHA-256 and SHAKE256. One descriptor serves all: the key names the set. Verification
 * only.
 *
 * Anchor: the public key itself, which is never streamed. Its first 8 bytes are type codes; open
 * reads these first, and then no more than the length that they imply, 48 bytes (n = 24) or 56. So
 * the anchor may be an array of exactly that length; the descriptor's anchor_bytes and key_bytes
 * are the largest. ksig_key_anchor writes anchor_bytes, the key followed by zeros, and rejects a
 * key whose length does not match its type codes. key_length must be that length
 * (KSIG_REJECT_KEY_LENGTH), signature_length the set's (KSIG_REJECT_SIG_LENGTH). For W = 1, 2, 4, 8
 * and height H the signature has
 *
 *   n = 32   8524, 4300, 2188, 1132 bytes, plus 32 H
 *   n = 24   4836, 2460, 1260, 660 bytes, plus 24 H
 *
 * The LMS type and the LM-OTS type must use the same hash function (KSIG_REJECT_SET_MIX).
 *
 * Wants: the signature's first 8 + n bytes, the message, the rest of the signature. KSIG_MODE_PURE
 * without a context only. A feed that completes a chain's n bytes walks up to 2^W - 1 steps of the
 * chain: docs/schemes/stateful.md has the time. */

/* HSS (RFC 8554 section 6): 1 .. 8 levels of LMS, all with the same hash function and n (SP 800-208
 * section 4).
 *
 * Anchor: the public key itself, as above, 52 or 60 bytes: open reads 12 bytes first. Wants, for
 * each level but the last: the beginning of its signature, then the key of the next level, which
 * follows that signature, then the rest of the signature. So offsets go forwards and backwards. The
 * last level is like LMS. The key, the type codes in the signature and the lengths determine the
 * order.
 */

/* head, counters, set, node; prefix, one hash and a second one that stays open. */
#if KSIG_ENABLE_LMS_SHAKE
#define KSIG_LMS_HASH_BYTES (24 + 40 + 2 * 204)
#else
#define KSIG_LMS_HASH_BYTES (24 + 32 + 64 + 104)
#endif
#define KSIG_LMS_STATE ((sizeof(ksig_verify_head) + 56 + KSIG_LMS_HASH_BYTES + 7) / 8 * 8)
/* The same, plus the root of this level and the key of the next. */
#define KSIG_HSS_STATE (KSIG_LMS_STATE + 104)

#define KSIG_LMS_VERIFY_STACK_BYTES 216
#define KSIG_HSS_VERIFY_STACK_BYTES KSIG_LMS_VERIFY_STACK_BYTES

KSIG_END

#endif
