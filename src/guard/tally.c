/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/tally.h"

#include "arch/compiler.h"
#include "guard/guard.h"

/* The loop must use the registers that were compared (a == b), not copies that it increments: one
 * fault while copying could give one pointer the value of the other. Hence an index that is opaque
 * to the compiler. And the first check ends before the second begins: their loads are separate, so
 * a stale register that passes one fails the other. test/faults/compare.py tries this function with
 * all fault models. */
uint32_t ksig_compare_packed(const volatile uint8_t *a, const volatile uint8_t *b, size_t length) {
    if (!KSIG_GUARDED) {
        uint32_t bad = 0;
        for (size_t i = 0; i < length; i++)
            bad |= (uint32_t)a[i] ^ b[i];
        return KSIG_TALLY_ALL((uint32_t)length) - (bad << 16);
    }
    uint32_t good = KSIG_TALLY_MARK, bad = a == b;
    size_t i = 0;
    do {
        KSIG_BARRIER(i);
        bad |= (uint32_t)a[i] ^ b[i];
        KSIG_BARRIER(bad);
        KSIG_KEEP_ORDER();
        KSIG_BARRIER(i); /* addresses computed separately from loads are recomputed */
        good += (((uint32_t)a[i] ^ b[i]) - 1) >> 31;
    } while (++i < length);
    return good - (bad << 16); /* not a sum: the length, left in a register for one count, would
                                * compensate for the other */
}
