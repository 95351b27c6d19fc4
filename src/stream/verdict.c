/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/verdict.h"

void ksig_reject(ksig_verify_head *head, ksig_verdict reason) {
    if (head->reason == KSIG_PENDING)
        head->reason =
            reason & 0xff; /* all reasons fit: a stale value from a fault cannot be KSIG_ACCEPT */
    head->trail = ~head->trail;
}

void ksig_judge(ksig_verify_head *head, uint32_t bad, uint32_t other, ksig_verdict reason) {
    bad |= other;
    if (KSIG_GUARDED)
        head->trail += (other << 16) + (KSIG_TRAIL_STEP ^ bad);
    if (bad != 0)
        ksig_reject(head, reason);
}

/* 0 for 0, all ones for anything else. */
static uint32_t spread(uint32_t x) { return 0u - ((x | (0u - x)) >> 31); }

ksig_verdict ksig_conclude(const ksig_verify_head *head, uint32_t trail) {
    if (!KSIG_GUARDED) {
        if (head->reason != KSIG_PENDING)
            return head->reason;
        return head->unhashed != 0 ? KSIG_REJECT_FAULT : KSIG_ACCEPT;
    }
    if (KSIG_FAULTS == KSIG_FAULTS_DOUBLE) {
        if (head->reason == KSIG_PENDING && head->trail == trail) /* the first run, complete */
            return KSIG_REJECT_INCOMPLETE;
        trail += KSIG_SECOND_RUN;
    }
    /* Computed before the branches and read after them; volatile, or the compiler would know that
     * it is 0 there.
     */
    const uint32_t fault = (head->trail ^ trail) | head->unhashed;
    const volatile uint32_t doubt = head->reason | fault;

    if (head->reason != KSIG_PENDING)
        return head->reason;
    if (fault != 0)
        return KSIG_REJECT_FAULT;
    return KSIG_ACCEPT ^ ((KSIG_ACCEPT ^ KSIG_REJECT_FAULT) & spread(doubt));
}
