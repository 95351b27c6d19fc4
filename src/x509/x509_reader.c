/* Chains of certificates: streams each certificate into a verification.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "x509/x509_reader.h"

#include "guard/guard.h"
#include "stream/operations.h"
#include "util/bytes.h"
#include "util/memory.h"

static const ksig_scheme *issuer_scheme(const ksig_x509 *c) {
    return c->args->algorithms[c->issuer].scheme;
}

void ksig_x509_refuse(ksig_x509 *c, ksig_verdict reason) {
    if (c->reason == KSIG_PENDING)
        c->reason = reason & 0xff; /* all reasons fit: a stale value from a fault cannot be
                                    * KSIG_ACCEPT */
    c->length = 0;
    if (c->stage == KSIG_X509_STAGE_BODY)
        ksig_reject(ksig_x509_verification(c), reason);
}

void ksig_x509_same(ksig_x509 *c, const void *one, const void *other, size_t length) {
    ksig_x509_doubt(c, ksig_compare_packed(one, other, length) ^ KSIG_TALLY_ALL((uint32_t)length));
}

/* Feeds bytes to the verification. Subtracts the address of their end from the trail, to which the
 * provider of the bytes added it. */
static KSIG_INLINE void give(ksig_x509 *c, const uint8_t *data, size_t length) {
    const ksig_x509 *again = c;
    const uint32_t answer = ksig_feed_given(ksig_x509_verification(c), data, length);
    KSIG_RELOAD(again);
    void *const same = ksig_x509_verification(again);
    c->trail -= ksig_fed_end(same, answer, ksig_verify_feed(same, NULL, 0));
}

/* Feeds the rest of the head of tbsCertificate, which is held. */
static void feed_before(ksig_x509 *c) {
    const ksig_x509 *again = c;
    const uint32_t from = ksig_x509_verification(c)->offset;
    KSIG_RELOAD(again);
    c->trail += ksig_word(again->hold + again->layout.tbs_at + again->layout.before);
    give(c, c->hold + c->layout.tbs_at + from, (size_t)(c->layout.before - from));
    if (ksig_x509_verification(c)->offset == from) /* nothing was fed */
        ksig_x509_refuse(c, KSIG_REJECT_FAULT);
}

/* Finds the bytes that the verification wants. */
static KSIG_NOINLINE void locate(const ksig_x509 *c, ksig_want *w) {
    const ksig_verify_head *const head = ksig_x509_verification(c);
    w->offset = head->offset;
    w->length = head->length;
    w->part = KSIG_PART_X509;
    if (head->part == KSIG_PART_MESSAGE) {
        w->offset += c->at + c->layout.tbs_at;
    } else if (head->part == KSIG_PART_KEY) {
        w->offset += c->key_at;
        if (ksig_x509_is_first(c))
            w->part = KSIG_PART_KEY;
    } else if (c->middle != 0) {
        w->offset = c->at + c->layout.tbs_end + c->layout.middle - c->middle;
        w->length = c->middle;
    } else {
        w->offset += c->at + c->layout.tbs_end + c->layout.middle;
    }
}

void ksig_x509_begin_certificate(ksig_x509 *c) {
    c->stage = KSIG_X509_STAGE_HEAD;
    c->held = 0;
    c->part = KSIG_PART_X509;
    c->offset = c->at;
    c->length = 2;
    if (c->args->chain_length - c->at < 2)
        ksig_x509_refuse(c, KSIG_X509_REJECT_LENGTH);
}

ksig_verdict ksig_x509_end_verification(ksig_x509 *c, uint32_t last) {
    ksig_verify_head *const head = ksig_x509_verification(c);
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    ksig_x509_doubt(c, (uint32_t)c->middle | ((uint32_t)(c->reading.found & KSIG_X509_IS_COMPLETE) ^
                                              KSIG_X509_IS_COMPLETE));
    ksig_taken(head, last * c->trail, 0);
    verdict = ksig_verify_close(head);
    return verdict;
}

/* The subject of an accepted certificate becomes the issuer of the next one. */
static KSIG_NOINLINE void promote(ksig_x509 *c) {
    const ksig_x509_reading *const r = &c->reading;
    memcpy(c->anchor, c->subject, sizeof c->anchor);
    ksig_x509_same(c, c->anchor, c->subject, sizeof c->anchor);
    const uint32_t key_at = c->at + r->key_at, next = c->at + c->layout.length;
    c->key_at = key_at;
    c->key_length = r->key_length;
    c->issuer = r->algorithm;
    c->path = r->path;
    c->at = next;
    ksig_x509_doubt(c, (c->key_at ^ key_at) | (c->key_length ^ r->key_length) |
                           (uint32_t)(c->issuer ^ r->algorithm) | (uint32_t)(c->path ^ r->path) |
                           (c->at ^ next));
    ksig_x509_begin_certificate(c);
}

