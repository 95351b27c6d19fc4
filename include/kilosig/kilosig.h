/* kilosig: post-quantum signatures for microcontrollers with 8 kB of RAM.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Streaming verification. The verifier keeps neither key nor message nor signature in RAM: it says which bytes it wants
 * next, and the caller brings them in pieces of any size, down to one byte.
 *
 *     ksig_verify_ml_dsa_44 v;                                       // RAM, owned by the caller
 *     ksig_verify_args args = { .anchor = trusted_digest, .message_length = 33,
 *                               .signature_length = 2420, .key_length = 1312 };
 *     ksig_want w;
 *     if (ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) == KSIG_PENDING)
 *         while ((w = ksig_verify_want(&v)).length != 0) {
 *             size_t n = bring(w.part, w.offset, buffer, w.length);  // at most w.length bytes
 *             ksig_verify_feed(&v, buffer, n);
 *         }
 *     if (ksig_verify_close(&v) == KSIG_ACCEPT) activate();
 *
 * Conventions. Lengths and offsets are in bytes. No function keeps a pointer into the state, so a state may be moved or
 * copied with memcpy between any two calls; a copy is a checkpoint from which a broken transfer resumes. Pointers in
 * ksig_verify_args that must outlive ksig_verify_open are marked. No call allocates, blocks, or uses static data; calls
 * on different states may run concurrently. Arguments marked "not null" are not checked for null.
 * All data of a verification is public: it runs in variable time.
 *
 * RAM of a verification = the state (KSIG_..._STATE_BYTES) + the stack below the call (KSIG_..._VERIFY_STACK_BYTES).
 * Nothing else. README.md has the table. */
#ifndef KILOSIG_H
#define KILOSIG_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/config.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define KSIG_MUST_CHECK __attribute__((warn_unused_result))
#else
#define KSIG_MUST_CHECK
#endif

#define KSIG_VERSION "0.1.0"

/* ---- Verdicts ------------------------------------------------------------------------------------------------ */

/* KSIG_ACCEPT, KSIG_PENDING, or one of the reject reasons. Compare with KSIG_ACCEPT; never test for zero or
 * non-zero. */
typedef uint32_t ksig_verdict;

/* The only success. At Hamming distance 12 or more from every other value, and from all zeros and all ones. */
#define KSIG_ACCEPT UINT32_C(0xA5C3963C)

/* The success of key generation and signing: not a verdict on anything that came from outside. */
#define KSIG_DONE UINT32_C(0x00D0E000)

#define KSIG_PENDING UINT32_C(0)           /* no verdict yet: go on */
#define KSIG_REJECT_ARGUMENT UINT32_C(1)   /* a null anchor, an unknown mode, hash or scheme, a missing secret */
#define KSIG_REJECT_STATE_SIZE UINT32_C(2) /* the state is smaller than the scheme needs, or not aligned to 8 bytes */
#define KSIG_REJECT_KEY_LENGTH UINT32_C(3) /* not the scheme's public key length */
#define KSIG_REJECT_SIG_LENGTH UINT32_C(4) /* not a signature length of the scheme */
#define KSIG_REJECT_MSG_LENGTH UINT32_C(5) /* digest or mu of a wrong length */
#define KSIG_REJECT_CONTEXT UINT32_C(6)    /* context over 255 bytes, or where the scheme or mode has none */
#define KSIG_REJECT_OVERFEED UINT32_C(7)   /* more bytes fed than wanted */
#define KSIG_REJECT_INCOMPLETE UINT32_C(8) /* closed before every wanted byte was fed */
#define KSIG_REJECT_Z_RANGE UINT32_C(9)    /* a coefficient of z is outside (-(gamma1 - beta), gamma1 - beta) */
#define KSIG_REJECT_HINT UINT32_C(10)      /* hint counts, order or padding not canonical */
#define KSIG_REJECT_KEY UINT32_C(11)       /* the public key is not the one of the anchor, or of the compact key */
#define KSIG_REJECT_SIGNATURE UINT32_C(12) /* all is well formed, but the signature does not fit message and key */
#define KSIG_REJECT_RESTREAM UINT32_C(13)  /* bytes asked for again were not those sent first */
#define KSIG_REJECT_FAULT UINT32_C(14)     /* the state was damaged, or not every check ran: treat as an attack */
#define KSIG_REJECT_ENCODING UINT32_C(15)  /* a section of the signature does not decode, or its padding is not zero */
#define KSIG_REJECT_NORM UINT32_C(16)      /* the signature is well formed, but too long a vector */
#define KSIG_REASON_COUNT 17               /* reasons are 0 .. KSIG_REASON_COUNT - 1 */

