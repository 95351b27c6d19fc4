/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"

const char *ksig_reason_text(ksig_verdict verdict) {
#if KSIG_ENABLE_REASON_TEXT
    switch (verdict) {
    case KSIG_ACCEPT:
        return "the signature is valid";
    case KSIG_PENDING:
        return "no verdict yet: more bytes are wanted";
    case KSIG_REJECT_ARGUMENT:
        return "an argument is missing or unknown: anchor, secret, mode or hash";
    case KSIG_REJECT_STATE_SIZE:
        return "the state is too small for the scheme or not aligned";
    case KSIG_REJECT_KEY_LENGTH:
        return "the public key does not have the scheme's length";
    case KSIG_REJECT_SIG_LENGTH:
        return "the signature does not have the scheme's length";
    case KSIG_REJECT_MSG_LENGTH:
        return "the digest or mu does not have its length";
    case KSIG_REJECT_CONTEXT:
        return "the context is over 255 bytes, or the scheme or mode has none";
    case KSIG_REJECT_OVERFEED:
        return "more bytes were fed than were wanted";
    case KSIG_REJECT_INCOMPLETE:
        return "closed before all wanted bytes were fed";
    case KSIG_REJECT_Z_RANGE:
        return "a coefficient of z is out of range";
    case KSIG_REJECT_HINT:
        return "the hint is not canonical";
    case KSIG_REJECT_KEY:
        return "the public key is not that of the anchor or the compact secret key, or the secret "
               "key is malformed";
    case KSIG_REJECT_SIGNATURE:
        return "the signature does not fit the message and the key";
    case KSIG_REJECT_RESTREAM:
        return "bytes that were asked for again differ from those sent first";
    case KSIG_REJECT_FAULT:
        return "the state was damaged or a check did not run";
    case KSIG_REJECT_ENCODING:
        return "a part of the signature or key does not decode, or its padding is not zero";
    case KSIG_REJECT_NORM:
        return "the signature is too long a vector";
    case KSIG_REJECT_SET:
        return "the key names a parameter set that does not exist";
    case KSIG_REJECT_SET_OFF:
        return "the key names a parameter set that this library was built without";
    case KSIG_REJECT_SET_MIX:
        return "the parameter sets of the key or of its levels have different hash functions";
    case KSIG_REJECT_TYPE:
        return "a type code in the signature is not the one in the key";
    case KSIG_REJECT_INDEX:
        return "the leaf that the signature names is beyond the tree";
    case KSIG_REJECT_LEVELS:
        return "there are not 1 to 8 levels, or not as many as the key has";
    case KSIG_DONE:
        return "key generation or signing is complete";
    default:
        return "not a verdict";
    }
#else
    (void)verdict;
    return "";
#endif
}
