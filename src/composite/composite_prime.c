/* M' of a composite signature, and its classical half, which gets M' as a whole.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_reader.h"
#include "util/bytes.h"

void ksig_composite_begin(ksig_composite *c, const uint8_t *context) {
    const uint32_t length = (uint32_t)c->args.context_length, bytes = c->scheme->prehash->bytes;
    const uint32_t at = ksig_composite_prime_bytes(c->scheme) - bytes;
    ksig_composite_doubt(c, ksig_composite_begin_prime(c->scheme, c->prime));
    c->prime[at - 1] = (uint8_t)length;
    /* The application's bytes are loaded once. */
    const size_t taken = ksig_copy(c->prime + at, context, c->args.context_length);
    ksig_composite_doubt(c, ((uint32_t)taken ^ length) |
                                (*(volatile uint8_t *)(c->prime + at - 1) ^ length));
    c->prime_length = (uint16_t)(at + taken + bytes);
    ksig_composite_doubt(c, c->prime_length ^ ksig_composite_prime_of(c));
}

void ksig_composite_end(ksig_composite *c) {
    const struct ksig_composite_hash *const hash = c->scheme->prehash;
    uint8_t *const digest = c->prime + (c->prime_length - hash->bytes);
    ksig_composite_doubt(c, hash->final(&ksig_composite_room_of(c)->hashing, digest) ^
                                c->args.message_length);
}

/* Forms the classical verifier's input, anew for each of the two calls. */
static KSIG_NOINLINE void form_input(ksig_composite *c, ksig_classical_input *input) {
    input->key = c->args.anchor + KSIG_COMPOSITE_TR_BYTES;
    input->message = c->prime;
    input->message_length = c->prime_length;
    ksig_composite_doubt(c, ksig_composite_form_input(c->scheme, ksig_composite_room_of(c),
                                                      c->classical_length, input));
}

/* One call. The result is in a register: if the call is skipped, it is an address. */
static KSIG_NOINLINE ksig_verdict ask_once(ksig_composite *c) {
    ksig_classical_input input;
    input.signature = NULL;
    form_input(c, &input);
    if (input.signature == NULL)
        return KSIG_REJECT_ENCODING;
    return c->args.classical(&input);
}

void ksig_composite_ask(ksig_composite *c) {
    c->answers[0] = ask_once(c);
    c->answers[1] = ask_once(c);
}