/* One sentence in English for a verdict, never null; "" if KSIG_ENABLE_REASON_TEXT is 0. */
const char *ksig_reason_text(ksig_verdict verdict);

/* ---- Schemes -------------------------------------------------------------------------------------------------- */

/* A parameter set: constant data. The members are for reading; descriptors other than those below do not work. */
typedef struct ksig_scheme {
    const char *name;         /* as the tool spells it: "ml-dsa-44" */
    uint16_t anchor_bytes;    /* digest of the public key that the caller must hold */
    uint16_t state_bytes;     /* of a verification, as in the constants below */
    uint32_t key_bytes;       /* public key */
    uint32_t signature_bytes; /* exact, or the largest where lengths vary */
    uint16_t secret_bytes;    /* of ksig_verify_args.secret; 0 = not used. GeMSS does without, see kilosig/mq.h */
    uint8_t anchor_hash;      /* the anchor is this digest of the public key: KSIG_HASH_SHA256, or KSIG_HASH_SHAKE256 of
                               * anchor_bytes. By the scheme's standard, else KSIG_ANCHOR_HASH. 0: the key itself */
    const struct ksig_verify_operations *verify;
    const void *params;
} ksig_scheme;

/* The parameter sets are declared in kilosig/ml_dsa.h, kilosig/haetae.h and so on, which this header includes. */

/* The enabled schemes, ended by a null pointer. Referring to it links them all. */
extern const ksig_scheme *const ksig_schemes[];

/* The scheme of that name, or null. Links every enabled scheme. name: not null. */
const ksig_scheme *ksig_scheme_by_name(const char *name);

/* ---- Verification --------------------------------------------------------------------------------------------- */

/* Which input a byte belongs to. */
#define KSIG_PART_NONE 0
#define KSIG_PART_KEY 1
#define KSIG_PART_MESSAGE 2
#define KSIG_PART_SIGNATURE 3

/* What the message stream is. */
#define KSIG_MODE_PURE 0        /* the message itself */
#define KSIG_MODE_PREHASH 1     /* the message; the library hashes it with args.hash (HashML-DSA, HashSLH-DSA) */
#define KSIG_MODE_DIGEST 2      /* the digest under args.hash: the application hashed the message */
#define KSIG_MODE_EXTERNAL_MU 3 /* 64 bytes of mu = SHAKE256(tr | M', 64), computed elsewhere (FIPS 204 section 6.3) */

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
/* Of the digest while a key comes, not for applications. */
#define KSIG_ANCHOR_STATE_BYTES (KSIG_ANCHOR_HASH == KSIG_HASH_SHA256 ? 104 : 208)

typedef struct ksig_verify_args {
    const uint8_t *anchor;     /* scheme->anchor_bytes trusted bytes; must stay readable and unchanged until close */
    const uint8_t *context;    /* may be null if context_length is 0; read by open only */
    const uint8_t *secret;     /* scheme->secret_bytes secret bytes, never shown to the sender; read by open only */
    size_t context_length;     /* 0 .. 255 */
    uint32_t message_length;   /* in bytes, of what will be streamed as the message; 0 is allowed */
    uint32_t signature_length; /* as announced by the sender */
    uint32_t key_length;       /* as announced by the sender */
    uint8_t mode;              /* KSIG_MODE_* */
    uint8_t hash;              /* KSIG_HASH_*, for KSIG_MODE_PREHASH and KSIG_MODE_DIGEST */
} ksig_verify_args;

typedef struct ksig_want {
    uint32_t offset; /* of the next byte, in its part */
    uint32_t length; /* bytes that may follow from there without a jump; 0 = nothing more is wanted, close */
    uint8_t part;    /* KSIG_PART_* */
} ksig_want;

/* The common beginning of every state. Not for applications: it is here so that state sizes are compile-time
 * constants. */
