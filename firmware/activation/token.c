/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "token.h"

#include <string.h>

#include "bytes.h"
#include "kilosig/kilosig.h"

/* Offsets in the token; the eight bytes of parameter from 25 on are the application's. */
#define TOKEN_VERSION 0
#define TOKEN_DEVICE 1
#define TOKEN_FEATURE 13
#define TOKEN_COUNTER 17

static uint8_t token_refusal(const uint8_t *token, const storage_record *record) {
    if (token[TOKEN_VERSION] != 1 || get_u32(token + TOKEN_FEATURE) > 31)
        return ACTIVATION_MALFORMED;
    if (memcmp(token + TOKEN_DEVICE, record->device, sizeof record->device) != 0)
        return ACTIVATION_OTHER_DEVICE;
    if (get_u64(token + TOKEN_COUNTER) <= record->counter)
        return ACTIVATION_STALE;
    return ACTIVATION_NONE;
}

uint8_t token_activate(const uint8_t token[TOKEN_BYTES], const volatile uint32_t *verdict) {
    const storage_record *stored = storage_load();
    storage_record record;

    if (*verdict != KSIG_ACCEPT || stored == NULL)
        return ACTIVATION_NONE;
    uint8_t refusal = token_refusal(token, stored);
    if (refusal != ACTIVATION_NONE)
        return refusal;

    /* The counter first: should power fail now, the token is spent without effect rather than
     * usable twice. */
    record = *stored;
    record.counter = get_u64(token + TOKEN_COUNTER);
    if (!storage_store(&record))
        return ACTIVATION_STORAGE;

    /* Decide a second time from the same memory, the other way round: one skipped branch or one
     * flipped register above has spent a counter, but activates nothing. */
    stored = storage_load();
    if (stored == NULL || stored->counter != get_u64(token + TOKEN_COUNTER))
        return ACTIVATION_STORAGE;
    if ((*verdict ^ ~KSIG_ACCEPT) != UINT32_MAX ||
        memcmp(token + TOKEN_DEVICE, stored->device, sizeof stored->device) != 0)
        return ACTIVATION_NONE;
    record.features |= UINT32_C(1) << (get_u32(token + TOKEN_FEATURE) & 31);
    return storage_store(&record) ? ACTIVATION_DONE : ACTIVATION_STORAGE;
}
