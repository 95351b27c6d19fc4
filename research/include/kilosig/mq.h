/* kilosig: multivariate schemes, BROKEN: research only. Included by kilosig/research.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Rainbow-I classic falls to a laptop in a weekend (Beullens, ePrint 2022/214), GeMSS-128 to a
 * MinRank attack (Tao, Petzoldt and Ding, CRYPTO 2021). They are here because they reproduce ePrint
 * 2021/662 and show the streaming of quadratic maps. Anyone who has the public key can sign: never
 * let anything that matters depend on them.
 *
 * KSIG_ENABLE_RAINBOW_1_CLASSIC and KSIG_ENABLE_GEMSS_128 enable them: 0 by default. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_MQ_H
#define KILOSIG_MQ_H

/* Name: KSIG_GEMSS_128_VARIANT      (KSIG_VARIANT_DEFAULT or KSIG_VARIANT_FAST)
 *   DEFAULT  the key is streamed four times.
 *   FAST     the verifier keeps a tag of each row (1.5 kB), and later passes want only the rows
 * that matter: 2.5 times the key. The bound on forgeries is weaker: docs/schemes/multivariate.md.
 */
#ifndef KSIG_GEMSS_128_VARIANT
#define KSIG_GEMSS_128_VARIANT KSIG_VARIANT_DEFAULT
#endif

#if KSIG_GEMSS_128_VARIANT == KSIG_VARIANT_FAST
#define KSIG_LINKED_GEMSS_128 "1"
#else
#define KSIG_LINKED_GEMSS_128 "0"
#endif

/* What kilosig/linked.h asks the linker for. */
#define KSIG_LINKED_MQ(X) X(KSIG_LINKED_WITH "GEMSS_128_VARIANT_" KSIG_LINKED_GEMSS_128)

KSIG_BEGIN

/* Rainbow-I classic, round 3 of the NIST process: key 161,600 bytes, signature 66. Anchor:
 * KSIG_ANCHOR_HASH of the public key. KSIG_MODE_PURE without a context only. */

/* head, digest, 15 sums of 32 bytes, z, the wanted value and the place in the stream. */
#define KSIG_RAINBOW_STATE \
    ((sizeof(ksig_verify_head) + 7) / 8 * 8 + KSIG_COPIED_KEY_STATE_BYTES + 480 + 52 + 32 + 20)

#define KSIG_RAINBOW_1_CLASSIC_VERIFY_STACK_BYTES 164

/* GeMSS-128 of the third round: key 352,188 bytes, streamed four times, signature 33. Anchor:
 * KSIG_ANCHOR_HASH of the public key. KSIG_MODE_PURE without a context only.
 * ksig_verify_args.secret binds the four passes to the first: 16 bytes that the sender cannot know;
 * they may be the same for every verification. If it is null, a digest of all four passes binds
 * them, which takes longer. docs/schemes/multivariate.md has the bound, and variant FAST, whose
 * wants depend on the signature and the key. */

/* head, a sponge or the digest and the universal hash, p(V), D, V, signature, places; the tag of a
 * pass or, FAST, of rows. */
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

/* 88 more without assembly. */
#define KSIG_GEMSS_128_VERIFY_STACK_BYTES 200

KSIG_END

#endif
