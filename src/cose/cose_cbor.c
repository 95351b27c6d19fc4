/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cose/cose_cbor.h"

enum { INDEFINITE = 31, RESERVED = 28, IN_ONE_BYTE = 24 };

void ksig_cbor_refuse(ksig_cbor *r, ksig_verdict reason) {
    if (ksig_cbor_reads(r))
        r->reason = (uint8_t)reason;
}

/* Whether `count` bytes are available. */
static int there(ksig_cbor *r, uint64_t count) {
    if (!ksig_cbor_reads(r))
        return 0;
    if (count > (uint64_t)(KSIG_COSE_HEAD_BYTES - r->at)) {
        r->reason = (uint8_t)KSIG_COSE_REJECT_HEAD;
        return 0;
    }
    const uint8_t end = (uint8_t)(r->at + count);
    if (end > r->length)
        r->missing = (uint8_t)(end - r->length);
    return r->missing == 0;
}

uint64_t ksig_cbor_any(ksig_cbor *r, unsigned *major) {
    *major = KSIG_CBOR_NONE;
    if (!there(r, 1))
        return 0;
    const unsigned initial = r->data[r->at], information = initial & 31;
    if (information >= RESERVED) {
        ksig_cbor_refuse(r, information == INDEFINITE ? KSIG_COSE_REJECT_INDEFINITE
                                                      : KSIG_COSE_REJECT_ENCODING);
        return 0;
    }
    uint64_t argument = information;
    unsigned count = 0;
    if (information >= IN_ONE_BYTE) {
        count = 1u << (information - IN_ONE_BYTE);
        if (!there(r, 1 + (uint64_t)count))
            return 0;
        argument = 0;
        for (unsigned i = 1; i <= count; i++)
            argument = argument << 8 | r->data[r->at + i];
        /* The shortest form: half as many bytes must not be enough. */
        if (count == 1 ? argument < IN_ONE_BYTE : argument >> 4 * count == 0) {
            ksig_cbor_refuse(r, KSIG_COSE_REJECT_ENCODING);
            return 0;
        }
    }
    r->at = (uint8_t)(r->at + 1u + count);
    *major = initial >> 5;
    return argument;
}

uint64_t ksig_cbor_head(ksig_cbor *r, unsigned major) {
    unsigned found;
    const uint64_t argument = ksig_cbor_any(r, &found);
    if (found != major)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);
    return ksig_cbor_reads(r) ? argument : 0;
}

void ksig_cbor_skip(ksig_cbor *r, uint64_t length) {
    if (there(r, length))
        r->at = (uint8_t)(r->at + length);
}

int16_t ksig_cbor_small(ksig_cbor *r, ksig_verdict reason) {
    unsigned major;
    const uint64_t argument = ksig_cbor_any(r, &major);
    if (major > KSIG_CBOR_NEGATIVE || argument > INT16_MAX)
        ksig_cbor_refuse(r, reason);
    if (!ksig_cbor_reads(r))
        return 0;
    const int16_t number = (int16_t)argument;
    if (major == KSIG_CBOR_UINT)
        return number;
    return (int16_t)(-1 - number);
}

int16_t ksig_cbor_label(ksig_cbor *r, uint32_t *last) {
    const int16_t label = ksig_cbor_small(r, KSIG_COSE_REJECT_LABEL);
    /* In the order of their encodings: 0, 1, ... and then -1, -2, ... */
    const uint32_t order =
        label >= 0 ? 1 + (uint32_t)label : UINT32_C(0x10000) + (uint32_t)(-1 - (int32_t)label);
    if (order <= *last)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
    *last = order;
    return label;
}

size_t ksig_cbor_write(uint8_t out[KSIG_CBOR_HEAD_BYTES], unsigned major, uint32_t argument) {
    const unsigned count = argument < IN_ONE_BYTE ? 0
                           : argument >> 8 == 0   ? 1
                           : argument >> 16 == 0  ? 2
                                                  : 4;
    const unsigned information = count == 0 ? (unsigned)argument : count == 4 ? 26 : 23 + count;
    out[0] = (uint8_t)(major << 5 | information);
    for (unsigned i = 0; i < count; i++)
        out[1 + i] = (uint8_t)(argument >> 8 * (count - 1 - i));
    return 1 + count;
}
