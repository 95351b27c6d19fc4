/* kilosig: the only knobs. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every option has a default. To change some, either say so on the command line,
 *
 *     -DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_ML_DSA_44=1       ML-DSA-44 and nothing else
 *     -DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_ML_DSA=1          its family
 *     cmake -DKSIG_ONLY="ml-dsa-44,lms"                       the same through CMake, by the schemes' names
 *
 * or write a header that defines just those options and build with -DKSIG_CONFIG_FILE='"my_config.h"'. The library and
 * everything that includes kilosig.h must see the same options, because state sizes follow from them: a linker that
 * finds two of them says which option differs (kilosig/linked.h). Installed headers have theirs written in.
 * What `make test` builds and tests of it: test/configs, CMake's KSIG_VARIANTS. */
#ifndef KSIG_CONFIG_H
#define KSIG_CONFIG_H

#ifdef KSIG_CONFIG_FILE
#include KSIG_CONFIG_FILE
#endif

/* Name: KSIG_OPTIMIZE               (KSIG_OPTIMIZE_SIZE, KSIG_OPTIMIZE_BALANCED or KSIG_OPTIMIZE_SPEED)
 * The defaults of the options that trade flash, time and RAM; each can still be chosen on its own. docs/performance.md
 * has the figures.
 *   SIZE      least flash: KSIG_COMPACT_HASH 1, KSIG_COMPACT_RING 1.
 *   BALANCED  fast hashes, least RAM at which all inputs are streamed once.
 *   SPEED     more RAM too: KSIG_VARIANT_FAST of ML-DSA and of HAETAE's signing (not of GeMSS: its bound is weaker). */
#define KSIG_OPTIMIZE_SIZE 0
#define KSIG_OPTIMIZE_BALANCED 1
#define KSIG_OPTIMIZE_SPEED 2
#ifndef KSIG_OPTIMIZE
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_BALANCED
#endif

/* Name: KSIG_ENABLE_DEFAULT         (1 or 0)
 * The default of every switch below that says whether a parameter set exists, but of the broken ones: 0 for an
 * application that names what it wants.
 * Name: KSIG_ENABLE_ML_DSA, KSIG_ENABLE_HAETAE, KSIG_ENABLE_FALCON, KSIG_ENABLE_SLH_DSA        (1 or 0)
 * The default of the switches of one family. FN-DSA is one of Falcon's, Dilithium of ML-DSA's, SPHINCS+ of SLH-DSA's.
 */
/* Name: KSIG_ENABLE_ML_DSA_44, _65, _87, KSIG_ENABLE_DILITHIUM2_R3        (1 or 0)
 * The parameter sets that exist. All share one copy of the code; a disabled set saves its descriptor. */

/* Name: KSIG_ML_DSA_VARIANT         (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * Where z stays while the rows of A z are formed:
 *   DEFAULT  packed, in the state; transformed again for every row.
 *   FAST     transformed, in the state (24 bits a coefficient); the number-theoretic transform of each polynomial is
 *            done once.
 *   SMALL    nowhere: the sender streams z once for every row. The passes are bound to the first one by a universal
 *            hash under ksig_verify_args.secret. */
#define KSIG_VARIANT_DEFAULT 0
#define KSIG_VARIANT_FAST 1
#define KSIG_VARIANT_SMALL 2
#ifndef KSIG_ML_DSA_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_ML_DSA_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_ML_DSA_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ML_DSA_SIGN_VARIANT    (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * All give the same signatures; see docs/schemes/ml_dsa_sign.md.
 *   DEFAULT, SMALL  the rows of w are formed one after the other.
 *   FAST            all at once, where there is a buffer for the signature: 768 bytes more for each row but one. */
#ifndef KSIG_ML_DSA_SIGN_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_ML_DSA_SIGN_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_ML_DSA_SIGN_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ENABLE_HAETAE_2, _3, _5        (1 or 0)
 * The HAETAE levels that exist, both profiles. */

/* Name: KSIG_HAETAE_SIGN_VARIANT    (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * See docs/schemes/haetae.md. All give the same signatures. */
#ifndef KSIG_HAETAE_SIGN_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ENABLE_FALCON_512, _1024, KSIG_ENABLE_FN_DSA_512, _1024        (1 or 0)
 * The degrees of Falcon (round 3, both the compressed and the padded form) and of FN-DSA (draft) that exist. */

