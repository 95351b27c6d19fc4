/* kilosig: all options. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Every option has a default. Change options on the command line,
 *
 *     -DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_ML_DSA_44=1       ML-DSA-44 and nothing else
 *     -DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_ML_DSA=1          its family
 *     cmake -DKSIG_ONLY="ml-dsa-44,lms"                       in CMake, by the names of schemes
 *
 * or in your own header that defines them: build with -DKSIG_CONFIG_FILE='"my_config.h"'. The
 * library and everything that includes kilosig.h must see the same options, because state sizes
 * depend on them. If they differ, the link fails and names the option (kilosig/linked.h). Installed
 * headers contain the options with which the library was built. `make test` builds and tests the
 * configurations in test/configs and CMake's KSIG_VARIANTS. */
#ifndef KSIG_CONFIG_H
#define KSIG_CONFIG_H

#ifdef KSIG_CONFIG_FILE
#include KSIG_CONFIG_FILE
#endif

/* Name: KSIG_OPTIMIZE    (KSIG_OPTIMIZE_SIZE, KSIG_OPTIMIZE_BALANCED or KSIG_OPTIMIZE_SPEED)
 * Sets the defaults of the options that trade flash, time and RAM. Each of them can still be set on
 * its own. docs/performance.md has the figures.
 *
 *   SIZE      least flash: KSIG_COMPACT_HASH 1, KSIG_COMPACT_RING 1.
 *   BALANCED  fast hashes, and the least RAM that allows every input to be streamed only once.
 *   SPEED     more RAM: KSIG_VARIANT_FAST for ML-DSA and HAETAE's signing (not for GeMSS, whose
 *             bound would be weaker). */
#define KSIG_OPTIMIZE_SIZE 0
#define KSIG_OPTIMIZE_BALANCED 1
#define KSIG_OPTIMIZE_SPEED 2
#ifndef KSIG_OPTIMIZE
#define KSIG_OPTIMIZE KSIG_OPTIMIZE_BALANCED
#endif

/* Name: KSIG_ENABLE_DEFAULT         (1 or 0)
 * The default of every switch below that enables a parameter set. Set it to 0 and enable the sets
 * that you want. */

/* Name: KSIG_ENABLE_ML_DSA, KSIG_ENABLE_HAETAE, KSIG_ENABLE_FALCON, KSIG_ENABLE_SLH_DSA    (1 or 0)
 * The default of the switches of one family. FN-DSA counts as Falcon, Dilithium as ML-DSA, SPHINCS+
 * as SLH-DSA. */

/* Name: KSIG_ENABLE_ML_DSA_44, _65, _87, KSIG_ENABLE_DILITHIUM2_R3        (1 or 0)
 * Enable the parameter sets. All share one copy of the code: disabling a set saves its descriptor
 * only.
 */

/* Name: KSIG_ML_DSA_VARIANT         (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * Where the verifier keeps z while it forms the rows of A z:
 *   DEFAULT  in the state, packed. It transforms each polynomial again for every row.
 *   FAST     in the state, transformed (24 bits a coefficient). It transforms each polynomial once.
 *   SMALL    nowhere: the sender streams z again for every row. A universal hash under
 *            ksig_verify_args.secret binds the later passes to the first one. */
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
 * All make the same signatures; see docs/schemes/ml_dsa_sign.md.
 *   DEFAULT, SMALL  expand A in every attempt.
 *   FAST            keeps k - 1 polynomials of A for further attempts: 768 bytes more for each. */
#ifndef KSIG_ML_DSA_SIGN_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_ML_DSA_SIGN_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_ML_DSA_SIGN_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ENABLE_HAETAE_2, _3, _5        (1 or 0)
 * Enable the levels of HAETAE, each with both profiles. */

/* Name: KSIG_HAETAE_SIGN_VARIANT    (KSIG_VARIANT_DEFAULT, KSIG_VARIANT_FAST or KSIG_VARIANT_SMALL)
 * All make the same signatures; docs/schemes/haetae.md has RAM and time. */
