/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "authentication.h"

#include <string.h>

#include "chain.h"
#include "storage.h"
#include "transfer.h"
#include "uds_service.h"
#include "verification.h"

/* authenticationReturnParameter, table B.5. */
#define RETURN_CONFIGURATION_APCE 0x02
#define RETURN_DEAUTHENTICATED 0x10
#define RETURN_OWNERSHIP_NECESSARY 0x11
#define RETURN_COMPLETE 0x12

/* The certificate's message: version 1, the device it is for (zeros: any), the tester's name, the
 * anchor of the tester's key: chain.h has the places. What is signed and with which key, a context
 * says: neither signature stands for the other, or for a token, whose context is empty. */
#define TESTER_ANCHOR_BYTES 64

static const char certificate_context[] = "kilosig tester certificate",
                  proof_context[] = "kilosig tester proof";

/* Where the data after the sub-function are. */
enum {
    FIELD_CONFIGURATION,
    FIELD_LENGTH,
    FIELD_STREAM,
    FIELD_SECOND_LENGTH,
    FIELD_SECOND,
    FIELD_DONE
};

enum { NOBODY, CERTIFIED, PROVED };

static struct {
    volatile uint8_t standing;
    uint8_t standing_again; /* the same, inverted: one flipped bit makes nobody authentic */
    uint8_t sub_function;
    uint8_t field;
    uint8_t place; /* bytes of the field's length so far */
    uint8_t nrc;   /* of the request under way */
    uint16_t left; /* bytes of the field */
    uint8_t body[BODY_BYTES];
    uint8_t challenge[CHALLENGE_BYTES];
} tester;

static void set_standing(uint8_t standing) {
    tester.standing = standing;
    tester.standing_again = standing ^ 0xFFu;
}

static bool stands(uint8_t standing) {
    return tester.standing == standing && (tester.standing_again ^ standing) == 0xFF;
}

bool authenticated(void) { return stands(PROVED); }

void authentication_reset(void) {
    memset(&tester, 0, sizeof tester);
    set_standing(NOBODY);
}

bool authentication_streams(uint8_t sub_function) {
    sub_function &= (uint8_t)~SUPPRESS_POSITIVE_RESPONSE;
    return sub_function == VERIFY_CERTIFICATE || sub_function == PROOF_OF_OWNERSHIP;
}

/* Opens the verification of what is streamed; its lengths are those of ML-DSA-44. */
static uint8_t open(const uint8_t *anchor, const char *context, size_t context_length,
                    uint32_t message_length, const uint8_t *secret) {
    ksig_verify_args args = {.anchor = anchor,
                             .context = (const uint8_t *)context,
                             .context_length = context_length,
                             .message_length = message_length,
                             .signature_length = ksig_ml_dsa_44.signature_bytes,
                             .key_length = ksig_ml_dsa_44.key_bytes,
                             .mode = KSIG_MODE_PURE};
    return verification_open(&ksig_ml_dsa_44, &args, secret) == KSIG_PENDING
               ? NRC_NONE
               : NRC_CONDITIONS_NOT_CORRECT;
}

uint8_t authentication_begin(uint8_t sub_function) {
    const storage_record *record = storage_load();
    tester.sub_function = sub_function & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE;
    tester.field = tester.sub_function == VERIFY_CERTIFICATE ? FIELD_CONFIGURATION : FIELD_LENGTH;
    tester.place = 0;
    tester.left = 0;
    const bool certified = stands(CERTIFIED);
    transfer_drop(); /* there is one state */
    set_standing(NOBODY);
    if (record == NULL || strcmp(record->scheme, ksig_ml_dsa_44.name) != 0) {
        tester.nrc = NRC_CONDITIONS_NOT_CORRECT;
    } else if (tester.sub_function == VERIFY_CERTIFICATE) {
        memset(tester.body, 0, sizeof tester.body);
        chain_reset();
        tester.nrc = open(record->anchor, certificate_context, sizeof certificate_context - 1,
                          BODY_BYTES, record->secret);
    } else if (!certified) {
        tester.nrc = NRC_REQUEST_SEQUENCE_ERROR;
    } else {
        /* What is to be proved never comes over the bus: this device, and the challenge that it
         * chose. */
        tester.nrc = open(tester.body + BODY_ANCHOR, proof_context, sizeof proof_context - 1,
                          sizeof record->device + CHALLENGE_BYTES, record->secret);
        if (tester.nrc == NRC_NONE &&
            (verification_take(record->device, sizeof record->device, NULL, 0) ||
             verification_take(tester.challenge, CHALLENGE_BYTES, NULL, 0)))
            tester.nrc = NRC_CONDITIONS_NOT_CORRECT;
        memset(tester.challenge, 0, sizeof tester.challenge); /* for one try */
    }
    return tester.nrc;
}

static uint8_t signature_nrc(void) {
    return tester.sub_function == VERIFY_CERTIFICATE ? NRC_CERTIFICATE_INVALID_SIGNATURE
                                                     : NRC_OWNERSHIP_VERIFICATION_FAILED;
}

