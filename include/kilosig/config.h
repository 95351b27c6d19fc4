/* kilosig: the only knobs. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every option has a default. To change some, write a header that defines just those and build with
 * -DKSIG_CONFIG_FILE='"my_config.h"'; the library and everything that includes kilosig.h must see the same file,
 * because state sizes follow from it. Each option is built and tested by test/configs. */
#ifndef KSIG_CONFIG_H
#define KSIG_CONFIG_H

#ifdef KSIG_CONFIG_FILE
#include KSIG_CONFIG_FILE
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
 *   FAST     transformed, in the state (24 bits a coefficient); the number-theoretic transform of each polynomial is done once.
 *   SMALL    nowhere: the sender streams z once for every row. The passes are bound to the first one by a universal hash
 *            under ksig_verify_args.secret. */
#define KSIG_VARIANT_DEFAULT 0
#define KSIG_VARIANT_FAST 1
#define KSIG_VARIANT_SMALL 2
#ifndef KSIG_ML_DSA_VARIANT
#define KSIG_ML_DSA_VARIANT KSIG_VARIANT_DEFAULT
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
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_DEFAULT
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

/* Name: KSIG_ENABLE_PREHASH         (1 or 0)
 * HashML-DSA with the message hashed by the library (12 hash functions). 0 keeps pure mode, external mu and
 * KSIG_MODE_DIGEST, where the application hashed the message, and drops SHA-2 from the image. */
#ifndef KSIG_ENABLE_PREHASH
#define KSIG_ENABLE_PREHASH 1
#endif

/* Name: KSIG_ENABLE_REASON_TEXT     (1 or 0)
 * 0 makes ksig_reason_text return "" for everything and drops the sentences from flash. */
#ifndef KSIG_ENABLE_REASON_TEXT
#define KSIG_ENABLE_REASON_TEXT 1
#endif

/* Name: KSIG_COMPACT_HASH           (1 or 0)
 * 1 chooses the loops that need the least flash for Keccak-f[1600], SHA-256 and SHA-512, at about half the speed. */
#ifndef KSIG_COMPACT_HASH
#define KSIG_COMPACT_HASH 0
#endif

/* Name: KSIG_ENABLE_HASH_HOOKS      (1 or 0)
 * 1 makes the library call the application's `const ksig_hash_hooks ksig_hooks` for permutations and compressions, so that
 * a hardware engine can do them. A null entry falls back to the library's C. */
#ifndef KSIG_ENABLE_HASH_HOOKS
#define KSIG_ENABLE_HASH_HOOKS 0
#endif

#endif
