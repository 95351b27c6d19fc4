/* kilosig: XMSS and XMSS^MT verification. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_XMSS_H
#define KILOSIG_XMSS_H

KSIG_BEGIN

/* XMSS and XMSS^MT (RFC 8391, NIST SP 800-208): all parameter sets. Sets that SP 800-208 does not
 * approve need KSIG_ENABLE_XMSS_RFC8391. Each scheme has one descriptor: the key names the set.
 * Verification only.
 *
 * Anchor: the public key itself, OID | root | SEED, which is never streamed. open reads the OID's 4
 * bytes first, and then no more than the length that it implies, 4 + 2 n: 52, 68 or (RFC 8391 only)
 * 132 bytes. So the anchor may be an array of exactly that length; the descriptor's anchor_bytes
 * and key_bytes are the largest. ksig_key_anchor writes anchor_bytes, the key followed by zeros,
 * and rejects a key whose length does not match its OID. key_length must be that length
 * (KSIG_REJECT_KEY_LENGTH), signature_length the set's (KSIG_REJECT_SIG_LENGTH;
 * docs/schemes/stateful.md). XMSS and XMSS^MT number their sets independently: one OID names
 * different sets in each.
 *
 * Wants: the index and R, the message, the rest of the signature. KSIG_MODE_PURE without a context
 * only. A feed that completes a chain's n bytes walks up to 15 steps of the chain and joins up to 7
 * nodes.
 */

/* KSIG_XMSS_NODES: nodes of an L-tree that wait for their neighbours. */
#if KSIG_ENABLE_XMSS_RFC8391
#define KSIG_XMSS_MAX_N 64
#define KSIG_XMSS_NODES 7
#define KSIG_XMSS_HASH_BYTES 208
#elif KSIG_ENABLE_XMSS_SHAKE
#define KSIG_XMSS_MAX_N 32
#define KSIG_XMSS_NODES 6
#define KSIG_XMSS_HASH_BYTES 208
#else
#define KSIG_XMSS_MAX_N 32
#define KSIG_XMSS_NODES 6
#define KSIG_XMSS_HASH_BYTES 104
#endif
/* The longest signatures: index, R, then the chains and the path of each layer. */
#define KSIG_XMSS_SIGNATURE_MOST \
    (4 + UINT32_C(1) * KSIG_XMSS_MAX_N * (1 + 2 * KSIG_XMSS_MAX_N + 3 + 20))
#define KSIG_XMSSMT_SIGNATURE_MOST \
    (8 + UINT32_C(1) * KSIG_XMSS_MAX_N * (1 + 12 * (2 * KSIG_XMSS_MAX_N + 3) + 60))
/* head, counters, set and index; node, its neighbour, a mask; an address; the waiting nodes; a
 * hash. */
#define KSIG_XMSS_STATE                                                                           \
    ((sizeof(ksig_verify_head) + 36 + 32 + (3 + KSIG_XMSS_NODES) * KSIG_XMSS_MAX_N + 7) / 8 * 8 + \
     KSIG_XMSS_HASH_BYTES)

#define KSIG_XMSS_VERIFY_STACK_BYTES 280
#define KSIG_XMSSMT_VERIFY_STACK_BYTES KSIG_XMSS_VERIFY_STACK_BYTES

KSIG_END

#endif
