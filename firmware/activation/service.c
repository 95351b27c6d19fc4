/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "service.h"

#include <string.h>

#include "bytes.h"
#include "protocol/frame.h"
#include "provision.h"
#include "stack.h"
#include "storage.h"

#define PROTOCOL_VERSION 2
#define INFO_PROVISIONED 1
#define INFO_FAULT 2 /* the last reset was made by the fault handler */

static const char variant_name[] =
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_FAST
    "fast";
#elif KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    "small";
#else
    "default";
#endif

void service_send_ok(void) {
    frame_begin(FRAME_OK, 0);
    frame_end();
}

void service_send_error(uint8_t code) {
    frame_begin(FRAME_ERROR, 1);
    frame_put_u8(code);
    frame_end();
}

void service_send_verdict(uint32_t id, uint32_t verdict, uint32_t state_bytes, uint8_t activation) {
    const storage_record *record = storage_load();
    frame_begin(FRAME_VERDICT, 41);
    frame_put_u32(id);
    frame_put_u32(verdict);
    frame_put_u32(state_bytes);
    frame_put_u32(stack_call_peak);
    frame_put_u32(stack_static());
    frame_put_u32(stack_static() + stack_peak());
    frame_put_u32(board_ram);
    frame_put_u8(activation);
    frame_put_u64(record != NULL ? record->counter : 0);
    frame_put_u32(record != NULL ? record->features : 0);
    frame_end();
}

static void send_info(void) {
    static const storage_record blank;
    const storage_record *record = storage_load();
    uint8_t flags =
        (uint8_t)((record != NULL ? INFO_PROVISIONED : 0) | (board_fault ? INFO_FAULT : 0));
    if (record == NULL)
        record = &blank;
    frame_begin(FRAME_INFO, 96);
    frame_put_u8(PROTOCOL_VERSION);
    frame_put_u8(flags);
    frame_put_u16(board_chunk);
    frame_put_u32(board_ram);
    frame_put_u64(record->counter);
    frame_put_u32(record->features);
    frame_put(record->device, sizeof record->device);
    frame_put_text(board_name, 24);
    frame_put_text(record->scheme, sizeof record->scheme);
    frame_put_text(variant_name, 8);
    frame_end();
}

void service_request(uint8_t type, const uint8_t *payload, size_t length) {
    if (type == FRAME_PROVISION) {
        const uint8_t error = provision(payload, length);
        if (error != 0)
            service_send_error(error);
        else
            service_send_ok();
    } else if (type != FRAME_HELLO) {
        service_send_error(ERROR_UNKNOWN_TYPE);
    } else if (length != 0) {
        service_send_error(ERROR_BAD_PAYLOAD);
    } else {
        send_info();
    }
}
