/* kilosig: COSE_Sign1 and delegation by CWT, streamed. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Include it in addition to kilosig.h; functions that a program does not call are not linked. The
 * reader takes a COSE_Sign1 object (RFC 9052) in pieces of any size and feeds Sig_structure to a
 * verification in the same state. It keeps no payload, signature or key, only the bytes before the
 * payload, at most KSIG_COSE_HEAD_BYTES.
 *
 *     ksig_cose_ml_dsa_44 v;
 *     ksig_cose_args args = {.anchor = tr, .algorithm = KSIG_COSE_ML_DSA_44,
 *                            .object_length = n, .key_length = 1312};
 *     ksig_want w;
 *     if (ksig_cose_open(&v, sizeof v, &ksig_ml_dsa_44, &args) != KSIG_PENDING)
 *         return;
 *     while ((w = ksig_cose_want(&v)).length != 0) {
 *         size_t n = bring(w.part, w.offset, buffer, w.length); // 1 .. w.length bytes
 *         if (n == 0)
 *             break;
 *         ksig_cose_feed(&v, buffer, n);
 *     }
 *     if (ksig_cose_close(&v) == KSIG_ACCEPT) act();
 *
 * The profile allows one encoding only for any given content:
 *
 *   CBOR          definite lengths, shortest form, labels ascending (RFC 8949 section 4.2.1)
 *   object        an array of four; tag 18 may be in front
 *   protected     alg (1), which is args.algorithm; content type (3) as a number; kid (4)
 *   unprotected   empty, or kid (4)
 *   payload       a byte string of any length below 2^32, or nil if args.detached
 *   signature     a byte string that ends with the object
 *
 * Everything else is rejected, including crit (2). kid is ignored: it is only a hint, and the
 * anchor decides.
 *
 * The rules of verify.h apply here too: placement and copies of the state, each byte is loaded
 * once, and the payload must not be acted upon before KSIG_ACCEPT. docs/formats.md has the RAM. */
#ifndef KILOSIG_COSE_H
#define KILOSIG_COSE_H

#include "kilosig/kilosig.h"

KSIG_BEGIN

/* A part in addition to those of kilosig.h: the object itself. */
#define KSIG_PART_COSE 4

/* The most bytes before the payload, its CBOR head included. More are KSIG_COSE_REJECT_HEAD. */
#define KSIG_COSE_HEAD_BYTES 64

/* alg (RFC 9964 section 3; RFC 8778). No other scheme of this library has a published number. */
#define KSIG_COSE_ML_DSA_44 (-48)
#define KSIG_COSE_ML_DSA_65 (-49)
#define KSIG_COSE_ML_DSA_87 (-50)
#define KSIG_COSE_HSS_LMS (-46)

/* kty. RFC 9964 section 2: AKP, for ML-DSA; RFC 8778: HSS-LMS. */
#define KSIG_COSE_KEY_AKP 7
#define KSIG_COSE_KEY_HSS_LMS 5

/* Reject reasons in addition to those of kilosig.h. */
#define KSIG_COSE_REJECT_ENCODING UINT32_C(64)   /* not CBOR in its shortest form */
#define KSIG_COSE_REJECT_INDEFINITE UINT32_C(65) /* an indefinite length */
/* CBOR, but not this structure: an unexpected type, count or tag */
#define KSIG_COSE_REJECT_STRUCTURE UINT32_C(66)
/* more than 64 bytes before the payload, or before the key of a CWT */
#define KSIG_COSE_REJECT_HEAD UINT32_C(67)
/* a label outside the profile, twice, or not in order */
#define KSIG_COSE_REJECT_LABEL UINT32_C(68)
#define KSIG_COSE_REJECT_ALGORITHM UINT32_C(69) /* no alg, or not args.algorithm */
/* a payload although it is detached, or none although it is not */
#define KSIG_COSE_REJECT_PAYLOAD UINT32_C(70)
/* the inner lengths do not add up to object_length, or not to < 2^32 */
#define KSIG_COSE_REJECT_LENGTH UINT32_C(71)
/* a CWT where none is expected, or the other way round */
#define KSIG_COSE_REJECT_CONTENT_TYPE UINT32_C(72)
/* expired, not valid yet, or issued before args.oldest */
#define KSIG_COSE_REJECT_TIME UINT32_C(73)
/* the key in cnf has an unexpected type, algorithm or length */
#define KSIG_COSE_REJECT_KEY UINT32_C(74)

