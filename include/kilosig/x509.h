/* kilosig: chains of X.509 certificates (RFC 5280), streamed.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Include it in addition to kilosig.h; functions that a program does not call are not linked. The
 * reader takes a chain in pieces of any size, from the certificate signed by the trusted key down
 * to the end certificate, and verifies the certificates one by one in the same state. It keeps no
 * certificate, signature or key.
 *
 *     static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, 0}};
 *     ksig_x509_ml_dsa_44 v;
 *     ksig_x509_args args = {.algorithms = algorithms, .algorithm_count = 1, .issuers = 2,
 *                            .anchor = tr, .name = root, .name_length = sizeof root,
 *                            .key_length = 1312, .chain_length = n, .now = clock};
 *     ksig_x509_end end;
 *     ksig_want w;
 *     if (ksig_x509_open(&v, sizeof v, &args) != KSIG_PENDING)
 *         return;
 *     while ((w = ksig_x509_want(&v)).length != 0) {
 *         size_t n = bring(w.part, w.offset, buffer, w.length); // 1 .. w.length bytes
 *         if (n == 0)
 *             break;
 *         ksig_x509_feed(&v, buffer, n);
 *     }
 *     if (ksig_x509_close(&v, &end) == KSIG_ACCEPT)
 *         trust(end.scheme, end.anchor);
 *
 * The chain is the concatenation of its certificates in DER; offsets (KSIG_PART_X509) count from
 * its beginning. The key that verifies a certificate is requested a second time, at its offset in
 * the preceding certificate; the trust anchor's key, if its scheme streams keys, is KSIG_PART_KEY.
 * `kilosig cert --stream` puts a chain into this order.
 *
 * docs/x509.md says what is checked: strict DER, section 6 of RFC 5280 without revocation, names by
 * their digest. Certificates must be of version 3, with the algorithms of RFC 9881 (ML-DSA), RFC
 * 9909 (SLH-DSA) and RFC 9802 (HSS, XMSS, XMSS^MT); with kilosig/x509_classical.h also of Composite
 * ML-DSA, ECDSA and Ed25519.
 *
 * The rules of verify.h apply here too: placement and copies of the state, each byte is loaded
 * once, and nothing may be acted upon before KSIG_ACCEPT. */
#ifndef KILOSIG_X509_H
#define KILOSIG_X509_H

#include "kilosig/classical.h"

KSIG_BEGIN

/* A part in addition to those of kilosig.h: the chain. */
#define KSIG_PART_X509 5

/* Numbers of algorithms. From 17 on: the last arc of 2.16.840.1.101.3.4.3. */
#define KSIG_X509_HSS 1
#define KSIG_X509_XMSS 2
#define KSIG_X509_XMSSMT 3
#define KSIG_X509_ML_DSA_44 17
#define KSIG_X509_ML_DSA_65 18
#define KSIG_X509_ML_DSA_87 19
#define KSIG_X509_SLH_DSA_SHA2_128S 20
#define KSIG_X509_SLH_DSA_SHA2_128F 21
#define KSIG_X509_SLH_DSA_SHA2_192S 22
#define KSIG_X509_SLH_DSA_SHA2_192F 23
#define KSIG_X509_SLH_DSA_SHA2_256S 24
#define KSIG_X509_SLH_DSA_SHA2_256F 25
#define KSIG_X509_SLH_DSA_SHAKE_128S 26
#define KSIG_X509_SLH_DSA_SHAKE_128F 27
#define KSIG_X509_SLH_DSA_SHAKE_192S 28
#define KSIG_X509_SLH_DSA_SHAKE_192F 29
#define KSIG_X509_SLH_DSA_SHAKE_256S 30
#define KSIG_X509_SLH_DSA_SHAKE_256F 31

/* Reject reasons in addition to those of kilosig.h. */
/* not DER: a length that is not minimal, is indefinite or exceeds 32 bits, a tag of several bytes,
 * or a BOOLEAN, INTEGER or BIT STRING that is not canonical */
