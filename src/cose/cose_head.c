/* The beginning of a COSE_Sign1 object, up to its payload.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cose/cose_reader.h"
#include "util/memory.h"

enum { TAG_SIGN1 = 18, ELEMENTS = 4 };
enum { ALGORITHM = 1, CONTENT_TYPE = 3, KID = 4 };
enum { NO_CONTENT_TYPE = -1 };

/* The contents of the headers. */
typedef struct head {
    int16_t algorithm;
    int16_t content_type;
    uint8_t kids;
    uint8_t algorithms;
} head;

/* Reads a map of headers; protect: whether it is the protected one. */
static void read_headers(ksig_cbor *r, head *h, int protect) {
    uint32_t last = 0;
    uint64_t count = ksig_cbor_head(r, KSIG_CBOR_MAP);
    for (; count != 0 && ksig_cbor_reads(r); count--) {
        const int16_t label = ksig_cbor_label(r, &last);
        if (label == KID) {
            ksig_cbor_skip(r, ksig_cbor_head(r, KSIG_CBOR_BYTES));
            h->kids++;
        } else if (label == ALGORITHM && protect) {
            h->algorithm = ksig_cbor_small(r, KSIG_COSE_REJECT_ALGORITHM);
            h->algorithms++;
        } else if (label == CONTENT_TYPE && protect) {
            h->content_type = ksig_cbor_small(r, KSIG_COSE_REJECT_CONTENT_TYPE);
            if (h->content_type < 0)
                ksig_cbor_refuse(r, KSIG_COSE_REJECT_CONTENT_TYPE);
        } else {
            ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
        }
    }
}

/* Finds the signature from object_length and the length of the payload. */
static ksig_verdict place(const ksig_cose *c, uint64_t payload, ksig_cose_layout *layout) {
    const uint32_t held = c->held, object = c->args.object_length;
    const uint64_t inside = c->args.detached ? 0 : payload;
    if (payload > UINT32_MAX || inside > object - held) /* held <= object */
        return KSIG_COSE_REJECT_LENGTH;
    if (payload == 0 && c->payload != NULL)
        return KSIG_COSE_REJECT_STRUCTURE; /* no claims */
    layout->payload_at = held;
    layout->payload_length = (uint32_t)payload;
    const uint32_t rest = object - held - (uint32_t)inside;
    uint8_t bytes[KSIG_CBOR_HEAD_BYTES];
    for (unsigned count = 1; count <= KSIG_CBOR_HEAD_BYTES; count++) {
        if (rest >= count && ksig_cbor_write(bytes, KSIG_CBOR_BYTES, rest - count) == count) {
            layout->signature_head = (uint8_t)count;
            layout->signature_length = rest - count;
            return 0;
        }
    }
    return KSIG_COSE_REJECT_LENGTH;
}

unsigned ksig_cose_read_head(const ksig_cose *c, ksig_cose_layout *layout) {
    ksig_cbor reader = {c->hold, c->held, 0, 0, 0}, *const r = &reader;
    head h = {0, NO_CONTENT_TYPE, 0, 0};
    unsigned major;
    memset(layout, 0, sizeof *layout);
    uint64_t argument = ksig_cbor_any(r, &major);
    if (major == KSIG_CBOR_TAG && argument == TAG_SIGN1)
        argument = ksig_cbor_any(r, &major);
    if (major != KSIG_CBOR_ARRAY || argument != ELEMENTS)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);

    const uint8_t begin = r->at;
    const uint64_t length = ksig_cbor_head(r, KSIG_CBOR_BYTES);
    const uint8_t inside = r->at;
    ksig_cbor_skip(r, length); /* all of it must be held before it is read */
    const uint8_t end = r->at;
    if (ksig_cbor_reads(r)) {
        r->at = inside;
        r->length = end;
        read_headers(r, &h, 1);
        if (r->missing != 0 || (r->reason == 0 && r->at != end)) {
            r->missing = 0;
            ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE); /* not one map */
        }
        r->length = c->held;
    }
    if (h.algorithms != 1 || h.algorithm != c->args.algorithm)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_ALGORITHM);
    if ((h.content_type == KSIG_COSE_CWT) != (c->payload != NULL))
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_CONTENT_TYPE);
    read_headers(r, &h, 0);
    if (h.kids > 1)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);

    uint64_t payload = ksig_cbor_any(r, &major);
    if (c->args.detached ? major != KSIG_CBOR_SIMPLE || payload != KSIG_CBOR_NIL
                         : major != KSIG_CBOR_BYTES)
        ksig_cbor_refuse(r, major == KSIG_CBOR_BYTES ||
                                    (major == KSIG_CBOR_SIMPLE && payload == KSIG_CBOR_NIL)
                                ? KSIG_COSE_REJECT_PAYLOAD
                                : KSIG_COSE_REJECT_STRUCTURE);

    layout->reason = r->reason;
    if (r->reason == 0 && r->missing > c->args.object_length - c->held)
        layout->reason = (uint8_t)KSIG_COSE_REJECT_LENGTH;
    if (layout->reason != 0)
        return 0;
    if (r->missing != 0) {
        layout->reason = (uint8_t)KSIG_REJECT_INCOMPLETE;
        return r->missing;
    }
    layout->protected_at = begin;
    layout->protected_length = (uint8_t)(end - begin);
    layout->reason = (uint8_t)place(c, c->args.detached ? c->args.payload_length : payload, layout);
    return 0;
}
