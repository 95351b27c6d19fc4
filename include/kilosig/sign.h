/* kilosig: key generation and signing. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Both have one life cycle, in bounded steps, so that a superloop can serve its watchdog:
 *
 *     open    checks the arguments and begins
 *     feed    brings the message (signing)
 *     step    does a bounded piece of work: KSIG_PENDING, call again; KSIG_DONE, the output is complete
 *     take    hands out the next bytes of the output, where the scheme streams it
 *     close   wipes the state: KSIG_DONE, or why there is no output
 *
 * A scheme that streams need not have its output in RAM. Opened with a null output, it hands it out as it is made:
 *
 *     do {
 *         verdict = ksig_sign_step(&s);
 *         while ((n = ksig_sign_take(&s, piece, sizeof piece)) != 0)
 *             send(piece, n);
 *     } while (verdict == KSIG_PENDING);
 *
 * Opened with an output, it writes there, as the others do. Only if close answers KSIG_DONE is an output good.
 *
 * Seeds, secret keys, rnd and states are secret; no branch or address depends on them but where the document of the
 * family says so. A copy of a state is as secret as the key. Arguments are not null where nothing else is said. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_SIGN_H
#define KILOSIG_SIGN_H

KSIG_BEGIN

/* ---- Key generation --------------------------------------------------------------------------------------------- */

typedef struct ksig_keygen_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t seed_bytes;
    uint32_t key_bytes;        /* public key */
    uint32_t secret_key_bytes; /* secret key. HAETAE: it begins with the public key; SLH-DSA: it ends with it */
    uint32_t output_bytes;     /* what is made. HAETAE, SLH-DSA: the secret key. ML-DSA: that or the public key */
    uint8_t streams;           /* 1: the output may be taken */
    const struct ksig_keygen_operations *operations;
    const void *params;
} ksig_keygen_scheme;

/* Begins. seed: seed_bytes of fresh randomness; read by open only. output: output_bytes, written until close; null if
 * the scheme streams and ksig_keygen_take is to have it. Returns KSIG_PENDING, KSIG_REJECT_STATE_SIZE, or
 * KSIG_REJECT_ARGUMENT: no output. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_open(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                              const uint8_t *seed, uint8_t *output);
/* Does a bounded piece of work, or none while there are bytes to take. KSIG_PENDING: call again. KSIG_DONE: the output is
 * complete and taken. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_step(void *state);
/* The next bytes of the output that are ready, `length` at most. Returns how many; 0: step again. */
KSIG_MUST_CHECK size_t ksig_keygen_take(void *state, uint8_t *out, size_t length);
/* Ends and wipes the state. KSIG_DONE, or KSIG_REJECT_INCOMPLETE and a zeroed output. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_close(void *state);
/* All of it. output: not null. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen(void *state, size_t state_bytes, const ksig_keygen_scheme *scheme,
                                         const uint8_t *seed, uint8_t *output);

/* ---- Signing ---------------------------------------------------------------------------------------------------- */

typedef struct ksig_sign_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t rnd_bytes; /* of ksig_sign_args.rnd; 0 = deterministic only, then rnd is null */
    uint32_t secret_key_bytes;
    uint32_t signature_bytes;
    uint8_t streams; /* 1: the signature may be taken */
    const struct ksig_sign_operations *operations;
    const void *params;
} ksig_sign_scheme;

/* ksig_sign_args.flags, ORed. */
#define KSIG_SIGN_DETERMINISTIC 1 /* no rnd: one message, context and key give one signature; checked */
/* The signature is verified before it is given away; see below. ML-DSA: the default. SLH-DSA, the default: each root is
 * formed twice before it is signed. */
#define KSIG_SIGN_CHECKED 2
#define KSIG_SIGN_UNCHECKED 4 /* ML-DSA, SLH-DSA with rnd: it is not */

/* What is read more than once: the secret key and the public key. Both must be trusted memory, and the same bytes from
 * open until close.
 *   rnd is the defence against faults: with fresh rnd, no two signatures have randomness in common, so that a key whose
 *     bytes change, or a computation that goes wrong, gives a signature that does not verify, and little more.
 *   KSIG_SIGN_DETERMINISTIC has the same randomness for the same message: a second signature of it under one changed
 *     byte of the public key would give away the secret key. So it is always checked.
 *   A checked signature is verified with the public key that its message was hashed with, in the state that is there:
 *     if any of that does not fit, because a byte of a key, of the state or of the signature changed, ksig_sign_step
 *     answers KSIG_REJECT_FAULT. docs/schemes/haetae.md says what it costs and what it does not see. */
