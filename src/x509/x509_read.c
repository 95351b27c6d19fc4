/* The grammar of tbsCertificate (RFC 5280 4.1), read in pieces, and the requirements of section 6.1
 * for one certificate. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A table says for each state which element comes next. x509_reader.c reads each piece twice, with
 * the same result; so the code here writes to nothing but the reading. */
#include "stream/operations.h"
#include "util/memory.h"
#include "x509/x509_grammar.h"

/* What to do with an element: parse, hold or stream its content; or, instead of an element, the
 * container must end here. */
enum { ENTER, HOLD, RUN, LEAVE };

typedef struct rule {
    uint8_t tag, action, least, most; /* bytes held */
    uint8_t reason;                   /* if the length or value is wrong */
    uint8_t next;
    uint8_t full; /* the next state if the container ends here; 0: it must not */
} rule;

#define ELEMENT(tag, next, full) \
    { tag, ENTER, 0, 0, 0, next, full }
#define HELD(tag, least, most, reason, next, full) \
    { tag, HOLD, least, most, reason, next, full }
#define END(next) \
    { 0, LEAVE, 0, 0, 0, next, 0 }
enum {
    ENCODING = KSIG_X509_REJECT_ENCODING,
    STRUCTURE = KSIG_X509_REJECT_STRUCTURE,
    LENGTH = KSIG_X509_REJECT_LENGTH,
    ALGORITHM = KSIG_X509_REJECT_ALGORITHM,
    BAD_NAME = KSIG_X509_REJECT_NAME,
    DATE = KSIG_X509_REJECT_DATE,
    LIMIT = KSIG_X509_REJECT_LIMIT,
    MOST = KSIG_X509_OID_BYTES
};

