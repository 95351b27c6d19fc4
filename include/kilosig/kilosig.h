/* kilosig: post-quantum signatures for microcontrollers with 8 kB of RAM.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * How much RAM? State + stack; there is no heap and no static data. The caller owns the state. The
 * stack column is the deepest stack below any call. Key, message and signature are streamed: the
 * device stores only the anchor. Bytes on a 32-bit machine; "fast" and "small" are the states of
 * the other variants (config.h):
 *
 *   verification             state   fast  small  stack    key  signature  anchor
 *   ml-dsa-44                 4384   5152   2656    232   1312       2420      64
 *   ml-dsa-65                 5280   5920   2648    232   1952       3309      64
 *   ml-dsa-87                 6592   7488   2688    232   2592       4627      64
 *   slh-dsa-sha2-128s          440      -      -    248     32       7856      32
 *   slh-dsa-sha2-128f          440      -      -    248     32      17088      32
 *   slh-dsa-sha2-192s          672      -      -    248     48      16224      48
 *   slh-dsa-sha2-192f          672      -      -    248     48      35664      48
 *   slh-dsa-sha2-256s          672      -      -    248     64      29792      64
 *   slh-dsa-sha2-256f          672      -      -    248     64      49856      64
 *   slh-dsa-shake-128s         592      -      -    248     32       7856      32
 *   slh-dsa-shake-256f         592      -      -    248     64      49856      64
 *   lms                        568      -      -    216     56       9324      56
 *   hss                        672      -      -    216     60      74988      60
 *   xmss                       600      -      -    280     68       2820      68
 *   xmssmt                     600      -      -    280     68      27688      68
 *   falcon-512-r3             2320      -      -    224    897        746      32
 *   fn-dsa-512                2320      -      -    224    897        666      64
 *   fn-dsa-1024               4368      -      -    224   1793       1280      64
 *   haetae-2                  1928      -      -    240    992       1474      32
 *   haetae-3                  2440      -      -    240   1472       2349      32
 *   haetae-5                  2952      -      -    240   2080       2948      32
 *
 * Sets not listed here need as much as the nearest listed set of the same family. For lms, hss,
 * xmss and xmssmt, key and signature are the longest that the scheme has.
 *
 *   key generation           state   fast  small  stack
 *   ml-dsa                    1992      -      -    256
 *   slh-dsa-sha2-128s          688      -      -    208
 *   slh-dsa-sha2-256f         1096      -      -    288
 *   slh-dsa-shake-256f        1016      -      -    288
 *   haetae-2                  1320      -      -    216
 *   haetae-2-compact          1704      -      -    216
 *   haetae-5-compact          1960      -      -    216
 *
 *   signing                  state   fast  small  stack
 *   ml-dsa                    2936      -      -    280
 *   ml-dsa-expanded           2416      -      -    280
 *   slh-dsa-sha2-128s          736      -      -    208
 *   slh-dsa-sha2-256f         1192      -      -    288
 *   slh-dsa-shake-256f        1112      -      -    288
 *   haetae-2                  3112   9128   1776    456
 *   haetae-3                  3624  12712   1776    456
 *   haetae-5                  4136  15272   1776    456
 *   haetae-5-compact          4264  15400   1904    456
 *
 * A signer also needs RAM for its secret key, unless that is in flash, and for the signature,
 * unless it is streamed. The stack is for arm-none-eabi-gcc 12 -O2 on Cortex-M3 and -M4: see
 * KSIG_<FAMILY>_VERIFY_STACK_BYTES below.
 *
 * Where things are:
 *
 *   kilosig/kilosig.h    this: conventions, verdicts, schemes, hash engines
 *   kilosig/verify.h     verification: open, want, feed, close
 *   kilosig/sign.h       key generation and signing: open, feed, step, take, close
 *   kilosig/config.h     the options
 *   kilosig/ml_dsa.h ... one header for each family
 *
 * Conventions. They hold unless a declaration says otherwise:
 *
 *   Lengths      Lengths and offsets are in bytes.
 *   Null         No pointer may be null, and none is checked. A pointer to 0 bytes may be null.
 *   Aliasing     Inputs may overlap each other. States and outputs overlap nothing.
 *   Alignment    A state is aligned like uint64_t; its type (ksig_verify_ml_dsa_44 and so on) sees
 *                to that. Byte arrays need no alignment.
 *   Lifetime     Inputs are read during the call only. Exceptions are marked.
 *   Re-entrancy  No call allocates, blocks or uses static data. Calls on different states may run
 *                at the same time, in interrupts too. Calls on one state must not overlap.
 *   Copies       A state holds no pointer into itself: between two calls you may move it, or copy
 *                it with memcpy. A copy is a checkpoint, as trusted and as secret as the state
 *                itself (docs/streaming.md).
 *   Errors       Calls that can fail return a ksig_verdict. After a failure an operation does
 *                nothing more and returns the same reason until close. Outputs are zeroed unless
 *                the verdict is KSIG_DONE.
 *   Secrets      Verification runs in variable time and has no secret but ksig_verify_args.secret.
 *                sign.h says what is secret in key generation and signing. */
