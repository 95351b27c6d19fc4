/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lms/lms_sets.h"

#include "util/bytes.h"

enum { FIRST_LMS = 5, HEIGHTS = 5, FIRST_OTS = 1, WIDTHS = 4, FAMILIES = 4 };

/* p and ls for w = 1, 2, 4, 8 (RFC 8554 Table 1, RFC 9858 Table 2). */
static const struct {
    uint16_t chains;
    uint8_t shift;
} table[2][WIDTHS] = {
    {{265, 7}, {133, 6}, {67, 4}, {34, 0}}, /* n = 32 */
    {{200, 8}, {101, 6}, {51, 4}, {26, 0}}, /* n = 24 */
};

static ksig_verdict enabled(unsigned family, unsigned width_log) {
    const unsigned widths = (unsigned)KSIG_ENABLE_LMS_W1 | (unsigned)KSIG_ENABLE_LMS_W2 << 1 |
                            (unsigned)KSIG_ENABLE_LMS_W4 << 2 | (unsigned)KSIG_ENABLE_LMS_W8 << 3;
    const unsigned off =
        (family >= 2 && !KSIG_ENABLE_LMS_SHAKE) || (family % 2 != 0 && !KSIG_ENABLE_LMS_N24);
    return off || (widths >> width_log & 1u) == 0 ? KSIG_REJECT_SET_OFF : KSIG_PENDING;
}

ksig_verdict ksig_lms_set_of(const uint8_t *types, ksig_lms_set *set) {
    /* Families: SHA-256 with n = 32 and 24, SHAKE256 with n = 32 and 24. */
    const uint32_t lms = ksig_load32_big_endian(types) - FIRST_LMS,
                   ots = ksig_load32_big_endian(types + 4) - FIRST_OTS;
    unsigned height = lms & 31u, family = 0;
    for (; height >= HEIGHTS; height -= HEIGHTS)
        family++;
    const unsigned width_log = ots % WIDTHS;
    set->lms = (uint8_t)(lms + FIRST_LMS);
    set->ots = (uint8_t)(ots + FIRST_OTS);
    set->n = family % 2 != 0 ? 24 : 32;
    set->height = (uint8_t)(HEIGHTS * (height + 1));
    set->width_log = (uint8_t)width_log;
    const unsigned row = KSIG_ENABLE_LMS_N24 ? family % 2 : 0, column = ksig_lms_width_log(set);
    set->chains = table[row][column].chains;
    set->shift = table[row][column].shift;
    if (lms >= HEIGHTS * FAMILIES || ots >= WIDTHS * FAMILIES)
        return KSIG_REJECT_SET;
    if (family != ots / WIDTHS)
        return KSIG_REJECT_SET_MIX;
    return enabled(family, width_log);
}