/* In the order of the states. */
static const rule rules[] = {
    /* VERSION */ ELEMENT(KSIG_DER_VERSION, KSIG_AT_NUMBER, 0),
    /* NUMBER */ HELD(KSIG_DER_INTEGER, 1, 1, STRUCTURE, KSIG_AT_NUMBER_END, 0),
    /* NUMBER_END */ END(KSIG_AT_SERIAL),
    /* SERIAL */ HELD(KSIG_DER_INTEGER, 1, 20, KSIG_X509_REJECT_SERIAL, KSIG_AT_SIGNATURE, 0),
    /* SIGNATURE */ HELD(KSIG_DER_SEQUENCE, 1, MOST, ALGORITHM, KSIG_AT_NAME, 0),
    /* NAME */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_RDN, 0),
    /* RDN */ ELEMENT(KSIG_DER_SET, KSIG_AT_ATTRIBUTE, KSIG_AT_NAME_END),
    /* ATTRIBUTE */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_TYPE, 0),
    /* TYPE */ HELD(KSIG_DER_OID, 1, MOST, LIMIT, KSIG_AT_STRING, 0),
    /* STRING */ {0, RUN, 0, 0, BAD_NAME, KSIG_AT_STRING_END, 0},
    /* STRING_END */ END(KSIG_AT_RDN_END),
    /* RDN_END */ END(KSIG_AT_RDN),
    /* NAME_END */ END(KSIG_AT_VALIDITY), /* or KSIG_AT_KEY_INFO */
    /* VALIDITY */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_NOT_BEFORE, 0),
    /* NOT_BEFORE */ HELD(KSIG_DER_UTC_TIME, 13, 15, DATE, KSIG_AT_NOT_AFTER, 0),
    /* NOT_AFTER */ HELD(KSIG_DER_UTC_TIME, 13, 15, DATE, KSIG_AT_VALIDITY_END, 0),
    /* VALIDITY_END */ END(KSIG_AT_NAME),
    /* KEY_INFO */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_KEY_ALGORITHM, 0),
    /* KEY_ALGORITHM */ HELD(KSIG_DER_SEQUENCE, 1, MOST, ALGORITHM, KSIG_AT_KEY, 0),
    /* KEY */ HELD(KSIG_DER_BITS, 0, 0, KSIG_X509_REJECT_KEY, KSIG_AT_KEY_END, 0),
    /* KEY_END */ END(KSIG_AT_EXTENSIONS),
    /* EXTENSIONS */ ELEMENT(KSIG_DER_EXTENSIONS, KSIG_AT_LIST, KSIG_AT_TBS_END),
    /* LIST */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_FIRST_EXTENSION, 0),
    /* FIRST_EXTENSION */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_EXTENSION_ID, 0),
    /* EXTENSION */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_EXTENSION_ID, KSIG_AT_LIST_END),
    /* LIST_END */ END(KSIG_AT_EXTENSIONS_END),
    /* EXTENSIONS_END */ END(KSIG_AT_TBS_END),
    /* EXTENSION_ID */ HELD(KSIG_DER_OID, 1, MOST, LIMIT, KSIG_AT_CRITICAL, 0),
    /* CRITICAL */ HELD(KSIG_DER_BOOLEAN, 1, 1, ENCODING, KSIG_AT_CONTENT, 0),
    /* CONTENT */ {KSIG_DER_OCTETS, RUN, 0, 0, 0, KSIG_AT_EXTENSION_END, 0},
    /* BASIC */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_BASIC_CA, 0),
    /* BASIC_CA */ HELD(KSIG_DER_BOOLEAN, 1, 1, ENCODING, KSIG_AT_BASIC_PATH, KSIG_AT_BASIC_END),
    /* BASIC_PATH */ HELD(KSIG_DER_INTEGER, 1, 5, ENCODING, KSIG_AT_BASIC_END, KSIG_AT_BASIC_END),
    /* BASIC_END */ END(KSIG_AT_CONTENT_END),
    /* USAGE */ HELD(KSIG_DER_BITS, 2, 3, ENCODING, KSIG_AT_CONTENT_END, 0),
    /* PURPOSES */ ELEMENT(KSIG_DER_SEQUENCE, KSIG_AT_FIRST_PURPOSE, 0),
    /* FIRST_PURPOSE */ HELD(KSIG_DER_OID, 1, MOST, LIMIT, KSIG_AT_PURPOSE, 0),
    /* PURPOSE */ HELD(KSIG_DER_OID, 1, MOST, LIMIT, KSIG_AT_PURPOSE, KSIG_AT_PURPOSES_END),
    /* PURPOSES_END */ END(KSIG_AT_CONTENT_END),
    /* CONTENT_END */ END(KSIG_AT_EXTENSION_END),
    /* EXTENSION_END */ END(KSIG_AT_EXTENSION),
    /* TBS_END */ END(KSIG_AT_TBS_END),
};
KSIG_ASSERT(sizeof rules / sizeof *rules == KSIG_AT_TBS_END + 1, x509_rules);
KSIG_ASSERT((unsigned)MOST <= (unsigned)KSIG_X509_HOLD_BYTES, x509_hold);

static int is_string(unsigned tag) {
    /* UTF8String, PrintableString, TeletexString, IA5String, UniversalString, BMPString */
    return tag == KSIG_DER_UTF8 || tag == 19 || tag == 20 || tag == 22 || tag == 28 || tag == 30;
}

/* ---- Heads ------------------------------------------------------------------------------- */

static void enter(ksig_x509_reading *r, uint32_t length, unsigned next) {
    if (r->depth + 1 >= KSIG_X509_DEPTH) { /* no rule nests deeper */
        ksig_x509_fault(r, STRUCTURE);
        return;
    }
    r->depth++;
    r->end[r->depth] = r->at + length;
    r->state = (uint8_t)next;
}

static void run(ksig_x509_reading *r, uint32_t length) {
    if (length == 0)
        ksig_x509_fault(r, rules[r->state].reason != 0 ? rules[r->state].reason : STRUCTURE);
    r->phase = KSIG_X509_RUN;
    r->run = length;
}

