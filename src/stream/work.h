/* Shared by key generation and signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_WORK_H
#define KSIG_WORK_H

#include "arch/compiler.h"
#include "kilosig/kilosig.h"

/* head->stage: a message is being fed, or all work is done. The scheme defines the other stages.
 */
#define KSIG_WORK_FEED 0
#define KSIG_WORK_DONE 0xff

/* The common beginning of every scheme's operations. */
struct ksig_work_operations {
    /* Does a bounded piece of work; leaves KSIG_WORK_FEED. Not called at KSIG_WORK_DONE nor, if the
     * scheme streams, before all ready bytes have been taken. */
    void (*step)(void *state);
    /* Wipes the stack that `step` used: called after it, from the same function (wipe_stack.h). */
    void (*wipe_stack)(void);
};

/* A wrong output derived from a secret, or the secret itself in the output, does harm that no later
 * check can undo. So a seed is copied and compared, and what is derived from it is computed twice,
 * in separate buffers: one fault spoils only one. KSIG_WORK_TWICE 0: computed once, for
 * applications that verify it themselves. KSIG_WORK_APART: a function that is called for each
 * computation. */
enum { KSIG_WORK_TWICE = KSIG_ENABLE_SIGN_CHECK };
#if KSIG_ENABLE_SIGN_CHECK
#define KSIG_WORK_APART KSIG_NOINLINE
#else
#define KSIG_WORK_APART
#endif

/* Sets KSIG_REJECT_FAULT unless `length` bytes, 1 .. 2^15 - 1, are equal at the two addresses. */
void ksig_work_compare(ksig_work_head *head, const uint8_t *one, const uint8_t *other,
                       size_t length);

/* For an output in the caller's memory, which later steps could still damage. Adds a part of it, as
 * computed a second time, to the sum that ksig_keygen_close compares with that of the output. The
 * parts may come in any order, each byte once. made: where the part is in the output. */
void ksig_work_confirm(ksig_work_head *head, const uint8_t *again, const uint8_t *made,
                       size_t length);

/* Returns KSIG_DONE if the output, of output_bytes, has that sum, otherwise KSIG_REJECT_FAULT. */
ksig_verdict ksig_work_check_output(const ksig_work_head *head, size_t output_bytes);

/* A checksum that any change of one word changes, for data that is recomputed when there is no room
 * for both copies; `length` is a multiple of 4. It is not cryptographic: nobody chooses what a
 * fault changes.
 */
uint32_t ksig_work_tag(const uint8_t *bytes, size_t length);

/* Makes the next `length` bytes of output ready: at `from`, in the state, until the next step. */
static inline void ksig_work_ready(ksig_stream_head *head, const uint8_t *from, size_t length) {
    head->ready_at = (uint16_t)(from - (const uint8_t *)head);
    head->ready = (uint16_t)length;
}

#endif
