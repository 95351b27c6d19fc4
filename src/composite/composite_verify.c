/* Composite ML-DSA: one message, two halves, one verdict.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_reader.h"
#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"

static void refuse(ksig_composite *c, ksig_verdict reason) {
    if (c->reason == KSIG_PENDING)
        c->reason = reason & 0xff;
    c->length = 0;
    if (c->stage >= KSIG_COMPOSITE_STAGE_ML_DSA)
        ksig_reject(ksig_composite_verification(c), reason);
}

static void want(ksig_composite *c, unsigned stage, unsigned part, uint32_t offset,
                 uint32_t length) {
    c->stage = (uint8_t)stage;
    c->part = (uint8_t)part;
    c->offset = offset;
    c->length = length;
}

/* Feeds bytes to the ML-DSA verification. Subtracts the address of their end from the trail, to
 * which the provider of the bytes added it. */
static KSIG_NOINLINE void give(ksig_composite *c, const uint8_t *data, size_t length) {
    const ksig_composite *again = c;
    const uint32_t answer = ksig_feed_given(ksig_composite_verification(c), data, length);
    KSIG_RELOAD(again);
    void *const verification = ksig_composite_verification(again);
    c->trail -= ksig_fed_end(verification, answer, ksig_verify_feed(verification, NULL, 0));
}

/* Feeds M' as the message, and counts its bytes. */
static void give_prime(ksig_composite *c) {
    const ksig_composite *again = c;
    const ksig_verify_head *head = ksig_composite_verification(c);
    const uint8_t *const data = c->prime + head->offset;
    const size_t length = (size_t)head->length;
    KSIG_RELOAD(again);
    KSIG_RELOAD(head);
    const uint8_t *const end = again->prime + head->offset + head->length;
    c->trail += ksig_word(end) + (uint32_t)length;
    give(c, data, length);
}

/* Continues until external bytes are wanted. */
static KSIG_NOINLINE void advance(ksig_composite *c) {
    const ksig_verify_head *const head = ksig_composite_verification(c);
    c->length = 0;
    while (c->reason == KSIG_PENDING) {
        if (head->reason != KSIG_PENDING || head->length == 0) {
            c->stage = KSIG_COMPOSITE_STAGE_DONE;
            c->reason = head->reason;
            return;
        }
        if (head->part != KSIG_PART_MESSAGE) {
            want(c, KSIG_COMPOSITE_STAGE_ML_DSA, head->part, head->offset, head->length);
            return;
        }
        give_prime(c);
    }
}

static KSIG_NOINLINE void form_arguments(const ksig_composite *c, ksig_verify_args *args) {
    ksig_composite_form_arguments(c->scheme, (uint32_t)c->args.context_length, args);
    args->anchor = c->args.anchor;
    args->secret = c->args.secret;
}

