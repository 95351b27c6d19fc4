/* The elements of DER (X.690) in certificates.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_X509_DER_H
#define KSIG_X509_DER_H

#include <stddef.h>
#include <stdint.h>

enum {
    KSIG_DER_BOOLEAN = 1,
    KSIG_DER_INTEGER = 2,
    KSIG_DER_BITS = 3,
    KSIG_DER_OCTETS = 4,
    KSIG_DER_OID = 6,
    KSIG_DER_UTF8 = 12,
    KSIG_DER_UTC_TIME = 23,
    KSIG_DER_TIME = 24,
    KSIG_DER_SEQUENCE = 0x30,
    KSIG_DER_SET = 0x31,
    KSIG_DER_VERSION = 0xa0,
    KSIG_DER_EXTENSIONS = 0xa3
};

/* The longest head: a tag, the length of the length, four bytes. */
enum { KSIG_DER_HEAD_BYTES = 6, KSIG_DER_BAD = 0xff };

/* Reads a head of which `held` bytes are available. Returns how many are missing at least; 0 if it
 * is complete; KSIG_DER_BAD if it is not DER. */
unsigned ksig_der_head(const uint8_t *data, unsigned held, uint8_t *tag, uint32_t *length);

/* Writes the head of an element of `length` bytes; returns the head's length. */
unsigned ksig_der_write(uint8_t out[KSIG_DER_HEAD_BYTES], uint8_t tag, uint32_t length);

/* 1 if the content of an INTEGER is minimal and not negative. */
int ksig_der_is_natural(const uint8_t *data, unsigned length);

/* 1 if the content of an OBJECT IDENTIFIER has complete numbers, each minimally encoded. */
int ksig_der_is_oid(const uint8_t *data, unsigned length);

/* The seconds from 1 March of the year 0 to a date: UTCTime in 13 bytes, GeneralizedTime in 15, as
 * in RFC 5280 4.1.2.5. 0 if it is not a date. */
uint64_t ksig_der_seconds(const uint8_t *data, unsigned length);
/* The same for 1970-01-01. check: 62162035200 == 719468 * 86400 */
#define KSIG_DER_SECONDS_1970 UINT64_C(62162035200)

#endif
