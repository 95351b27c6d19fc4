/* kilosig: streaming verification. Included by kilosig.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The verifier keeps neither key nor message nor signature in RAM. It says which bytes it wants
 * next, and the caller feeds them in pieces of any size, down to one byte.
 *
 *     ksig_verify_ml_dsa_44 v;                                       // the caller's RAM
 *     ksig_verify_args args = { .anchor = trusted_digest, .message_length = 33,
 *                               .signature_length = 2420, .key_length = 1312 };
 *     ksig_want w;
 *     if (ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) != KSIG_PENDING) return;
 *     while ((w = ksig_verify_want(&v)).length != 0) {
 *         size_t n = bring(w.part, w.offset, buffer, w.length);  // 1 .. w.length bytes; 0: give up
 *         if (n == 0) break;
 *         ksig_verify_feed(&v, buffer, n);
 *     }
 *     if (ksig_verify_close(&v) == KSIG_ACCEPT) activate();
 *
 * Choose the call by the transport (examples/ has a program for each):
 *
 *     the device asks (flash, files, request and answer)    want, feed
 *     bytes come unasked (CAN, UART, DMA)                   ksig_verify_push
 *     all inputs are in addressable memory                  ksig_verify
 *     the same, and the device trusts the key itself        ksig_verify_with_key */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_VERIFY_H
#define KILOSIG_VERIFY_H

KSIG_BEGIN

typedef struct ksig_verify_args {
    const uint8_t
        *anchor; /* scheme->anchor_bytes trusted bytes; stays readable and unchanged until close */
    const uint8_t *context; /* may be null if context_length is 0; only open reads it */
    const uint8_t
        *secret; /* scheme->secret_bytes random bytes that the sender cannot know; only open reads
                  * them. Zeros or constants are accepted, but protect nothing */
    size_t context_length;     /* 0 .. 255 */
    uint32_t message_length;   /* of the message to be streamed; may be 0 */
    uint32_t signature_length; /* as announced by the sender */
    uint32_t key_length;       /* as announced by the sender */
    uint8_t mode;              /* KSIG_MODE_* */
    uint8_t hash;              /* KSIG_HASH_*, for KSIG_MODE_PREHASH and KSIG_MODE_DIGEST */
} ksig_verify_args;

typedef struct ksig_want {
    uint32_t offset; /* of the next byte, in its part */
    uint32_t length; /* how many bytes may follow in one run; 0: nothing more is wanted, close */
    uint8_t part;    /* KSIG_PART_* */
} ksig_want;

/* Begins a verification in `state`; state_bytes: scheme->state_bytes or more. Returns KSIG_PENDING,
 * or a reject reason, which close returns too. After KSIG_REJECT_STATE_SIZE the state is closed if
 * it is aligned and has at least sizeof(ksig_verify_head) bytes; otherwise it has not been written,
 * and no call may use it. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_open(void *state, size_t state_bytes,
                                              const ksig_scheme *scheme,
                                              const ksig_verify_args *args);

/* Returns what the verifier wants next; nothing after a rejection. Scheme, variant and lengths
 * determine the order of parts and offsets. In some schemes it depends on more: HAETAE on two size
 * bytes in the signature; LMS, HSS and XMSS on the key; HSS also on the type codes in the
 * signature; GeMSS in variant FAST on message, signature and key. */
ksig_want ksig_verify_want(const void *state);

/* Takes the next 1 .. want.length bytes of the wanted part. Returns KSIG_PENDING or a reject
 * reason; more bytes than wanted are KSIG_REJECT_OVERFEED. Length 0 only returns the verdict so
 * far. Each byte is loaded once, so `data` may change during the call; but the application must act
 * upon the bytes that it fed. docs/streaming.md says how long the longest call takes. */
ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length);

