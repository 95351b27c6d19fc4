/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/x509.h"

const char *ksig_x509_reason_text(ksig_verdict verdict) {
#if KSIG_ENABLE_REASON_TEXT
    switch (verdict) {
    case KSIG_X509_REJECT_ENCODING:
        return "a certificate is not in DER: a length or value is not in its one form";
    case KSIG_X509_REJECT_STRUCTURE:
        return "an element of a certificate is missing, or is one that does not belong there";
    case KSIG_X509_REJECT_LENGTH:
        return "the lengths in a certificate do not fit each other, or the chain";
    case KSIG_X509_REJECT_SERIAL:
        return "a serial number is not positive, or longer than 20 bytes";
    case KSIG_X509_REJECT_ALGORITHM:
        return "an algorithm is not that of the issuer's key, has parameters, or is not accepted";
    case KSIG_X509_REJECT_CLASSICAL:
        return "a key needs a classical verifier";
    case KSIG_X509_REJECT_NAME:
        return "the issuer is not the subject of the certificate before, or a name is malformed";
    case KSIG_X509_REJECT_DATE:
        return "a date is not written as RFC 5280 demands";
    case KSIG_X509_REJECT_TIME:
        return "a certificate has expired, or is not valid yet";
    case KSIG_X509_REJECT_KEY:
        return "a certificate has a key of a length that its algorithm does not have";
    case KSIG_X509_REJECT_EXTENSION:
        return "an extension is there twice";
    case KSIG_X509_REJECT_CRITICAL:
        return "a critical extension is not understood";
    case KSIG_X509_REJECT_CA:
        return "an issuer is no CA, or the end certificate is one";
    case KSIG_X509_REJECT_PATH:
        return "there are more issuers than allowed";
    case KSIG_X509_REJECT_USAGE:
        return "the use of a key is not what its certificate allows";
    case KSIG_X509_REJECT_LIMIT:
        return "there are more than 24 extensions, or an object identifier is too long";
    default:
        break;
    }
#endif
    return ksig_reason_text(verdict);
}