#ifndef KILOSIG_H
#define KILOSIG_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/config.h"

/* Declarations between these have C linkage and are exported from a shared library, which hides all
 * others. */
#ifdef __cplusplus
#define KSIG_EXTERN_C_BEGIN extern "C" {
#define KSIG_EXTERN_C_END }
#else
#define KSIG_EXTERN_C_BEGIN
#define KSIG_EXTERN_C_END
#endif
#if defined(__GNUC__) || defined(__clang__)
#define KSIG_BEGIN KSIG_EXTERN_C_BEGIN _Pragma("GCC visibility push(default)")
#define KSIG_END _Pragma("GCC visibility pop") KSIG_EXTERN_C_END
#else
#define KSIG_BEGIN KSIG_EXTERN_C_BEGIN
#define KSIG_END KSIG_EXTERN_C_END
#endif

KSIG_BEGIN

#if defined(__GNUC__) || defined(__clang__)
#define KSIG_MUST_CHECK __attribute__((warn_unused_result))
#else
#define KSIG_MUST_CHECK
#endif

#define KSIG_VERSION "0.2.0"
#define KSIG_VERSION_NUMBER 0x000200 /* a byte each of major, minor and patch: for #if */

/* Returns the KSIG_VERSION_NUMBER of the linked library. */
uint32_t ksig_version(void);

/* ---- Verdicts ---------------------------------------------------------------------------- */

/* KSIG_ACCEPT, KSIG_DONE, KSIG_PENDING or a reject reason. Compare with KSIG_ACCEPT; never test for
 * zero or nonzero. */
typedef uint32_t ksig_verdict;

/* The only success of a verification. Differs in at least 12 bits from every other verdict, from
 * all zeros and from all ones. */
#define KSIG_ACCEPT UINT32_C(0xA5C3963C)

/* The success of every other operation. It says nothing about whether data can be trusted. */
#define KSIG_DONE UINT32_C(0x00D0E000)

#define KSIG_PENDING UINT32_C(0) /* no verdict yet: go on */
/* a null anchor, an unknown mode, hash or scheme, a missing secret */
#define KSIG_REJECT_ARGUMENT UINT32_C(1)
/* the state is too small for the scheme, or not aligned to 8 bytes */
#define KSIG_REJECT_STATE_SIZE UINT32_C(2)
#define KSIG_REJECT_KEY_LENGTH UINT32_C(3) /* not the length of the scheme's public keys */
#define KSIG_REJECT_SIG_LENGTH UINT32_C(4) /* not a length of the scheme's signatures */
#define KSIG_REJECT_MSG_LENGTH UINT32_C(5) /* a digest or mu has the wrong length */
/* a context over 255 bytes, or one that the scheme or mode does not have */
#define KSIG_REJECT_CONTEXT UINT32_C(6)
#define KSIG_REJECT_OVERFEED UINT32_C(7)   /* more bytes fed than wanted */
#define KSIG_REJECT_INCOMPLETE UINT32_C(8) /* closed before every wanted byte was fed */
/* a coefficient of z is outside (-(gamma1 - beta), gamma1 - beta) */
#define KSIG_REJECT_Z_RANGE UINT32_C(9)
#define KSIG_REJECT_HINT UINT32_C(10) /* the hint's counts, order or padding are not canonical */
/* not the anchor's public key, not the compact key's; a malformed secret key */
#define KSIG_REJECT_KEY UINT32_C(11)
/* everything is well formed, but the signature does not match message and key */
#define KSIG_REJECT_SIGNATURE UINT32_C(12)
/* bytes requested a second time differ from those sent first */
#define KSIG_REJECT_RESTREAM UINT32_C(13)
/* the state was damaged, or not every check ran: treat as an attack */
#define KSIG_REJECT_FAULT UINT32_C(14)
/* a section of the signature does not decode, or its padding is not zero */
#define KSIG_REJECT_ENCODING UINT32_C(15)
/* the signature is well formed, but its vector is too long */
#define KSIG_REJECT_NORM UINT32_C(16)
#define KSIG_REJECT_SET UINT32_C(17) /* the key names a parameter set that does not exist */
/* the key names a parameter set that the configuration disables */
#define KSIG_REJECT_SET_OFF UINT32_C(18)
/* the key's sets, or those of its levels, use different hash functions */
#define KSIG_REJECT_SET_MIX UINT32_C(19)
#define KSIG_REJECT_TYPE UINT32_C(20)  /* a type code in the signature differs from the key's */
#define KSIG_REJECT_INDEX UINT32_C(21) /* the signature's leaf is beyond the tree */
/* HSS: not 1 to 8 levels, or not the key's number of levels */
#define KSIG_REJECT_LEVELS UINT32_C(22)
#define KSIG_REASON_COUNT 23 /* reasons are 0 .. KSIG_REASON_COUNT - 1 */

