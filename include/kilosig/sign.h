/* kilosig: key generation and signing. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Both run in bounded steps, so that a superloop can serve its watchdog, and share one life cycle:
 *
 *     open    checks the arguments and begins
 *     feed    brings the message (signing)
 *     step    does a bounded piece of work. KSIG_PENDING: call again. KSIG_DONE: the output is
 *             complete
 *     take    hands out the next bytes of the output, if the scheme streams it
 *     close   wipes the state. KSIG_DONE, or the reason why there is no output
 *
 * A scheme that streams needs no RAM for its output. Open it with a null output, and take the bytes
 * as they are produced:
 *
 *     do {
 *         verdict = ksig_sign_step(&s);
 *         while ((n = ksig_sign_take(&s, piece, sizeof piece)) != 0)
 *             send(piece, n);
 *     } while (verdict == KSIG_PENDING);
 *
 * A closed state has nothing to take and wants nothing; feed, step and close return
 * KSIG_REJECT_ARGUMENT. Memory that is all zeros, like a static variable before it is opened, is
 * closed, too.
 *
 * Given an output, it writes there, like a scheme that does not stream. Use an output only if close
 * returns KSIG_DONE.
 *
 * Seeds, secret keys, rnd and states are secret. No branch and no address depends on them, except
 * where the family's document says so. A copy of a state is as secret as the key. */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_SIGN_H
#define KILOSIG_SIGN_H

KSIG_BEGIN

/* ---- Key generation ---------------------------------------------------------------------- */

typedef struct ksig_keygen_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t seed_bytes;
    uint32_t key_bytes;        /* public key */
    uint32_t secret_key_bytes; /* secret key. HAETAE's begins with the public key, SLH-DSA's ends
                                  with it */
    uint32_t output_bytes;     /* output. HAETAE, SLH-DSA: the secret key. ML-DSA: the secret or the
                                  public key */
    uint8_t streams;           /* 1: the output can be streamed (taken) */
    const struct ksig_keygen_operations *operations;
    const void *params;
} ksig_keygen_scheme;

/* Begins. seed: seed_bytes of fresh randomness; only open reads them. output: output_bytes, written
 * until close; null if the scheme streams and the caller takes. Returns KSIG_PENDING, or
 * KSIG_REJECT_STATE_SIZE and a zeroed output, or KSIG_REJECT_ARGUMENT if the output is missing. The
 * previous contents of the state are zeroed and never read: to abandon a key generation, call
 * ksig_keygen_close first, or its output, if it is a different buffer, keeps secrets. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_open(void *state, size_t state_bytes,
                                              const ksig_keygen_scheme *scheme, const uint8_t *seed,
                                              uint8_t *output);
/* Does a bounded piece of work, or none while there are bytes to take. KSIG_PENDING: call again.
 * KSIG_DONE: the output is complete and taken. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_step(void *state);
/* Writes up to `length` bytes of the output to `out`. Returns how many; 0: step again. */
KSIG_MUST_CHECK size_t ksig_keygen_take(void *state, uint8_t *out, size_t length);
/* Ends and wipes the state. Returns KSIG_DONE; or KSIG_REJECT_INCOMPLETE, or KSIG_REJECT_FAULT if
 * the output has changed since it was written, and a zeroed output. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen_close(void *state);
/* The whole key generation. The output must not be null. */
KSIG_MUST_CHECK ksig_verdict ksig_keygen(void *state, size_t state_bytes,
                                         const ksig_keygen_scheme *scheme, const uint8_t *seed,
                                         uint8_t *output);

/* ---- Signing ----------------------------------------------------------------------------- */

typedef struct ksig_sign_scheme {
    const char *name;
    uint16_t state_bytes;
    uint16_t rnd_bytes; /* of ksig_sign_args.rnd; 0: deterministic only, rnd is null */
    uint32_t secret_key_bytes;
    uint32_t signature_bytes;
    uint8_t streams; /* 1: the signature can be streamed (taken) */
    const struct ksig_sign_operations *operations;
    const void *params;
} ksig_sign_scheme;

/* ksig_sign_args.flags, ORed. */
/* no rnd: the same message, context and key give the same signature; checked */
#define KSIG_SIGN_DETERMINISTIC 1
/* The default, with or without this flag: ML-DSA and HAETAE verify the signature before output;
 * SLH-DSA computes each root twice before signing it. With the flag, open fails if
 * KSIG_ENABLE_SIGN_CHECK is 0. */
#define KSIG_SIGN_CHECKED 2
/* no check; only with rnd. One fault may reveal the key: see below */
#define KSIG_SIGN_UNCHECKED 4

/* A signer reads the secret key and the public key more than once. Both must be in trusted memory
 * and unchanged from open until close. A checked signature is verified in the signer's state, with
 * the public key that was hashed with the message, and y, which masks the key in z, is redrawn for
 * the output. If a byte of a key, of the state or of the signature has changed, ksig_sign_step
 * returns KSIG_REJECT_FAULT. docs/schemes/ml_dsa_sign.md and haetae.md say what the check costs and
 * what it does not detect.
 *
 * Fresh rnd alone is no defence against faults. It keeps two signatures from sharing y, so that a
 * changed byte of a key, or a wrong challenge, reveals little. But without the check one skipped
 * instruction can omit y from a polynomial of z, and then z = c s1: a single signature reveals the
 * secret key. Use KSIG_SIGN_UNCHECKED only if nobody can disturb the device, or if the application
 * verifies each signature before anybody sees it; until then, the signature is as secret as the
 * key.
 *
 * KSIG_SIGN_DETERMINISTIC uses the same randomness for the same message. A second signature of that
 * message, with one byte of the public key changed, would reveal the secret key. So these
 * signatures are always checked. */
