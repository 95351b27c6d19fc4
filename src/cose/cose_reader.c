/* COSE_Sign1, streamed into a verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cose/cose_reader.h"

#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"

/* An array of four that begins with the context string (RFC 9052 section 4.4). */
static const uint8_t sig_structure[12] = {0x84, 0x6a, 'S', 'i', 'g', 'n',
                                          'a',  't',  'u', 'r', 'e', '1'};

void ksig_cose_refuse(ksig_cose *c, ksig_verdict reason) {
    if (c->reason == KSIG_PENDING)
        c->reason = reason;
    c->length = 0;
    if (c->stage != KSIG_COSE_STAGE_HEAD)
        ksig_reject(ksig_cose_verification(c), reason);
}

void ksig_cose_same(ksig_cose *c, const void *one, const void *other, size_t length) {
    ksig_cose_doubt(c, ksig_compare_packed(one, other, length) ^ KSIG_TALLY_ALL((uint32_t)length));
}

KSIG_NOINLINE void ksig_cose_give(ksig_cose *c, const uint8_t *data, size_t length) {
    const ksig_cose *again = c;
    const uint32_t answer = ksig_feed_given(ksig_cose_verification(c), data, length);
    KSIG_RELOAD(again);
    void *const verification = ksig_cose_verification(again);
    c->trail -= ksig_fed_end(verification, answer, ksig_verify_feed(verification, NULL, 0));
}

/* The number of bytes of Sig_structure before the payload. */
static KSIG_NOINLINE uint64_t bytes_before(const ksig_cose *c) {
    uint8_t head[KSIG_CBOR_HEAD_BYTES];
    return (uint64_t)sizeof sig_structure + c->layout.protected_length +
           c->args.external_aad_length +
           ksig_cbor_write(head, KSIG_CBOR_BYTES, c->args.external_aad_length) +
           ksig_cbor_write(head, KSIG_CBOR_BYTES, c->layout.payload_length);
}

/* A run of these bytes: at `data` or, if that is null, at head + from. */
typedef struct run {
    const uint8_t *data;
    uint32_t from;
    uint32_t length;
    uint8_t head[KSIG_CBOR_HEAD_BYTES];
} run;

/* Finds the rest of the wanted run. */
static KSIG_NOINLINE void find_run(const ksig_cose *c, run *r) {
    uint32_t offset = ksig_cose_verification(c)->offset;
    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < 5; i++) {
        const uint8_t *data = NULL;
        uint32_t length;
        if (i == 0) {
            data = sig_structure;
            length = sizeof sig_structure;
        } else if (i == 1) {
            data = c->hold + c->layout.protected_at;
            length = c->layout.protected_length;
        } else if (i == 3) {
            data = c->args.external_aad;
            length = c->args.external_aad_length;
        } else {
            const uint32_t content =
                i == 2 ? c->args.external_aad_length : c->layout.payload_length;
            length = (uint32_t)ksig_cbor_write(r->head, KSIG_CBOR_BYTES, content);
        }
        if (offset < length) {
            r->data = data == NULL ? NULL : data + offset;
            r->from = offset;
            r->length = length - offset;
            return;
        }
        offset -= length;
    }
}