#define KSIG_X509_REJECT_ENCODING UINT32_C(96)
/* DER, but not a certificate of version 3: an unexpected, extra or missing element */
#define KSIG_X509_REJECT_STRUCTURE UINT32_C(97)
/* inner lengths do not add up to the enclosing length, or to chain_length */
#define KSIG_X509_REJECT_LENGTH UINT32_C(98)
#define KSIG_X509_REJECT_SERIAL UINT32_C(99) /* not positive, or over 20 bytes */
/* an algorithm, inside or outside tbsCertificate, that is not that of the issuer's key; parameters;
 * a key whose algorithm is not in args.algorithms */
#define KSIG_X509_REJECT_ALGORITHM UINT32_C(100)
/* a key that needs a classical verifier (RSA, elliptic curves, or a composite with them) and whose
 * algorithm is not in args.algorithms */
#define KSIG_X509_REJECT_CLASSICAL UINT32_C(101)
/* the issuer is empty or not the subject of the preceding certificate; a name outside the profile;
 * an attribute requested in args.fields occurs twice */
#define KSIG_X509_REJECT_NAME UINT32_C(102)
#define KSIG_X509_REJECT_DATE UINT32_C(103) /* not a date as RFC 5280 4.1.2.5 writes it */
#define KSIG_X509_REJECT_TIME UINT32_C(104) /* expired, or not valid yet */
/* the length of a key does not fit its algorithm */
#define KSIG_X509_REJECT_KEY UINT32_C(105)
#define KSIG_X509_REJECT_EXTENSION UINT32_C(106) /* an extension occurs twice */
/* a critical extension that is not understood, or requested but longer than its field;
 * nameConstraints, critical or not */
#define KSIG_X509_REJECT_CRITICAL UINT32_C(107)
/* an issuer that is not a CA, or an end certificate that is one */
#define KSIG_X509_REJECT_CA UINT32_C(108)
/* more issuers than pathLenConstraint or args.issuers allows */
#define KSIG_X509_REJECT_PATH UINT32_C(109)
/* keyUsage or extendedKeyUsage does not allow this use of the key */
#define KSIG_X509_REJECT_USAGE UINT32_C(110)
/* more than 24 extensions, or an object identifier of more than 32 bytes */
#define KSIG_X509_REJECT_LIMIT UINT32_C(111)

/* Returns a sentence for these and for the verdicts of kilosig.h, never null. */
const char *ksig_x509_reason_text(ksig_verdict verdict);

/* An algorithm that is accepted, for signatures and for keys. */
typedef struct ksig_x509_algorithm {
    const ksig_scheme *scheme;
    uint8_t number; /* KSIG_X509_*: that of the scheme */
    /* verifies the classical half of the algorithms of x509_classical.h; else null */
    ksig_classical_verify *classical;
} ksig_x509_algorithm;

/* Fields that can be copied from the end certificate as it streams by. */
#define KSIG_X509_FIELD_SERIAL 1
#define KSIG_X509_FIELD_NOT_BEFORE 2 /* the characters of the date: 13 or 15 */
#define KSIG_X509_FIELD_NOT_AFTER 3
#define KSIG_X509_FIELD_SUBJECT 4   /* the value of an attribute of the subject, by its oid */
#define KSIG_X509_FIELD_EXTENSION 5 /* the content of extnValue of the extension with that oid */

typedef struct ksig_x509_field {
    const uint8_t *oid; /* the content of its encoding, without tag and length; else null */
    uint8_t *out;       /* where the field is copied to; zeroed unless the verdict is KSIG_ACCEPT */
    uint16_t room;      /* bytes at out: longer fields are truncated */
    uint8_t oid_length; /* at most 32 */
    uint8_t kind;       /* KSIG_X509_FIELD_* */
    uint32_t length;    /* output: of the field, perhaps more than room; 0 if it is absent */
} ksig_x509_field;

/* args.flags, ORed. */
#define KSIG_X509_NO_CLOCK 1   /* dates are parsed, but not compared: now is 0 */
#define KSIG_X509_ANY_ISSUER 2 /* the trust anchor has no name: name_length is 0 */
#define KSIG_X509_END_MAY_BE_CA 4

/* For args.usage: bits of keyUsage. */
#define KSIG_X509_USAGE_DIGITAL_SIGNATURE 0x80
#define KSIG_X509_USAGE_CONTENT_COMMITMENT 0x40
#define KSIG_X509_USAGE_CERT_SIGN 0x04
#define KSIG_X509_USAGE_CRL_SIGN 0x02

