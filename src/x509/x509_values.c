/* The values in tbsCertificate. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "x509/x509_grammar.h"

/* In the end certificate: 1 + the index of the matching field; 0: none. */
unsigned ksig_x509_find_field(const ksig_x509 *c, unsigned kind, unsigned length) {
    const ksig_x509_args *const args = c->args;
    for (unsigned i = 0; i < args->field_count && ksig_x509_is_last(c); i++) {
        const ksig_x509_field *const f = &args->fields[i];
        if (f->kind == kind &&
            (length == 0 || (f->oid_length == length && ksig_x509_equal(f->oid, c->hold, length))))
            return i + 1;
    }
    return 0;
}

/* Looks for a field with the object identifier that is held. */
static void match_field(const ksig_x509 *c, ksig_x509_reading *r, unsigned kind) {
    const unsigned match = ksig_x509_find_field(c, kind, r->held);
    r->match = (uint8_t)match;
    if (match == 0)
        return;
    const unsigned bit = 1u << (match - 1);
    if ((r->seen & bit) != 0 && kind == KSIG_X509_FIELD_SUBJECT) /* an extension: x509_use.c */
        ksig_x509_fault(r, KSIG_X509_REJECT_NAME);
    r->seen = (uint8_t)(r->seen | bit);
}

/* ---- Values ------------------------------------------------------------------------------ */

static void read_date(const ksig_x509 *c, ksig_x509_reading *r) {
    const uint64_t date = ksig_der_seconds(c->hold, r->held);
    const uint64_t now = c->args->now + KSIG_DER_SECONDS_1970;
    if (date == 0)
        ksig_x509_fault(r, KSIG_X509_REJECT_DATE);
    if ((c->args->flags & KSIG_X509_NO_CLOCK) == 0 &&
        (r->state == KSIG_AT_NOT_BEFORE ? now < date : now > date))
        ksig_x509_fault(r, KSIG_X509_REJECT_TIME);
}

/* The algorithm of the issuer's key. */
static void read_signature_algorithm(const ksig_x509 *c, ksig_x509_reading *r) {
    if (!ksig_x509_is_algorithm(&c->args->algorithms[c->issuer], 0, c->hold, r->held))
        ksig_x509_fault(r, KSIG_X509_REJECT_ALGORITHM);
}

static void read_key_algorithm(const ksig_x509 *c, ksig_x509_reading *r) {
    for (unsigned i = 0; i < c->args->algorithm_count; i++) {
        if (ksig_x509_is_algorithm(&c->args->algorithms[i], 1, c->hold, r->held)) {
            r->algorithm = (uint8_t)i;
            return;
        }
    }
    ksig_x509_fault(r, ksig_x509_is_classical(c->hold, r->held) ? KSIG_X509_REJECT_CLASSICAL
                                                                : KSIG_X509_REJECT_ALGORITHM);
}

static void read_extension_id(const ksig_x509 *c, ksig_x509_reading *r) {
    uint32_t tag = 2166136261; /* FNV-1a: equal identifiers have equal tags */
    for (unsigned i = 0; i < r->held; i++)
        tag = (tag ^ c->hold[i]) * 16777619;
    r->tag = tag;
    r->kind = KSIG_X509_OTHER;
    if (r->held == 3 && c->hold[0] == 0x55 && c->hold[1] == 0x1d)
        r->kind = c->hold[2];
    if (r->kind == KSIG_X509_EXTENDED_KEY_USAGE &&
        (!ksig_x509_is_last(c) || c->args->purpose_length == 0))
        r->kind = KSIG_X509_OTHER;
    r->found &= (uint8_t)~KSIG_X509_IS_CRITICAL;
    r->events |= KSIG_X509_NEW_EXTENSION;
    match_field(c, r, KSIG_X509_FIELD_EXTENSION);
}

/* The bits, the first one on top; the last bit written must be 1 (X.690 11.2.2). */
static void read_usage(const ksig_x509 *c, ksig_x509_reading *r) {
    const unsigned unused = c->hold[0], last = c->hold[r->held - 1];
    if (unused > 7 || (last & ((1u << unused) - 1)) != 0 || (last >> unused & 1) == 0)
        ksig_x509_fault(r, KSIG_X509_REJECT_ENCODING);
    /* RFC 9881 section 5, RFC 9909 section 4, RFC 9802 section 4: these keys only sign. */
    if ((c->hold[1] & 0x39) != 0 || r->held == 3)
        ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
    r->usage = c->hold[1];
    r->found |= KSIG_X509_HAS_USAGE;
}

static void read_path_length(const ksig_x509 *c, ksig_x509_reading *r) {
    if (!ksig_der_is_natural(c->hold, r->held)) {
        ksig_x509_fault(r, KSIG_X509_REJECT_ENCODING);
        return;
    }
    /* No chain has 255 counted issuers. */
    r->limit = r->held == 1 ? c->hold[0] : r->held == 2 && c->hold[0] == 0 ? c->hold[1] : UINT8_MAX;
}