typedef struct ksig_sign_args {
    const uint8_t *secret_key; /* secret_key_bytes, trusted; must stay readable and unchanged until close (flash will
                                * do) */
    const uint8_t *context;    /* may be null if context_length is 0; read by open only */
    const uint8_t *rnd;        /* rnd_bytes of fresh randomness, read by open only; null just with
                                * KSIG_SIGN_DETERMINISTIC, which a scheme with rnd_bytes = 0 always wants */
    size_t context_length;     /* 0 .. 255 */
    const uint8_t *public_key; /* of HAETAE's compact secret keys: must stay readable and unchanged until close; else
                                * may be null */
    uint8_t flags;             /* KSIG_SIGN_* */
    uint8_t mode;              /* KSIG_MODE_*: what is fed, as in ksig_verify_args. HAETAE: KSIG_MODE_PURE only */
    uint8_t hash;              /* KSIG_HASH_*, for KSIG_MODE_PREHASH and KSIG_MODE_DIGEST */
} ksig_sign_args;

/* Begins. signature: signature_bytes of RAM that nobody else reads or writes until close; null if the scheme streams and
 * ksig_sign_take is to have it. Work goes through it (of ML-DSA: y), and before KSIG_DONE what is there is as secret as
 * the key. So zero it at boot, if a reset may come in between; and the state, too. A copy of the state, with what is
 * there, may be resumed once, and never after the state has gone on. Returns KSIG_PENDING, KSIG_REJECT_STATE_SIZE,
 * KSIG_REJECT_CONTEXT, or KSIG_REJECT_ARGUMENT: a null pointer, a mode, a hash or flags that the scheme does not have,
 * or neither or both of rnd and KSIG_SIGN_DETERMINISTIC. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_open(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                            const ksig_sign_args *args, uint8_t *signature);
/* KSIG_PART_MESSAGE while bytes of the message may be fed, else KSIG_PART_NONE. A scheme that reads the message twice
 * answers it once more behind a step, and then wants the same bytes from the first one on: SLH-DSA in KSIG_MODE_PURE. */
unsigned ksig_sign_want(const void *state);
/* Takes the next bytes of the message, in parts of any size, until the next step; later: KSIG_REJECT_OVERFEED. */
ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length);
/* Does a bounded piece of work, or none while there are bytes to take. KSIG_PENDING: call again. KSIG_DONE: the signature
 * is complete and taken. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_step(void *state);
/* The next bytes of the signature that are ready, `length` at most. Returns how many; 0: step again. */
KSIG_MUST_CHECK size_t ksig_sign_take(void *state, uint8_t *out, size_t length);
/* Ends and wipes the state. KSIG_DONE, or a zeroed signature and why: KSIG_REJECT_INCOMPLETE before the last step, else
 * what open, feed or step answered. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_close(void *state);
/* All of it. signature: not null. */
KSIG_MUST_CHECK ksig_verdict ksig_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                                       const ksig_sign_args *args, const uint8_t *message, size_t message_length,
                                       uint8_t *signature);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------------------------------- */

/* The common beginning of every state. */
typedef struct ksig_work_head {
    union {
        const ksig_keygen_scheme *keygen;
        const ksig_sign_scheme *sign;
    } scheme;                  /* null: closed */
    const uint8_t *secret_key; /* signing */
    uint8_t *output;           /* null: it is taken */
    uint32_t reason;           /* KSIG_PENDING or why it cannot go on */
    uint8_t stage;
    uint8_t mode;
    uint8_t hash;
    uint8_t flags;
} ksig_work_head;

/* The same of those that stream. */
typedef struct ksig_stream_head {
    ksig_work_head work;
    uint32_t given;    /* bytes of the output so far */
    uint16_t ready;    /* bytes that may be taken */
    uint16_t ready_at; /* from there on, in the state */
} ksig_stream_head;

KSIG_END

#endif