/* The structure, and what it points to, stays readable and unchanged until close, except for what
 * the reader writes to fields. */
typedef struct ksig_x509_args {
    const ksig_x509_algorithm *algorithms; /* the first is that of the trusted key */
    const uint8_t *anchor;                 /* of the trusted key, as in ksig_verify_args */
    const uint8_t *name;                   /* of its holder, in DER */
    const uint8_t *secret;                 /* as in ksig_verify_args, the most any scheme needs */
    const uint8_t *purpose;  /* the extendedKeyUsage that the end certificate must include: the
                              * content of an object identifier; else null */
    ksig_x509_field *fields; /* may be null if field_count is 0 */
    uint64_t now;            /* seconds since 1970; 0 only with KSIG_X509_NO_CLOCK */
    uint32_t chain_length;   /* as announced by the sender */
    uint32_t key_length;     /* of the trusted key */
    uint16_t name_length;
    uint8_t algorithm_count; /* 1 .. 255 */
    uint8_t field_count;     /* 0 .. 8 */
    uint8_t purpose_length;  /* 0 .. 32 */
    uint8_t issuers;         /* the most CA certificates allowed, not counting self-issued ones */
    uint8_t usage;           /* bits that keyUsage of the end certificate must have; 0: if present,
                              * digitalSignature or contentCommitment */
    uint8_t flags;           /* KSIG_X509_*, ORed */
} ksig_x509_args;

/* The longest anchor: XMSS. Keys of RFC 8391's sets with n = 64 are refused. */
#define KSIG_X509_ANCHOR_BYTES 68

/* The end key. All zeros unless the verdict is KSIG_ACCEPT. */
typedef struct ksig_x509_end {
    const ksig_scheme *scheme;
    uint32_t key_at; /* its offset in the chain */
    uint32_t key_length;
    uint8_t number;                         /* KSIG_X509_* of its algorithm */
    uint8_t anchor[KSIG_X509_ANCHOR_BYTES]; /* scheme->anchor_bytes at most, then zeros */
} ksig_x509_end;

/* Begins. state_bytes: at least KSIG_X509_STATE_BYTES(scheme->state_bytes) for each scheme in
 * args->algorithms; for HSS, XMSS and XMSS^MT, KSIG_X509_TREE_STATE_BYTES(scheme->state_bytes).
 * Returns KSIG_PENDING, or a reject reason, which close returns too. After KSIG_REJECT_STATE_SIZE
 * the state has not been written, and no call may use it. */
KSIG_MUST_CHECK ksig_verdict ksig_x509_open(void *state, size_t state_bytes,
                                            const ksig_x509_args *args);

/* Returns what is wanted next: bytes of the chain (KSIG_PART_X509) or of the trusted key
 * (KSIG_PART_KEY). */
ksig_want ksig_x509_want(const void *state);

/* Takes the next 1 .. want.length bytes of the wanted part, like ksig_verify_feed. */
ksig_verdict ksig_x509_feed(void *state, const uint8_t *data, size_t length);

/* Feeds unsolicited bytes, sent in the order in which they are wanted. */
ksig_verdict ksig_x509_push(void *state, const uint8_t *data, size_t length);

/* Ends and wipes the state. Returns KSIG_ACCEPT or a reject reason, and writes the end key. */
KSIG_MUST_CHECK ksig_verdict ksig_x509_close(void *state, ksig_x509_end *end);

/* ---- Not for applications: here so that state sizes are compile-time constants. ---------- */

/* Limits: extensions in a certificate, and depth of nesting. */
#define KSIG_X509_EXTENSIONS 24
#define KSIG_X509_DEPTH 6
/* Limits: an object identifier, and the bytes that are held for parsing. */
#define KSIG_X509_OID_BYTES 32
#define KSIG_X509_HOLD_BYTES 32

/* Where a certificate's parts are. */
typedef struct ksig_x509_layout {
    uint32_t length;  /* of the certificate */
    uint32_t tbs_end; /* in it */
    uint32_t signature_length;
    uint8_t tbs_at; /* in it, and in hold; after the head of the certificate */
    uint8_t before; /* bytes of the head of tbsCertificate */
    uint8_t middle; /* bytes between tbsCertificate and signature */
    uint8_t reason; /* KSIG_X509_REJECT_*, or 0 */
} ksig_x509_layout;

