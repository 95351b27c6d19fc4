/* kilosig: the only knobs. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every option has a default. To change some, write a header that defines just those and build with
 * -DKSIG_CONFIG_FILE='"my_config.h"'; the library and everything that includes kilosig.h must see the same file,
 * because state sizes follow from it. What `make test` builds and tests of it: test/configs, CMake's KSIG_VARIANTS. */
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

/* Name: KSIG_ENABLE_ML_DSA_44, _65, _87, KSIG_ENABLE_DILITHIUM2_R3        (1 or 0)
 * The parameter sets that exist. All share one copy of the code; a disabled set saves its descriptor. */
#ifndef KSIG_ENABLE_ML_DSA_44
#define KSIG_ENABLE_ML_DSA_44 1
#endif
#ifndef KSIG_ENABLE_ML_DSA_65
#define KSIG_ENABLE_ML_DSA_65 1
#endif
#ifndef KSIG_ENABLE_ML_DSA_87
#define KSIG_ENABLE_ML_DSA_87 1
#endif
#ifndef KSIG_ENABLE_DILITHIUM2_R3
#define KSIG_ENABLE_DILITHIUM2_R3 1
#endif

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

/* Name: KSIG_ENABLE_HAETAE_2, _3, _5        (1 or 0)
 * The HAETAE levels that exist, both profiles. */
#ifndef KSIG_ENABLE_HAETAE_2
#define KSIG_ENABLE_HAETAE_2 1
#endif
#ifndef KSIG_ENABLE_HAETAE_3
#define KSIG_ENABLE_HAETAE_3 1
#endif
#ifndef KSIG_ENABLE_HAETAE_5
#define KSIG_ENABLE_HAETAE_5 1
#endif

/* Name: KSIG_HAETAE_SIGN_VARIANT    (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * See docs/haetae.md. All give the same signatures. */
#ifndef KSIG_HAETAE_SIGN_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ENABLE_FALCON_512, _1024, KSIG_ENABLE_FN_DSA_512, _1024        (1 or 0)
 * The degrees of Falcon (round 3, both the compressed and the padded form) and of FN-DSA (draft) that exist. */
#ifndef KSIG_ENABLE_FALCON_512
#define KSIG_ENABLE_FALCON_512 1
#endif
#ifndef KSIG_ENABLE_FALCON_1024
#define KSIG_ENABLE_FALCON_1024 1
#endif
#ifndef KSIG_ENABLE_FN_DSA_512
#define KSIG_ENABLE_FN_DSA_512 1
#endif
#ifndef KSIG_ENABLE_FN_DSA_1024
#define KSIG_ENABLE_FN_DSA_1024 1
#endif

/* Name: KSIG_ENABLE_SLH_DSA         (1 or 0)
 * The default of the SLH-DSA and SPHINCS+ sets.
 * Name: KSIG_ENABLE_SLH_DSA_SHA2_128S, _128F, _192S, _192F, _256S, _256F, KSIG_ENABLE_SLH_DSA_SHAKE_128S, ...,
 *       KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3, _128F_SIMPLE_R3        (1 or 0)
 * The sets that exist. Sets with the same hash functions share all code. */
#ifndef KSIG_ENABLE_SLH_DSA
#define KSIG_ENABLE_SLH_DSA 1
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_128S
#define KSIG_ENABLE_SLH_DSA_SHA2_128S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_128F
#define KSIG_ENABLE_SLH_DSA_SHA2_128F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_192S
#define KSIG_ENABLE_SLH_DSA_SHA2_192S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_192F
#define KSIG_ENABLE_SLH_DSA_SHA2_192F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_256S
#define KSIG_ENABLE_SLH_DSA_SHA2_256S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHA2_256F
#define KSIG_ENABLE_SLH_DSA_SHA2_256F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_128S
#define KSIG_ENABLE_SLH_DSA_SHAKE_128S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_128F
#define KSIG_ENABLE_SLH_DSA_SHAKE_128F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_192S
#define KSIG_ENABLE_SLH_DSA_SHAKE_192S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_192F
#define KSIG_ENABLE_SLH_DSA_SHAKE_192F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_256S
#define KSIG_ENABLE_SLH_DSA_SHAKE_256S KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SLH_DSA_SHAKE_256F
#define KSIG_ENABLE_SLH_DSA_SHAKE_256F KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3
#define KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3 KSIG_ENABLE_SLH_DSA
#endif
#ifndef KSIG_ENABLE_SPHINCS_SHA256_128F_SIMPLE_R3
#define KSIG_ENABLE_SPHINCS_SHA256_128F_SIMPLE_R3 KSIG_ENABLE_SLH_DSA
#endif

/* Name: KSIG_ENABLE_RAINBOW_1_CLASSIC, KSIG_ENABLE_GEMSS_128        (1 or 0)
 * BROKEN schemes, for research only: see kilosig/mq.h. The only schemes that are off by default. */
#ifndef KSIG_ENABLE_RAINBOW_1_CLASSIC
#define KSIG_ENABLE_RAINBOW_1_CLASSIC 0
#endif
#ifndef KSIG_ENABLE_GEMSS_128
#define KSIG_ENABLE_GEMSS_128 0
#endif

/* Name: KSIG_GEMSS_128_VARIANT      (KSIG_VARIANT_DEFAULT or KSIG_VARIANT_FAST)
 *   DEFAULT  the key is streamed four times.
 *   FAST     a tag of each row is kept (1.5 kB), and later passes want only the rows that matter: 2.5 times the key.
 *            The bound on forgeries is weaker, see docs/multivariate.md. */
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

/* Name: KSIG_ENABLE_ASSEMBLY        (1 or 0)
 * 1 takes the assembly of src/arch/armv7m instead of the C of the same functions; its .S files must be built too. They
 * include this file, so a KSIG_CONFIG_FILE may only have preprocessor lines. Default: 1 on little-endian ARMv7-M and
 * ARMv7E-M. */
#ifndef KSIG_ENABLE_ASSEMBLY
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)) && !defined(__ARM_BIG_ENDIAN)
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

#endif
