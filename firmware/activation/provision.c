/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "provision.h"

#include <string.h>

#include "bytes.h"
#include "protocol/frame.h"

/* PROVISION: offsets in the payload. */
#define PROVISION_SCHEME 0
#define PROVISION_DEVICE 32
#define PROVISION_COUNTER 44
#define PROVISION_SECRET 52
#define PROVISION_ANCHOR 68
#define PROVISION_BYTES 132

const ksig_scheme *scheme_named(const uint8_t name[SCHEME_NAME_BYTES]) {
    return name[SCHEME_NAME_BYTES - 1] == 0 ? ksig_scheme_by_name((const char *)name) : NULL;
}

/* In constant time: the answer's delay must not help to guess the secret byte by byte. */
static int same(const storage_record *a, const storage_record *b) {
    const uint8_t *x = (const uint8_t *)a, *y = (const uint8_t *)b;
    uint32_t difference = 0;
    for (size_t i = 0; i < sizeof *a; i++)
        difference |= (uint32_t)(x[i] ^ y[i]);
    return difference == 0;
}

uint8_t provision(const uint8_t *payload, size_t length) {
    const storage_record *stored = storage_load();
    storage_record record;

    if (length != PROVISION_BYTES)
        return ERROR_BAD_PAYLOAD;
    const ksig_scheme *const scheme = scheme_named(payload + PROVISION_SCHEME);
    if (scheme == NULL ||
        scheme->anchor_bytes > sizeof record.anchor) /* XMSS: its key is too long */
        return ERROR_UNKNOWN_SCHEME;
    record.features = stored != NULL ? stored->features
                                     : 0; /* not part of what is provisioned, so not compared */
    record.counter = get_u64(payload + PROVISION_COUNTER);
    memcpy(record.scheme, payload + PROVISION_SCHEME, sizeof record.scheme);
    memcpy(record.device, payload + PROVISION_DEVICE, sizeof record.device);
    memcpy(record.secret, payload + PROVISION_SECRET, sizeof record.secret);
    memcpy(record.anchor, payload + PROVISION_ANCHOR, sizeof record.anchor);

    if (stored != NULL && !same(stored, &record))
        return ERROR_PROVISIONED;
    if (stored == NULL && !storage_store(&record))
        return ERROR_STORAGE;
    return 0;
}