#ifndef KSIG_HAETAE_SIGN_VARIANT
#if KSIG_OPTIMIZE == KSIG_OPTIMIZE_SPEED
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_FAST
#else
#define KSIG_HAETAE_SIGN_VARIANT KSIG_VARIANT_DEFAULT
#endif
#endif

/* Name: KSIG_ENABLE_FALCON_512, _1024, KSIG_ENABLE_FN_DSA_512, _1024        (1 or 0)
 * Enable the degrees of Falcon (round 3, compressed and padded) and of FN-DSA (draft). */

/* Name: KSIG_ENABLE_SLH_DSA_SHA2_128S, _128F, _192S, _192F, _256S, _256F        (1 or 0)
 * Name: KSIG_ENABLE_SLH_DSA_SHAKE_128S, ...                                     (1 or 0)
 * Name: KSIG_ENABLE_SPHINCS_SHA256_128S_SIMPLE_R3, _128F_SIMPLE_R3              (1 or 0)
 * Enable the sets. Sets with the same hash functions share all code. */

/* Name: KSIG_ENABLE_SLH_DSA_24        (1 or 0, default 0)
 * The default of the switches KSIG_ENABLE_SLH_DSA_SHA2_128_24, _192_24, _256_24, _SHAKE_128_24,
 * _192_24 and _256_24: sets of a draft, NIST SP 800-230, for keys that sign at most 2^24 times.
 * They are off until it is published. Enabling any of them makes the code for all sets a little
 * larger. */

/* Name: KSIG_ENABLE_LMS, KSIG_ENABLE_HSS        (1 or 0)
 * Enable the schemes. */

/* Name: KSIG_ENABLE_LMS_SHAKE, _N24, _W1, _W2, _W4, _W8        (1 or 0)
 * Enable the parameter sets with SHAKE256, with n = 24, and with W = 1, 2, 4, 8. A key whose set is
 * disabled is rejected with KSIG_REJECT_SET_OFF. Without SHAKE256 the state is 248 bytes smaller.
 */
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
 * Enable XMSS and XMSS^MT. */

/* Name: KSIG_ENABLE_XMSS_SHAKE, _N24        (1 or 0)
 * Enable the parameter sets with SHAKE256, and with n = 24.
 *
 * Name: KSIG_ENABLE_XMSS_RFC8391        (1 or 0)
 * Enables the sets of RFC 8391 that NIST SP 800-208 does not approve: SHA-512, SHAKE128, and
 * SHAKE256 with n = 64. A key whose set is disabled is rejected with KSIG_REJECT_SET_OFF. */
#ifndef KSIG_ENABLE_XMSS_SHAKE
#define KSIG_ENABLE_XMSS_SHAKE 1
#endif
#ifndef KSIG_ENABLE_XMSS_N24
#define KSIG_ENABLE_XMSS_N24 1
#endif
#ifndef KSIG_ENABLE_XMSS_RFC8391
#define KSIG_ENABLE_XMSS_RFC8391 0
#endif

/* Name: KSIG_RESEARCH               (1 or 0)
 * 1 enables the schemes under research/, broken ones and candidates, which are not part of the
 * library. Such a build also compiles the sources under research/, has research/ and
 * research/include in its include path, and enables each scheme by its switch: research/README.md.
 */
#ifndef KSIG_RESEARCH
#define KSIG_RESEARCH 0
#endif

/* Name: KSIG_ANCHOR_HASH            (KSIG_HASH_SHA256 or KSIG_HASH_SHAKE256)
 * The hash that makes the anchor from the public key, for schemes whose standard defines none:
 * HAETAE, Falcon round 3. SHA-256 takes less than half the time per byte. SHAKE256 keeps SHA-2 out
 * of an image with only HAETAE or Falcon (with KSIG_ENABLE_PREHASH 0). For HAETAE it is also
 * faster, since SHAKE256 hashes its keys anyway. */
#ifndef KSIG_ANCHOR_HASH
#define KSIG_ANCHOR_HASH KSIG_HASH_SHA256
#endif