/* Processes a value that is held. */
void ksig_x509_read_value(const ksig_x509 *c, ksig_x509_reading *r) {
    const uint8_t *const hold = c->hold;
    if ((r->state == KSIG_AT_TYPE || r->state == KSIG_AT_EXTENSION_ID ||
         r->state == KSIG_AT_FIRST_PURPOSE || r->state == KSIG_AT_PURPOSE) &&
        !ksig_der_is_oid(hold, r->held))
        ksig_x509_fault(r, KSIG_X509_REJECT_ENCODING);
    switch ((ksig_x509_at)r->state) {
    case KSIG_AT_NUMBER:
        if (hold[0] != 2) /* version 3 */
            ksig_x509_fault(r, KSIG_X509_REJECT_STRUCTURE);
        break;
    case KSIG_AT_SERIAL:
        if (!ksig_der_is_natural(hold, r->held) || (r->held == 1 && hold[0] == 0))
            ksig_x509_fault(r, KSIG_X509_REJECT_SERIAL);
        break;
    case KSIG_AT_SIGNATURE:
        read_signature_algorithm(c, r);
        break;
    case KSIG_AT_TYPE:
        r->match = 0;
        if ((r->found & KSIG_X509_IN_SUBJECT) != 0)
            match_field(c, r, KSIG_X509_FIELD_SUBJECT);
        break;
    case KSIG_AT_NOT_BEFORE:
    case KSIG_AT_NOT_AFTER:
        read_date(c, r);
        break;
    case KSIG_AT_KEY_ALGORITHM:
        read_key_algorithm(c, r);
        break;
    case KSIG_AT_EXTENSION_ID:
        read_extension_id(c, r);
        break;
    case KSIG_AT_CRITICAL:
        if (hold[0] != 0xff) /* FALSE is the default, and must not be encoded */
            ksig_x509_fault(r, KSIG_X509_REJECT_ENCODING);
        r->found |= KSIG_X509_IS_CRITICAL;
        break;
    case KSIG_AT_BASIC_CA:
        if (hold[0] != 0xff)
            ksig_x509_fault(r, KSIG_X509_REJECT_ENCODING);
        r->found |= KSIG_X509_IS_CA;
        break;
    case KSIG_AT_BASIC_PATH:
        read_path_length(c, r);
        break;
    case KSIG_AT_USAGE:
        read_usage(c, r);
        break;
    default: /* KSIG_AT_FIRST_PURPOSE, KSIG_AT_PURPOSE */
        if (r->held == c->args->purpose_length && ksig_x509_equal(hold, c->args->purpose, r->held))
            r->found |= KSIG_X509_HAS_PURPOSE;
    }
    /* In an extension the field continues. */
    if (r->state == KSIG_AT_SERIAL || r->state == KSIG_AT_NOT_BEFORE ||
        r->state == KSIG_AT_NOT_AFTER)
        r->field = 0;
}

/* ---- The end ----------------------------------------------------------------------------- */

/* RFC 5280 6.1.4 (k) to (n) for an issuer; for the end certificate, the requirements in the
 * arguments. */
void ksig_x509_conclude(const ksig_x509 *c, ksig_x509_reading *r) {
    const ksig_x509_args *const args = c->args;
    const int is_ca = (r->found & KSIG_X509_IS_CA) != 0,
              has_usage = (r->found & KSIG_X509_HAS_USAGE) != 0;
    if (ksig_x509_is_last(c)) {
        if ((args->flags & KSIG_X509_END_MAY_BE_CA) == 0) {
            if (is_ca)
                ksig_x509_fault(r, KSIG_X509_REJECT_CA);
            /* RFC 5280 4.2.1.9: no keyCertSign without CA. */
            if ((r->usage & ~(unsigned)args->usage & KSIG_X509_USAGE_CERT_SIGN) != 0)
                ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
        }
        if ((args->usage & ~(unsigned)r->usage) != 0)
            ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
        if (has_usage && args->usage == 0 &&
            (r->usage & (KSIG_X509_USAGE_DIGITAL_SIGNATURE | KSIG_X509_USAGE_CONTENT_COMMITMENT)) ==
                0)
            ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
        if (args->purpose_length != 0 && (r->found & KSIG_X509_HAS_PURPOSE) == 0)
            ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
        return;
    }
    if (!is_ca)
        ksig_x509_fault(r, KSIG_X509_REJECT_CA);
    if (has_usage && (r->usage & KSIG_X509_USAGE_CERT_SIGN) == 0)
        ksig_x509_fault(r, KSIG_X509_REJECT_USAGE);
    if (!c->self_issued) {
        if (r->path == 0)
            ksig_x509_fault(r, KSIG_X509_REJECT_PATH);
        else
            r->path--;
    }
    if (r->limit < r->path)
        r->path = r->limit;
}
