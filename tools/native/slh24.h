/* Trees of SLH-DSA-*-24 (draft NIST SP 800-230) on many lanes: for the tool, in its shared library
 * alone. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A key takes 10^9 hashes and a signature 3 to 12 * 10^8, so each call does a share of them, as
 * one of many threads; the caller divides the work, joins its results and compares them. Nothing
 * is kept between calls, and nothing here is for a device.
 */
#ifndef KILOSIG_TOOL_SLH24_H
#define KILOSIG_TOOL_SLH24_H

#include "kilosig/kilosig.h"

/* Nodes of one call of ksig_slh24_leaves and ksig_slh24_fors. */
#define KSIG_SLH24_NODES 16
#define KSIG_SLH24_MOST_N 32

/* A key and what its hashes need. The caller fills in all but the last two. */
typedef struct ksig_slh24_key {
    uint64_t k[80];          /* round constants of SHA-512; the upper halves are SHA-256's */
    uint64_t initial[8];     /* initial hash of SHA-512; as above */
    uint64_t iota[24];       /* round constants of Keccak */
    uint8_t secret_seed[32]; /* SK.seed, n bytes; zeros where only ksig_slh24_join is called */
    uint8_t public_seed[32]; /* PK.seed, n bytes */
    uint32_t n;              /* 16, 24 or 32 */
    uint32_t shake;          /* 1: the functions of the SHAKE sets (FIPS 205 section 11.1) */
    uint32_t steps;          /* w - 1 */
    uint32_t chains;         /* len, at most KSIG_SLH24_MOST_CHAINS */
    uint32_t engine;         /* a number that ksig_slh24_engine has a name for */
    uint32_t state_256[8];   /* of SHA-256 behind PK.seed and zeros; by ksig_slh24_prepare */
    uint64_t state_512[8];   /* the same of SHA-512 */
} ksig_slh24_key;

#define KSIG_SLH24_MOST_CHAINS 133

/* A machine's engines. All functions of every one give the same bytes. */
typedef struct ksig_slh24_engine {
    const char *name;
    void (*prepare)(ksig_slh24_key *key);
    void (*leaves)(const ksig_slh24_key *key, uint32_t first, uint32_t height, uint8_t *nodes);
    void (*fors)(const ksig_slh24_key *key, uint32_t leaf, uint32_t first, uint32_t height,
                 uint8_t *nodes);
    void (*join)(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t height,
                 uint32_t first, const uint8_t *nodes, uint32_t count, uint8_t *parents);
    void (*wots)(const ksig_slh24_key *key, uint32_t leaf, const uint8_t *digits,
                 uint8_t *signature);
    void (*secret)(const ksig_slh24_key *key, uint32_t leaf, uint32_t place, uint8_t *value);
    void (*compress)(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, const uint8_t *nodes,
                     uint32_t count, uint8_t *value);
} ksig_slh24_engine;

/* Whether the compiler makes engines of x86's extensions; the machine says which it has. */
#if defined(__x86_64__) && defined(__GNUC__)
#define KSIG_SLH24_X86 1
extern const ksig_slh24_engine ksig_slh24_avx512, ksig_slh24_sha_ni, ksig_slh24_avx2;
#else
#define KSIG_SLH24_X86 0
#endif
extern const ksig_slh24_engine ksig_slh24_plain;

KSIG_BEGIN

/* The name of an engine that this machine has, NULL for a number beyond them. The fastest for the
 * set is number 0, plain C the last. shake: as in the key. */
const char *ksig_slh24_engine_name(uint32_t shake, uint32_t number);

/* Completes a key. Call it first. */
void ksig_slh24_prepare(ksig_slh24_key *key);

/* KSIG_SLH24_NODES nodes of a height of the tree, n bytes each: those above the leaves from
 * `first` on, a multiple of 2^height. All their leaves are formed. */
void ksig_slh24_leaves(const ksig_slh24_key *key, uint32_t first, uint32_t height, uint8_t *nodes);

/* The same of the FORS trees of key pair `leaf`. first: of their leaves, i 2^a + index. */
void ksig_slh24_fors(const ksig_slh24_key *key, uint32_t leaf, uint32_t first, uint32_t height,
                     uint8_t *nodes);

/* `count` nodes of a height from the 2 count below. kind: an address type, of FIPS 205 section 4.2:
 * 2 for the tree, 3 for FORS; leaf: the key pair of FORS, else 0; first: place of the first parent
 * among those of its height. */
void ksig_slh24_join(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t height,
                     uint32_t first, const uint8_t *nodes, uint32_t count, uint8_t *parents);

/* The WOTS+ signature by key pair `leaf`. digits: one for each chain, at most `steps`. */
void ksig_slh24_wots(const ksig_slh24_key *key, uint32_t leaf, const uint8_t *digits,
                     uint8_t *signature);

/* The secret value of a FORS leaf, n bytes. */
void ksig_slh24_secret(const ksig_slh24_key *key, uint32_t leaf, uint32_t place, uint8_t *value);

/* T of `count` nodes, at most KSIG_SLH24_MOST_CHAINS: kind 4 for FORS roots, 1 for chains' ends. */
void ksig_slh24_compress(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf,
                         const uint8_t *nodes, uint32_t count, uint8_t *value);

KSIG_END

#endif
