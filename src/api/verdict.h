/* How a verdict comes about. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One skipped instruction must not turn a rejection into KSIG_ACCEPT. So each check acts twice: it sets head->reason in
 * a branch, and it counts arithmetically into head->trail. Checks of several items count good and bad ones. Acceptance
 * needs reason == KSIG_PENDING and the trail's expected value, tested by branches and then once more by arithmetic on a
 * value that the compiler may not assume to be the one just tested. test/test_faults*.py leave out one instruction
 * after the other. */
#ifndef KSIG_VERDICT_H
#define KSIG_VERDICT_H

#include "kilosig/kilosig.h"
#include "util/tally.h"

/* What a passed check adds to the trail: odd, so that a sum of fewer than 2^32 steps names their number. */
#define KSIG_TRAIL_STEP UINT32_C(0x9E3779B1)

/* Rejects, unless an earlier reason stands. */
static inline void ksig_reject(ksig_verify_head *head, ksig_verdict reason) {
    if (head->reason == KSIG_PENDING)
        head->reason = reason;
    head->trail = ~head->trail;
}

/* Ends a check that found `bad` faults (0 = passed). */
static inline void ksig_checked(ksig_verify_head *head, uint32_t bad, ksig_verdict reason) {
    head->trail += KSIG_TRAIL_STEP ^ bad;
    if (bad != 0)
        ksig_reject(head, reason);
}

/* Ends a check of `items` items. */
static inline void ksig_counted(ksig_verify_head *head, ksig_tally tally, uint32_t items, ksig_verdict reason) {
    head->trail += tally.good ^ items;
    ksig_checked(head, tally.bad | (tally.good ^ items), reason);
}

/* The verdict of a verification that received all its bytes and made all its checks. trail: KSIG_TRAIL_STEP times their
 * number. */
ksig_verdict ksig_conclude(const ksig_verify_head *head, uint32_t trail);

#endif
