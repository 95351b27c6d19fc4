/* Parameter sets of LMS. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_LMS_SETS_H
#define KSIG_LMS_SETS_H

#include "kilosig/kilosig.h"

enum { KSIG_LMS_MAX_N = 32, KSIG_LMS_TYPES_BYTES = 8, KSIG_LMS_I_BYTES = 16 };

/* LMS key: LMS type 4 | LM-OTS type 4 | I 16 | T[1] n. */
enum {
    KSIG_LMS_I = 8,
    KSIG_LMS_ROOT = 24,
    KSIG_LMS_MAX_KEY_BYTES = KSIG_LMS_ROOT + KSIG_LMS_MAX_N
};

/* RFC 8554 sections 4.1 and 5.1, RFC 9858. All members are in range, whatever the codes were. */
typedef struct ksig_lms_set {
    uint16_t chains;   /* p */
    uint8_t n;         /* bytes of a hash: 24 or 32 */
    uint8_t height;    /* h */
    uint8_t width_log; /* of w: 0 .. 3 */
    uint8_t shift;     /* ls */
    uint8_t lms, ots;  /* type codes */
} ksig_lms_set;

/* Finds the set for a key's two type codes. Returns KSIG_PENDING, or why there is none. */
ksig_verdict ksig_lms_set_of(const uint8_t *types, ksig_lms_set *set);

static inline unsigned ksig_lms_is_shake(const ksig_lms_set *set) { return set->lms >= 0x0f; }

/* n and the logarithm of w of an enabled set: constants if the configuration has only one. */
static inline unsigned ksig_lms_n(const ksig_lms_set *set) {
    return KSIG_ENABLE_LMS_N24 ? set->n : KSIG_LMS_MAX_N;
}
static inline unsigned ksig_lms_width_log(const ksig_lms_set *set) {
    const unsigned only = KSIG_ENABLE_LMS_W2   ? 1
                          : KSIG_ENABLE_LMS_W4 ? 2
                          : KSIG_ENABLE_LMS_W8 ? 3
                                               : 0;
    return KSIG_ENABLE_LMS_W1 + KSIG_ENABLE_LMS_W2 + KSIG_ENABLE_LMS_W4 + KSIG_ENABLE_LMS_W8 == 1
               ? only
               : set->width_log;
}

static inline uint32_t ksig_lms_key_bytes(const ksig_lms_set *set) {
    return KSIG_LMS_ROOT + (uint32_t)set->n;
}

/* q 4 | LM-OTS type 4 | C n, then y, p n, then LMS type 4 | path h n. */
static inline uint32_t ksig_lms_begin_bytes(const ksig_lms_set *set) {
    return 8u + ksig_lms_n(set);
}
static inline uint32_t ksig_lms_rest_bytes(const ksig_lms_set *set) {
    return 4u + (uint32_t)ksig_lms_n(set) * (set->chains + (uint32_t)set->height);
}
static inline uint32_t ksig_lms_signature_bytes(const ksig_lms_set *set) {
    return ksig_lms_begin_bytes(set) + ksig_lms_rest_bytes(set);
}

#endif
