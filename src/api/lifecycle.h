/* Shared by key generation and signing. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_LIFECYCLE_H
#define KSIG_LIFECYCLE_H

#include "stream/work.h"

/* Zeroes a state, which may contain secrets of an operation that was never closed. Returns
 * KSIG_PENDING, or KSIG_REJECT_STATE_SIZE and, if there is room for it, a closed head. */
ksig_verdict ksig_work_open(void *state, size_t state_bytes, size_t wanted_bytes);

/* Ends open and returns its verdict; zeroes an output that will not be written. */
ksig_verdict ksig_work_opened(ksig_verdict verdict, uint8_t *output, size_t output_bytes);

/* Returns why it cannot continue, or KSIG_PENDING. Memory that is all zeros is closed. */
static inline ksig_verdict ksig_work_reason(const void *state) {
    const ksig_work_head *const head = (const ksig_work_head *)state;
    return head->scheme.sign == NULL ? KSIG_REJECT_ARGUMENT : head->reason;
}

/* Hands out ready bytes, of output_bytes in all. */
size_t ksig_work_take(void *state, unsigned streams, size_t output_bytes, uint8_t *out,
                      size_t length);

/* Clamps the result: if a fault skips the call, the register still holds the argument, which is
 * larger than `length`. */
static inline size_t ksig_work_taken(size_t taken, size_t length) {
    return taken > length ? 0 : taken;
}

/* Ends: wipes the state, and an incomplete output. */
ksig_verdict ksig_work_close(void *state, size_t state_bytes, unsigned streams,
                             size_t output_bytes);

/* 1 if there is a step to do. */
int ksig_work_may_step(const void *state, unsigned streams);

/* Moves the bytes that a step made ready to the output, if there is one. */
void ksig_work_flush(void *state, unsigned streams, size_t output_bytes);

/* Returns the progress. A scheme that streams is done when all its output has been taken. */
ksig_verdict ksig_work_progress(const void *state, unsigned streams, size_t output_bytes);

#endif