static void begin_name(const ksig_x509 *c, ksig_x509_reading *r, uint32_t length) {
    (void)c;
    if (length == 0 && (r->found & KSIG_X509_IN_SUBJECT) == 0)
        ksig_x509_fault(r, BAD_NAME); /* an issuer must have a name: 4.1.2.4 */
    r->found |= KSIG_X509_IN_NAME;
    r->events |= KSIG_X509_NAME_BEGINS;
}

static void begin_key(const ksig_x509 *c, ksig_x509_reading *r, uint32_t length) {
    const ksig_scheme *const scheme = c->args->algorithms[r->algorithm].scheme;
    const uint32_t bytes = length - 1; /* except for the number of unused bits */
    const int varies = scheme->verify->key_bytes != NULL;
    if (length < 2 || bytes > scheme->key_bytes || (!varies && bytes != scheme->key_bytes) ||
        (varies && bytes > KSIG_X509_ANCHOR_BYTES))
        ksig_x509_fault(r, KSIG_X509_REJECT_KEY);
    r->key_length = bytes;
    r->phase = KSIG_X509_VALUE;
    r->need = 1;
}

static void begin_content(const ksig_x509 *c, ksig_x509_reading *r, uint32_t length) {
    const int critical = (r->found & KSIG_X509_IS_CRITICAL) != 0;
    const ksig_x509_args *const args = c->args;
    r->field = r->match;
    if (r->kind == KSIG_X509_BASIC_CONSTRAINTS || r->kind == KSIG_X509_KEY_USAGE ||
        r->kind == KSIG_X509_EXTENDED_KEY_USAGE) {
        enter(r, length,
              r->kind == KSIG_X509_BASIC_CONSTRAINTS ? KSIG_AT_BASIC
              : r->kind == KSIG_X509_KEY_USAGE       ? KSIG_AT_USAGE
                                                     : KSIG_AT_PURPOSES);
        return;
    }
    const int wanted = r->match != 0 && length <= args->fields[r->match - 1].room;
    if ((critical && !wanted) || r->kind == KSIG_X509_NAME_CONSTRAINTS)
        ksig_x509_fault(r, KSIG_X509_REJECT_CRITICAL);
    run(r, length);
}

/* A head is complete. */
static void read_head(const ksig_x509 *c, ksig_x509_reading *r, unsigned tag, uint32_t length) {
    if (r->state == KSIG_AT_CRITICAL && tag == KSIG_DER_OCTETS)
        r->state = KSIG_AT_CONTENT;
    const rule *const is = &rules[r->state];
    const int date = r->state == KSIG_AT_NOT_BEFORE || r->state == KSIG_AT_NOT_AFTER;
    r->held = 0;
    if (length > r->end[r->depth] - r->at) {
        ksig_x509_fault(r, LENGTH);
        return;
    }
    if (r->state == KSIG_AT_STRING ? !is_string(tag)
                                   : tag != is->tag && !(date && tag == KSIG_DER_TIME)) {
        ksig_x509_fault(r, r->state == KSIG_AT_STRING ? BAD_NAME : STRUCTURE);
        return;
    }
    if (r->state == KSIG_AT_SERIAL)
        r->field = (uint8_t)ksig_x509_find_field(c, KSIG_X509_FIELD_SERIAL, 0);
    else if (r->state == KSIG_AT_STRING)
        r->field = r->match;
    else if (date)
        r->field = (uint8_t)ksig_x509_find_field(
            c,
            r->state == KSIG_AT_NOT_BEFORE ? KSIG_X509_FIELD_NOT_BEFORE : KSIG_X509_FIELD_NOT_AFTER,
            0);

    if (r->state == KSIG_AT_KEY)
        begin_key(c, r, length);
    else if (r->state == KSIG_AT_CONTENT)
        begin_content(c, r, length);
    else if (is->action == RUN)
        run(r, length);
    else if (is->action == ENTER) {
        if (r->state == KSIG_AT_NAME)
            begin_name(c, r, length);
        enter(r, length, is->next);
    } else if (length < is->least || length > is->most ||
               (date && length != (tag == KSIG_DER_TIME ? 15u : 13u))) {
        ksig_x509_fault(r, is->reason);
    } else {
        r->phase = KSIG_X509_VALUE;
        r->need = (uint8_t)length;
    }
}