/* Returns a sentence in English for a verdict, never null; "" if KSIG_ENABLE_REASON_TEXT is 0. */
const char *ksig_reason_text(ksig_verdict verdict);

/* ---- Schemes ----------------------------------------------------------------------------- */

/* A parameter set: constant data. Read the members; do not define your own descriptors. */
typedef struct ksig_scheme {
    const char *name;      /* as the tool spells it: "ml-dsa-44" */
    uint16_t anchor_bytes; /* of the anchor that the device stores. The largest where key lengths
                            * vary: see kilosig/lms.h and kilosig/xmss.h */
    uint16_t state_bytes;  /* of a verification's state, as in the constants below */
    const struct ksig_verify_operations *verify;
    const void *params;
    uint32_t key_bytes; /* public key: exact, or the largest where lengths vary (LMS, HSS, XMSS) */
    uint32_t signature_bytes; /* exact, or the largest where lengths vary */
    uint32_t signature_least; /* the smallest */
    uint16_t secret_bytes;    /* of ksig_verify_args.secret; 0: not used */
    uint8_t flags;            /* KSIG_HAS_*, KSIG_IS_* */
    uint8_t anchor_hash;      /* how the anchor is made from the public key, as the standard or
                               * KSIG_ANCHOR_HASH specifies: KSIG_HASH_SHA256, or KSIG_HASH_SHAKE256
                               * of anchor_bytes; 0: the anchor is the key */
} ksig_scheme;

/* ksig_scheme.flags, ORed. */
#define KSIG_HAS_CONTEXT 1     /* takes contexts of 0 .. 255 bytes */
#define KSIG_HAS_PREHASH 2     /* takes KSIG_MODE_PREHASH and KSIG_MODE_DIGEST */
#define KSIG_HAS_EXTERNAL_MU 4 /* takes KSIG_MODE_EXTERNAL_MU */
#define KSIG_IS_DRAFT 8        /* its standard is not yet published and may change */
#define KSIG_IS_SUPERSEDED 16  /* an earlier submission of a scheme that has become a standard */
#define KSIG_IS_BROKEN 32      /* for research only: anyone who has the public key can sign */
/* a key signs a limited number of messages, each with a different part of it */
#define KSIG_IS_STATEFUL 64

/* kilosig/schemes.def lists the parameter sets; kilosig/ml_dsa.h, kilosig/haetae.h and so on
 * describe them. This header includes them all. */

/* The enabled schemes, ended by a null pointer. A program that refers to a list links all schemes
 * in it. */
extern const ksig_scheme *const ksig_schemes[];
extern const struct ksig_keygen_scheme *const ksig_keygen_schemes[];
extern const struct ksig_sign_scheme *const ksig_sign_schemes[];

/* Returns the scheme of that name, or null. Links every enabled scheme. */
const ksig_scheme *ksig_scheme_by_name(const char *name);

/* ---- For verification and signing -------------------------------------------------------- */

/* The input that a byte belongs to. */
#define KSIG_PART_NONE 0
#define KSIG_PART_KEY 1
#define KSIG_PART_MESSAGE 2
#define KSIG_PART_SIGNATURE 3

