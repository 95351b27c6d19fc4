/* COSE_Sign1, streamed into a verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cose/cose_reader.h"

#include "util/bytes.h"
#include "util/compiler.h"
#include "util/memory.h"

/* An array of four that begins with the context string (RFC 9052 section 4.4). */
static const uint8_t sig_structure[12] = {0x84, 0x6a, 'S', 'i', 'g', 'n', 'a', 't', 'u', 'r', 'e', '1'};

void *ksig_cose_verification(ksig_cose *c) { return (uint8_t *)c + c->verification; }

void ksig_cose_refuse(ksig_cose *c, ksig_verdict reason) {
    if (c->reason == KSIG_PENDING)
        c->reason = reason;
    c->length = 0;
}

static void want(ksig_cose *c, unsigned part, uint32_t offset, uint32_t length) {
    c->part = (uint8_t)part;
    c->offset = offset;
    c->length = length;
}

/* Feeds the rest of one of the runs of Sig_structure that lie before the payload, that at `offset`. */
static void feed_before(ksig_cose *c, uint32_t offset) {
    uint8_t aad_head[KSIG_CBOR_HEAD_BYTES], payload_head[KSIG_CBOR_HEAD_BYTES];
    const struct {
        const uint8_t *data;
        size_t length;
    } runs[] = {{sig_structure, sizeof sig_structure},
                {c->hold + c->protected_at, c->protected_length},
                {aad_head, ksig_cbor_write(aad_head, KSIG_CBOR_BYTES, c->args.external_aad_length)},
                {c->args.external_aad, (size_t)c->args.external_aad_length},
                {payload_head, ksig_cbor_write(payload_head, KSIG_CBOR_BYTES, c->payload_length)}};
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        if (offset < runs[i].length) {
            (void)ksig_verify_feed(ksig_cose_verification(c), runs[i].data + offset, runs[i].length - (size_t)offset);
            return;
        }
        offset -= (uint32_t)runs[i].length;
    }
}

/* Goes on until bytes from outside are wanted. */
static void advance(ksig_cose *c) {
    void *const verification = ksig_cose_verification(c);
    while (c->reason == KSIG_PENDING) {
        const ksig_want w = ksig_verify_want(verification);
        if (w.length == 0) {
            c->stage = KSIG_COSE_STAGE_DONE;
            c->length = 0;
            c->reason = ksig_verify_feed(verification, NULL, 0);
            return;
        }
        if (w.part == KSIG_PART_MESSAGE && w.offset < c->before) {
            feed_before(c, w.offset);
            continue;
        }
        if (w.part == KSIG_PART_MESSAGE && c->args.detached)
            want(c, KSIG_PART_MESSAGE, w.offset - c->before, w.length);
        else if (w.part == KSIG_PART_MESSAGE)
            want(c, KSIG_PART_COSE, c->payload_at + (w.offset - c->before), w.length);
        else if (w.part == KSIG_PART_KEY)
            want(c, KSIG_PART_KEY, w.offset, w.length);
        else if (c->signature_head != 0)
            want(c, KSIG_PART_COSE, c->signature_at - c->signature_head, c->signature_head);
        else
            want(c, KSIG_PART_COSE, c->signature_at + w.offset, w.length);
        return;
    }
    c->length = 0;
}

/* All that lies before the payload is held: the verification begins. */
static void begin_verification(ksig_cose *c) {
    uint8_t head[KSIG_CBOR_HEAD_BYTES];
    const uint64_t before = sizeof sig_structure + c->protected_length + c->args.external_aad_length +
                            ksig_cbor_write(head, KSIG_CBOR_BYTES, c->args.external_aad_length) +
                            ksig_cbor_write(head, KSIG_CBOR_BYTES, c->payload_length);
    if (before + c->payload_length > UINT32_MAX) {
        ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
        return;
    }
    c->before = (uint32_t)before;
    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = c->args.anchor;
    args.secret = c->args.secret;
    args.message_length = c->before + c->payload_length;
    args.signature_length = c->signature_length;
    args.key_length = c->args.key_length;
    args.mode = KSIG_MODE_PURE;
    c->stage = KSIG_COSE_STAGE_BODY;
    c->reason = ksig_verify_open(ksig_cose_verification(c), c->scheme->state_bytes, c->scheme, &args);
}

ksig_verdict ksig_cose_begin(void *state, size_t state_bytes, size_t rounded, const ksig_scheme *scheme,
                             const ksig_cose_args *args, const struct ksig_cose_payload *payload) {
    ksig_cose *const c = state;
    if (state_bytes < rounded || state_bytes - rounded < scheme->state_bytes || (uintptr_t)state % KSIG_ALIGNMENT != 0)
        return KSIG_REJECT_STATE_SIZE;
    memset(state, 0, rounded);
    c->verification = (uint16_t)rounded;
    c->scheme = scheme;
    c->args = *args;
    c->payload = payload;
    c->stage = KSIG_COSE_STAGE_HEAD;
    if (args->anchor == NULL || args->detached > 1 || (args->external_aad == NULL && args->external_aad_length != 0) ||
        args->external_aad_length > UINT16_MAX || (payload != NULL && args->detached))
        ksig_cose_refuse(c, KSIG_REJECT_ARGUMENT);
    else if (args->object_length == 0)
        ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
    else
        want(c, KSIG_PART_COSE, 0, 1);
    return c->reason;
}