/* Ends the verification and wipes the state. Returns KSIG_ACCEPT or a reject reason:
 * KSIG_REJECT_INCOMPLETE if bytes are missing. A closed state wants nothing, and every call returns
 * KSIG_REJECT_ARGUMENT until it is reopened. Memory that is all zeros, like a static variable
 * before it is opened, is closed, too. Closing a copy of a complete state also returns KSIG_ACCEPT:
 * the application must make sure that it acts upon a message only once. With KSIG_FAULTS_DOUBLE,
 * KSIG_REJECT_INCOMPLETE after one run. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_close(void *state);

#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
/* Begins the second run, in place of ksig_verify_close, when nothing more is wanted and the reason
 * is KSIG_PENDING. Pass the arguments given to ksig_verify_open. Returns KSIG_PENDING, or the
 * reason why the first run was rejected, and then the state is closed. Everything is wanted once
 * more, and the verdict of ksig_verify_close covers both runs:
 *
 *     ksig_verify_open(&v, sizeof v, scheme, &args);
 *     feed_all(&v);                                    (as they come from the sender)
 *     if (ksig_verify_again(&v, sizeof v, scheme, &args) == KSIG_PENDING)
 *         feed_all(&v);                                (the message from where it will be used)
 *     if (ksig_verify_close(&v) == KSIG_ACCEPT) act();
 *
 * Nothing binds the message of one run to that of the other. So the second run must read the
 * message from where the application will use it, such as flash, never from the sender, who could
 * send the genuine message the second time. Key and signature may come from anywhere. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_again(void *state, size_t state_bytes,
                                               const ksig_scheme *scheme,
                                               const ksig_verify_args *args);
#endif

/* Feeds unsolicited bytes. The sender sends message, signature and key in the order in which they
 * are wanted (`kilosig plan` prints it). Bytes after the last one are KSIG_REJECT_OVERFEED. */
ksig_verdict ksig_verify_push(void *state, const uint8_t *data, size_t length);

/* The whole verification, for inputs in addressable memory such as flash; args has the lengths. If
 * others can write to that memory, the verdict holds for the bytes that the call read, not for
 * later contents. */
KSIG_MUST_CHECK ksig_verdict ksig_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                         const ksig_verify_args *args, const uint8_t *key,
                                         const uint8_t *message, const uint8_t *signature);

/* Runs ksig_verify twice: KSIG_ACCEPT if both runs accept, otherwise the first other verdict. An
 * attacker would have to inject a fault that the library's checks miss, such as a word skipped
 * inside a hash (docs/assurance.md), twice. Takes twice the time and no more RAM. With
 * KSIG_FAULTS_DOUBLE it is ksig_verify. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_twice(void *state, size_t state_bytes,
                                               const ksig_scheme *scheme,
                                               const ksig_verify_args *args, const uint8_t *key,
                                               const uint8_t *message, const uint8_t *signature);

/* ksig_verify for a public key that is itself trusted, such as one in the image of a boot loader.
 * It makes the anchor from `key`, which costs one more hash of the key if the anchor is a digest,
 * and ignores args->anchor. Never call it with a key that came with the signature: anybody can sign
 * with a key of their own. KSIG_REJECT_KEY_LENGTH leaves the state unchanged. Stack:
 * KSIG_VERIFY_WITH_KEY_STACK_BYTES at most, in every family. */
#define KSIG_VERIFY_WITH_KEY_STACK_BYTES 560
KSIG_MUST_CHECK ksig_verdict ksig_verify_with_key(void *state, size_t state_bytes,
                                                  const ksig_scheme *scheme,
                                                  const ksig_verify_args *args, const uint8_t *key,
                                                  const uint8_t *message, const uint8_t *signature);

/* Makes the anchor of a trusted public key, scheme->anchor_bytes long; for provisioning, with the
 * whole key in memory, which the anchor must not overlap. Returns KSIG_DONE, or
 * KSIG_REJECT_KEY_LENGTH and a zeroed anchor. */
KSIG_MUST_CHECK ksig_verdict ksig_key_anchor(const ksig_scheme *scheme, const uint8_t *key,
                                             size_t key_length, uint8_t *anchor);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* The common beginning of every state. */
typedef struct ksig_verify_head {
    const ksig_scheme *scheme;
    const uint8_t *anchor;
    uint8_t part; /* the bytes come early: ARMv6-M reaches only 32 bytes from a pointer */
    uint8_t stage;
    uint8_t mode;
    uint8_t hash;
    uint32_t offset; /* what ksig_verify_want returns */
    uint32_t length;
    uint32_t piece;    /* bytes until the scheme has work to do; 1 .. length while pending */
    uint32_t trail;    /* grows by a known amount with every check passed; src/stream/verdict.h */
    uint32_t reason;   /* KSIG_PENDING or why the input was rejected */
    uint32_t unhashed; /* bytes of the message not hashed yet */
} ksig_verify_head;

KSIG_END

#endif