/* What the message stream is. */
#define KSIG_MODE_PURE 0 /* the message itself */
/* the message; the library hashes it with args.hash (HashML-DSA, HashSLH-DSA) */
#define KSIG_MODE_PREHASH 1
/* In the next two modes the device must compute the digest or mu itself, from the message that it
 * will act upon: a party that supplies these bytes chooses which message appears to be signed. */
#define KSIG_MODE_DIGEST 2 /* the digest by args.hash, computed by the application */
/* 64 bytes of mu = SHAKE256(tr | M', 64), computed by the application (FIPS 204 6.3) */
#define KSIG_MODE_EXTERNAL_MU 3

/* Pre-hash functions: the last arc of the hash's object identifier 2.16.840.1.101.3.4.2.x. */
#define KSIG_HASH_SHA256 1
#define KSIG_HASH_SHA384 2
#define KSIG_HASH_SHA512 3
#define KSIG_HASH_SHA224 4
#define KSIG_HASH_SHA512_224 5
#define KSIG_HASH_SHA512_256 6
#define KSIG_HASH_SHA3_224 7
#define KSIG_HASH_SHA3_256 8
#define KSIG_HASH_SHA3_384 9
#define KSIG_HASH_SHA3_512 10
#define KSIG_HASH_SHAKE128 11 /* 32 bytes of output */
#define KSIG_HASH_SHAKE256 12 /* 64 bytes of output */

#if KSIG_ANCHOR_HASH != KSIG_HASH_SHA256 && KSIG_ANCHOR_HASH != KSIG_HASH_SHAKE256
#error "KSIG_ANCHOR_HASH is KSIG_HASH_SHA256 or KSIG_HASH_SHAKE256"
#endif
/* Not for applications: the hash of a key while it arrives. */
#define KSIG_ANCHOR_STATE_BYTES (KSIG_ANCHOR_HASH == KSIG_HASH_SHA256 ? 104 : 208)
#define KSIG_COPIED_KEY_STATE_BYTES (KSIG_ANCHOR_HASH == KSIG_HASH_SHA256 ? 104 : 208 + 64)

/* RAM constants, in the families' headers:
 *
 *   KSIG_<SET>_STATE_BYTES, _KEYGEN_STATE_BYTES, _SIGN_STATE_BYTES
 *       the exact size of the state
 *   KSIG_<FAMILY>_VERIFY_STACK_BYTES, _KEYGEN_..., _SIGN_...
 *       the deepest stack below any call, for every input: an upper bound from the call graph, for
 *       Cortex-M3 and -M4 with arm-none-eabi-gcc 12 -O2. test/bench/test_bench.py fails if a call
 *       uses one byte more. Other compilers differ: `make bench` measures them. Without assembly
 *       (KSIG_ENABLE_ASSEMBLY 0) add up to 48 bytes. */

/* A state of `size` bytes, aligned to 8. */
#define KSIG_STATE(size)     \
    {                        \
        uint64_t align;      \
        uint8_t bytes[size]; \
    }

/* ---- Hash engines ------------------------------------------------------------------------ */

/* With KSIG_ENABLE_HASH_HOOKS the application defines `const ksig_hash_hooks ksig_hooks = { ...
 * };`, and the library calls these functions instead of its own. A null entry keeps the library's
 * function.
 */
typedef struct ksig_hash_hooks {
    /* Keccak-f[1600] (FIPS 202) in place. Lane i = x + 5 y is words 2 i, its low half, and
     * 2 i + 1. */
    void (*keccak_f1600)(uint32_t lanes[50]);
    /* FIPS 180-4 compression of one block: 64 or 128 message bytes in the order of memory. The
     * block may be overwritten. */
    void (*sha256_compress)(uint32_t chain[8], uint32_t block[16]);
    void (*sha512_compress)(uint64_t chain[8], uint64_t block[16]);
} ksig_hash_hooks;

#if KSIG_ENABLE_HASH_HOOKS
extern const ksig_hash_hooks ksig_hooks;
#endif

KSIG_END

#include "kilosig/sign.h"
#include "kilosig/verify.h"

#include "kilosig/families.h"

/* The sets of all families. */
#include "kilosig/schemes.h"

#include "kilosig/linked.h"

#endif
