/* Counting both outcomes of a check. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * To overlook a bad item, a fault would have to falsify two counts; and as the good ones must reach their number, a
 * result that gets lost on its way does not look like a passed check. */
#ifndef KSIG_TALLY_H
#define KSIG_TALLY_H

#include <stddef.h>
#include <stdint.h>

typedef struct ksig_tally {
    uint32_t bad, good;
} ksig_tally;

/* Counts an item. bad: 1 or 0. */
static inline void ksig_count(ksig_tally *tally, uint32_t bad) {
    tally->bad += bad;
    tally->good += bad ^ 1u;
}

/* Compares `length` bytes: one item for each. */
ksig_tally ksig_compare(const uint8_t *a, const uint8_t *b, size_t length);

#endif
