/* How a verdict is formed. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One skipped instruction must not turn a rejection into KSIG_ACCEPT. So each check acts twice: it
 * sets head->reason in a branch, and it counts arithmetically into head->trail. Checks of several
 * items count good and bad ones. Each hash counts the bytes that it took. Acceptance needs reason
 * == KSIG_PENDING and the trail's expected value, tested by branches and then by arithmetic on a
 * value that the compiler must not assume to be the one just tested. test/faults/test_faults.py
 * skips every instruction in turn. */
#ifndef KSIG_VERDICT_H
#define KSIG_VERDICT_H

#include "guard/guard.h"
#include "guard/tally.h"
#include "kilosig/kilosig.h"

#if (defined(__GNUC__) || defined(__clang__)) && !defined(__OPTIMIZE__) &&                      \
    !KSIG_ALLOW_UNOPTIMIZED && !defined(__unix__) && !defined(__APPLE__) && !defined(_WIN32) && \
    !defined(__wasm__)
#error "at -O0 one skipped instruction can accept a forgery: use -Og, or KSIG_ALLOW_UNOPTIMIZED 1"
#endif

/* What a passed check adds to the trail: odd, so that the sum determines the number of steps, if
 * below 2^32. */
#define KSIG_TRAIL_STEP UINT32_C(0x9E3779B1)

/* Rejects, unless an earlier reason stands. */
void ksig_reject(ksig_verify_head *head, ksig_verdict reason);

/* Ends a check with `bad` bad items and a number of good ones that differs from the expected one by
 * `other` (XOR; 0 = passed), or a check that was made twice, with both results. The two terms
 * cannot cancel: `other` adds a multiple of 2^16, which is 0 if its low half is 0; and the change
 * due to `bad | other` is not 0, and if it is a multiple of 2^16, then so is `other`. */
void ksig_judge(ksig_verify_head *head, uint32_t bad, uint32_t other, ksig_verdict reason);

/* Ends a check that found `bad` faults (0 = passed). */
static inline void ksig_checked(ksig_verify_head *head, uint32_t bad, ksig_verdict reason) {
    ksig_judge(head, bad, 0, reason);
}

/* Ends a check of `items` items. */
static inline void ksig_counted(ksig_verify_head *head, ksig_tally tally, uint32_t items,
                                ksig_verdict reason) {
    ksig_judge(head, tally.bad, tally.good ^ items, reason);
}

/* A hash should have taken `expected` bytes, or returned `expected` doubt, and returned `taken`.
 * This is not a separate check; the trail is wrong from here on if they differ. 64 bits, so that
 * neither a size_t nor a uint32_t is truncated. */
static inline void ksig_taken(ksig_verify_head *head, uint64_t taken, uint64_t expected) {
    if (KSIG_GUARDED)
        head->trail += (uint32_t)taken - (uint32_t)expected;
}

/* Whether the trail has exactly the expected value. */
static inline int ksig_trail_is(const ksig_verify_head *head, uint32_t trail) {
    return !KSIG_GUARDED || head->trail == trail;
}

/* What ksig_verify_again adds to the trail for the second run of KSIG_FAULTS_DOUBLE. Not a multiple
 * of the step that any realistic number of checks reaches. */
#define KSIG_SECOND_RUN UINT32_C(0x3C6EF35F)

/* The verdict of a verification that received all its bytes, hashed the whole message and made all
 * its checks. trail: KSIG_TRAIL_STEP times their number. */
ksig_verdict ksig_conclude(const ksig_verify_head *head, uint32_t trail);

#endif