/* Returns a sentence for these and for the verdicts of kilosig.h, never null. */
const char *ksig_cose_reason_text(ksig_verdict verdict);

typedef struct ksig_cose_args {
    const uint8_t *anchor;        /* as in ksig_verify_args; readable and unchanged until close */
    const uint8_t *secret;        /* as in ksig_verify_args; readable and unchanged until close */
    const uint8_t *external_aad;  /* known to both sides (RFC 9052 section 4.3); readable and
                                   * unchanged until close; may be null if its length is 0 */
    uint32_t external_aad_length; /* below 2^16 */
    uint32_t object_length;       /* as announced by the sender */
    uint32_t key_length;          /* as announced by the sender */
    uint32_t payload_length;      /* if detached, as announced by the sender */
    int16_t algorithm;            /* KSIG_COSE_*: that of the scheme */
    uint8_t detached; /* 1: the object has nil, and the payload is KSIG_PART_MESSAGE; 0: it is in
                         the object */
} ksig_cose_args;

/* Begins. state_bytes: KSIG_COSE_STATE_BYTES(scheme->state_bytes) or more. Returns KSIG_PENDING, or
 * a reject reason, which close returns too. After KSIG_REJECT_STATE_SIZE the state has not been
 * written, and no call may use it. */
KSIG_MUST_CHECK ksig_verdict ksig_cose_open(void *state, size_t state_bytes,
                                            const ksig_scheme *scheme, const ksig_cose_args *args);

/* Returns what is wanted next: bytes of the object (KSIG_PART_COSE), the public key
 * (KSIG_PART_KEY), or a detached payload (KSIG_PART_MESSAGE). With ML-DSA, offsets in the object
 * ascend, except in variant SMALL, and the key comes last. SLH-DSA wants 16 to 32 bytes of the
 * signature before the payload; LMS and HSS want its beginning. */
ksig_want ksig_cose_want(const void *state);

/* Takes the next 1 .. want.length bytes of the wanted part, like ksig_verify_feed. */
ksig_verdict ksig_cose_feed(void *state, const uint8_t *data, size_t length);

/* Feeds unsolicited bytes, sent in the order in which they are wanted. */
ksig_verdict ksig_cose_push(void *state, const uint8_t *data, size_t length);

/* Ends and wipes the state. Returns KSIG_ACCEPT or a reject reason. */
KSIG_MUST_CHECK ksig_verdict ksig_cose_close(void *state);

/* The whole verification, for an object, a key and perhaps a detached payload in addressable
 * memory. */
KSIG_MUST_CHECK ksig_verdict ksig_cose_verify(void *state, size_t state_bytes,
                                              const ksig_scheme *scheme, const ksig_cose_args *args,
                                              const uint8_t *object, const uint8_t *key,
                                              const uint8_t *payload);

/* ---- One level of delegation ----------------------------------------------------------------
 *
 * A CWT (RFC 8392) signed by the root key names a signing key in cnf (RFC 8747 section 3.2):
 *
 *     ksig_cwt_open      then ksig_cose_want and ksig_cose_feed
 *     ksig_cwt_close     returns the anchor of the signing key
 *     ksig_cose_open     with that anchor, for what the signing key signed
 *
 * One state serves both in turn. The profile: a COSE_Sign1 as above, with content type 61 in
 * protected and an attached payload that is a map of
 *
 *   iss (1), sub (2)   text, ignored
 *   exp (4), nbf (5)   whole seconds; refused if args.now is 0
 *   iat (6)            whole seconds; required, and not below args.oldest
 *   cti (7)            bytes, ignored
 *   cnf (8)            {1: {1: kty, 3: alg, -1: pub}}; required, so the key ends the payload
 *
 * and at most KSIG_COSE_HEAD_BYTES before the key. aud (3) is rejected: a device that does not know
 * its audience must not ignore it. ksig_cose_open rejects content type 61, so that a delegation is
 * never taken for a message. */

typedef struct ksig_cwt_args {
    const ksig_scheme *scheme; /* of the signing key: its anchor is the key, or SHAKE256 of it */
    uint64_t now;              /* seconds since 1970, or 0 without a clock */
    uint64_t
        oldest; /* the least iat that is accepted: raising it withdraws all keys issued earlier */
    int16_t algorithm; /* KSIG_COSE_*: that of the scheme */
    uint8_t key_type;  /* KSIG_COSE_KEY_* */
} ksig_cwt_args;