/* Ends a certificate other than the last. */
static void next_certificate(ksig_x509 *c) {
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = ksig_x509_end_verification(c, 0);
    c->stage = KSIG_X509_STAGE_DONE; /* there is no verification */
    c->trail += verdict ^ KSIG_ACCEPT;
    if (verdict != KSIG_ACCEPT || verdict != KSIG_ACCEPT) {
        ksig_x509_refuse(c, verdict);
        return;
    }
    promote(c);
}

/* Continues until external bytes are wanted. */
static KSIG_NOINLINE void advance(ksig_x509 *c) {
    const ksig_verify_head *const head = ksig_x509_verification(c);
    c->length = 0;
    while (c->reason == KSIG_PENDING) {
        if (head->reason != KSIG_PENDING) {
            c->reason = head->reason;
            return;
        }
        if (head->length == 0) {
            if (!ksig_x509_is_last(c))
                next_certificate(c);
            return; /* close ends the last one */
        }
        if (head->part == KSIG_PART_MESSAGE && head->offset < c->layout.before) {
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
static KSIG_NOINLINE void form_arguments(const ksig_x509 *c, ksig_verify_args *args) {
    memset(args, 0, sizeof *args);
    args->anchor = c->anchor;
    args->secret = c->args->secret;
    args->message_length = c->layout.tbs_end - c->layout.tbs_at;
    args->signature_length = c->layout.signature_length;
    args->key_length = c->key_length;
    args->mode = KSIG_MODE_PURE;
}

/* Forms the arguments once more and compares; likewise what else begins with a certificate. Not
 * inlined, so that they take no stack during the verification. */
static KSIG_NOINLINE void check_formed(ksig_x509 *c, const ksig_verify_args *args) {
    ksig_verify_args again;
    form_arguments(c, &again);
    ksig_x509_same(c, args, &again, sizeof again);
    ksig_x509_doubt(c, (uint32_t)(c->middle ^ c->layout.middle) | c->self_issued);
}

/* The beginning of a certificate is held: begins its verification. */
static KSIG_NOINLINE void begin_verification(ksig_x509 *c) {
    void *const state = ksig_x509_verification(c);
    ksig_verify_args args;
    form_arguments(c, &args);
    const ksig_scheme *const scheme = issuer_scheme(c);
    const uint32_t answer = ksig_open_given(state, scheme->state_bytes, scheme, &args);
    const ksig_verdict opened = answer ^ ksig_open_word(state, issuer_scheme(c), &args);
    if (opened >> 8 != 0) { /* not a reason: it was not opened */
        ksig_x509_refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    c->middle = c->layout.middle;
    c->self_issued = 0;
    check_formed(c, &args);
    c->room = (uint16_t)(c->verification + ksig_x509_place(&c->args->algorithms[c->issuer]));
    const ksig_x509 *again = c;
    KSIG_RELOAD(again);
    ksig_x509_begin_reading(c, &c->reading);
    ksig_x509_doubt(c, ((uint32_t)(again->room - again->verification) ^
                        ksig_x509_place(&again->args->algorithms[again->issuer])) |
                           (uint32_t)(again->reading.path ^ again->path));
    c->stage = KSIG_X509_STAGE_BODY;
    c->reason = opened;
    if (c->reading.reason != 0) /* there is nothing to read in tbsCertificate */
        ksig_x509_refuse(c, c->reading.reason);
}

/* Takes bytes of the beginning, which is read twice when complete. Returns 1 if the verification
 * can begin. */
static KSIG_NOINLINE int take_head(ksig_x509 *c, const uint8_t *data, size_t length) {
    if (length > (size_t)(KSIG_X509_HOLD_BYTES - c->held)) { /* more than were missing, which always
                                                              * fit */
        ksig_x509_refuse(c, KSIG_REJECT_FAULT);
        return 0;
    }
    memcpy(c->hold + c->held, data, length);
    c->trail -= ksig_word(data + length);
    c->held = (uint8_t)(c->held + length);
    c->offset += (uint32_t)length;
    c->length -= (uint32_t)length;
    if (c->length != 0)
        return 0;
    const unsigned missing = ksig_x509_read_head(c, &c->layout);
    if (missing != 0) {
        c->length = missing;
        return 0;
    }
    ksig_x509_layout again;
    (void)ksig_x509_read_head(c, &again);
    ksig_x509_same(c, &c->layout, &again, sizeof again);
    ksig_x509_doubt(c, c->layout.reason);
    if ((c->layout.reason | again.reason) != 0) {
        ksig_x509_refuse(c, c->layout.reason | again.reason);
        return 0;
    }
    return 1;
}

/* Takes the bytes between tbsCertificate and the signature, which have only one encoding. */
static KSIG_NOINLINE void take_middle(ksig_x509 *c, const uint8_t *data, size_t length) {
    uint8_t expected[KSIG_X509_MIDDLE_BYTES], there[KSIG_X509_MIDDLE_BYTES];
    const unsigned count = ksig_x509_middle(c, c->layout.signature_length, expected);
    const unsigned at = count - c->middle;
    if (length > c->middle) { /* more than was wanted */
        ksig_x509_refuse(c, KSIG_REJECT_FAULT);
        return;
    }
    ksig_x509_doubt(c, (uint32_t)ksig_x509_verification(c)->part ^ KSIG_PART_SIGNATURE);
    memcpy(there, data, length);
    c->trail -= ksig_word(data + length);
    c->middle = (uint8_t)(c->middle - length);
    ksig_x509_same(c, there, expected + at, length);
    if (!ksig_x509_equal(there, expected + at, (unsigned)length))
        ksig_x509_refuse(c, KSIG_X509_REJECT_ALGORITHM);
}

/* A piece is complete. It is read twice: both readings make every check, and their results must be
 * equal. */
static KSIG_NOINLINE void read_piece(ksig_x509 *c) {
    ksig_x509_reading again = c->reading;
    ksig_x509_same(c, &again, &c->reading, sizeof again);
    ksig_x509_read(c, &c->reading);
    ksig_x509_read(c, &again);
    ksig_x509_same(c, &again, &c->reading, sizeof again);
    ksig_x509_doubt(c, c->reading.reason);
    c->trail -= KSIG_TRAIL_STEP * again.events;
    if ((c->reading.reason | again.reason) != 0)
        ksig_x509_refuse(c, c->reading.reason | again.reason);
}

/* Counts bytes of tbsCertificate, the next of the message. Returns 1 if a piece is complete. */
static KSIG_NOINLINE int advance_reading(ksig_x509 *c, uint32_t n) {
    ksig_x509_reading *const r = &c->reading;
    ksig_x509_doubt(c, (ksig_x509_verification(c)->offset + c->layout.tbs_at) ^ r->at);
    r->at += n;
    if (r->phase == KSIG_X509_RUN) {
        r->run -= n;
        return r->run == 0;
    }
    r->held = (uint8_t)(r->held + n);
    r->need = (uint8_t)(r->need - n);
    return r->need == 0;
}

/* Takes bytes of tbsCertificate. Those used here are first copied to hold and fed to the
 * verification from there. */
static void take_signed(ksig_x509 *c, const uint8_t *data, size_t length) {
    while (length != 0 && c->reason == KSIG_PENDING) {
        ksig_x509 *again = c;
        ksig_x509_reading *const r = &c->reading;
        const uint8_t *from = data;
        const int runs = r->phase == KSIG_X509_RUN;
        size_t n = length;
        if (n > (runs ? r->run : r->need))
            n = (size_t)(runs ? r->run : r->need);
        const int held =
            !runs || (r->found & (KSIG_X509_IN_NAME | KSIG_X509_IN_KEY)) != 0 || r->field != 0;
        if (held) {
            uint8_t *const room = c->hold + (runs ? 0 : r->held);
            if (n > (size_t)(c->hold + sizeof c->hold - room))
                n = (size_t)(c->hold + sizeof c->hold - room);
            memcpy(room, data, n);
            from = room;
            KSIG_RELOAD(again);
            c->trail += ksig_word(again->hold + (runs ? 0 : again->reading.held) + n);
            ksig_x509_use(c, from, n);
        } else {
            c->trail += ksig_word(data + n);
        }
        if (n == 0) {
            ksig_x509_refuse(c, KSIG_REJECT_FAULT);
            return;
        }
        if (advance_reading(c, (uint32_t)n)) {
            read_piece(c);
            if (c->reason == KSIG_PENDING)
                ksig_x509_act(c);
        }
        /* Last: after the message the verification uses the borrowed room itself. */
        if (c->reason == KSIG_PENDING)
            give(c, from, n);
        data += n;
        length -= n;
        KSIG_BARRIER(data);
        KSIG_BARRIER(length);
    }
    c->trail -= ksig_word(data);
}

/* Checks that the want is still that which was returned. */
static KSIG_NOINLINE void check_want(ksig_x509 *c) {
    ksig_want w;
    locate(c, &w);
    ksig_x509_doubt(c, (w.offset ^ c->offset) | ((uint32_t)w.part ^ c->part));
}

KSIG_NOINLINE ksig_verdict ksig_x509_take(ksig_x509 *c, const uint8_t *data, size_t length) {
    if (c->reason == KSIG_PENDING && length > c->length)
        ksig_x509_refuse(c, KSIG_REJECT_OVERFEED);
    if (length == 0 || c->reason != KSIG_PENDING) {
        c->trail -= ksig_word(data); /* data is their end if there are none */
        return c->reason;
    }
    if (c->stage == KSIG_X509_STAGE_HEAD) {
        if (!take_head(c, data, length))
            return c->reason;
        begin_verification(c);
        advance(c);
        return c->reason;
    }
    ksig_verify_head *const head = ksig_x509_verification(c);
    head->anchor = c->anchor; /* the state may have moved */
    check_want(c);
    if (head->part == KSIG_PART_SIGNATURE && c->middle != 0)
        take_middle(c, data, length);
    else if (head->part == KSIG_PART_MESSAGE)
        take_signed(c, data, length);
    else
        give(c, data, length);
    advance(c);
    return c->reason;
}
