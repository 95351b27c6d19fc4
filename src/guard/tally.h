/* Counting both outcomes of a check. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * To hide a bad item, a fault would have to falsify two counts; and as the count of good items must
 * reach the expected number, a result that gets lost does not look like a passed check. */
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

/* The same in one word, as a function's return value: in a register, so no store can be skipped.
 * The low half counts the good items, starting from a mark; the high half is nonzero if an item is
 * bad. The mark makes it unlike any value likely to be in a register, so a fault that returns the
 * wrong register cannot look like a pass. */
#define KSIG_TALLY_MARK 0x5A00u
#define KSIG_TALLY_ALL(items) (KSIG_TALLY_MARK + (items)) /* none is bad */
static inline ksig_tally ksig_tally_of(uint32_t packed) {
    const ksig_tally tally = {packed >> 16, (packed & 0xffff) - KSIG_TALLY_MARK};
    return tally;
}

/* Compares `length` bytes, 1 .. 2^15 - 1: one item per byte. Each byte is loaded twice, once to
 * count good items and once to count bad ones. Memory compared with itself is bad. */
uint32_t ksig_compare_packed(const volatile uint8_t *a, const volatile uint8_t *b, size_t length);
static inline ksig_tally ksig_compare(const uint8_t *a, const uint8_t *b, size_t length) {
    return ksig_tally_of(ksig_compare_packed(a, b, length));
}

#endif