typedef struct ksig_verify_head {
    const ksig_scheme *scheme;
    const uint8_t *anchor;
    uint32_t offset; /* what ksig_verify_want answers */
    uint32_t length;
    uint32_t piece;  /* bytes until the scheme has work to do; 1 .. length while pending */
    uint32_t trail;  /* grows by a known amount with every check that passed; see src/api/verdict.h */
    uint32_t reason; /* KSIG_PENDING or why the input was rejected */
    uint8_t part;
    uint8_t stage;
    uint8_t mode;
    uint8_t hash;
} ksig_verify_head;

/* RAM constants of the parameter sets, in the headers of the families:
 *   KSIG_<SET>_STATE_BYTES, _KEYGEN_STATE_BYTES, _SIGN_STATE_BYTES
 *     the state in bytes, exact; on a 32-bit machine: README.md
 *   KSIG_<FAMILY>_VERIFY_STACK_BYTES, _KEYGEN_..., _SIGN_...
 *     the deepest stack below any call in bytes: an upper bound for all inputs by the call graph, for Cortex-M3 and -M4
 *     as arm-none-eabi-gcc 12 -O2 builds them. test/test_bench.py fails if one byte more is used. Other compilers and
 *     options differ: `make bench` measures them. Without assembly (KSIG_ENABLE_ASSEMBLY 0) it is up to 48 bytes
 *     more, for GeMSS 80. */

/* A state of `size` bytes, aligned to 8. */
#define KSIG_STATE(size)     \
    {                        \
        uint64_t align;      \
        uint8_t bytes[size]; \
    }

/* Begins a verification in `state` (aligned to 8 bytes, state_bytes >= scheme->state_bytes).
 * Returns KSIG_PENDING, or the reason why it cannot work; the same reason is then what close answers.
 * After KSIG_REJECT_STATE_SIZE the state was not written and must not be used. state, scheme, args: not null. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                              const ksig_verify_args *args);

/* What the verifier wants next. The sequence of parts, offsets and lengths is a function of scheme, variant and lengths
 * alone (HAETAE: also of the two size bytes in the signature; GeMSS in variant FAST: of message, signature and key),
 * but for a rejection, after which nothing more is wanted. state: opened. */
ksig_want ksig_verify_want(const void *state);

/* Takes the next `length` bytes of the wanted part, 1 <= length <= want.length; data: not null. More than wanted is a
 * rejection (KSIG_REJECT_OVERFEED). Returns KSIG_PENDING or the reject reason; after a rejection it does nothing.
 * Longest single call: one row of A z, see docs/streaming.md. */
ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length);

/* Ends the verification, wipes the state, and answers KSIG_ACCEPT or a reject reason. A closed state wants nothing and
 * answers KSIG_REJECT_ARGUMENT to everything until it is opened again. state: opened. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_close(void *state);

/* One-shot verification of inputs that are all in addressable memory (flash, say): a loop over the calls above.
 * key, message and signature have the lengths given in args; each may be null if its length is 0. */
KSIG_MUST_CHECK ksig_verdict ksig_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                         const ksig_verify_args *args, const uint8_t *key, const uint8_t *message,
                                         const uint8_t *signature);

/* Computes the anchor of a trusted public key: scheme->anchor_bytes bytes. For provisioning, where the whole key is
 * addressable. Returns KSIG_PENDING, or KSIG_REJECT_KEY_LENGTH and a zeroed anchor. */
KSIG_MUST_CHECK ksig_verdict ksig_key_anchor(const ksig_scheme *scheme, const uint8_t *key, size_t key_length,
                                             uint8_t *anchor);

/* ---- Key generation ---------------------------------------------------------------------------------------------
 *
 * In bounded steps, so that a superloop can serve its watchdog: open, step until it no longer answers KSIG_PENDING,
 * close. Seed, secret key and state are secret; no branch or address depends on them but where docs/haetae.md says
 * so. */

typedef struct ksig_keygen_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t seed_bytes;
    uint32_t key_bytes;
    uint32_t secret_key_bytes; /* holds the public key as its beginning */
    const struct ksig_keygen_operations *operations;
    const void *params;
} ksig_keygen_scheme;

/* The common beginning of every state. Not for applications. */
typedef struct ksig_keygen_head {
    const ksig_keygen_scheme *scheme;
    uint8_t *secret_key;
    uint32_t progress; /* what step answers */
    uint32_t unused;
} ksig_keygen_head;