/* Name: KSIG_ENABLE_PREHASH         (1 or 0)
 * 1 enables KSIG_MODE_PREHASH of ML-DSA, SLH-DSA and FN-DSA: the library hashes the message with
 * any of 12 functions. 0 drops the hashes that nothing else needs, such as SHA-2 from an image with
 * only ML-DSA. The other modes stay, including KSIG_MODE_DIGEST, for which the application hashes
 * the message. */
#ifndef KSIG_ENABLE_PREHASH
#define KSIG_ENABLE_PREHASH 1
#endif

/* Name: KSIG_FAULTS                 (KSIG_FAULTS_NONE, KSIG_FAULTS_SINGLE or KSIG_FAULTS_DOUBLE)
 * Which faults a verification withstands; docs/assurance.md says what each level promises.
 *   NONE    none. Every check is made once. For a device that nobody can disturb.
 *   SINGLE  one skipped or changed instruction does not accept a forgery.
 *   DOUBLE  each verification runs twice, and the verdict covers both. ksig_verify and
 *           ksig_verify_with_key do so on their own. A streamed verification ends with
 *           KSIG_REJECT_INCOMPLETE unless ksig_verify_again (kilosig/verify.h) has begun a second
 *           run and that is complete, too. The readers of cose.h, x509.h and composite.h do not
 *           work with it: they accept nothing. */
#define KSIG_FAULTS_NONE 0
#define KSIG_FAULTS_SINGLE 1
#define KSIG_FAULTS_DOUBLE 2
#ifndef KSIG_FAULTS
#define KSIG_FAULTS KSIG_FAULTS_SINGLE
#endif

/* Name: KSIG_ENABLE_SIGN_CHECK      (1 or 0)
 * 1 verifies signatures before output, except with KSIG_SIGN_UNCHECKED, and generates keys twice. 0
 * never verifies, generates keys once, rejects KSIG_SIGN_CHECKED as an unknown flag, and saves 1.8
 * kB (ML-DSA) to 2.7 kB (HAETAE) of flash. Use 0 only if nobody can disturb the device while it
 * signs and generates keys, or if the application verifies every signature, and one signature by
 * every new key, with ksig_verify before anybody sees it: one skipped instruction may reveal the
 * key, even with fresh rnd (docs/schemes/haetae.md, "Checked signatures").
 * The default is 0 with KSIG_FAULTS_NONE, else 1. */
#ifndef KSIG_ENABLE_SIGN_CHECK
#define KSIG_ENABLE_SIGN_CHECK (KSIG_FAULTS != KSIG_FAULTS_NONE)
#endif

/* Name: KSIG_ENABLE_REASON_TEXT     (1 or 0)
 * 0 makes ksig_reason_text return "" for everything and drops the sentences from flash. */
#ifndef KSIG_ENABLE_REASON_TEXT
#define KSIG_ENABLE_REASON_TEXT 1
#endif

/* Name: KSIG_COMPACT_HASH           (1 or 0)
 * 1 uses the smallest code for Keccak-f[1600], SHA-256 and SHA-512. It runs at about half the
 * speed; Keccak without assembly, at a quarter. */
#ifndef KSIG_COMPACT_HASH
#define KSIG_COMPACT_HASH (KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE)
#endif

/* Name: KSIG_COMPACT_RING           (1 or 0)
 * 1 uses C instead of assembly for the number-theoretic transforms, HAETAE's sampler and quadratic
 * maps, and omits the code that lets HAETAE's signing draw less randomness. ML-DSA verifies with
 * the transform used for signing, which has a table of 32 numbers. It saves 2 kB (HAETAE) to 3 kB
 * (ML-DSA) of flash. Falcon's transform stays in assembly, which is smaller. */
#ifndef KSIG_COMPACT_RING
#define KSIG_COMPACT_RING (KSIG_OPTIMIZE == KSIG_OPTIMIZE_SIZE)
#endif

