/* Verifies an image in flash, by streaming it through the library.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Nothing of the image is held in RAM: 64 bytes at a time, and the state of one verification. Every
 * rule of the policy must be satisfied, so several rules are a hybrid: what breaks one scheme does
 * not break the boot. */
#ifndef KSIG_BOOT_VERIFY_H
#define KSIG_BOOT_VERIFY_H

#include "image.h"
#include "kilosig/kilosig.h"

/* Name: KSIG_BOOT_SHA256 (1 or 0)
 * 1 computes the SHA-256 of the image and compares it with the image's TLV. KSIG_BOOT_SIGNS_DIGEST
 * and _COMPOSITE need it. 0 drops SHA-256 from a boot loader whose signatures cover the image
 * itself. */
#ifndef KSIG_BOOT_SHA256
#define KSIG_BOOT_SHA256 1
#endif
/* Name: KSIG_BOOT_IMAGE (1 or 0)
 * 1 knows KSIG_BOOT_SIGNS_IMAGE and _COMPOSITE. 0 leaves that out of a boot loader whose signatures
 * cover the digest. */
#ifndef KSIG_BOOT_IMAGE
#define KSIG_BOOT_IMAGE 1
#endif
/* Name: KSIG_BOOT_COMPOSITE (1 or 0)
 * 1 knows KSIG_BOOT_SIGNS_COMPOSITE. */
#ifndef KSIG_BOOT_COMPOSITE
#define KSIG_BOOT_COMPOSITE (KSIG_BOOT_SHA256 && KSIG_BOOT_IMAGE)
#endif

/* What a signature signs. */
#define KSIG_BOOT_SIGNS_IMAGE 0     /* header, code and protected TLVs */
#define KSIG_BOOT_SIGNS_DIGEST 1    /* their SHA-256, 32 bytes; with a KEYHASH TLV before it */
#define KSIG_BOOT_SIGNS_COMPOSITE 2 /* what Composite ML-DSA makes of their SHA-256 */

/* A trusted key. It counts as retired for every image whose security counter is retired_from or
 * more, and as soon as the device's counter is: so an image that retires a key must be signed by
 * another one. */
typedef struct ksig_boot_anchor {
    const uint8_t
        *anchor; /* scheme->anchor_bytes, for LMS, HSS and XMSS as many as the key has: `length` */
    uint16_t length;
    uint32_t retired_from;    /* KSIG_BOOT_NEVER: never */
    const uint8_t *classical; /* for the classical verifier: its public key. Else null */
} ksig_boot_anchor;
#define KSIG_BOOT_NEVER UINT32_C(0xFFFFFFFF)

/* The application's classical verifier, for composite signatures. Returns KSIG_ACCEPT or something
 * else. Called twice for a signature, and must answer KSIG_ACCEPT both times. */
typedef uint32_t ksig_boot_classical(const uint8_t *key, const uint8_t *message,
                                     uint32_t message_length, const uint8_t *signature,
                                     uint32_t signature_length);

/* Composite ML-DSA, draft-ietf-lamps-pq-composite-sigs-19, with SHA-256: both halves sign
 *     Prefix | Label | len(ctx) = 0 | SHA-256(image)
 * and ML-DSA has the label as its context. A half is not a signature of anything by itself. */
typedef struct ksig_boot_composite {
    ksig_boot_classical *verify;
    const char *
        label; /* "COMPSIG-MLDSA44-ECDSA-P256-SHA256": at most KSIG_BOOT_LONGEST_LABEL characters */
} ksig_boot_composite;
#define KSIG_BOOT_LONGEST_LABEL 40
#define KSIG_BOOT_LONGEST_CLASSICAL 72 /* bytes of a classical signature: ECDSA P-256 in DER */

/* An image must have a signature of this kind. */
typedef struct ksig_boot_rule {
    const ksig_scheme *scheme;
    const ksig_boot_anchor *anchors; /* any one of these */
    const ksig_boot_composite *composite;
    uint16_t tlv; /* type of the signature's TLV */
    uint8_t anchor_count;
    uint8_t signs; /* KSIG_BOOT_SIGNS_* */
} ksig_boot_rule;

typedef struct ksig_boot_policy {
    const ksig_boot_rule *rules; /* all of these */
    uint32_t rule_count;         /* 1 or more */
    uint32_t ram_begin, ram_end; /* see ksig_boot_image_read */
    uint32_t product;            /* images must say this one; 0: they must say none */
} ksig_boot_policy;

/* The values of a result that may be started: 16 bits from each other, from zeros, from ones and
 * from KSIG_ACCEPT. */
#define KSIG_BOOT_ACCEPT UINT32_C(0x51CFA14E)
#define KSIG_BOOT_ACCEPT_AGAIN UINT32_C(0xE38A59AA)

typedef struct ksig_boot_result {
    volatile uint32_t verdict; /* KSIG_BOOT_ACCEPT, set by branches */
    volatile uint32_t again;   /* KSIG_BOOT_ACCEPT_AGAIN, the sum of what each rule found */
    ksig_boot_reason reason;
    volatile uint32_t base; /* of the source that was verified: whoever starts an image compares it
                               with the slot's */
    ksig_boot_image image;  /* zeros if the structure is bad */
} ksig_boot_result;

/* Verifies what `source` holds. counter: the least security counter. state: memory for the largest
 * state of the policy's schemes, aligned to 8 bytes, 112 or more. Start the image only if
 * ksig_boot_accepted. */
void ksig_boot_verify(ksig_boot_result *result, const ksig_boot_source *source,
                      const ksig_boot_policy *policy, uint32_t counter, void *state,
                      uint32_t state_bytes);

/* 1 if both values say so. Whoever acts reads result->again itself, once more, after this. */
int ksig_boot_accepted(const ksig_boot_result *result);

/* A sentence for a reason is in the tool: `kilosig update` and docs/boot.md. */
#endif
