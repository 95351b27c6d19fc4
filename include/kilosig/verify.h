/* kilosig: streaming verification. Included by kilosig.h. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The verifier keeps neither key nor message nor signature in RAM: it says which bytes it wants next, and the caller
 * brings them in pieces of any size, down to one byte.
 *
 *     ksig_verify_ml_dsa_44 v;                                       // RAM, owned by the caller
 *     ksig_verify_args args = { .anchor = trusted_digest, .message_length = 33,
 *                               .signature_length = 2420, .key_length = 1312 };
 *     ksig_want w;
 *     if (ksig_verify_open(&v, sizeof v, &ksig_ml_dsa_44, &args) != KSIG_PENDING) return;
 *     while ((w = ksig_verify_want(&v)).length != 0) {
 *         size_t n = bring(w.part, w.offset, buffer, w.length);  // 1 .. w.length bytes; 0: nothing came, give up
 *         if (n == 0) break;
 *         ksig_verify_feed(&v, buffer, n);
 *     }
 *     if (ksig_verify_close(&v) == KSIG_ACCEPT) activate();
 *
 * Which call for which transport (examples/ has a program for each):
 *
 *     the device asks (flash, files, request and answer)    want, feed
 *     bytes come unasked (CAN, UART, DMA)                   ksig_verify_push
 *     all is in addressable memory                          ksig_verify
 *     the same, and the key is trusted, not a digest of it  ksig_verify_with_key */
#include "kilosig/kilosig.h" /* which includes this file: so before the guard */

#ifndef KILOSIG_VERIFY_H
#define KILOSIG_VERIFY_H

KSIG_BEGIN

typedef struct ksig_verify_args {
    const uint8_t *anchor;     /* scheme->anchor_bytes trusted bytes; must stay readable and unchanged until close */
    const uint8_t *context;    /* may be null if context_length is 0; read by open only */
    const uint8_t *secret;     /* scheme->secret_bytes random bytes that the sender cannot know; read by open only.
                                * Zeros or a constant are not refused, and protect nothing */
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

/* Begins a verification in `state`, of scheme->state_bytes or more. Returns KSIG_PENDING, or the reason why it cannot
 * work; close then answers the same reason. After KSIG_REJECT_STATE_SIZE the state is closed, if it is aligned and has
 * sizeof(ksig_verify_head) or more; otherwise it was not written, and no call may use it. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                              const ksig_verify_args *args);

/* What the verifier wants next; nothing after a rejection. The order of parts and offsets follows from scheme, variant
 * and lengths alone, with four exceptions: HAETAE, also from two size bytes in the signature; LMS, HSS and XMSS, from
 * the key; HSS, from the type codes in the signature; GeMSS in variant FAST, from message, signature and key. */
ksig_want ksig_verify_want(const void *state);

/* Takes the next 1 .. want.length bytes of the wanted part. Returns KSIG_PENDING or the reject reason: more than wanted
 * is KSIG_REJECT_OVERFEED. Length 0 only asks how the verification stands. Each byte is loaded once, so data may lie
 * where others write; what the application then acts upon must be the bytes that it fed. The longest call takes as long
 * as one row of A z: docs/streaming.md. */
ksig_verdict ksig_verify_feed(void *state, const uint8_t *data, size_t length);

/* Ends the verification, wipes the state, and answers KSIG_ACCEPT or a reject reason, KSIG_REJECT_INCOMPLETE if bytes
 * are missing. A closed state wants nothing and answers KSIG_REJECT_ARGUMENT to everything until it is opened again.
 * Copies of a complete state answer KSIG_ACCEPT too: to act upon a message once is up to the application. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_close(void *state);

/* The same for bytes that come unasked, in the order in which they are wanted, across message, signature and key. The
 * sender knows that order (`kilosig plan`). Bytes after the last one are KSIG_REJECT_OVERFEED. */
ksig_verdict ksig_verify_push(void *state, const uint8_t *data, size_t length);

/* All of it, for inputs in addressable memory such as flash, with the lengths given in args. If others can write that
 * memory, the verdict is on what the call read, which need not be what is read later. */
KSIG_MUST_CHECK ksig_verdict ksig_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                         const ksig_verify_args *args, const uint8_t *key, const uint8_t *message,
                                         const uint8_t *signature);

/* The same, twice: KSIG_ACCEPT if both accept, else the first answer that does not. A fault that the library's checks
 * do not see, such as a word left out inside a hash (docs/assurance.md), would have to be made twice. Twice the time, no
 * more RAM. */
KSIG_MUST_CHECK ksig_verdict ksig_verify_twice(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                               const ksig_verify_args *args, const uint8_t *key, const uint8_t *message,
                                               const uint8_t *signature);

/* As ksig_verify, for a public key that is trusted itself, like one in the image of a boot loader: it makes the anchor
 * of `key`, by one more hash of it where an anchor is a digest, and does not read args->anchor. Never call it with a key
 * that came with the signature: whoever sends both is always right. After KSIG_REJECT_KEY_LENGTH the state is as before.
 * Stack: KSIG_VERIFY_WITH_KEY_STACK_BYTES at most, in every family. */
#define KSIG_VERIFY_WITH_KEY_STACK_BYTES 560
KSIG_MUST_CHECK ksig_verdict ksig_verify_with_key(void *state, size_t state_bytes, const ksig_scheme *scheme,
                                                  const ksig_verify_args *args, const uint8_t *key,
                                                  const uint8_t *message, const uint8_t *signature);

/* Computes the anchor of a trusted public key: scheme->anchor_bytes bytes. For provisioning, where the whole key is
 * addressable. Returns KSIG_DONE, or KSIG_REJECT_KEY_LENGTH and a zeroed anchor. */
KSIG_MUST_CHECK ksig_verdict ksig_key_anchor(const ksig_scheme *scheme, const uint8_t *key, size_t key_length,
                                             uint8_t *anchor);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------------------------------- */

/* The common beginning of every state. */
typedef struct ksig_verify_head {
    const ksig_scheme *scheme;
    const uint8_t *anchor;
    uint32_t offset; /* what ksig_verify_want answers */
    uint32_t length;
    uint32_t piece;    /* bytes until the scheme has work to do; 1 .. length while pending */
    uint32_t trail;    /* grows by a known amount with every check that passed; see src/stream/verdict.h */
    uint32_t reason;   /* KSIG_PENDING or why the input was rejected */
    uint32_t unhashed; /* bytes of the message that its hash has not taken yet */
    uint8_t part;
    uint8_t stage;
    uint8_t mode;
    uint8_t hash;
} ksig_verify_head;

KSIG_END

#endif
