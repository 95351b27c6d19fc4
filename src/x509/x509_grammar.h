/* The elements of tbsCertificate, and the functions that process them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_X509_GRAMMAR_H
#define KSIG_X509_GRAMMAR_H

#include "x509/x509_reader.h"

/* ksig_x509_reading.state: the next element, or the end of its container. */
typedef enum ksig_x509_at {
    KSIG_AT_VERSION,
    KSIG_AT_NUMBER,
    KSIG_AT_NUMBER_END,
    KSIG_AT_SERIAL,
    KSIG_AT_SIGNATURE,
    KSIG_AT_NAME,
    KSIG_AT_RDN,
    KSIG_AT_ATTRIBUTE,
    KSIG_AT_TYPE,
    KSIG_AT_STRING,
    KSIG_AT_STRING_END,
    KSIG_AT_RDN_END,
    KSIG_AT_NAME_END,
    KSIG_AT_VALIDITY,
    KSIG_AT_NOT_BEFORE,
    KSIG_AT_NOT_AFTER,
    KSIG_AT_VALIDITY_END,
    KSIG_AT_KEY_INFO,
    KSIG_AT_KEY_ALGORITHM,
    KSIG_AT_KEY,
    KSIG_AT_KEY_END,
    KSIG_AT_EXTENSIONS,
    KSIG_AT_LIST,
    KSIG_AT_FIRST_EXTENSION,
    KSIG_AT_EXTENSION,
    KSIG_AT_LIST_END,
    KSIG_AT_EXTENSIONS_END,
    KSIG_AT_EXTENSION_ID,
    KSIG_AT_CRITICAL,
    KSIG_AT_CONTENT,
    KSIG_AT_BASIC,
    KSIG_AT_BASIC_CA,
    KSIG_AT_BASIC_PATH,
    KSIG_AT_BASIC_END,
    KSIG_AT_USAGE,
    KSIG_AT_PURPOSES,
    KSIG_AT_FIRST_PURPOSE,
    KSIG_AT_PURPOSE,
    KSIG_AT_PURPOSES_END,
    KSIG_AT_CONTENT_END,
    KSIG_AT_EXTENSION_END,
    KSIG_AT_TBS_END
} ksig_x509_at;

/* ksig_x509_reading.kind: extensions of 2.5.29 by their last number. */
enum {
    KSIG_X509_OTHER = 0,
    KSIG_X509_KEY_USAGE = 15,
    KSIG_X509_BASIC_CONSTRAINTS = 19,
    KSIG_X509_NAME_CONSTRAINTS = 30,
    KSIG_X509_EXTENDED_KEY_USAGE = 37
};

static inline void ksig_x509_fault(ksig_x509_reading *r, unsigned reason) {
    if (r->reason == 0)
        r->reason = (uint8_t)reason;
}

/* In the end certificate: 1 + the index of the field of that kind and, unless `length` is 0, with
 * the object identifier of `length` bytes that is held; 0: none. */
unsigned ksig_x509_find_field(const ksig_x509 *c, unsigned kind, unsigned length);

/* Processes a value that is held. */
void ksig_x509_read_value(const ksig_x509 *c, ksig_x509_reading *r);

/* After everything was read: checks RFC 5280 6.1.4 (k) to (n) for an issuer; for the end
 * certificate, the requirements in the arguments. */
void ksig_x509_conclude(const ksig_x509 *c, ksig_x509_reading *r);

#endif
