/* All guards against faults and against compilers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A fault skips one instruction. A compiler removes what it can prove to be redundant, and turns
 * masks into branches. Each guard below withstands one of the two, has one name, and is used as its
 * example shows. docs/assurance.md says what was tried against them.
 *
 * Reload. Use a value twice, and reload it for the second use: a skipped load puts a wrong value in
 * the register only once. Costs a load. The compiler may merge two reloads of one pointer: derive
 * the second from the result of the first.
 *
 *         (void)ksig_copy(to, args->context, n);
 *         KSIG_RELOAD(args);
 *         ksig_taken(head, to[0], args->context_length);
 *
 * Value barrier. The compiler forgets what it knows about a number: it cannot merge two checks of
 * it, replace a count by its known final value, or branch on a mask. Costs nothing, or a move.
 *
 *         n += 4;
 *         KSIG_BARRIER(n);
 *
 * Formed twice. A bound, or the address of a field, is formed once for all its uses, where that
 * takes an instruction of its own (ARMv6-M, RV32): one skip spoils every check that uses it. After
 * a barrier on a copy of it, the next use forms it anew. Costs an instruction or two.
 *
 *         uint32_t most = Q - 1;
 *         KSIG_BARRIER(most);
 *         (All coefficients are compared with `most`.)
 *         ksig_taken(head, most, Q - 1);
 *
 * Shown address. What takes a piece of a message returns the address of the hash that took it along
 * with the count. The caller subtracts that address, formed anew: a skip that forms a wrong one
 * would divert the piece to other memory, and leave it out. Costs a few instructions a piece.
 *
 *         const size_t shown = ksig_keccak_take(&v->sponge, data, n); (or ksig_sha256_take)
 *         KSIG_RELOAD(v);
 *         return ksig_keccak_taken(&v->sponge, shown);
 *
 * Kept inputs (stream/given.h). A call that takes more pointers than registers hold compares those
 * that arrived with those that it stored: where a store is skipped lies an earlier call's. Costs a
 * few instructions a call; none on 32-bit Arm, where the caller stores them.
 *
 *         KSIG_KEEP(key, message, signature);
 *         ksig_taken(head, ksig_kept(arrived, key, message, signature), 0);
 *
 * Empty argument. What forms a pointer for a call may be skipped: the callee then takes what an
 * earlier call left in that register. Where that would be what a sender sent, the register gets 0
 * first. Costs an instruction.
 *
 *         KSIG_EMPTY_ARGUMENT(); (the second, on RISC-V)
 *         ksig_sha256_compress(h->chain, h->block);
 *
 * Declassification. From here on a value, or memory, reveals nothing about a secret, whatever it
 * was computed from; the comment before it says why. Costs nothing: it informs the checkers of
 * test/ct; in every other build it is the bare value. scripts/declassified.py prints all of them.
 *
 *         (Public: the specification rejects the candidate here.)
 *         if (KSIG_DECLASSIFY(b >= most))
 *
 * Comparison (guard/tally.h). ksig_compare counts equal bytes and differing bytes, each with a
 * separate load.
 *
 *         ksig_counted(head, ksig_compare(a, b, 32), 32, KSIG_REJECT_SIGNATURE);
 *
 * Checked count (stream/verdict.h). A function returns how much it did; a wrong number spoils the
 * trail that acceptance needs. Costs an addition.
 *
 *         ksig_taken(head, ksig_keccak_absorb(sponge, data, n), n);
 *
 * Check (stream/verdict.h). Every check sets the reason in a branch, and adds to the trail without
 * one.
 *
 *         ksig_checked(head, bad, KSIG_REJECT_RANGE);
 *
 * Doubled computation (stream/work.h). A result whose corruption no later check would detect is
 * computed twice, in separate buffers, and compared; a check on which a verdict depends alone is
 * repeated if (KSIG_GUARDED). KSIG_WORK_TWICE is 0 where the application verifies its own
 * signatures. Doubles the time. What is in the caller's memory could still be damaged afterwards:
 * its parts are summed up instead, and close compares with the sum of what is there.
 *
 *         make_tr(s, one), make_tr(s, other);
 *         ksig_work_compare(head, one, other, 64); (or ksig_work_confirm) */
#ifndef KSIG_GUARD_H
#define KSIG_GUARD_H

#include "arch/compiler.h"
#include "kilosig/config.h"

/* 0: plain checks, KSIG_FAULTS_NONE. Code that is needed only because of faults depends on it. */
enum { KSIG_GUARDED = KSIG_FAULTS != KSIG_FAULTS_NONE };

#ifdef KSIG_TAINT_FILE
#include KSIG_TAINT_FILE
#else
#define KSIG_DECLASSIFY(x) (x)
#define KSIG_DECLASSIFY_BYTES(memory, length) (void)0
#endif

/* The compiler no longer knows where `pointer` points: it reloads what it loaded from there.
 */
#if KSIG_GNU_C && KSIG_FAULTS != KSIG_FAULTS_NONE
#define KSIG_RELOAD(pointer) __asm__("" : "+r"(pointer))
#else
#define KSIG_RELOAD(pointer) (void)0
#endif

/* The compiler no longer knows the value of `x`, a variable of at most the size of a register. */
#if KSIG_GNU_C
#define KSIG_BARRIER(x) __asm__("" : "+r"(x))
#else
#define KSIG_BARRIER(x) (void)0
#endif

/* The register of a call's second argument holds 0. ksig_copy leaves there the end of its source on
 * RISC-V; see the campaign's rows of messages. */
#if KSIG_GNU_C && defined(__riscv) && KSIG_FAULTS != KSIG_FAULTS_NONE
#define KSIG_EMPTY_ARGUMENT() __asm__ volatile("li a1, 0" : : : "a1")
#else
#define KSIG_EMPTY_ARGUMENT() (void)0
#endif

/* For a secret mask. A compiler that knows the origin of the bit, or that a mask has only two
 * values, might branch instead: clang for ARMv6-M did. gcc for ARMv7-M merges a mask and its use
 * into one instruction, shorter than any branch; a barrier would cost 1 % of a signature.
 * test_traces.py checks that code. */
#if KSIG_GNU_C && !defined(__clang__) && defined(__ARM_ARCH_ISA_THUMB) && __ARM_ARCH_ISA_THUMB == 2
#define KSIG_MASK_BARRIER(x) (void)0
#else
#define KSIG_MASK_BARRIER(x) KSIG_BARRIER(x)
#endif

/* For a secret 32-bit factor. If gcc for AVR sees that it was extended from 16 bits, it calls
 * functions that branch on its sign (__mulhisi3, __usmulhisi3, __mulshisi3); otherwise it calls
 * __mulsi3, which does not branch. */
#if defined(__AVR__)
#define KSIG_FACTOR_BARRIER(x) KSIG_BARRIER(x)
#else
#define KSIG_FACTOR_BARRIER(x) (void)0
#endif

#endif
