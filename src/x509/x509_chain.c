/* The functions of kilosig/x509.h. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "stream/operations.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_reader.h"

enum { FIELDS = 8, FLAGS = KSIG_X509_NO_CLOCK | KSIG_X509_ANY_ISSUER | KSIG_X509_END_MAY_BE_CA };

/* Offset of KSIG_IDLE_BYTES in the state of a verification that its scheme does not use while a
 * message of KSIG_MODE_PURE arrives; 0: none. The borrower must zero them before the last byte of
 * the message is fed. */
static uint16_t idle_at(const ksig_x509_algorithm *algorithm) {
    if (algorithm->classical != NULL)
        return ksig_x509_operations_of(algorithm)->idle_at;
    if (algorithm->number >= KSIG_X509_HSS && algorithm->number <= KSIG_X509_XMSSMT)
        return 0;
    return algorithm->number >= KSIG_X509_SLH_DSA_SHA2_128S ? (uint16_t)KSIG_SLH_DSA_IDLE_AT
                                                            : (uint16_t)KSIG_ML_DSA_IDLE_AT;
}

KSIG_NOINLINE uint16_t ksig_x509_place(const ksig_x509_algorithm *algorithm) {
    const uint16_t idle = idle_at(algorithm);
    return idle != 0 ? idle : (uint16_t)((algorithm->scheme->state_bytes + 7) / 8 * 8);
}

/* Offset at which the verification begins. */
static KSIG_NOINLINE uint16_t begin_of(const ksig_x509_args *args) {
    for (unsigned i = 0; i < args->algorithm_count; i++)
        if (args->algorithms[i].classical != NULL)
            return (uint16_t)(KSIG_X509_ROUNDED + KSIG_X509_KEY_BYTES);
    return (uint16_t)KSIG_X509_ROUNDED;
}

static int fits(const void *state, size_t state_bytes, const ksig_x509_args *args) {
    const uint16_t room = ksig_x509_room_bytes(args), begin = begin_of(args);
    if (state_bytes < (size_t)begin + room) /* for the trusted name */
        return 0;
    for (unsigned i = 0; i < args->algorithm_count; i++) {
        const ksig_x509_algorithm *const algorithm = &args->algorithms[i];
        const size_t there = state_bytes - begin;
        if (there < algorithm->scheme->state_bytes ||
            there < (size_t)ksig_x509_place(algorithm) + room)
            return 0;
    }
    return args->algorithm_count != 0 && (uintptr_t)state % KSIG_ALIGNMENT == 0;
}

/* 1 if all are algorithms of certificates whose anchors fit. */
static int algorithms_are_right(const ksig_x509_args *args) {
    for (unsigned i = 0; i < args->algorithm_count; i++) {
        const ksig_scheme *const scheme = args->algorithms[i].scheme;
        uint8_t bytes[KSIG_X509_ALGORITHM_BYTES];
        if (ksig_x509_algorithm_bytes(&args->algorithms[i], bytes) == 0 ||
            (scheme->anchor_hash != 0 && scheme->anchor_hash != KSIG_HASH_SHAKE256) ||
            (scheme->verify->key_bytes == NULL && scheme->anchor_bytes > 64) ||
            (scheme->anchor_hash == 0 && scheme->verify->key_bytes == NULL &&
             scheme->key_bytes > 64 && args->algorithms[i].classical == NULL))
            return 0;
    }
    return 1;
}

static int fields_are_right(const ksig_x509_args *args) {
    if (args->field_count > FIELDS)
        return 0;
    for (unsigned i = 0; i < args->field_count; i++) {
        const ksig_x509_field *const f = &args->fields[i];
        const int by_oid =
            f->kind == KSIG_X509_FIELD_SUBJECT || f->kind == KSIG_X509_FIELD_EXTENSION;
        if (f->kind < KSIG_X509_FIELD_SERIAL || f->kind > KSIG_X509_FIELD_EXTENSION ||
            f->oid_length > KSIG_X509_OID_BYTES || by_oid != (f->oid_length != 0))
            return 0;
    }
    return 1;
}

