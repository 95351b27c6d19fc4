/* How a verdict comes about. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One skipped or corrupted instruction must not turn a rejection into KSIG_ACCEPT. So each check acts twice: it sets
 * head->reason in a branch, and it counts arithmetically into head->trail, without a branch. Acceptance needs reason ==
 * KSIG_PENDING, the trail's expected value, and digest differences of zero, tested by branches and then once more by
 * arithmetic on values that the compiler may not assume to be those just tested. */
#ifndef KSIG_VERDICT_H
#define KSIG_VERDICT_H

#include "kilosig/kilosig.h"

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

/* The verdict of a verification that received all its bytes. trail: KSIG_TRAIL_STEP times the number of checks;
 * key, signature: 0 if the digests of the key and of the transcript are as they must be. */
ksig_verdict ksig_conclude(const ksig_verify_head *head, uint32_t trail, uint32_t key, uint32_t signature);

#endif