/* Name: KSIG_ENABLE_SLH_DSA_SHA2_128S, _128F, _192S, _192F, _256S, _256F, KSIG_ENABLE_SLH_DSA_SHAKE_128S, ...,
 *       KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3, _128F_SIMPLE_R3        (1 or 0)
 * The sets that exist. Sets with the same hash functions share all code. */

/* Name: KSIG_ENABLE_LMS, KSIG_ENABLE_HSS        (1 or 0)
 * The schemes that exist.
 * Name: KSIG_ENABLE_LMS_SHAKE, _N24, _W1, _W2, _W4, _W8        (1 or 0)
 * Their parameter sets with SHAKE256, with n = 24, with W = 1, 2, 4, 8. A key with a set that is left out is refused by
 * KSIG_REJECT_SET_OFF. Without SHAKE256 the state is 248 bytes less. */
#ifndef KSIG_ENABLE_LMS_SHAKE
#define KSIG_ENABLE_LMS_SHAKE 1
#endif
#ifndef KSIG_ENABLE_LMS_N24
#define KSIG_ENABLE_LMS_N24 1
#endif
#ifndef KSIG_ENABLE_LMS_W1
#define KSIG_ENABLE_LMS_W1 1
#endif
#ifndef KSIG_ENABLE_LMS_W2
#define KSIG_ENABLE_LMS_W2 1
#endif
#ifndef KSIG_ENABLE_LMS_W4
#define KSIG_ENABLE_LMS_W4 1
#endif
#ifndef KSIG_ENABLE_LMS_W8
#define KSIG_ENABLE_LMS_W8 1
#endif

/* Name: KSIG_ENABLE_XMSS, KSIG_ENABLE_XMSSMT        (1 or 0)
 * The schemes that exist: XMSS and XMSS^MT.
 * Name: KSIG_ENABLE_XMSS_SHAKE, _N24        (1 or 0)
 * Their parameter sets with SHAKE256, with n = 24.
 * Name: KSIG_ENABLE_XMSS_RFC8391        (1 or 0)
 * The sets of RFC 8391 that NIST SP 800-208 does not approve: SHA-512, SHAKE128, and SHAKE256 with n = 64. A key with a
 * set that is left out is refused by KSIG_REJECT_SET_OFF. */
#ifndef KSIG_ENABLE_XMSS_SHAKE
#define KSIG_ENABLE_XMSS_SHAKE 1
#endif
#ifndef KSIG_ENABLE_XMSS_N24
#define KSIG_ENABLE_XMSS_N24 1
#endif
#ifndef KSIG_ENABLE_XMSS_RFC8391
#define KSIG_ENABLE_XMSS_RFC8391 0
#endif

/* Name: KSIG_ENABLE_RAINBOW_1_CLASSIC, KSIG_ENABLE_GEMSS_128        (1 or 0)
 * BROKEN schemes, for research only: see kilosig/mq.h. The only schemes that are off by default. */

/* Name: KSIG_GEMSS_128_VARIANT      (KSIG_VARIANT_DEFAULT or KSIG_VARIANT_FAST)
 *   DEFAULT  the key is streamed four times.
 *   FAST     a tag of each row is kept (1.5 kB), and later passes want only the rows that matter: 2.5 times the key.
 *            The bound on forgeries is weaker, see docs/schemes/multivariate.md. */
#ifndef KSIG_GEMSS_128_VARIANT
#define KSIG_GEMSS_128_VARIANT KSIG_VARIANT_DEFAULT
#endif

/* Name: KSIG_ANCHOR_HASH            (KSIG_HASH_SHA256 or KSIG_HASH_SHAKE256)
 * The hash of the public key which the anchor is, in the schemes whose standard has none of its own: HAETAE, Falcon
 * round 3, Rainbow, GeMSS. SHA-256 takes less than half of the time for each byte. SHAKE256 keeps SHA-2 out of an image
 * of HAETAE or Falcon (with KSIG_ENABLE_PREHASH 0), and for HAETAE it is the faster one: its keys are hashed by
 * SHAKE256 anyway. */
#ifndef KSIG_ANCHOR_HASH
#define KSIG_ANCHOR_HASH KSIG_HASH_SHA256
#endif

