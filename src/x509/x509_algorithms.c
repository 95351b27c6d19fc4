/* The algorithms of certificates. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/memory.h"
#include "x509/x509_reader.h"

enum { OID = 6 };

/* The content of an AlgorithmIdentifier without its last byte, the first KSIG_X509_* number, and
 * the last byte for that number. */
typedef struct family {
    uint8_t length, first, last, bytes[12];
} family;

/* 2.16.840.1.101.3.4.3; RFC 9802: 1.2.840.113549.1.9.16.3.17 and 1.3.6.1.5.5.7.6.34 and .35. */
static const family families[] = {
    {10, KSIG_X509_ML_DSA_44, 17, {OID, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03}},
    {12, KSIG_X509_HSS, 17, {OID, 11, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x03}},
    {9, KSIG_X509_XMSS, 34, {OID, 8, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06}},
};

/* Null if there is no such number. */
static const family *family_of(uint8_t number) {
    if (number < KSIG_X509_HSS || number > KSIG_X509_SLH_DSA_SHAKE_256F ||
        (number > KSIG_X509_XMSSMT && number < KSIG_X509_ML_DSA_44))
        return NULL;
    return &families[number >= KSIG_X509_ML_DSA_44 ? 0 : number >= KSIG_X509_XMSS ? 2 : 1];
}

static uint8_t last_of(const family *f, uint8_t number) {
    return (uint8_t)(f->last + number - f->first);
}

unsigned ksig_x509_algorithm_bytes(const ksig_x509_algorithm *algorithm,
                                   uint8_t out[KSIG_X509_ALGORITHM_BYTES]) {
    if (algorithm->classical != NULL)
        return ksig_x509_operations_of(algorithm)->algorithm_bytes(algorithm, out);
    const family *const f = family_of(algorithm->number);
    if (f == NULL)
        return 0;
    memcpy(out, f->bytes, f->length);
    out[f->length] = last_of(f, algorithm->number);
    return f->length + 1u;
}

int ksig_x509_is_algorithm(const ksig_x509_algorithm *algorithm, int of_key, const uint8_t *content,
                           unsigned length) {
    if (algorithm->classical != NULL)
        return ksig_x509_operations_of(algorithm)->is_algorithm(algorithm, of_key, content, length);
    const family *const f = family_of(algorithm->number);
    return f != NULL && length == f->length + 1u &&
           content[f->length] == last_of(f, algorithm->number) &&
           ksig_x509_equal(f->bytes, content, f->length);
}

/* Ed25519 and Ed448 (RFC 8410), elliptic curves (RFC 5480), RSA (RFC 8017). */
static const family classical[] = {
    {4, 112, 113, {OID, 3, 0x2b, 0x65}},
    {8, 1, 1, {OID, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02}},
    {10, 1, 13, {OID, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01}},
    /* Composite ML-DSA (draft-ietf-lamps-pq-composite-sigs): 1.3.6.1.5.5.7.6.37 to .54 */
    {9, 37, 54, {OID, 8, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x06}},
};

int ksig_x509_is_classical(const uint8_t *content, unsigned length) {
    for (unsigned i = 0; i < sizeof classical / sizeof *classical; i++) {
        const family *const f = &classical[i];
        if (length <= f->length || content[f->length] < f->first || content[f->length] > f->last)
            continue;
        if (ksig_x509_equal(content, f->bytes, f->length))
            return 1;
    }
    return 0;
}