/* Feeds the rest of such a run, found twice, and counts the bytes. */
static void feed_before(ksig_cose *c) {
    run found, again;
    find_run(c, &found);
    find_run(c, &again);
    ksig_cose_same(c, &found, &again, offsetof(run, head) + sizeof found.head);
    if (found.length == 0) {
        ksig_cose_refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    const uint8_t *const end = again.data != NULL ? again.data : found.head + again.from;
    c->trail += ksig_word(end + again.length) + found.length;
    ksig_cose_give(c, found.data != NULL ? found.data : found.head + found.from,
                   (size_t)found.length);
}

/* Finds the bytes that the verification wants. */
static KSIG_NOINLINE void locate(const ksig_cose *c, ksig_want *w) {
    const ksig_verify_head *const head = ksig_cose_verification(c);
    w->offset = head->offset;
    w->length = head->length;
    w->part = head->part;
    if (head->part == KSIG_PART_MESSAGE) {
        w->offset -= c->before;
        if (!c->args.detached) {
            w->part = KSIG_PART_COSE;
            w->offset += c->layout.payload_at;
        }
    } else if (head->part != KSIG_PART_KEY) {
        w->part = KSIG_PART_COSE;
        w->offset += c->args.object_length - c->layout.signature_length;
        if (c->signature_head != 0) {
            w->offset = c->args.object_length - c->layout.signature_length - c->signature_head;
            w->length = c->signature_head;
        }
    }
}

/* Continues until external bytes are wanted. */
static KSIG_NOINLINE void advance(ksig_cose *c) {
    const ksig_verify_head *const head = ksig_cose_verification(c);
    c->length = 0;
    while (c->reason == KSIG_PENDING) {
        if (head->reason != KSIG_PENDING || head->length == 0) {
            c->stage = KSIG_COSE_STAGE_DONE;
            c->reason = head->reason;
            return;
        }
        if (head->part == KSIG_PART_MESSAGE && head->offset < c->before) {
            feed_before(c);
            continue;
        }
        ksig_want w;
        locate(c, &w);
        c->part = w.part;
        c->offset = w.offset;
        c->length = w.length;
        return;
    }
}

/* Forms the arguments of the verification. */
static KSIG_NOINLINE void form_arguments(const ksig_cose *c, ksig_verify_args *args) {
    memset(args, 0, sizeof *args);
    args->anchor = c->args.anchor;
    args->secret = c->args.secret;
    args->message_length = c->before + c->layout.payload_length;
    args->signature_length = c->layout.signature_length;
    args->key_length = c->args.key_length;
    args->mode = KSIG_MODE_PURE;
}

/* Everything before the payload is held: begins the verification. */
static KSIG_NOINLINE void begin_verification(ksig_cose *c) {
    void *const verification = ksig_cose_verification(c);
    ksig_verify_args args, again;
    const uint64_t before = bytes_before(c);
    if (before + c->layout.payload_length > UINT32_MAX) {
        ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
        return;
    }
    c->before = (uint32_t)before;
    form_arguments(c, &args);
    const ksig_scheme *const scheme = c->scheme;
    const uint32_t answer = ksig_open_given(verification, scheme->state_bytes, scheme, &args);
    const ksig_verdict opened = answer ^ ksig_open_word(verification, c->scheme, &args);
    if (opened >> 8 != 0) { /* not a reason: it was not opened */
        ksig_cose_refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    form_arguments(c, &again);
    ksig_cose_same(c, &args, &again, sizeof args);
    c->stage = KSIG_COSE_STAGE_BODY;
    c->reason = opened;
}

int ksig_cose_fits(const void *state, size_t state_bytes, size_t front, const ksig_scheme *scheme) {
    return state_bytes >= front && state_bytes - front >= scheme->state_bytes &&
           (uintptr_t)state % KSIG_ALIGNMENT == 0;
}

void ksig_cose_begin(void *state, const struct ksig_cose_payload *payload,
                     const ksig_scheme *scheme, const ksig_cose_args *args) {
    ksig_cose *const c = state;
    const size_t front = payload != NULL ? payload->state_bytes : KSIG_COSE_ROUNDED(ksig_cose);
    const uint32_t cleared = ksig_clear(state, front);
    ksig_cose_doubt(c, cleared ^ (uint32_t)front);
    (void)ksig_copy(&c->args, args, sizeof *args);
    ksig_cose_same(c, &c->args, args, offsetof(ksig_cose_args, detached) + 1);
    c->trail += ksig_cose_word(state, payload, scheme, args);
    c->verification = (uint16_t)front;
    c->scheme = scheme;
    c->payload = payload;
    c->part = KSIG_PART_COSE;
    c->length = 1;
    if (args->anchor == NULL || args->detached > 1 ||
        (args->external_aad == NULL && args->external_aad_length != 0) ||
        args->external_aad_length > UINT16_MAX || (payload != NULL && args->detached))
        ksig_cose_refuse(c, KSIG_REJECT_ARGUMENT);
    else if (args->object_length == 0)
        ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
}

ksig_verdict ksig_cose_open(void *state, size_t state_bytes, const ksig_scheme *scheme,
                            const ksig_cose_args *args) {
    ksig_cose *const c = state;
    if (ksig_arguments_given(state, state_bytes, scheme, args) !=
        ksig_open_word(state, scheme, args))
        return KSIG_REJECT_FAULT;
    if (!ksig_cose_fits(state, state_bytes, KSIG_COSE_ROUNDED(ksig_cose), scheme))
        return KSIG_REJECT_STATE_SIZE;
    ksig_cose_begin(state, NULL, scheme, args);
    c->trail -= ksig_cose_word(state, NULL, scheme, args);
    return c->reason;
}

ksig_want ksig_cose_want(const void *state) {
    const ksig_cose *const c = state;
    ksig_want answer = {0, 0, KSIG_PART_NONE};
    if (c->reason == KSIG_PENDING && c->length != 0) {
        answer.offset = c->offset;
        answer.length = c->length;
        answer.part = c->part;
    }
    return answer;
}

/* Takes bytes of the beginning. When complete, it is read twice: both readings make every check of
 * the profile. */
static void take_head(ksig_cose *c, const uint8_t *data, size_t length) {
    if (length > (size_t)(KSIG_COSE_HEAD_BYTES - c->held)) { /* more than were missing, which always
                                                              * fit */
        ksig_cose_refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    memcpy(c->hold + c->held, data, length);
    c->trail -= ksig_word(data + length);
    c->held = (uint8_t)(c->held + length);
    c->offset += (uint32_t)length;
    c->length -= (uint32_t)length;
    if (c->length != 0)
        return;
    const unsigned missing = ksig_cose_read_head(c, &c->layout);
    if (missing != 0) {
        c->offset = c->held;
        c->length = missing;
        return;
    }
    ksig_cose_layout again;
    (void)ksig_cose_read_head(c, &again);
    ksig_cose_same(c, &c->layout, &again, sizeof again);
    ksig_cose_doubt(c, c->layout.reason);
    if ((c->layout.reason | again.reason) != 0) {
        ksig_cose_refuse(c, c->layout.reason | again.reason);
        return;
    }
    c->signature_head = c->layout.signature_head;
    begin_verification(c);
    advance(c);
}

/* Takes bytes of the signature's head, which must be that of the layout. */
static KSIG_NOINLINE void take_signature_head(ksig_cose *c, const uint8_t *data, size_t length) {
    uint8_t expected[KSIG_CBOR_HEAD_BYTES];
    const size_t count = ksig_cbor_write(expected, KSIG_CBOR_BYTES, c->layout.signature_length);
    c->trail -= ksig_word(data + length);
    ksig_cose_doubt(c, (uint32_t)ksig_cose_verification(c)->part ^
                           KSIG_PART_SIGNATURE); /* no other part may end here */
    for (size_t i = 0; i < length && c->signature_head != 0; i++, c->signature_head--)
        if (data[i] != expected[count - c->signature_head])
            ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
}

/* Takes wanted bytes. The address of their end is in the trail, and is subtracted where they are
 * used.
 */
static KSIG_NOINLINE ksig_verdict take(ksig_cose *c, const uint8_t *data, size_t length) {
    if (c->scheme == NULL) /* never opened */
        return KSIG_REJECT_ARGUMENT;
    if (c->reason == KSIG_PENDING && length > c->length)
        ksig_cose_refuse(c, KSIG_REJECT_OVERFEED);
    if (length == 0 || c->reason != KSIG_PENDING) {
        c->trail -= ksig_word(data); /* data is their end if there are none */
        return c->reason;
    }
    if (c->stage == KSIG_COSE_STAGE_HEAD) {
        take_head(c, data, length);
        return c->reason;
    }
    const ksig_verify_head *const head = ksig_cose_verification(c);
    ksig_want w;
    locate(c, &w); /* still the want that was returned? */
    ksig_cose_doubt(c, (w.offset ^ c->offset) | ((uint32_t)w.part ^ c->part));
    if (head->part == KSIG_PART_SIGNATURE && c->signature_head != 0)
        take_signature_head(c, data, length);
    else if (head->part == KSIG_PART_MESSAGE && c->payload != NULL)
        c->payload->take(c, data, length);
    else
        ksig_cose_give(c, data, length);
    advance(c);
    return c->reason;
}

/* The same, with the end not yet in the trail. As in ksig_verify_push, no byte from the application
 * can get lost unnoticed. */
ksig_verdict ksig_cose_feed(void *state, const uint8_t *data, size_t length) {
    ksig_cose *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_cose, trail));
    if (given != ksig_mark_word(state, data, length)) {
        ksig_cose_doubt(c, 1);
        return KSIG_REJECT_FAULT;
    }
    c->trail += ksig_word(data + length);
    const ksig_verdict verdict = take(c, data, length);
    c->trail -= ksig_mark(data + length);
    return verdict;
}

ksig_verdict ksig_cose_push(void *state, const uint8_t *data, size_t length) {
    ksig_cose *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_cose, trail));
    const uint8_t *const stop = data + length;
    if (given != ksig_mark_word(state, data, length)) {
        ksig_cose_doubt(c, 1);
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

ksig_verdict ksig_cose_end(ksig_cose *c) {
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    if (c->stage == KSIG_COSE_STAGE_HEAD) {
        verdict = c->reason != KSIG_PENDING ? c->reason : KSIG_REJECT_INCOMPLETE;
        return verdict;
    }
    /* All bytes before the payload were counted, and the payload began after them. */
    ksig_verify_head *const head = ksig_cose_verification(c);
    const uint32_t before = (uint32_t)bytes_before(c);
    ksig_cose_doubt(c, c->before ^ before);
    ksig_taken(head, c->trail, before);
    verdict = ksig_verify_close(head);
    /* Closed before the signature's head arrived, the verification lacks the signature itself. */
    return c->reason != KSIG_PENDING ? c->reason : verdict;
}

ksig_verdict ksig_cose_close(void *state) {
    ksig_cose *const c = state;
    if (c->scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    if (c->payload != NULL)
        ksig_cose_refuse(c, KSIG_REJECT_ARGUMENT);
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = ksig_cose_end(c);
    ksig_wipe(state, sizeof *c);
    c->reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}

/* Returns a pointer to the next wanted byte. */
static KSIG_INLINE const uint8_t *wanted(const ksig_cose *c, const ksig_input *object,
                                         const ksig_input *key, const ksig_input *payload) {
    const ksig_input *const part = c->part == KSIG_PART_KEY       ? key
                                   : c->part == KSIG_PART_MESSAGE ? payload
                                                                  : object;
    return *part + c->offset;
}

ksig_verdict ksig_cose_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                              const ksig_cose_args *args, KSIG_INPUT(object), KSIG_INPUT(key),
                              KSIG_INPUT(payload)) {
    ksig_cose *const c = state;
    KSIG_KEEP(object, key, payload);
    if (ksig_arguments_given(state, state_bytes, scheme, args) !=
        ksig_open_word(state, scheme, args))
        return KSIG_REJECT_FAULT;
    const ksig_verdict opened = ksig_cose_open(state, state_bytes, scheme, args);
    if (opened == KSIG_REJECT_STATE_SIZE || opened == KSIG_REJECT_FAULT)
        return opened;
    while (c->reason == KSIG_PENDING && c->length != 0) {
        const ksig_cose *again = c;
        const size_t most = (size_t)-1;
        const size_t n = c->length < most ? (size_t)c->length : most;
        KSIG_RELOAD(again);
        c->trail += ksig_word(wanted(again, &object, &key, &payload) + n);
        (void)take(c, wanted(c, &object, &key, &payload), n);
    }
    ksig_cose_doubt(c, ksig_kept(arrived, object, key, payload));
    return ksig_cose_close(state);
}