/* Name: KSIG_ENABLE_PREHASH         (1 or 0)
 * KSIG_MODE_PREHASH of ML-DSA, SLH-DSA and FN-DSA: the message hashed by the library (12 hash functions). 0 keeps the
 * other modes, KSIG_MODE_DIGEST too, where the application hashed the message, and drops all hashes that nothing else
 * needs: from an image of ML-DSA, SHA-2. */
#ifndef KSIG_ENABLE_PREHASH
#define KSIG_ENABLE_PREHASH 1
#endif

/* Name: KSIG_ENABLE_SIGN_CHECK      (1 or 0)
 * 1 verifies deterministic signatures, and those with KSIG_SIGN_CHECKED, before they are given away. 0 makes
 * KSIG_SIGN_CHECKED an unknown flag and saves 1.4 kB of flash, for an application that signs with fresh rnd only, or
 * verifies every signature by ksig_verify before it is seen: docs/schemes/haetae.md, "Checked signatures". */
#ifndef KSIG_ENABLE_SIGN_CHECK
#define KSIG_ENABLE_SIGN_CHECK 1
#endif

/* Name: KSIG_ENABLE_REASON_TEXT     (1 or 0)
 * 0 makes ksig_reason_text return "" for everything and drops the sentences from flash. */
#ifndef KSIG_ENABLE_REASON_TEXT
#define KSIG_ENABLE_REASON_TEXT 1
#endif

/* Name: KSIG_COMPACT_HASH           (1 or 0)
 * 1 chooses the loops that need the least flash for Keccak-f[1600], SHA-256 and SHA-512, at about half the speed; of
 * Keccak without assembly, a quarter. */
#ifndef KSIG_COMPACT_HASH
#define KSIG_COMPACT_HASH (KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE)
#endif

/* Name: KSIG_COMPACT_RING           (1 or 0)
 * 1 keeps the C of the number-theoretic transforms, of HAETAE's sampler and of quadratic maps where there is assembly,
 * and leaves out what HAETAE's signing does to draw less: 1 kB (ML-DSA) to 2 kB (HAETAE) less flash. Falcon's transform
 * is less flash in assembly. */
#ifndef KSIG_COMPACT_RING
#define KSIG_COMPACT_RING (KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE)
#endif

/* Name: KSIG_SHORT_PRODUCTS         (1 or 0)
 * 1 makes key generation and signing form products of 64 bits from 16-bit halves, by multiplications of 32 bits only.
 * For cores without an instruction for the long ones, where this is the default, and for those whose long ones take
 * longer or shorter with their operands: Cortex-M3. The assembly they use has none. docs/schemes/haetae.md has the cost. */
#ifndef KSIG_SHORT_PRODUCTS
#if defined(__thumb__) && defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1
#define KSIG_SHORT_PRODUCTS 1
#else
#define KSIG_SHORT_PRODUCTS 0
#endif
#endif

/* Name: KSIG_ENABLE_ASSEMBLY        (1 or 0)
 * 1 takes the assembly of src/arch/armv7m instead of the C of the same functions; its .S files must be built too. They
 * include this file, so a KSIG_CONFIG_FILE may only have preprocessor lines. Default: 1 on little-endian ARMv7-M
 * (Cortex-M3), ARMv7E-M (-M4, -M7) and the main profile of ARMv8-M (-M33, -M55, -M85). */
#ifndef KSIG_ENABLE_ASSEMBLY
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__) || \
     defined(__ARM_ARCH_8_1M_MAIN__)) &&                                                       \
    !defined(__ARM_BIG_ENDIAN)
#define KSIG_ENABLE_ASSEMBLY 1
#else
#define KSIG_ENABLE_ASSEMBLY 0
#endif
#endif

/* Name: KSIG_ENABLE_HASH_HOOKS      (1 or 0)
 * 1 makes the library call the application's `const ksig_hash_hooks ksig_hooks` for permutations and compressions, so
 * that a hardware engine can do them. A null entry falls back to the library's code. */
#ifndef KSIG_ENABLE_HASH_HOOKS
#define KSIG_ENABLE_HASH_HOOKS 0
#endif

/* Name: KSIG_ENABLE_LINK_CHECK      (1 or 0)
 * 0 drops what makes a link fail that mixes configurations: kilosig/linked.h. */
#ifndef KSIG_ENABLE_LINK_CHECK
#define KSIG_ENABLE_LINK_CHECK 1
#endif

/* The switches of the parameter sets, with their defaults. */
#include "kilosig/schemes.def"

#endif