/* ---- The end ----------------------------------------------------------------------------- */

/* Processes the end of an element. */
static void leave(ksig_x509_reading *r) {
    unsigned next = rules[r->state].next;
    if (r->at != r->end[r->depth])
        ksig_x509_fault(r, STRUCTURE);
    if (r->state == KSIG_AT_NAME_END) {
        r->events |= KSIG_X509_NAME_ENDS;
        r->found &= (uint8_t)~KSIG_X509_IN_NAME;
        if ((r->found & KSIG_X509_IN_SUBJECT) != 0)
            next = KSIG_AT_KEY_INFO;
    } else if (r->state == KSIG_AT_VALIDITY_END) {
        r->found |= KSIG_X509_IN_SUBJECT;
    } else if (r->state == KSIG_AT_KEY_END) {
        r->events |= KSIG_X509_KEY_ENDS;
        r->found &= (uint8_t)~KSIG_X509_IN_KEY;
    } else if (r->state == KSIG_AT_STRING_END || r->state == KSIG_AT_EXTENSION_END) {
        r->field = 0;
    }
    r->depth--;
    r->state = (uint8_t)next;
}

/* Continues until a head is expected. */
static void settle(const ksig_x509 *c, ksig_x509_reading *r) {
    while (r->reason == 0) {
        const rule *const is = &rules[r->state];
        if (r->state == KSIG_AT_TBS_END) {
            if (r->depth != 0 || r->at != r->end[0])
                ksig_x509_fault(r, STRUCTURE);
            ksig_x509_conclude(c, r);
            r->found |= KSIG_X509_IS_COMPLETE;
            r->events |= KSIG_X509_TBS_ENDS;
            return;
        }
        if (is->action == LEAVE) {
            leave(r);
            continue;
        }
        const uint32_t rest = r->end[r->depth] - r->at;
        if (rest == 0 && is->full != 0) {
            r->state = is->full;
            continue;
        }
        if (rest < 2)
            ksig_x509_fault(r, rest == 0 ? STRUCTURE : LENGTH);
        r->phase = KSIG_X509_HEAD;
        r->held = 0;
        r->need = 2;
        return;
    }
}

void ksig_x509_begin_reading(const ksig_x509 *c, ksig_x509_reading *r) {
    memset(r, 0, sizeof *r);
    r->at = (uint32_t)c->layout.tbs_at + c->layout.before;
    r->end[0] = c->layout.tbs_end;
    r->path = c->path;
    r->limit = UINT8_MAX;
    settle(c, r);
}

void ksig_x509_read(const ksig_x509 *c, ksig_x509_reading *r) {
    r->events = 0;
    if (r->phase == KSIG_X509_HEAD) {
        uint8_t tag;
        uint32_t length;
        const unsigned missing = ksig_der_head(c->hold, r->held, &tag, &length);
        if (missing == KSIG_DER_BAD)
            ksig_x509_fault(r, ENCODING);
        else if (missing > r->end[r->depth] - r->at)
            ksig_x509_fault(r, LENGTH);
        else if (missing != 0)
            r->need = (uint8_t)missing;
        else
            read_head(c, r, tag, length);
        if (missing != 0 || r->phase != KSIG_X509_HEAD)
            return;
    } else if (r->phase == KSIG_X509_VALUE && r->state == KSIG_AT_KEY) {
        if (c->hold[0] != 0) /* unused bits */
            ksig_x509_fault(r, ENCODING);
        r->events |= KSIG_X509_KEY_BEGINS;
        r->found |= KSIG_X509_IN_KEY;
        r->key_at = r->at;
        r->held = 0;
        run(r, r->key_length);
        return;
    } else if (r->phase == KSIG_X509_VALUE) {
        ksig_x509_read_value(c, r);
        r->held = 0;
        r->state = rules[r->state].next;
    } else {
        r->state = rules[r->state].next;
    }
    settle(c, r);
}
