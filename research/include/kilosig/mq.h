/* kilosig: multivariate schemes, BROKEN: research only. Included by kilosig/research.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A laptop breaks Rainbow-I classic in a weekend (Beullens, ePrint 2022/214); a MinRank attack
 * breaks GeMSS-128 (Tao, Petzoldt and Ding, CRYPTO 2021). They are here to reproduce ePrint
 * 2021/662 and to show the streaming of quadratic maps. Anyone who has the public key can sign:
 * never rely on them for anything that matters.
 *
 * KSIG_ENABLE_RAINBOW_1_CLASSIC and KSIG_ENABLE_GEMSS_128 enable them: 0 by default. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_MQ_H
#define KILOSIG_MQ_H

/* Name: KSIG_GEMSS_128_VARIANT      (KSIG_VARIANT_DEFAULT or KSIG_VARIANT_FAST)
 *   DEFAULT  the key is streamed four times.
 *   FAST     the verifier keeps a tag of each row (1.5 kB), and later passes want only the rows
 *            that matter: 2.5 times the key. The bound on forgeries is weaker:
 *            docs/schemes/multivariate.md. */
#ifndef KSIG_GEMSS_128_VARIANT
#define KSIG_GEMSS_128_VARIANT KSIG_VARIANT_DEFAULT
#endif

#if KSIG_GEMSS_128_VARIANT == KSIG_VARIANT_FAST
#define KSIG_LINKED_GEMSS_128 "1"
#else
#define KSIG_LINKED_GEMSS_128 "0"
#endif

/* The symbols for kilosig/linked.h. */
#define KSIG_LINKED_MQ(X) X(KSIG_LINKED_WITH "GEMSS_128_VARIANT_" KSIG_LINKED_GEMSS_128)

KSIG_BEGIN

/* Rainbow-I classic, round 3 of the NIST process: key 161,600 bytes, signature 66. Anchor:
 * KSIG_ANCHOR_HASH of the public key. KSIG_MODE_PURE without a context only. */

/* head, digest, 15 sums of 32 bytes, z, the wanted value and the position in the stream. */
#define KSIG_RAINBOW_STATE \
    ((sizeof(ksig_verify_head) + 7) / 8 * 8 + KSIG_COPIED_KEY_STATE_BYTES + 480 + 52 + 32 + 20)

#define KSIG_RAINBOW_1_CLASSIC_VERIFY_STACK_BYTES 164

/* GeMSS-128, round 3 of the NIST process: key 352,188 bytes, streamed four times, signature 33.
 * Anchor: KSIG_ANCHOR_HASH of the public key. KSIG_MODE_PURE without a context only.
 * ksig_verify_args.secret binds the four passes to the first: 16 bytes that the sender cannot know;
 * they may be the same for every verification. If it is null, a digest of all four passes binds
 * them, which takes longer. docs/schemes/multivariate.md has the bound, and variant FAST, whose
 * wants depend on the signature and the key. */

/* head, a sponge or the digest and the universal hash, p(V), D, V, signature, positions; the tag of
 * a pass or, with FAST, of rows. */
#if KSIG_GEMSS_128_VARIANT == KSIG_VARIANT_FAST
#define KSIG_GEMSS_128_TAGS_BYTES (20 + 8 + 187 * 8)
#else
#define KSIG_GEMSS_128_TAGS_BYTES 16
#endif
#define KSIG_GEMSS_STATE                                                                           \
    ((((sizeof(ksig_verify_head) + 7) / 8 * 8 + 112 + KSIG_COPIED_KEY_STATE_BYTES + 24 + 84 + 28 + \
       36 + 4 + 4 + 4 + KSIG_GEMSS_128_TAGS_BYTES) +                                               \
      7) /                                                                                         \
     8 * 8)

/* 88 bytes more without assembly. */
#define KSIG_GEMSS_128_VERIFY_STACK_BYTES 200

KSIG_END

#endif
