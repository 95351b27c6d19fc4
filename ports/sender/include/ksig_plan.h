/* The order in which a verification wants its bytes, for a sender.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A gateway, a tester or a server sends message, signature and key in the order of the device's
 * wants, without being asked. This file and ksig_plan.c are all that it needs: no allocation,
 * nothing of the device's library.
 *
 *     ksig_plan plan;
 *     ksig_plan_step step;
 *     const ksig_plan_inputs inputs = {
 *         .message_length = 33, .signature_length = 2420, .key_length = 1312};
 *     const ksig_plan_scheme *scheme = ksig_plan_scheme_by_name("ml-dsa-44");
 *     if (ksig_plan_open(&plan, scheme, KSIG_PLAN_DEFAULT, &inputs) != KSIG_PLAN_READY)
 *         return;
 *     while (ksig_plan_next(&plan, &step))
 *         send(parts[step.part] + step.offset, step.length);
 *
 * The steps are those of `kilosig plan`. GeMSS in variant fast has none: there the device alone
 * knows. */
#ifndef KSIG_PLAN_H
#define KSIG_PLAN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ksig_plan_step.part, as KSIG_PART_* of kilosig.h. */
#define KSIG_PLAN_KEY 1
#define KSIG_PLAN_MESSAGE 2
#define KSIG_PLAN_SIGNATURE 3

/* The variant of ML-DSA that the device has (KSIG_ML_DSA_VARIANT), or of GeMSS. Others have one
 * order. */
#define KSIG_PLAN_DEFAULT 0
#define KSIG_PLAN_FAST 1
#define KSIG_PLAN_SMALL 2

/* What ksig_plan_open returns. */
#define KSIG_PLAN_READY 0
#define KSIG_PLAN_NO_SCHEME 1  /* a null scheme */
#define KSIG_PLAN_NO_ORDER 2   /* this variant has no order that is known before */
#define KSIG_PLAN_KEY_LENGTH 3 /* not a length of the scheme's keys */
/* not a length of its signatures, or not that of the key's parameter set */
#define KSIG_PLAN_SIGNATURE_LENGTH 4
#define KSIG_PLAN_KEY_SET 5       /* the key names no parameter set, or is missing */
#define KSIG_PLAN_INPUT_MISSING 6 /* the order depends on the signature: give it */

/* What a scheme's order depends on beside the lengths: ksig_plan_scheme.needs. */
#define KSIG_PLAN_NEEDS_KEY 1 /* its type codes: the first 4 bytes (XMSS), 8 (LMS) or 12 (HSS) */
/* two size bytes (HAETAE), or type codes of the keys within (HSS) */
#define KSIG_PLAN_NEEDS_SIGNATURE 2

typedef struct ksig_plan_scheme {
    const char *name;
    uint32_t key_bytes;       /* of LMS, HSS, XMSS and XMSS^MT: the most */
    uint32_t signature_least; /* the least bytes of a signature */
    uint32_t signature_bytes; /* the most */
    uint8_t order;            /* which family */
    uint8_t needs;            /* KSIG_PLAN_NEEDS_* */
    uint16_t a, b, c, d;      /* the family's numbers: ksig_plan.c */
} ksig_plan_scheme;

/* The scheme of that name (as `kilosig schemes` lists them), or null. */
const ksig_plan_scheme *ksig_plan_scheme_by_name(const char *name);

/* All schemes; the last has a null name. */
extern const ksig_plan_scheme ksig_plan_schemes[];

typedef struct ksig_plan_inputs {
    const uint8_t *key;       /* may be null if scheme->needs says so */
    const uint8_t *signature; /* the same */
    uint32_t message_length;
    uint32_t signature_length;
    uint32_t key_length;
} ksig_plan_inputs;

typedef struct ksig_plan_step {
    uint32_t offset; /* in its part */
    uint32_t length; /* at least 1 */
    uint8_t part;    /* KSIG_PLAN_* */
} ksig_plan_step;

/* The caller's; nothing has to be freed. Its members are not for callers. */
typedef struct ksig_plan {
    const ksig_plan_scheme *scheme;
    ksig_plan_inputs inputs;
    uint32_t number; /* of the next step, the empty ones counted */
    uint32_t begin;  /* HSS: of the level's signature */
    uint8_t variant;
    uint8_t level; /* HSS */
} ksig_plan;

/* Begins. What the inputs point to stays readable until the last step. Returns KSIG_PLAN_*. */
int ksig_plan_open(ksig_plan *plan, const ksig_plan_scheme *scheme, uint8_t variant,
                   const ksig_plan_inputs *inputs);

/* The next step: 1, or 0 after the last one. Where a signature contradicts its key, the steps end
 * where the device will reject. */
int ksig_plan_next(ksig_plan *plan, ksig_plan_step *step);

/* Bytes of all steps that are left, those wanted twice counted twice. */
uint64_t ksig_plan_bytes(const ksig_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