/* The claims of a CWT. All zeros unless the verdict is KSIG_ACCEPT. */
typedef struct ksig_cwt_claims {
    uint64_t issued;     /* iat */
    uint64_t expires;    /* exp; 0: none */
    uint32_t key_length; /* of the public key */
    uint8_t anchor[64];  /* of the signing key: scheme->anchor_bytes, then zeros */
} ksig_cwt_claims;

/* Begins. state_bytes: KSIG_CWT_STATE_BYTES(root->state_bytes) or more; cose->detached must be 0.
 * Otherwise like ksig_cose_open. */
KSIG_MUST_CHECK ksig_verdict ksig_cwt_open(void *state, size_t state_bytes, const ksig_scheme *root,
                                           const ksig_cose_args *cose, const ksig_cwt_args *args);

/* Ends and wipes the state, like ksig_cose_close, which rejects a CWT with KSIG_REJECT_ARGUMENT. */
KSIG_MUST_CHECK ksig_verdict ksig_cwt_close(void *state, ksig_cwt_claims *claims);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* What the beginning of an object contains. */
typedef struct ksig_cose_layout {
    uint32_t payload_at; /* in the object */
    uint32_t payload_length;
    uint32_t signature_length; /* the signature ends the object */
    uint8_t protected_at;      /* in hold, including its head */
    uint8_t protected_length;
    uint8_t signature_head; /* bytes of its head */
    uint8_t reason;         /* KSIG_COSE_REJECT_*, or 0 */
} ksig_cose_layout;

typedef struct ksig_cose {
    const ksig_scheme *scheme;
    const struct ksig_cose_payload *payload; /* reads the payload as it passes, or null */
    ksig_cose_args args;
    uint32_t reason;
    uint32_t trail;  /* 0 if all bytes went where they should: see src/stream/given.h */
    uint32_t offset; /* what ksig_cose_want returns */
    uint32_t length;
    uint32_t before; /* bytes of Sig_structure before the payload */
    ksig_cose_layout layout;
    uint16_t verification; /* where the verification's state begins */
    uint8_t part;
    uint8_t stage;
    uint8_t held;           /* bytes in hold */
    uint8_t signature_head; /* missing bytes of the signature's head */
    uint8_t hold[KSIG_COSE_HEAD_BYTES];
} ksig_cose;

/* The claims, before they are trusted. */
typedef struct ksig_cwt_found {
    uint64_t times[3];   /* exp, nbf, iat */
    uint32_t key_length; /* in cnf */
    uint8_t has[3];
    uint8_t reason; /* KSIG_COSE_REJECT_*, or 0 */
} ksig_cwt_found;

typedef struct ksig_cwt {
    ksig_cose cose;
    ksig_cwt_found found;
    ksig_cwt_args args;
    uint32_t missing; /* bytes of the key */
    uint32_t key[51]; /* the key that is an anchor, or the sponge that makes one */
    uint32_t stage;
} ksig_cwt;

#define KSIG_COSE_ROUNDED(type) ((sizeof(type) + 7) / 8 * 8)
#define KSIG_COSE_STATE_BYTES(verification) (KSIG_COSE_ROUNDED(ksig_cose) + (verification))
#define KSIG_CWT_STATE_BYTES(verification) (KSIG_COSE_ROUNDED(ksig_cwt) + (verification))

#if KSIG_ENABLE_ML_DSA_44
typedef union KSIG_STATE(KSIG_COSE_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES)) ksig_cose_ml_dsa_44;
typedef union KSIG_STATE(KSIG_CWT_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES)) ksig_cwt_ml_dsa_44;
#endif
#if KSIG_ENABLE_ML_DSA_65
typedef union KSIG_STATE(KSIG_COSE_STATE_BYTES(KSIG_ML_DSA_65_STATE_BYTES)) ksig_cose_ml_dsa_65;
typedef union KSIG_STATE(KSIG_CWT_STATE_BYTES(KSIG_ML_DSA_65_STATE_BYTES)) ksig_cwt_ml_dsa_65;
#endif
#if KSIG_ENABLE_ML_DSA_87
typedef union KSIG_STATE(KSIG_COSE_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES)) ksig_cose_ml_dsa_87;
typedef union KSIG_STATE(KSIG_CWT_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES)) ksig_cwt_ml_dsa_87;
#endif

KSIG_END

#endif
