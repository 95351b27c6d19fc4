/* kilosig: application and library must use the same options. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * State sizes depend on the options below. Every file that includes kilosig.h refers to symbols
 * whose names contain the options; the library defines those it was built with. If they differ, the
 * link fails and names the option:
 *
 *     undefined reference to `ksig_the_library_was_not_built_with_KSIG_ML_DSA_VARIANT_1'
 *
 * The symbols need no flash and no RAM: they are in a section like those for the debugger, which
 * linkers keep but do not load. The check works where gcc or clang emits ELF files; elsewhere
 * nothing is checked. Schemes need no such symbol: the descriptor of a disabled one is undefined
 * anyway. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_LINKED_H
#define KILOSIG_LINKED_H

#if KSIG_ENABLE_LINK_CHECK && defined(__ELF__) && (defined(__GNUC__) || defined(__clang__))

#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST
#define KSIG_LINKED_ML_DSA "1"
#elif KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
#define KSIG_LINKED_ML_DSA "2"
#else
#define KSIG_LINKED_ML_DSA "0"
#endif

#if KSIG_ML_DSA_SIGN_VARIANT == KSIG_VARIANT_FAST
#define KSIG_LINKED_ML_DSA_SIGN "1"
#else
#define KSIG_LINKED_ML_DSA_SIGN "0"
#endif

#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
#define KSIG_LINKED_HAETAE_SIGN "1"
#elif KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
#define KSIG_LINKED_HAETAE_SIGN "2"
#else
#define KSIG_LINKED_HAETAE_SIGN "0"
#endif

#if KSIG_ENABLE_LMS_SHAKE
#define KSIG_LINKED_LMS_SHAKE "1"
#else
#define KSIG_LINKED_LMS_SHAKE "0"
#endif

#if KSIG_ENABLE_XMSS_SHAKE
#define KSIG_LINKED_XMSS_SHAKE "1"
#else
#define KSIG_LINKED_XMSS_SHAKE "0"
#endif

#if KSIG_ENABLE_XMSS_RFC8391
#define KSIG_LINKED_XMSS_RFC8391 "1"
#else
#define KSIG_LINKED_XMSS_RFC8391 "0"
#endif

#if KSIG_FAULTS == KSIG_FAULTS_NONE
#define KSIG_LINKED_FAULTS "NONE"
#elif KSIG_FAULTS == KSIG_FAULTS_DOUBLE
#define KSIG_LINKED_FAULTS "DOUBLE"
#else
#define KSIG_LINKED_FAULTS "SINGLE"
#endif

#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
#define KSIG_LINKED_ANCHOR_HASH "SHA256"
#else
#define KSIG_LINKED_ANCHOR_HASH "SHAKE256"
#endif

/* The symbols of kilosig/research.h. */
#ifndef KSIG_LINKED_RESEARCH
#define KSIG_LINKED_RESEARCH(X)
#endif

#define KSIG_LINKED_WITH "ksig_the_library_was_not_built_with_KSIG_"
#define KSIG_LINKED_SYMBOLS(X)                                          \
    X(KSIG_LINKED_WITH "VERSION_" KSIG_VERSION)                         \
    X(KSIG_LINKED_WITH "ML_DSA_VARIANT_" KSIG_LINKED_ML_DSA)            \
    X(KSIG_LINKED_WITH "ML_DSA_SIGN_VARIANT_" KSIG_LINKED_ML_DSA_SIGN)  \
    X(KSIG_LINKED_WITH "HAETAE_SIGN_VARIANT_" KSIG_LINKED_HAETAE_SIGN)  \
    X(KSIG_LINKED_WITH "ENABLE_LMS_SHAKE_" KSIG_LINKED_LMS_SHAKE)       \
    X(KSIG_LINKED_WITH "ENABLE_XMSS_SHAKE_" KSIG_LINKED_XMSS_SHAKE)     \
    X(KSIG_LINKED_WITH "ENABLE_XMSS_RFC8391_" KSIG_LINKED_XMSS_RFC8391) \
    X(KSIG_LINKED_WITH "ANCHOR_HASH_" KSIG_LINKED_ANCHOR_HASH)          \
    X(KSIG_LINKED_WITH "FAULTS_" KSIG_LINKED_FAULTS)                    \
    KSIG_LINKED_RESEARCH(X)

/* Refers to symbols, one KSIG_LINKED_WORD each. */
#define KSIG_ASK_LINKER(words) __asm__(".pushsection .debug_ksig,\"\"\n" words ".popsection\n");

#define KSIG_LINKED_WORD(symbol) ".long \"" symbol "\"\n"
KSIG_ASK_LINKER(KSIG_LINKED_SYMBOLS(KSIG_LINKED_WORD))

#endif

#endif
