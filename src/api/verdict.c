/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/verdict.h"

/* 0 for 0, all ones for anything else. */
static uint32_t spread(uint32_t x) { return 0u - ((x | (0u - x)) >> 31); }

ksig_verdict ksig_conclude(const ksig_verify_head *head, uint32_t trail) {
    /* Formed before the branches and read behind them; volatile, or it would be known to be 0 there. */
    const volatile uint32_t doubt = head->reason | (head->trail ^ trail);

    if (head->reason != KSIG_PENDING)
        return head->reason;
    if (head->trail != trail)
        return KSIG_REJECT_FAULT;
    return KSIG_ACCEPT ^ ((KSIG_ACCEPT ^ KSIG_REJECT_FAULT) & spread(doubt));
}
