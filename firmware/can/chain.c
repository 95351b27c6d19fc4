/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "chain.h"

#include <string.h>

#include "clock.h"
#include "storage.h"
#include "uds_service.h"
#include "verification.h"

/* CA certificates below the owner's key. */
#define ISSUERS 3

/* Of the end certificate, object identifiers under 2.25.305904957886576267065537757521597764820, an
 * arc made of a UUID (ITU-T X.667). */
#define ARC                                                                                   \
    0x69, 0x83, 0xcc, 0xa3, 0x93, 0xb7, 0xfa, 0xf0, 0xd2, 0xa9, 0xdf, 0xbe, 0xe2, 0xdb, 0x84, \
        0x90, 0x9b, 0x94, 0xa9, 0x54

/* extendedKeyUsage: a tester. */
static const uint8_t tester_oid[] = {ARC, 1};
/* An extension: the device that the tester may change, an OCTET STRING of its id; absent: any. */
static const uint8_t device_oid[] = {ARC, 2};
static const uint8_t common_name_oid[] = {0x55, 0x04, 0x03};

#define DEVICE_BYTES (BODY_TESTER - BODY_DEVICE)
#define TESTER_BYTES (BODY_ANCHOR - BODY_TESTER)
#define DEVICE_TAG 0x04 /* OCTET STRING */

static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};

enum { UNKNOWN, RECORD, CHAIN };

static struct {
    uint8_t kind; /* of the certificate that comes */
    uint8_t held; /* bytes of head */
    uint8_t head[CHAIN_HEAD];
    uint8_t device[2 + DEVICE_BYTES];
    uint8_t tester[TESTER_BYTES];
    ksig_x509_field fields[2];
    ksig_x509_args args; /* the library reads them until close */
} chain;

void chain_reset(void) {
    verification_drop(); /* of a chain that broke off, which has these arguments */
    memset(&chain, 0, sizeof chain);
}

bool chain_came(void) { return chain.kind == CHAIN; }

static uint8_t nrc_of(ksig_verdict verdict) {
    switch (verdict) {
    case KSIG_X509_REJECT_TIME:
        return NRC_CERTIFICATE_INVALID_PERIOD;
    case KSIG_REJECT_KEY: /* not the one that is trusted */
    case KSIG_X509_REJECT_NAME:
    case KSIG_X509_REJECT_CA:
    case KSIG_X509_REJECT_PATH:
        return NRC_CERTIFICATE_INVALID_CHAIN;
    case KSIG_X509_REJECT_USAGE:
        return NRC_CERTIFICATE_INVALID_TYPE;
    case KSIG_X509_REJECT_ALGORITHM:
    case KSIG_X509_REJECT_CLASSICAL:
    case KSIG_X509_REJECT_CRITICAL:
        return NRC_CERTIFICATE_INVALID_CONTENT;
    case KSIG_REJECT_OVERFEED:
    case KSIG_REJECT_INCOMPLETE:
    case KSIG_REJECT_ARGUMENT:
        return NRC_CERTIFICATE_INVALID_FORMAT;
    default:
        return verdict >= KSIG_X509_REJECT_ENCODING ? NRC_CERTIFICATE_INVALID_FORMAT
                                                    : NRC_CERTIFICATE_INVALID_SIGNATURE;
    }
}

/* The owner's key is the root, whatever name it has: there is no other. */
static ksig_verdict open_chain(const storage_record *record) {
    chain.fields[0] = (ksig_x509_field){.kind = KSIG_X509_FIELD_EXTENSION,
                                        .oid = device_oid,
                                        .oid_length = sizeof device_oid,
                                        .out = chain.device,
                                        .room = sizeof chain.device};
    chain.fields[1] = (ksig_x509_field){.kind = KSIG_X509_FIELD_SUBJECT,
                                        .oid = common_name_oid,
                                        .oid_length = sizeof common_name_oid,
                                        .out = chain.tester,
                                        .room = sizeof chain.tester};
    const uint64_t now = clock_seconds();
    chain.args = (ksig_x509_args){.algorithms = algorithms,
                                  .algorithm_count = 1,
                                  .anchor = record->anchor,
                                  .key_length = ksig_ml_dsa_44.key_bytes,
                                  .secret = record->secret,
                                  .purpose = tester_oid,
                                  .purpose_length = sizeof tester_oid,
                                  .usage = KSIG_X509_USAGE_DIGITAL_SIGNATURE,
                                  .fields = chain.fields,
                                  .field_count = 2,
                                  .chain_length = big_u32(chain.head + 1),
                                  .issuers = ISSUERS,
                                  .now = now};
    chain.args.flags = (uint8_t)(KSIG_X509_ANY_ISSUER | (now == 0 ? KSIG_X509_NO_CLOCK : 0));
    return verification_open_chain(&chain.args);
}

bool chain_take(const uint8_t *data, size_t length, uint8_t *nrc) {
    if (chain.kind == UNKNOWN)
        chain.kind = data[0] == CHAIN_VERSION ? CHAIN : RECORD;
    if (chain.kind != CHAIN)
        return false;
    while (length != 0 && chain.held < CHAIN_HEAD) {
        chain.head[chain.held++] = *data++;
        length--;
        if (chain.held < CHAIN_HEAD)
            continue;
        const storage_record *const record = storage_load();
        const ksig_verdict opened = record != NULL ? open_chain(record) : KSIG_REJECT_ARGUMENT;
        if (opened != KSIG_PENDING) {
            *nrc = nrc_of(opened);
            return true;
        }
    }
    if (length != 0) {
        const ksig_verdict verdict = verification_take(data, length, NULL, 0);
        if (verdict != KSIG_PENDING)
            *nrc = nrc_of(verdict);
    }
    return true;
}

/* The device's id, or zeros for any. */
static uint8_t take_device(uint8_t *device) {
    const uint32_t length = chain.fields[0].length;
    if (length == 0)
        return NRC_NONE;
    if (length != sizeof chain.device || chain.device[0] != DEVICE_TAG ||
        chain.device[1] != DEVICE_BYTES)
        return NRC_CERTIFICATE_INVALID_CONTENT;
    memcpy(device, chain.device + 2, DEVICE_BYTES);
    return NRC_NONE;
}

uint8_t chain_end(uint8_t nrc, uint8_t body[BODY_BYTES]) {
    ksig_x509_end end;
    volatile ksig_verdict verdict = verification_close_chain(&end);
    if (nrc != NRC_NONE)
        return nrc;
    if (verdict != KSIG_ACCEPT)
        return nrc_of(verdict);
    if ((verdict ^ ~KSIG_ACCEPT) != UINT32_MAX) /* once more, the other way round */
        return NRC_CERTIFICATE_INVALID_SIGNATURE;
    body[0] = 1;
    memcpy(body + BODY_TESTER, chain.tester, TESTER_BYTES);
    memcpy(body + BODY_ANCHOR, end.anchor, BODY_BYTES - BODY_ANCHOR);
    return take_device(body + BODY_DEVICE);
}
