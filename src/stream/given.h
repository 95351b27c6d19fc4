/* The arguments of a call, seen by caller and callee. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * For code that calls a verification with pointers from its own arguments: ksig_verify and the
 * like, push, COSE. A fault may skip a call, or pass on what an earlier verification left in a
 * register or on the stack: then the bytes hashed are not those that the application acts upon, and
 * no count in the verification would notice. So the callee returns its arguments as it received
 * them in registers; the caller recomputes them from its own arguments, and the trail of verdict.h
 * is wrong if they differ. */
#ifndef KSIG_GIVEN_H
#define KSIG_GIVEN_H

#include "arch/compiler.h"
#include "kilosig/kilosig.h"
#include "stream/verdict.h"

/* A pointer argument of a function with more than four arguments: volatile, so that each use
 * reloads it. A copy in a register or on the stack could be that of an earlier call. On 32-bit Arm
 * it stays where the caller put it. Elsewhere it arrives in a register and is stored once, and if
 * that is skipped, an earlier call's may be there: so the words that arrived are kept as well, and
 * ksig_kept is not 0 if they are not those that were stored.
 *
 *         f(..., KSIG_INPUT(key), KSIG_INPUT(message), KSIG_INPUT(signature)) {
 *             KSIG_KEEP(key, message, signature);
 *             ksig_taken(head, ksig_kept(arrived, key, message, signature), 0); */
typedef const uint8_t *volatile ksig_input;
#if defined(__arm__) || KSIG_FAULTS == KSIG_FAULTS_NONE
#define KSIG_INPUT(name) ksig_input name
#define KSIG_KEEP(one, two, three) const uint32_t arrived = 0
#define ksig_kept(arrived, one, two, three) (arrived)
#else
#define KSIG_INPUT(name) const uint8_t *name##_given
#define KSIG_KEEP(one, two, three)                                                  \
    const uint32_t arrived =                                                        \
        ksig_word(one##_given) ^ ksig_word(two##_given) ^ ksig_word(three##_given); \
    ksig_input one = one##_given, two = two##_given, three = three##_given
#define ksig_kept(arrived, one, two, three) \
    ((arrived) ^ ksig_word(one) ^ ksig_word(two) ^ ksig_word(three))
#endif

/* A pointer as a word of the trail. */
static inline uint32_t ksig_word(const void *pointer) { return (uint32_t)(uintptr_t)pointer; }

/* A word for the arguments of an open: inverted, so that it is not an address if it stays in a
 * register. */
static inline uint32_t ksig_open_word(const void *state, const ksig_scheme *scheme,
                                      const void *args) {
    return ~(ksig_word(state) ^ ksig_word(scheme) ^ ksig_word(args));
}

/* Returns that word. */
uint32_t ksig_arguments_given(const void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const void *args);

/* Calls ksig_verify_open. Returns its verdict ^ that word. */
uint32_t ksig_open_given(void *state, size_t state_bytes, const ksig_scheme *scheme,
                         const ksig_verify_args *args);

/* Calls ksig_verify_feed. Returns its verdict ^ ~(state ^ (data + length)). */
uint32_t ksig_feed_given(void *state, const uint8_t *data, size_t length);

/* Recovers the end of the fed bytes from that result; gives a different word if the state was a
 * different one, or if the verdict differs from `again`, the verdict of a second call of feed. */
static inline uint32_t ksig_fed_end(const void *state, uint32_t answer, ksig_verdict again) {
    return ~(answer ^ again ^ ksig_word(state));
}

/* Adds the end of these bytes to the trail, the word at state + trail. The caller subtracts
 * ksig_mark of the bytes that it has fed. The mark has a different weight from the counts of single
 * calls, so errors in both do not cancel. Returns ksig_mark_word, by which the caller checks that
 * this was its state. */
uint32_t ksig_mark_given(void *state, const uint8_t *data, size_t length, size_t trail);
static inline uint32_t ksig_mark(const uint8_t *end) {
    return KSIG_GUARDED ? 2 * ksig_word(end) : 0;
}
static inline uint32_t ksig_mark_word(const void *state, const uint8_t *data, size_t length) {
    return ~(ksig_word(state) ^ ksig_word(data) ^ (uint32_t)length);
}

#endif