/* Begins. seed: seed_bytes of fresh randomness; read by open only. secret_key: secret_key_bytes, written until close;
 * the public key is its first key_bytes. Returns KSIG_PENDING or KSIG_REJECT_STATE_SIZE. All not null. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                              const uint8_t *seed, uint8_t *secret_key);
/* Does a bounded piece of work. KSIG_PENDING: call again. KSIG_DONE: the keys are complete. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_step(void *state);
/* Ends and wipes the state. KSIG_DONE, or KSIG_REJECT_INCOMPLETE and a zeroed secret key. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_close(void *state);
/* All of it. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                         const uint8_t *seed, uint8_t *secret_key);

/* ---- Signing ---------------------------------------------------------------------------------------------------- */

typedef struct ksig_sign_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t rnd_bytes; /* of ksig_sign_args.rnd; 0 = deterministic only */
    uint32_t secret_key_bytes;
    uint32_t signature_bytes;
    const struct ksig_sign_operations *operations;
    const void *params;
} ksig_sign_scheme;

typedef struct ksig_sign_args {
    const uint8_t
        *secret_key; /* secret_key_bytes, trusted; must stay readable and unchanged until close (flash will do) */
    const uint8_t *context; /* may be null if context_length is 0; read by open only */
    const uint8_t *rnd;    /* rnd_bytes of fresh randomness, or null: deterministic, as with zeros; read by open only */
    size_t context_length; /* 0 .. 255 */
    /* Of compact secret keys, and as readable as these; else may be null. */
    const uint8_t *public_key;
} ksig_sign_args;

/* The common beginning of every state. Not for applications: it is here so that state sizes are compile-time
 * constants. */
typedef struct ksig_sign_head {
    const ksig_sign_scheme *scheme;
    const uint8_t *secret_key;
    uint8_t *signature;
    uint32_t reason; /* KSIG_PENDING or why it cannot go on */
    uint32_t nonce;  /* of the next random polynomial */
    uint8_t stage;
    uint8_t index; /* within the stage */
    uint8_t sign;  /* random byte of the attempt */
    uint8_t part;  /* within the index */
} ksig_sign_head;

/* Begins. signature: signature_bytes of RAM that nobody else uses until close: work goes through it, and before
 * KSIG_DONE what is there is as secret as the state. Returns KSIG_PENDING, KSIG_REJECT_STATE_SIZE, KSIG_REJECT_ARGUMENT
 * or KSIG_REJECT_CONTEXT. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                            const ksig_sign_args *args, uint8_t *signature);
/* Takes the next bytes of the message, in parts of any size, before the first step; later: KSIG_REJECT_OVERFEED. */
ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length);
/* Does a bounded piece of work. KSIG_PENDING: call again. KSIG_DONE: the signature is complete. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_step(void *state);
/* Ends and wipes the state. KSIG_DONE, or a zeroed signature and why: KSIG_REJECT_INCOMPLETE before the last step, else
 * what open, feed or step answered. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_close(void *state);
/* All of it. */
KSIG_MUST_CHECK ksig_verdict ksig_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                       const ksig_sign_args *args, const uint8_t *message, size_t message_length,
                                       uint8_t *signature);

/* ---- Hash engines ---------------------------------------------------------------------------------------------- */

/* Replacements for the library's permutation and compression functions (KSIG_ENABLE_HASH_HOOKS). A null entry keeps the
 * library's. The application defines `const ksig_hash_hooks ksig_hooks = { ... };`. */
typedef struct ksig_hash_hooks {
    /* Keccak-f[1600] (FIPS 202) in place; lane x + 5 y is words 2 (x + 5 y) (low half) and 2 (x + 5 y) + 1. */
    void (*keccak_f1600)(uint32_t lanes[50]);
    /* FIPS 180-4 compression of one block of 64 or 128 message bytes as they lie in memory; it may be overwritten. */
    void (*sha256_compress)(uint32_t chain[8], uint32_t block[16]);
    void (*sha512_compress)(uint64_t chain[8], uint64_t block[16]);
} ksig_hash_hooks;

#if KSIG_ENABLE_HASH_HOOKS
extern const ksig_hash_hooks ksig_hooks;
#endif

#ifdef __cplusplus
}
#endif

#include "kilosig/falcon.h"
#include "kilosig/haetae.h"
#include "kilosig/ml_dsa.h"
#include "kilosig/mq.h"
#include "kilosig/slh_dsa.h"

#endif