/* The classical half is done, whatever its result: ML-DSA begins, in the same memory. */
static KSIG_NOINLINE void begin_ml_dsa(ksig_composite *c) {
    void *const verification = ksig_composite_verification(c);
    const ksig_scheme *const ml_dsa = c->scheme->ml_dsa;
    ksig_verify_args args, again;
    form_arguments(c, &args);
    const uint32_t answer = ksig_open_given(verification, ml_dsa->state_bytes, ml_dsa, &args);
    const ksig_verdict opened = answer ^ ksig_open_word(verification, c->scheme->ml_dsa, &args);
    if (opened >> 8 != 0) { /* not a reason: it was not opened */
        refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    form_arguments(c, &again);
    ksig_composite_same(c, &args, &again, sizeof args);
    c->stage = KSIG_COMPOSITE_STAGE_ML_DSA;
    c->reason = opened;
    advance(c);
}

/* The message is complete: wants the classical signature, which follows ML-DSA's. */
static void end_message(ksig_composite *c) {
    ksig_composite_end(c);
    want(c, KSIG_COMPOSITE_STAGE_CLASSICAL, KSIG_PART_SIGNATURE, c->scheme->ml_dsa->signature_bytes,
         c->classical_length);
}

static void take_message(ksig_composite *c, const uint8_t *data, size_t length) {
    const size_t taken =
        c->scheme->prehash->update(&ksig_composite_room_of(c)->hashing, data, length);
    c->trail -= ksig_word(data + taken);
    c->offset += (uint32_t)length;
    c->length -= (uint32_t)length;
    if (c->length == 0)
        end_message(c);
}

static void take_classical(ksig_composite *c, const uint8_t *data, size_t length) {
    const uint32_t at = c->offset - c->scheme->ml_dsa->signature_bytes;
    if (at > KSIG_COMPOSITE_CLASSICAL_BYTES || length > KSIG_COMPOSITE_CLASSICAL_BYTES - at) {
        refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    const size_t taken = ksig_copy(ksig_composite_room_of(c)->encoded + at, data, length);
    c->trail -= ksig_word(data + taken);
    c->offset += (uint32_t)length;
    c->length -= (uint32_t)length;
    if (c->length == 0) {
        ksig_composite_ask(c);
        begin_ml_dsa(c);
    }
}

/* Takes wanted bytes. The address of their end is in the trail, and is subtracted where they are
 * used.
 */
static KSIG_NOINLINE ksig_verdict take(ksig_composite *c, const uint8_t *data, size_t length) {
    if (c->scheme == NULL) /* never opened */
        return KSIG_REJECT_ARGUMENT;
    if (c->reason == KSIG_PENDING && length > c->length)
        refuse(c, KSIG_REJECT_OVERFEED);
    if (length == 0 || c->reason != KSIG_PENDING) {
        c->trail -= ksig_word(data); /* data is their end if there are none */
        return c->reason;
    }
    if (c->stage == KSIG_COMPOSITE_STAGE_MESSAGE) {
        take_message(c, data, length);
    } else if (c->stage == KSIG_COMPOSITE_STAGE_CLASSICAL) {
        take_classical(c, data, length);
    } else {
        const ksig_verify_head *const head = ksig_composite_verification(c);
        ksig_composite_doubt(c, (head->offset ^ c->offset) | ((uint32_t)head->part ^ c->part));
        give(c, data, length);
        advance(c);
    }
    return c->reason;
}

static ksig_verdict check_arguments(const ksig_composite_scheme *scheme,
                                    const ksig_composite_args *args) {
    if (args->anchor == NULL || args->classical == NULL)
        return KSIG_REJECT_ARGUMENT;
    if (args->key_length != scheme->key_bytes)
        return KSIG_REJECT_KEY_LENGTH;
    if (args->signature_length < scheme->signature_least ||
        args->signature_length > scheme->signature_bytes)
        return KSIG_REJECT_SIG_LENGTH;
    if (args->context_length > 255 || (args->context_length != 0 && args->context == NULL))
        return KSIG_REJECT_CONTEXT;
    return KSIG_PENDING;
}

ksig_verdict ksig_composite_open(void *state, size_t state_bytes,
                                 const ksig_composite_scheme *scheme,
                                 const ksig_composite_args *args) {
    ksig_composite *const c = state;
    const void *const given = scheme;
    if (ksig_arguments_given(state, state_bytes, given, args) != ksig_open_word(state, given, args))
        return KSIG_REJECT_FAULT;
    if (state_bytes < scheme->state_bytes || (uintptr_t)state % KSIG_ALIGNMENT != 0)
        return KSIG_REJECT_STATE_SIZE;
    const uint32_t cleared = ksig_clear(state, scheme->state_bytes);
    ksig_composite_doubt(c, cleared ^ scheme->state_bytes);
    c->scheme = scheme;
    c->answers[0] = c->answers[1] = KSIG_REJECT_FAULT;
    (void)ksig_copy(&c->args, args, sizeof *args);
    ksig_composite_same(c, &c->args, args,
                        offsetof(ksig_composite_args, key_length) + sizeof args->key_length);
    c->reason = check_arguments(scheme, args);
    if (c->reason != KSIG_PENDING)
        return c->reason;
    c->classical_length = c->args.signature_length - scheme->ml_dsa->signature_bytes;
    ksig_composite_begin(c, args->context);
    scheme->prehash->init(&ksig_composite_room_of(c)->hashing);
    want(c, KSIG_COMPOSITE_STAGE_MESSAGE, KSIG_PART_MESSAGE, 0, c->args.message_length);
    if (c->length == 0)
        end_message(c);
    return c->reason;
}

ksig_want ksig_composite_want(const void *state) {
    const ksig_composite *const c = state;
    ksig_want answer = {0, 0, KSIG_PART_NONE};
    if (c->reason == KSIG_PENDING && c->length != 0) {
        answer.offset = c->offset;
        answer.length = c->length;
        answer.part = c->part;
    }
    return answer;
}

/* As in ksig_verify_push, no byte from the application can get lost unnoticed. */
ksig_verdict ksig_composite_feed(void *state, const uint8_t *data, size_t length) {
    ksig_composite *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_composite, trail));
    if (given != ksig_mark_word(state, data, length)) {
        ksig_composite_doubt(c, 1);
        return KSIG_REJECT_FAULT;
    }
    c->trail += ksig_word(data + length);
    const ksig_verdict verdict = take(c, data, length);
    c->trail -= ksig_mark(data + length);
    return verdict;
}