/* Name: KSIG_SHORT_PRODUCTS         (1 or 0)
 * With 1, key generation and signing form 64-bit products from 16-bit halves, with 32-bit
 * multiplications only. Use it on cores that have no long multiplication, where it is the default
 * (Cortex-M0, AVR), and on cores where the time of a long multiplication depends on the operands:
 * Cortex-M3, whose assembly has none anyway, and some RISC-V cores, which then run C for ML-DSA's
 * and HAETAE's transforms. docs/schemes/haetae.md has the cost. */
#ifndef KSIG_SHORT_PRODUCTS
#if (defined(__thumb__) && defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 1) || \
    defined(__AVR__)
#define KSIG_SHORT_PRODUCTS 1
#else
#define KSIG_SHORT_PRODUCTS 0
#endif
#endif

/* Name: KSIG_ALLOW_UNOPTIMIZED      (1 or 0)
 * At -O0 of gcc and clang one skipped instruction can make the library accept a forgery: a stale
 * value in a register is often the value that the check expects. So a library for a device refuses
 * to compile at -O0; -Og and -O1 are enough. 1 compiles it anyway, for a debugger. Hosted builds
 * are not restricted. */
#ifndef KSIG_ALLOW_UNOPTIMIZED
#define KSIG_ALLOW_UNOPTIMIZED 0
#endif

/* Name: KSIG_ALLOW_LEAKY_PRODUCTS   (1 or 0)
 * Some cores have no multiplication: RISC-V without M, AVR without MUL, most other 16-bit cores.
 * The time of the compiler's substitute depends on the factors, so ML-DSA's and HAETAE's key
 * generation and signing refuse to compile for such a core. 1 compiles them: safe for an image that
 * only verifies, as all its data is public, and for a device whose timing nobody can measure. */
#ifndef KSIG_ALLOW_LEAKY_PRODUCTS
#define KSIG_ALLOW_LEAKY_PRODUCTS 0
#endif

/* Name: KSIG_ENABLE_ASSEMBLY        (1 or 0)
 * 1 uses the assembly of src/arch instead of the same functions in C; build its .S files, too.
 * These include this file, so a KSIG_CONFIG_FILE may contain preprocessor lines only. Default: 1 on
 * little-endian ARMv7-M (Cortex-M3), ARMv7E-M (-M4, -M7), both profiles of ARMv8-M (-M23; -M33,
 * -M55, -M85), ARMv6-M (-M0, -M0+, -M1), 32-bit RISC-V with 32 registers, and AVR with 32. */
#ifndef KSIG_ENABLE_ASSEMBLY
#if (defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__) || \
     defined(__ARM_ARCH_8_1M_MAIN__) || defined(__ARM_ARCH_6M__) ||                            \
     defined(__ARM_ARCH_8M_BASE__)) &&                                                         \
    !defined(__ARM_BIG_ENDIAN)
#define KSIG_ENABLE_ASSEMBLY 1
#elif defined(__riscv_xlen) && __riscv_xlen == 32 && !defined(__riscv_32e) && !defined(__riscv_e)
#define KSIG_ENABLE_ASSEMBLY 1
#elif defined(__AVR__) && defined(__GNUC__) && !defined(__AVR_TINY__)
#define KSIG_ENABLE_ASSEMBLY 1
#else
#define KSIG_ENABLE_ASSEMBLY 0
#endif
#endif

/* Name: KSIG_ENABLE_HASH_HOOKS      (1 or 0)
 * 1 makes the library call the application's `const ksig_hash_hooks ksig_hooks` for permutations
 * and compressions, for example to use a hardware engine. A null entry keeps the library's code. */
#ifndef KSIG_ENABLE_HASH_HOOKS
#define KSIG_ENABLE_HASH_HOOKS 0
#endif

/* Name: KSIG_ENABLE_LINK_CHECK      (1 or 0)
 * 0 drops the symbols that make the link fail if configurations are mixed: kilosig/linked.h. */
#ifndef KSIG_ENABLE_LINK_CHECK
#define KSIG_ENABLE_LINK_CHECK 1
#endif

/* The switches for the parameter sets, and their defaults. */
#include "kilosig/schemes.def"

#endif
