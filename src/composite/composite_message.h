/* M' of Composite ML-DSA, and what a classical verifier gets of it: for composite signatures and
 * for certificates. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_COMPOSITE_MESSAGE_H
#define KSIG_COMPOSITE_MESSAGE_H

#include "composite/composite_hash.h"

/* The length of M' without a context. */
uint32_t ksig_composite_prime_bytes(const ksig_composite_scheme *scheme);

/* Writes the beginning of M': all in front of the length of ctx. Returns 0, or a nonzero value if
 * it is not that: no later check would notice a difference. */
uint32_t ksig_composite_begin_prime(const ksig_composite_scheme *scheme, uint8_t *prime);

/* Completes an input that has the key, and M' as its message. If the encoded signature in the room,
 * `length` bytes, is not valid DER, input->signature becomes null. Returns 0, or a nonzero value
 * unless all of M' was hashed. */
uint32_t ksig_composite_form_input(const ksig_composite_scheme *scheme, ksig_composite_room *room,
                                   uint32_t length, ksig_classical_input *input);

/* The arguments of the ML-DSA half, without anchor and secret: M' as the message, with the label as
 * the context. */
void ksig_composite_form_arguments(const ksig_composite_scheme *scheme, uint32_t context_length,
                                   ksig_verify_args *args);

#endif