/* How far tbsCertificate has been parsed, and what it says, not yet trusted. */
typedef struct ksig_x509_reading {
    uint32_t at; /* the next byte, in the certificate */
    uint32_t end[KSIG_X509_DEPTH];
    uint32_t run;    /* bytes to come that need not be held */
    uint32_t key_at; /* in the certificate */
    uint32_t key_length;
    uint32_t tag; /* of the extension's object identifier */
    uint8_t depth;
    uint8_t state; /* the next element */
    uint8_t phase; /* of that element: head, held value, run */
    uint8_t need;  /* bytes to come that are held */
    uint8_t held;
    uint8_t events;
    uint8_t found;
    uint8_t usage;
    uint8_t kind;      /* of the extension */
    uint8_t path;      /* CA certificates that may follow */
    uint8_t limit;     /* pathLenConstraint */
    uint8_t algorithm; /* of the subject's key: its index in args.algorithms */
    uint8_t match;     /* 1 + the field that the next value is */
    uint8_t field;     /* 1 + the field that is being copied */
    uint8_t seen;      /* fields, a bit each */
    uint8_t reason;    /* KSIG_X509_REJECT_*, or 0 */
} ksig_x509_reading;

typedef struct ksig_x509 {
    const ksig_x509_args *args;
    uint32_t reason;
    uint32_t trail;  /* 0 if everything ran as it should: see src/stream/given.h */
    uint32_t offset; /* what ksig_x509_want returns */
    uint32_t length;
    uint32_t at;     /* offset of the certificate in the chain */
    uint32_t key_at; /* the issuer's key in the chain */
    uint32_t key_length;
    ksig_x509_layout layout;
    ksig_x509_reading reading;
    uint16_t verification; /* where the verification's state begins: at KSIG_X509_ROUNDED, or after
                            * a classical key stored there, the issuer's or already the subject's */
    uint16_t room;         /* for hashes of names and keys, then for the tags of extensions: in a
                            * part of the verification's state that is unused while the message
                            * arrives */
    uint8_t part;
    uint8_t stage;
    uint8_t held; /* bytes in hold of the beginning */
    uint8_t middle;
    uint8_t issuer;      /* the algorithm of the issuer's key: its index in args.algorithms */
    uint8_t self_issued; /* 1: subject and issuer are the same */
    uint8_t path;        /* CA certificates that may follow */
    uint8_t extensions;  /* so far */
    uint8_t anchor[KSIG_X509_ANCHOR_BYTES]; /* of the issuer's key */
    uint8_t name[32];                       /* digest of the issuer's name, then the subject's */
    uint8_t hold[KSIG_X509_HOLD_BYTES];
    uint8_t subject[KSIG_X509_ANCHOR_BYTES]; /* the anchor of the subject's key */
} ksig_x509;

#define KSIG_X509_ROUNDED ((sizeof(ksig_x509) + 7) / 8 * 8)
/* verification: state_bytes of an accepted scheme. */
#define KSIG_X509_STATE_BYTES(verification) (KSIG_X509_ROUNDED + (verification))
/* The same for a scheme whose state has no room for a hash. */
#define KSIG_X509_TREE_STATE_BYTES(verification) \
    (KSIG_X509_ROUNDED + ((verification) + 7) / 8 * 8 + KSIG_ANCHOR_STATE_BYTES)

#if KSIG_ENABLE_ML_DSA_44
typedef union KSIG_STATE(KSIG_X509_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES)) ksig_x509_ml_dsa_44;
#endif
#if KSIG_ENABLE_ML_DSA_65
typedef union KSIG_STATE(KSIG_X509_STATE_BYTES(KSIG_ML_DSA_65_STATE_BYTES)) ksig_x509_ml_dsa_65;
#endif
#if KSIG_ENABLE_ML_DSA_87
typedef union KSIG_STATE(KSIG_X509_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES)) ksig_x509_ml_dsa_87;
#endif

KSIG_END

#endif
