/* What key generation and signing have in common. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_WORK_H
#define KSIG_WORK_H

#include "arch/compiler.h"
#include "kilosig/kilosig.h"

/* head->stage: a message is being fed, or all work is done. The other stages are the scheme's own.
 */
#define KSIG_WORK_FEED 0
#define KSIG_WORK_DONE 0xff

/* How the operations of every scheme begin. */
struct ksig_work_operations {
    /* A bounded piece of work; leaves KSIG_WORK_FEED. Not called at KSIG_WORK_DONE, nor, of a
     * scheme that streams, before all bytes that are ready were taken. */
    void (*step)(void *state);
    /* Wipes the stack that `step` used: called after it, from the same function (wipe_stack.h). */
    void (*wipe_stack)(void);
};

/* What follows from a secret once and is given away wrong, or is the secret itself, does harm that
 * no later check undoes. So a seed is copied and compared, and what is made of it is made twice, in
 * separate rooms: one fault spoils one. KSIG_WORK_TWICE 0: once, for those who verify it
 * themselves. KSIG_WORK_APART: a function that is called for each. */
enum { KSIG_WORK_TWICE = KSIG_ENABLE_SIGN_CHECK };
#if KSIG_ENABLE_SIGN_CHECK
#define KSIG_WORK_APART KSIG_NOINLINE
#else
#define KSIG_WORK_APART
#endif

/* KSIG_REJECT_FAULT unless `length` bytes, 1 .. 2^15 - 1, are the same at two places. */
void ksig_work_compare(ksig_work_head *head, const uint8_t *one, const uint8_t *other,
                       size_t length);

/* A number that one changed word always changes, for what is made again when there is no room for
 * both; `length` is a multiple of 4. Not a cryptographic one: what a fault changes nobody chooses.
 */
uint32_t ksig_work_tag(const uint8_t *bytes, size_t length);

/* The next `length` bytes of the output are ready: at `from`, in the state, until the next step. */
static inline void ksig_work_ready(ksig_stream_head *head, const uint8_t *from, size_t length) {
    head->ready_at = (uint16_t)(from - (const uint8_t *)head);
    head->ready = (uint16_t)length;
}

#endif