/* A byte outside the stream: the communication configuration, or half of a length. */
static void take_byte(uint8_t byte) {
    switch (tester.field) {
    case FIELD_CONFIGURATION:
        tester.nrc = byte == 0 ? NRC_NONE : NRC_REQUEST_OUT_OF_RANGE; /* nothing is encrypted */
        tester.field = FIELD_LENGTH;
        break;
    case FIELD_LENGTH:
    case FIELD_SECOND_LENGTH:
        tester.left = (uint16_t)(tester.left << 8 | byte);
        if (++tester.place < 2)
            break;
        tester.place = 0;
        if (tester.field == FIELD_LENGTH)
            tester.field = tester.left != 0 ? FIELD_STREAM : FIELD_SECOND_LENGTH;
        else
            tester.field = tester.left != 0 ? FIELD_SECOND : FIELD_DONE;
        break;
    case FIELD_SECOND: /* the tester's challenge or ephemeral key: the device proves nothing, and
                          encrypts nothing */
        if (--tester.left == 0)
            tester.field = FIELD_DONE;
        break;
    default:
        tester.nrc = NRC_INCORRECT_LENGTH;
        break;
    }
}

uint8_t authentication_take(const uint8_t *data, size_t length) {
    while (length != 0 && tester.nrc == NRC_NONE) {
        if (tester.field != FIELD_STREAM) {
            take_byte(*data++);
            length--;
            continue;
        }
        const size_t n = length < tester.left ? length : tester.left;
        const bool certificate = tester.sub_function == VERIFY_CERTIFICATE;
        if (certificate && chain_take(data, n, &tester.nrc))
            ; /* of one, or all of it */
        else if (verification_take(data, n, certificate ? tester.body : NULL,
                                   certificate ? BODY_BYTES : 0) != KSIG_PENDING)
            tester.nrc = signature_nrc();
        tester.left = (uint16_t)(tester.left - n);
        if (tester.left == 0)
            tester.field = FIELD_SECOND_LENGTH;
        data += n;
        length -= n;
    }
    return tester.nrc;
}

static bool zeros(const uint8_t *bytes, size_t length) {
    unsigned any = 0;
    for (; length != 0; length--)
        any |= *bytes++;
    return any == 0;
}

static uint8_t judge_certificate(void) {
    const storage_record *record = storage_load();
    const uint8_t *const device = tester.body + BODY_DEVICE;
    if (tester.body[0] != 1)
        return NRC_CERTIFICATE_INVALID_FORMAT;
    if (record == NULL ||
        (!zeros(device, sizeof record->device) && memcmp(device, record->device, BODY_TESTER - 1)))
        return NRC_CERTIFICATE_INVALID_SCOPE;
    random_bytes(tester.challenge, CHALLENGE_BYTES);
    set_standing(CERTIFIED);
    uds_put_u8(VERIFY_CERTIFICATE);
    uds_put_u8(RETURN_OWNERSHIP_NECESSARY);
    uds_put_u16(CHALLENGE_BYTES);
    uds_put(tester.challenge, CHALLENGE_BYTES);
    uds_put_u16(0); /* no ephemeral key */
    return NRC_NONE;
}

uint8_t authentication_end(void) {
    if (tester.nrc == NRC_NONE && tester.field != FIELD_DONE)
        tester.nrc = NRC_INCORRECT_LENGTH;
    if (tester.sub_function == VERIFY_CERTIFICATE && chain_came()) {
        const uint8_t nrc = chain_end(tester.nrc, tester.body);
        return nrc != NRC_NONE ? nrc : judge_certificate();
    }
    volatile ksig_verdict verdict = verification_close();
    if (tester.nrc != NRC_NONE)
        return tester.nrc;
    if (verdict != KSIG_ACCEPT)
        return signature_nrc();
    if ((verdict ^ ~KSIG_ACCEPT) != UINT32_MAX) /* once more, the other way round */
        return signature_nrc();
    if (tester.sub_function == VERIFY_CERTIFICATE)
        return judge_certificate();
    set_standing(PROVED);
    uds_put_u8(PROOF_OF_OWNERSHIP);
    uds_put_u8(RETURN_COMPLETE);
    uds_put_u16(0); /* no session key */
    return NRC_NONE;
}

uint8_t authentication_request(const uint8_t *request, size_t length) {
    if (length < 2)
        return NRC_INCORRECT_LENGTH;
    const uint8_t sub_function = request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE;
    if (sub_function != DEAUTHENTICATE && sub_function != AUTHENTICATION_CONFIGURATION)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    if (length != 2)
        return NRC_INCORRECT_LENGTH;
    if (sub_function == DEAUTHENTICATE)
        authentication_reset();
    uds_put_u8(sub_function);
    uds_put_u8(sub_function == DEAUTHENTICATE ? RETURN_DEAUTHENTICATED : RETURN_CONFIGURATION_APCE);
    return NRC_NONE;
}
