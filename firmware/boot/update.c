/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "update.h"

#include <string.h>

#include "board.h"
#include "board_flash.h"
#include "jump.h"
#include "little_endian.h"
#include "update_slot.h"

static void send_ok(void) {
    frame_begin(FRAME_OK, 0);
    frame_end();
}

static void send_error(uint8_t code) {
    frame_begin(FRAME_ERROR, 1);
    frame_put_u8(code);
    frame_end();
}

static void send_slots(uint8_t place, uint32_t slot) {
    uint8_t record[UPDATE_RECORD_BYTES];
    update_describe(record, place, slot);
    frame_begin(FRAME_SLOTS_ARE, sizeof record);
    frame_put(record, sizeof record);
    frame_end();
}

static void send_sum(uint32_t slot, uint32_t offset, uint32_t length) {
    uint32_t sum;
    if (!update_sum(&sum, slot + offset, length)) {
        send_error(ERROR_STORAGE);
        return;
    }
    frame_begin(FRAME_SUM_IS, 12);
    frame_put_u32(offset);
    frame_put_u32(length);
    frame_put_u32(sum);
    frame_end();
}

static void take_write(uint32_t slot, const uint8_t *payload, size_t length) {
    const uint32_t offset = le32(payload), n = (uint32_t)length - 4, page = board_layout.page;
    if (n == 0 || n > board_chunk || n % 4 != 0 || offset % 4 != 0 ||
        offset > update_slot_bytes() || n > update_slot_bytes() - offset ||
        offset % page + n > page) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    if (!update_write(slot + offset, payload + 4, n)) {
        send_error(ERROR_STORAGE);
        return;
    }
    frame_begin(FRAME_WRITTEN, 4);
    frame_put_u32(offset + n);
    frame_end();
}

static void answer_done(int failed, int restart) {
    if (failed) {
        send_error(ERROR_STORAGE);
        return;
    }
    send_ok();
    if (restart)
        board_reset(board_boot);
}

/* Requests that concern the slot for updates. */
static void slot_request(uint8_t type, const uint8_t *payload, size_t length) {
    const uint32_t slot = ksig_boot_update_slot(&board_layout);
    if (slot == 0)
        send_error(ERROR_NO_SLOT);
    else if (type == FRAME_WRITE && length >= 4)
        take_write(slot, payload, length);
    else if (type == FRAME_SUM && length == 8 && le32(payload) <= update_slot_bytes() &&
             le32(payload + 4) <= update_slot_bytes() - le32(payload))
        send_sum(slot, le32(payload), le32(payload + 4));
    else if (type == FRAME_INSTALL && length == 1 && payload[0] <= 1)
        answer_done(ksig_boot_ask(&board_layout, payload[0]), 1);
    else
        send_error(ERROR_BAD_PAYLOAD);
}

static void take_request(const frame_receiver *receiver, uint8_t place, uint32_t slot) {
    const uint8_t type = receiver->type;
    if (type == FRAME_WRITE || type == FRAME_SUM || type == FRAME_INSTALL)
        slot_request(type, receiver->payload, receiver->length);
    else if (type != FRAME_SLOTS && type != FRAME_CONFIRM && type != FRAME_RESTART)
        send_error(ERROR_UNKNOWN_TYPE);
    else if (receiver->length != 0)
        send_error(ERROR_BAD_PAYLOAD);
    else if (type == FRAME_SLOTS)
        send_slots(place, slot);
    else if (type == FRAME_CONFIRM)
        answer_done(place != UPDATE_IN_APPLICATION || ksig_boot_confirm(&board_layout) != 0, 0);
    else
        answer_done(0, 1);
}

UPDATE_INLINE void start(update_memory *receiver) { memset(receiver, 0, sizeof *receiver); }

UPDATE_INLINE void step(update_memory *receiver, uint8_t place, uint32_t slot) {
    board_feed();
    const uint32_t now_ms = millis();
    const int byte = uart_read();
    if (byte < 0) {
        board_wait();
        return;
    }
    const enum frame_event event = frame_receive(receiver, (uint8_t)byte, now_ms);
    if (event == FRAME_COMPLETE)
        take_request(receiver, place, slot);
    else if (event == FRAME_BROKEN)
        send_error(ERROR_BAD_FRAME);
}

void update_start(update_memory *receiver) { start(receiver); }

void update_step(update_memory *receiver, uint8_t place, uint32_t slot) {
    step(receiver, place, slot);
}

void update_serve(update_memory *receiver, uint8_t place, uint32_t slot) {
    start(receiver);
    for (;;)
        step(receiver, place, slot);
}
