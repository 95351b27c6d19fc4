/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "data_identifiers.h"

#include <string.h>

#include "board.h"
#include "clock.h"
#include "protocol/frame.h"
#include "provision.h"
#include "storage.h"
#include "transfer.h"
#include "uds_service.h"

#define BOARD_NAME_BYTES 24

static void put_board(void) {
    size_t length = strlen(board_name);
    uds_put(board_name, length);
    for (; length < BOARD_NAME_BYTES; length++)
        uds_put_u8(0);
}

static uint8_t put_data(uint16_t identifier, uint8_t session) {
    static const storage_record blank;
    const storage_record *record = storage_load();
    if (record == NULL)
        record = &blank;
    uds_put_u16(identifier);
    switch (identifier) {
    case DID_FEATURES:
        uds_put_u32(record->features);
        break;
    case DID_COUNTER:
        uds_put_u64(record->counter);
        break;
    case DID_REASON:
        transfer_put_reason();
        break;
    case DID_WANT:
        transfer_put_want();
        break;
    case DID_SCHEME:
        uds_put(record->scheme, sizeof record->scheme);
        break;
    case DID_FIGURES:
        transfer_put_figures();
        break;
    case DID_SESSION:
        uds_put_u8(session);
        break;
    case DID_DEVICE:
        uds_put(record->device, sizeof record->device);
        break;
    case DID_BOARD:
        put_board();
        break;
    default:
        if (identifier < DID_FEATURE || identifier > DID_FEATURE + 31)
            return NRC_REQUEST_OUT_OF_RANGE;
        uds_put_u8(record->features >> (identifier - DID_FEATURE) & 1);
        break;
    }
    return NRC_NONE;
}

uint8_t data_read(const uint8_t *request, size_t length, uint8_t session) {
    if (length < 3 || length % 2 == 0)
        return NRC_INCORRECT_LENGTH;
    for (size_t i = 1; i < length; i += 2) {
        const uint8_t nrc = put_data(big_u16(request + i), session);
        if (nrc != NRC_NONE)
            return nrc;
    }
    return NRC_NONE;
}

static uint8_t set_time(const uint8_t *seconds) {
    if (!clock_set((uint64_t)big_u32(seconds) << 32 | big_u32(seconds + 4)))
        return NRC_REQUEST_OUT_OF_RANGE;
    uds_put_u16(DID_TIME);
    return NRC_NONE;
}

uint8_t data_write(const uint8_t *request, size_t length) {
    if (length < 4)
        return NRC_INCORRECT_LENGTH;
    if (big_u16(request + 1) == DID_TIME && length == 3 + sizeof(uint64_t))
        return set_time(request + 3);
    if (big_u16(request + 1) != DID_PROVISION)
        return NRC_REQUEST_OUT_OF_RANGE;
    uds_put_u16(DID_PROVISION);
    switch (provision(request + 3, length - 3)) {
    case 0:
        return NRC_NONE;
    case ERROR_BAD_PAYLOAD:
        return NRC_INCORRECT_LENGTH;
    case ERROR_UNKNOWN_SCHEME:
        return NRC_REQUEST_OUT_OF_RANGE;
    case ERROR_PROVISIONED:
        return NRC_CONDITIONS_NOT_CORRECT;
    default:
        return NRC_GENERAL_PROGRAMMING_FAILURE;
    }
}