typedef struct ksig_sign_args {
    const uint8_t *secret_key; /* secret_key_bytes, trusted; stays readable and unchanged until
                                  close (flash will do) */
    const uint8_t *context;    /* may be null if context_length is 0; only open reads it */
    const uint8_t *rnd;        /* rnd_bytes of fresh randomness; only open reads them. Null with
                                * KSIG_SIGN_DETERMINISTIC, which rnd_bytes = 0 requires */
    size_t context_length;     /* 0 .. 255 */
    const uint8_t *public_key; /* required with HAETAE's compact secret keys, otherwise may be null;
                                * stays readable and unchanged until close */
    uint8_t flags;             /* KSIG_SIGN_* */
    uint8_t mode; /* KSIG_MODE_*, as in ksig_verify_args. HAETAE: KSIG_MODE_PURE only */
    uint8_t hash; /* KSIG_HASH_*, for KSIG_MODE_PREHASH and KSIG_MODE_DIGEST */
} ksig_sign_args;

/* Begins. signature: signature_bytes of RAM that nobody else reads or writes until close; null if
 * the scheme streams and the caller takes. The buffer is work space (ML-DSA keeps y there and, with
 * a seed, s1): until KSIG_DONE its contents are as secret as the key. If a reset may come in
 * between, zero the buffer and the state at boot. A copy of the state and the buffer may be resumed
 * once, and never after the original has continued. The previous contents of the state are zeroed
 * and never read, so open does not notice a signature in progress there: to abandon one, call
 * ksig_sign_close first, or its buffer, if it is a different one, keeps secrets. Returns
 * KSIG_PENDING, or a reject reason and a zeroed signature: KSIG_REJECT_STATE_SIZE,
 * KSIG_REJECT_CONTEXT, or KSIG_REJECT_ARGUMENT for a null pointer, for a mode, hash or flags that
 * the scheme does not support, or for neither or both of rnd and KSIG_SIGN_DETERMINISTIC. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_open(void *state, size_t state_bytes,
                                            const ksig_sign_scheme *scheme,
                                            const ksig_sign_args *args, uint8_t *signature);
/* Returns KSIG_PART_MESSAGE while bytes of the message may be fed, otherwise KSIG_PART_NONE.
 * SLH-DSA in KSIG_MODE_PURE reads the message twice: after a step it returns KSIG_PART_MESSAGE a
 * second time, and the same bytes must be fed from the beginning. */
unsigned ksig_sign_want(const void *state);
/* Takes the next bytes of the message, in pieces of any size. The next step ends the message;
 * feeding more after it is KSIG_REJECT_OVERFEED. Feed an empty message, too, with length 0. */
ksig_verdict ksig_sign_feed(void *state, const uint8_t *message, size_t length);
/* Does a bounded piece of work, or none while there are bytes to take. KSIG_PENDING: call again.
 * KSIG_DONE: the signature is complete and taken. KSIG_REJECT_INCOMPLETE: the message was wanted
 * but has not been fed. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_step(void *state);
/* Writes up to `length` bytes of the signature to `out`. Returns how many; 0: step again. */
KSIG_MUST_CHECK size_t ksig_sign_take(void *state, uint8_t *out, size_t length);
/* Ends and wipes the state. Returns KSIG_DONE, or a reject reason and a zeroed signature:
 * KSIG_REJECT_INCOMPLETE before the last step, otherwise the reason that open, feed or step
 * returned. */
KSIG_MUST_CHECK ksig_verdict ksig_sign_close(void *state);
/* The whole signature of a message in memory. The signature must not be null. */
KSIG_MUST_CHECK ksig_verdict ksig_sign(void *state, size_t state_bytes,
                                       const ksig_sign_scheme *scheme, const ksig_sign_args *args,
                                       const uint8_t *message, size_t message_length,
                                       uint8_t *signature);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* The common beginning of every state. */
typedef struct ksig_work_head {
    union {
        const ksig_keygen_scheme *keygen;
        const ksig_sign_scheme *sign;
    } scheme; /* null: closed */
    union {
        const uint8_t *secret; /* signing */
        uintptr_t sum;         /* key generation: of the output's bytes, as far as confirmed */
    } key;
    uint8_t *output; /* null: the caller takes */
    uint32_t reason; /* KSIG_PENDING, or why it cannot continue */
    uint8_t stage;
    uint8_t mode;
    uint8_t hash;
    uint8_t fed; /* signing: 1 from the first feed of a message until the step that ends it */
} ksig_work_head;

/* The same for schemes that stream. */
typedef struct ksig_stream_head {
    ksig_work_head work;
    uint32_t given;    /* bytes of the output already taken */
    uint16_t ready;    /* bytes that can be taken */
    uint16_t ready_at; /* where they are, in the state */
} ksig_stream_head;

KSIG_END

#endif
