/* The beginning of a certificate, and the bytes between tbsCertificate and the signature.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/memory.h"
#include "x509/x509_reader.h"

unsigned ksig_x509_middle(const ksig_x509 *c, uint32_t signature_length,
                          uint8_t out[KSIG_X509_MIDDLE_BYTES]) {
    unsigned length = 2 + ksig_x509_algorithm_bytes(&c->args->algorithms[c->issuer], out + 2);
    out[0] = KSIG_DER_SEQUENCE;
    out[1] = (uint8_t)(length - 2);
    length += ksig_der_write(out + length, KSIG_DER_BITS, signature_length + 1);
    out[length] = 0; /* no unused bits */
    return length + 1;
}

/* Finds where the signature begins, from the length of what follows tbsCertificate. */
static void place(const ksig_x509 *c, uint32_t rest, ksig_x509_layout *layout) {
    uint8_t middle[KSIG_X509_MIDDLE_BYTES];
    /* The head of the signature has the same length for a range of signature lengths. */
    for (unsigned most = KSIG_X509_MIDDLE_BYTES; most > 4; most--) {
        if (rest >= most && ksig_x509_middle(c, rest - most, middle) == most) {
            layout->middle = (uint8_t)most;
            layout->signature_length = rest - most;
            return;
        }
    }
    layout->reason = (uint8_t)KSIG_X509_REJECT_LENGTH;
}

unsigned ksig_x509_read_head(const ksig_x509 *c, ksig_x509_layout *layout) {
    const uint32_t chain = c->args->chain_length - c->at;
    uint32_t length = chain; /* of the container */
    unsigned at = 0;
    memset(layout, 0, sizeof *layout);
    for (unsigned i = 0; i < 2; i++) {
        uint8_t tag;
        uint32_t inner;
        /* A head is held and perhaps the beginning of the next one. */
        unsigned held = c->held - at;
        const unsigned first =
            held < 2 || c->hold[at + 1] < 0x80 ? 2 : 2 + (c->hold[at + 1] & 0x7fu);
        if (held > first)
            held = first;
        const unsigned missing = ksig_der_head(c->hold + at, held, &tag, &inner);
        if (missing == KSIG_DER_BAD)
            layout->reason = (uint8_t)KSIG_X509_REJECT_ENCODING;
        else if (held > length || missing > length - held)
            layout->reason = (uint8_t)KSIG_X509_REJECT_LENGTH;
        else if (missing != 0) {
            layout->reason = (uint8_t)KSIG_REJECT_INCOMPLETE;
            return missing;
        } else if (tag != KSIG_DER_SEQUENCE)
            layout->reason = (uint8_t)KSIG_X509_REJECT_STRUCTURE;
        else if (inner > length - held)
            layout->reason = (uint8_t)KSIG_X509_REJECT_LENGTH;
        if (layout->reason != 0)
            return 0;
        at += held;
        if (i == 0) {
            layout->tbs_at = (uint8_t)at;
            layout->length = at + inner;
        } else {
            layout->before = (uint8_t)(at - layout->tbs_at);
            layout->tbs_end = at + inner;
        }
        length = inner;
    }
    place(c, layout->length - layout->tbs_end, layout);
    return 0;
}
