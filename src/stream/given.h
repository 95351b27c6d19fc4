/* What a call was given, seen by two. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For code that calls a verification with pointers that it was itself given: ksig_verify and its
 * kind, push, COSE. A fault may skip a call, or hand on what an earlier verification left in a
 * register or on the stack: then the bytes that are hashed are not those that the application acts
 * upon, and no count in the verification would notice. So the called function answers with its
 * arguments, as they came in registers; its caller forms them a second time, from the arguments
 * that it was called with, and the trail of verdict.h is wrong if they differ. */
#ifndef KSIG_GIVEN_H
#define KSIG_GIVEN_H

#include "arch/compiler.h"
#include "kilosig/kilosig.h"
#include "stream/verdict.h"

/* A pointer among the arguments of a function that has more than four: volatile, so that each use
 * loads it again from where the caller put it. A copy in a register or on the stack could be that
 * of an earlier call. */
typedef const uint8_t *volatile ksig_input;

/* A pointer as a word of the trail. */
static inline uint32_t ksig_word(const void *pointer) { return (uint32_t)(uintptr_t)pointer; }

/* Of the arguments of an open: no address, in case it stays in a register. */
static inline uint32_t ksig_open_word(const void *state, const ksig_scheme *scheme,
                                      const void *args) {
    return ~(ksig_word(state) ^ ksig_word(scheme) ^ ksig_word(args));
}

/* Returns that word. */
uint32_t ksig_arguments_given(const void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const void *args);

/* ksig_verify_open. Returns its verdict ^ that word. */
uint32_t ksig_open_given(void *state, size_t state_bytes, const ksig_scheme *scheme,
                         const ksig_verify_args *args);

/* ksig_verify_feed. Returns its verdict ^ ~(state ^ (data + length)). */
uint32_t ksig_feed_given(void *state, const uint8_t *data, size_t length);

/* The end of the bytes that were fed, of that answer; another word if it was another state, or if
 * the verdict is not what feed answers again. */
static inline uint32_t ksig_fed_end(const void *state, uint32_t answer, ksig_verdict again) {
    return ~(answer ^ again ^ ksig_word(state));
}

/* Adds the end of these bytes to the trail, the word at state + trail. Its caller takes ksig_mark
 * of what it has fed off again, which has another weight than the counts of single calls: what is
 * wrong in both does not cancel. Returns ksig_mark_word: whoever keeps another state must not touch
 * it. */
uint32_t ksig_mark_given(void *state, const uint8_t *data, size_t length, size_t trail);
static inline uint32_t ksig_mark(const uint8_t *end) {
    return KSIG_GUARDED ? 2 * ksig_word(end) : 0;
}
static inline uint32_t ksig_mark_word(const void *state, const uint8_t *data, size_t length) {
    return ~(ksig_word(state) ^ ksig_word(data) ^ (uint32_t)length);
}

#endif