ksig_verdict ksig_composite_push(void *state, const uint8_t *data, size_t length) {
    ksig_composite *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_composite, trail));
    const uint8_t *const stop = data + length;
    if (given != ksig_mark_word(state, data, length)) {
        ksig_composite_doubt(c, 1);
        return KSIG_REJECT_FAULT;
    }
    ksig_verdict verdict = c->scheme == NULL ? KSIG_REJECT_ARGUMENT : c->reason;
    while (length != 0 && verdict == KSIG_PENDING) {
        const size_t n = c->length != 0 && c->length < length ? (size_t)c->length : length;
        c->trail += ksig_word(stop - (length - n));
        verdict = take(c, data, n);
        data += n;
        length -= n;
        KSIG_BARRIER(data);
        KSIG_BARRIER(length);
    }
    c->trail -= ksig_mark(data);
    return verdict;
}

/* Both answers become an additional check of the ML-DSA verification. */
static ksig_verdict end(ksig_composite *c) {
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    if (c->stage < KSIG_COMPOSITE_STAGE_ML_DSA) {
        verdict = c->reason != KSIG_PENDING ? c->reason : KSIG_REJECT_INCOMPLETE;
        return verdict;
    }
    ksig_verify_head *const head = ksig_composite_verification(c);
    ksig_judge(head, c->answers[0] ^ KSIG_ACCEPT, c->answers[1] ^ KSIG_ACCEPT,
               KSIG_REJECT_SIGNATURE);
    head->trail -= KSIG_TRAIL_STEP;
    ksig_taken(head, c->trail, ksig_composite_prime_of(c));
    verdict = ksig_verify_close(head);
    return c->reason != KSIG_PENDING ? c->reason : verdict;
}

ksig_verdict ksig_composite_close(void *state) {
    ksig_composite *const c = state;
    if (c->scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = end(c);
    ksig_wipe(state, c->scheme->state_bytes);
    return verdict;
}

/* Returns a pointer to the next wanted byte. */
static KSIG_INLINE const uint8_t *wanted(const ksig_composite *c, const ksig_input *key,
                                         const ksig_input *message, const ksig_input *signature) {
    const ksig_input *const part = c->part == KSIG_PART_KEY       ? key
                                   : c->part == KSIG_PART_MESSAGE ? message
                                                                  : signature;
    return *part + c->offset;
}

ksig_verdict ksig_composite_verify(void *state, size_t state_bytes,
                                   const ksig_composite_scheme *scheme,
                                   const ksig_composite_args *args, KSIG_INPUT(key),
                                   KSIG_INPUT(message), KSIG_INPUT(signature)) {
    ksig_composite *const c = state;
    KSIG_KEEP(key, message, signature);
    const void *const given = scheme;
    if (ksig_arguments_given(state, state_bytes, given, args) != ksig_open_word(state, given, args))
        return KSIG_REJECT_FAULT;
    const ksig_verdict opened = ksig_composite_open(state, state_bytes, scheme, args);
    if (opened == KSIG_REJECT_STATE_SIZE || opened == KSIG_REJECT_FAULT)
        return opened;
    while (c->reason == KSIG_PENDING && c->length != 0) {
        const ksig_composite *again = c;
        const size_t most = (size_t)-1;
        const size_t n = c->length < most ? (size_t)c->length : most;
        KSIG_RELOAD(again);
        c->trail += ksig_word(wanted(again, &key, &message, &signature) + n);
        (void)take(c, wanted(c, &key, &message, &signature), n);
    }
    ksig_composite_doubt(c, ksig_kept(arrived, key, message, signature));
    return ksig_composite_close(state);
}

ksig_verdict ksig_composite_anchor(const ksig_composite_scheme *scheme, const uint8_t *key,
                                   size_t key_length, uint8_t *anchor) {
    const size_t ml_dsa = (size_t)scheme->ml_dsa->key_bytes;
    if (key_length != scheme->key_bytes) {
        memset(anchor, 0, scheme->anchor_bytes);
        return KSIG_REJECT_KEY_LENGTH;
    }
    memcpy(anchor + KSIG_COMPOSITE_TR_BYTES, key + ml_dsa, key_length - ml_dsa);
    return ksig_key_anchor(scheme->ml_dsa, key, ml_dsa, anchor);
}
