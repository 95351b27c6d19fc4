/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/cose.h"

const char *ksig_cose_reason_text(ksig_verdict verdict) {
#if KSIG_ENABLE_REASON_TEXT
    switch (verdict) {
    case KSIG_COSE_REJECT_ENCODING:
        return "the CBOR is not well formed, or not in its shortest form";
    case KSIG_COSE_REJECT_INDEFINITE:
        return "the CBOR has an indefinite length";
    case KSIG_COSE_REJECT_STRUCTURE:
        return "the CBOR is no COSE_Sign1, or no CWT, of the profile";
    case KSIG_COSE_REJECT_HEAD:
        return "there are more than 64 bytes before the payload, or before the key of a CWT";
    case KSIG_COSE_REJECT_LABEL:
        return "a label is outside the profile, there twice, or not in order";
    case KSIG_COSE_REJECT_ALGORITHM:
        return "the algorithm is missing or not the expected one";
    case KSIG_COSE_REJECT_PAYLOAD:
        return "the payload is in the object but should be detached, or the other way round";
    case KSIG_COSE_REJECT_LENGTH:
        return "the lengths in the object do not fit its length";
    case KSIG_COSE_REJECT_CONTENT_TYPE:
        return "the content type is that of a CWT where none is expected, or the other way round";
    case KSIG_COSE_REJECT_TIME:
        return "the CWT has expired, is not valid yet, is too old, or needs a clock";
    case KSIG_COSE_REJECT_KEY:
        return "the CWT names a key of another type, algorithm or length";
    default:
        break;
    }
#endif
    return ksig_reason_text(verdict);
}
