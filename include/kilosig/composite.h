/* kilosig: Composite ML-DSA, streamed. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * draft-ietf-lamps-pq-composite-sigs-19, in the RFC Editor's queue: until it is an RFC it may
 * change, and signatures made today may then no longer verify. A composite key is an ML-DSA key and
 * a classical key; a composite signature is a signature by each and is valid only if both are.
 * Neither half is a signature of the message alone: both sign
 *
 *     M' = "CompositeAlgorithmSignatures2025" | label | length of ctx | ctx | PH(message)
 *
 * and ML-DSA takes the label of the set as its context, too. The library hashes and verifies the
 * ML-DSA half; the application verifies the classical half (kilosig/classical.h).
 *
 * Include it in addition to kilosig.h; functions that a program does not call are not linked.
 *
 *     ksig_composite_ml_dsa_44_state v;
 *     ksig_composite_args args = { .anchor = trusted, .classical = ksig_classical_monocypher,
 *                                  .message_length = 33, .signature_length = 2484,
 *                                  .key_length = 1344 };
 *     ksig_want w;
 *     if (ksig_composite_open(&v, sizeof v, &ksig_composite_ml_dsa_44_ed25519, &args) !=
 *         KSIG_PENDING) return;
 *     while ((w = ksig_composite_want(&v)).length != 0) {
 *         size_t n = bring(w.part, w.offset, buffer, w.length);  // 1 .. w.length bytes; 0: give up
 *         if (n == 0) break;
 *         ksig_composite_feed(&v, buffer, n);
 *     }
 *     if (ksig_composite_close(&v) == KSIG_ACCEPT) activate();
 *
 * Order of wants: the message, once; the classical signature, which ends the composite one; then
 * ML-DSA's signature and key in the order in which it verifies. The classical key is never wanted:
 * it is in the anchor, tr | classical key, so the bytes after ML-DSA's in the key are not
 * requested. The classical half is verified first. ML-DSA's half follows whatever the result: both
 * are computed, and there is one verdict.
 *
 * The rules of verify.h apply here too: placement and copies of the state, each byte is loaded
 * once, and nothing may be acted upon before KSIG_ACCEPT. docs/composite.md has RAM and faults. */
#ifndef KILOSIG_COMPOSITE_H
#define KILOSIG_COMPOSITE_H

#include "kilosig/classical.h"

KSIG_BEGIN

/* A pair: constant data. Read the members; do not define your own descriptors. */
typedef struct ksig_composite_scheme {
    const char *name;                          /* as the tool spells it: "ml-dsa-44-ed25519" */
    const ksig_scheme *ml_dsa;                 /* the other half */
    const char *label;                         /* signature label; the terminating zero is not part
                                                * of it */
    const struct ksig_composite_hash *prehash; /* PH */
    const struct ksig_composite_hash *digest;  /* of the classical half */
    uint32_t key_bytes;                        /* public key, uncompressed points */
    uint32_t signature_bytes;                  /* the largest; ECDSA's is DER, and varies */
    uint32_t signature_least;
    uint16_t anchor_bytes; /* tr, 64 bytes, and the classical key */
    uint16_t state_bytes;
    uint8_t oid_arc;       /* OID: 1.3.6.1.5.5.7.6.arc */
    uint8_t algorithm;     /* KSIG_CLASSICAL_* */
    uint8_t integer_bytes; /* of r and of s; 0: Ed25519 */
} ksig_composite_scheme;

typedef struct ksig_composite_args {
    const uint8_t *anchor;  /* scheme->anchor_bytes trusted bytes; readable and unchanged until
                             * close */
    const uint8_t *context; /* ctx; may be null if context_length is 0; only open reads it */
    const uint8_t *secret;  /* for ML-DSA's variant SMALL, as in ksig_verify_args, but readable and
                             * unchanged until close */
    ksig_classical_verify *classical; /* verifies the classical half */
    size_t context_length;            /* 0 .. 255 */
    uint32_t message_length;          /* of the message to be streamed; may be 0 */
    uint32_t signature_length;        /* as announced by the sender */
    uint32_t key_length;              /* as announced by the sender */
} ksig_composite_args;

/* The pairs of the draft that this library supports. PH is SHA-256 for ml-dsa-44-ecdsa-p256 and
 * SHA-512 for the others. The draft pairs ML-DSA-87 with Ed448, not with Ed25519. */
#if KSIG_ENABLE_ML_DSA_44
extern const ksig_composite_scheme ksig_composite_ml_dsa_44_ed25519,
    ksig_composite_ml_dsa_44_ecdsa_p256;