/* Returns what is wrong with the arguments, or KSIG_PENDING. */
static KSIG_NOINLINE ksig_verdict check_arguments(const ksig_x509_args *args) {
    const ksig_scheme *const scheme = args->algorithms[0].scheme;
    const int clock = (args->flags & KSIG_X509_NO_CLOCK) == 0,
              named = (args->flags & KSIG_X509_ANY_ISSUER) == 0;
    if (args->anchor == NULL || (args->flags & ~(unsigned)FLAGS) != 0 ||
        clock != (args->now != 0) || named != (args->name_length != 0) ||
        args->now > UINT32_MAX * UINT64_C(100) || args->purpose_length > KSIG_X509_OID_BYTES ||
        !algorithms_are_right(args) || !fields_are_right(args))
        return KSIG_REJECT_ARGUMENT;
    if (scheme->verify->key_bytes == NULL
            ? args->key_length != scheme->key_bytes
            : args->key_length == 0 || args->key_length > KSIG_X509_ANCHOR_BYTES)
        return KSIG_REJECT_KEY_LENGTH;
    return args->chain_length == 0 ? KSIG_X509_REJECT_LENGTH : KSIG_PENDING;
}

/* Zeroes all fields. */
static void clear_fields(const ksig_x509_args *args) {
    for (unsigned i = 0; i < args->field_count; i++) {
        ksig_x509_field *const f = &args->fields[i];
        f->length = 0;
        if (f->room != 0)
            memset(f->out, 0, f->room);
    }
}

ksig_verdict ksig_x509_open(void *state, size_t state_bytes, const ksig_x509_args *args) {
    ksig_x509 *const c = state;
    /* Passed in the place of the scheme, so that it stays in the register in which it arrived. */
    const ksig_scheme *const given = (const ksig_scheme *)(const void *)args;
    if (ksig_arguments_given(state, state_bytes, given, NULL) != ksig_open_word(state, NULL, args))
        return KSIG_REJECT_FAULT;
    if (!fits(state, state_bytes, args))
        return KSIG_REJECT_STATE_SIZE;
    const uint32_t cleared = ksig_clear(state, KSIG_X509_ROUNDED);
    ksig_x509_doubt(c, cleared ^ (uint32_t)KSIG_X509_ROUNDED);
    const ksig_x509_args *again = args;
    c->args = args;
    KSIG_RELOAD(again);
    ksig_x509_doubt(c, ksig_word(c->args) ^ ksig_word(again));
    c->verification = begin_of(args);
    c->room = c->verification; /* until a verification begins */
    const ksig_verdict bad = check_arguments(args);
    ksig_x509_doubt(c, bad | check_arguments(args));
    if (bad != KSIG_PENDING) {
        ksig_x509_refuse(c, bad);
        return c->reason;
    }
    clear_fields(args);
    ksig_x509_trust(c);
    ksig_x509_begin_certificate(c);
    return c->reason;
}

ksig_want ksig_x509_want(const void *state) {
    const ksig_x509 *const c = state;
    ksig_want answer = {0, 0, KSIG_PART_NONE};
    if (c->reason == KSIG_PENDING && c->length != 0) {
        answer.offset = c->offset;
        answer.length = c->length;
        answer.part = c->part;
    }
    return answer;
}

/* Like ksig_cose_feed and ksig_cose_push. */
ksig_verdict ksig_x509_feed(void *state, const uint8_t *data, size_t length) {
    ksig_x509 *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_x509, trail));
    if (given != ksig_mark_word(state, data, length)) {
        ksig_x509_doubt(c, 1);
        return KSIG_REJECT_FAULT;
    }
    ksig_verdict verdict = KSIG_REJECT_ARGUMENT;
    if (c->args != NULL) { /* opened */
        c->trail += ksig_word(data + length);
        verdict = ksig_x509_take(c, data, length);
    }
    c->trail -= ksig_mark(data + length);
    return verdict;
}