ksig_verdict ksig_cose_open(void *state, size_t state_bytes, const ksig_scheme *scheme, const ksig_cose_args *args) {
    return ksig_cose_begin(state, state_bytes, KSIG_COSE_ROUNDED(ksig_cose), scheme, args, NULL);
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

/* Bytes of the beginning. */
static void take_head(ksig_cose *c, const uint8_t *data, size_t length) {
    memcpy(c->hold + c->held, data, length); /* as many as were missing: they fit */
    c->held = (uint8_t)(c->held + length);
    c->offset += (uint32_t)length;
    c->length -= (uint32_t)length;
    if (c->length != 0)
        return;
    const unsigned missing = ksig_cose_read_head(c);
    if (missing != 0 && c->reason == KSIG_PENDING)
        want(c, KSIG_PART_COSE, c->held, missing);
    else if (c->reason == KSIG_PENDING) {
        begin_verification(c);
        advance(c);
    }
}

/* Bytes of the signature's head: place() knows them. */
static void take_signature_head(ksig_cose *c, const uint8_t *data, size_t length) {
    uint8_t expected[KSIG_CBOR_HEAD_BYTES];
    const size_t count = ksig_cbor_write(expected, KSIG_CBOR_BYTES, c->signature_length);
    for (size_t i = 0; i < length; i++, c->signature_head--)
        if (data[i] != expected[count - c->signature_head])
            ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
}

ksig_verdict ksig_cose_feed(void *state, const uint8_t *data, size_t length) {
    ksig_cose *const c = state;
    if (c->scheme == NULL) /* never opened */
        return KSIG_REJECT_ARGUMENT;
    if (c->reason == KSIG_PENDING && length > c->length)
        ksig_cose_refuse(c, KSIG_REJECT_OVERFEED);
    if (length == 0 || c->reason != KSIG_PENDING)
        return c->reason;
    if (c->stage == KSIG_COSE_STAGE_HEAD) {
        take_head(c, data, length);
        return c->reason;
    }
    const ksig_want w = ksig_verify_want(ksig_cose_verification(c));
    if (w.part == KSIG_PART_SIGNATURE && c->signature_head != 0)
        take_signature_head(c, data, length);
    else if (w.part == KSIG_PART_MESSAGE && c->payload != NULL)
        c->payload->take(c, data, length);
    else
        (void)ksig_verify_feed(ksig_cose_verification(c), data, length);
    advance(c);
    return c->reason;
}

ksig_verdict ksig_cose_push(void *state, const uint8_t *data, size_t length) {
    ksig_verdict verdict = ksig_cose_feed(state, NULL, 0);
    while (length != 0 && verdict == KSIG_PENDING) {
        const ksig_want w = ksig_cose_want(state);
        size_t n = length;
        if (w.length != 0 && w.length < n)
            n = (size_t)w.length;
        verdict = ksig_cose_feed(state, data, n);
        data += n;
        length -= n;
    }
    return verdict;
}

ksig_verdict ksig_cose_end(ksig_cose *c) {
    ksig_verdict verdict = c->reason != KSIG_PENDING ? c->reason : KSIG_REJECT_INCOMPLETE;
    if (c->stage != KSIG_COSE_STAGE_HEAD) {
        const ksig_verdict inner = ksig_verify_close(ksig_cose_verification(c));
        if (c->reason == KSIG_PENDING)
            verdict = inner;
    }
    /* Closed before the signature's head was there: the verification then lacks the signature itself. */
    return verdict;
}

ksig_verdict ksig_cose_close(void *state) {
    ksig_cose *const c = state;
    if (c->scheme == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    const ksig_verdict verdict = ksig_cose_end(c);
    ksig_wipe(state, sizeof *c);
    c->reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}

ksig_verdict ksig_cose_verify(void *state, size_t state_bytes, const ksig_scheme *scheme, const ksig_cose_args *args,
                              const uint8_t *object, const uint8_t *key, const uint8_t *payload) {
    const ksig_verdict opened = ksig_cose_open(state, state_bytes, scheme, args);
    if (opened == KSIG_REJECT_STATE_SIZE)
        return opened;
    for (;;) {
        const ksig_want w = ksig_cose_want(state);
        if (w.length == 0)
            break;
        const uint8_t *const part = w.part == KSIG_PART_KEY ? key : w.part == KSIG_PART_MESSAGE ? payload : object;
        const size_t most = (size_t)-1;
        (void)ksig_cose_feed(state, part + w.offset, w.length < most ? (size_t)w.length : most);
    }
    return ksig_cose_close(state);
}