#endif
#if KSIG_ENABLE_ML_DSA_65
extern const ksig_composite_scheme ksig_composite_ml_dsa_65_ecdsa_p256,
    ksig_composite_ml_dsa_65_ecdsa_p384, ksig_composite_ml_dsa_65_ed25519;
#endif
#if KSIG_ENABLE_ML_DSA_87
extern const ksig_composite_scheme ksig_composite_ml_dsa_87_ecdsa_p384;
#endif

/* All enabled pairs, ended by a null pointer. A program that refers to the list links them all. */
extern const ksig_composite_scheme *const ksig_composite_schemes[];

/* The largest of any pair. */
#define KSIG_COMPOSITE_ANCHOR_BYTES (64 + 97)
#define KSIG_COMPOSITE_CLASSICAL_BYTES 104 /* of an encoded classical signature */
#define KSIG_COMPOSITE_MESSAGE_BYTES (32 + 34 + 1 + 255 + 64) /* of M' */

/* Begins. state_bytes: scheme->state_bytes or more. Returns KSIG_PENDING, or a reject reason, which
 * close returns too. After KSIG_REJECT_STATE_SIZE the state has not been written, and no call may
 * use it. */
KSIG_MUST_CHECK ksig_verdict ksig_composite_open(void *state, size_t state_bytes,
                                                 const ksig_composite_scheme *scheme,
                                                 const ksig_composite_args *args);

/* Returns what is wanted next: KSIG_PART_MESSAGE, KSIG_PART_SIGNATURE or KSIG_PART_KEY. Offsets are
 * in the composite signature and key. */
ksig_want ksig_composite_want(const void *state);

/* Takes the next 1 .. want.length bytes of the wanted part, like ksig_verify_feed. The call that
 * feeds the last byte of the classical signature calls args.classical twice. */
ksig_verdict ksig_composite_feed(void *state, const uint8_t *data, size_t length);

/* Feeds unsolicited bytes, sent in the order in which they are wanted (`kilosig plan`). */
ksig_verdict ksig_composite_push(void *state, const uint8_t *data, size_t length);

/* Ends and wipes the state. Returns KSIG_ACCEPT or a reject reason. */
KSIG_MUST_CHECK ksig_verdict ksig_composite_close(void *state);

/* The whole verification, for inputs in addressable memory such as flash. */
KSIG_MUST_CHECK ksig_verdict ksig_composite_verify(void *state, size_t state_bytes,
                                                   const ksig_composite_scheme *scheme,
                                                   const ksig_composite_args *args,
                                                   const uint8_t *key, const uint8_t *message,
                                                   const uint8_t *signature);

/* Makes the anchor of a trusted public key, scheme->anchor_bytes long; for provisioning, with the
 * whole key in memory. Returns KSIG_DONE, or KSIG_REJECT_KEY_LENGTH and a zeroed anchor. */
KSIG_MUST_CHECK ksig_verdict ksig_composite_anchor(const ksig_composite_scheme *scheme,
                                                   const uint8_t *key, size_t key_length,
                                                   uint8_t *anchor);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* What is kept while both halves are verified. */
typedef struct ksig_composite {
    const ksig_composite_scheme *scheme;
    ksig_composite_args args;
    uint32_t reason;
    uint32_t trail;  /* 0 if all bytes went where they should: see src/stream/given.h */
    uint32_t offset; /* what ksig_composite_want returns */
    uint32_t length;
    uint32_t classical_length; /* of the encoded classical signature */
    ksig_verdict answers[2];   /* of the classical half */
    uint16_t prime_length;     /* of M' */
    uint8_t part;
    uint8_t stage;
    uint8_t prime[(KSIG_COMPOSITE_MESSAGE_BYTES + 7) / 8 * 8]; /* M' */
} ksig_composite;

#define KSIG_COMPOSITE_STATE_BYTES(ml_dsa) ((sizeof(ksig_composite) + 7) / 8 * 8 + (ml_dsa))

#if KSIG_ENABLE_ML_DSA_44
typedef union KSIG_STATE(KSIG_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES))
    ksig_composite_ml_dsa_44_state;
#endif
#if KSIG_ENABLE_ML_DSA_65
typedef union KSIG_STATE(KSIG_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_65_STATE_BYTES))
    ksig_composite_ml_dsa_65_state;
#endif
#if KSIG_ENABLE_ML_DSA_87
typedef union KSIG_STATE(KSIG_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES))
    ksig_composite_ml_dsa_87_state;
#endif

KSIG_END

#endif