ksig_verdict ksig_x509_push(void *state, const uint8_t *data, size_t length) {
    ksig_x509 *const c = state;
    const uint32_t given = ksig_mark_given(state, data, length, offsetof(ksig_x509, trail));
    const uint8_t *const stop = data + length;
    if (given != ksig_mark_word(state, data, length)) {
        ksig_x509_doubt(c, 1);
        return KSIG_REJECT_FAULT;
    }
    ksig_verdict verdict = c->args == NULL ? KSIG_REJECT_ARGUMENT : c->reason;
    while (length != 0 && verdict == KSIG_PENDING) {
        const size_t n = c->length != 0 && c->length < length ? (size_t)c->length : length;
        c->trail += ksig_word(stop - (length - n));
        verdict = ksig_x509_take(c, data, n);
        data += n;
        length -= n;
        KSIG_BARRIER(data);
        KSIG_BARRIER(length);
    }
    c->trail -= ksig_mark(data);
    return verdict;
}

/* Writes the end key. Returns 0, or a nonzero value if it differs from that in the state. */
static KSIG_NOINLINE uint32_t write_end(ksig_x509 *c, ksig_x509_end *end) {
    const ksig_x509_algorithm *const algorithm = &c->args->algorithms[c->reading.algorithm];
    const ksig_x509 *again = c;
    end->scheme = algorithm->scheme;
    end->number = algorithm->number;
    end->key_at = c->at + c->reading.key_at;
    end->key_length = c->reading.key_length;
    memcpy(end->anchor, c->subject, sizeof end->anchor);
    KSIG_RELOAD(again);
    return (ksig_compare_packed(end->anchor, again->subject, sizeof end->anchor) ^
            KSIG_TALLY_ALL(sizeof end->anchor)) |
           (ksig_word(end->scheme) ^
            ksig_word(again->args->algorithms[again->reading.algorithm].scheme)) |
           (end->key_at ^ (again->at + again->reading.key_at)) |
           (end->key_length ^ again->reading.key_length);
}

/* The verdict on the last certificate, and thus on the chain. */
static ksig_verdict conclude(ksig_x509 *c) {
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    if (c->reason == KSIG_PENDING && (c->stage != KSIG_X509_STAGE_BODY || !ksig_x509_is_last(c)))
        ksig_x509_refuse(c, KSIG_REJECT_INCOMPLETE);
    if (c->stage == KSIG_X509_STAGE_BODY) {
        const uint32_t last = c->at + c->layout.length;
        ksig_x509_doubt(c, last ^ c->args->chain_length);
        ksig_x509_verification(c)->anchor = c->anchor;
        verdict = ksig_x509_end_verification(c, 1);
        c->stage = KSIG_X509_STAGE_DONE; /* there is no verification */
        /* Once more, if it is no reason. Not compared with KSIG_ACCEPT, which would be in a
         * register when the verdict is loaded. */
        if (verdict >> 8 != 0 && c->trail != 0)
            ksig_x509_refuse(c, KSIG_REJECT_FAULT);
    }
    return c->reason != KSIG_PENDING ? c->reason & 0xff : verdict;
}

ksig_verdict ksig_x509_close(void *state, ksig_x509_end *end) {
    ksig_x509 *const c = state;
    memset(end, 0, sizeof *end);
    if (c->args == NULL) /* closed before */
        return KSIG_REJECT_ARGUMENT;
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = conclude(c);
    if (verdict == KSIG_ACCEPT && verdict == KSIG_ACCEPT) {
        const uint32_t bad = write_end(c, end);
        verdict ^= bad;
        if (bad != 0)
            verdict = KSIG_REJECT_FAULT;
    }
    if (verdict != KSIG_ACCEPT || verdict != KSIG_ACCEPT) {
        memset(end, 0, sizeof *end);
        if (fields_are_right(c->args))
            clear_fields(c->args);
    }
    ksig_wipe((uint8_t *)state + c->room, ksig_x509_room_bytes(c->args));
    ksig_wipe(state, c->verification);
    c->reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}
