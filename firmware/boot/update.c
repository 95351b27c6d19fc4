/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "update.h"

#include <string.h>

#include "board.h"
#include "board_flash.h"
#include "jump.h"
#include "little_endian.h"

#define PROTOCOL_VERSION 1
#define PIECE_BYTES 64u
#define VERSION_AT 20u /* in an image's header */
#define VERSION_BYTES 8u
#define SLOT_IS_FREE 1

static void send_ok(void) {
    frame_begin(FRAME_OK, 0);
    frame_end();
}

static void send_error(uint8_t code) {
    frame_begin(FRAME_ERROR, 1);
    frame_put_u8(code);
    frame_end();
}

static uint32_t slot_bytes(void) { return board_layout.pages * board_layout.page; }

static void send_slots(uint8_t place, uint32_t slot) {
    ksig_boot_memory memory;
    uint8_t version[VERSION_BYTES] = {0};
    ksig_boot_recall(&memory, &board_layout);
    if (slot != 0)
        (void)ksig_boot_flash_read(slot + VERSION_AT, version, sizeof version);
    frame_begin(FRAME_SLOTS_ARE, 42);
    frame_put_u8(PROTOCOL_VERSION);
    frame_put_u8(place);
    frame_put_u8((uint8_t)memory.kind);
    frame_put_u8(ksig_boot_update_slot(&board_layout) != 0 ? SLOT_IS_FREE : 0);
    frame_put_u32(slot_bytes());
    frame_put_u32(board_layout.page);
    frame_put_u32(board_layout.in_place ? board_layout.slot[(memory.active ^ 1) & 1] : 0);
    frame_put_u16(board_chunk);
    frame_put_u32(memory.counter);
    frame_put(version, sizeof version);
    frame_put_u32(memory.rejected);
    frame_put_u8(memory.rejected_version.major);
    frame_put_u8(memory.rejected_version.minor);
    frame_put_u16(memory.rejected_version.revision);
    frame_put_u32(memory.rejected_version.build);
    frame_end();
}

/* CRC-32 of a part of the slot: how the host finds out where to go on. It says nothing about who wrote it. */
static void send_sum(uint32_t slot, uint32_t offset, uint32_t length) {
    uint8_t piece[PIECE_BYTES];
    uint32_t crc = KSIG_BOOT_CRC_INITIAL;
    for (uint32_t at = 0; at < length; at += sizeof piece) {
        const uint32_t n = length - at < sizeof piece ? length - at : sizeof piece;
        if (ksig_boot_flash_read(slot + offset + at, piece, n) != 0) {
            send_error(ERROR_STORAGE);
            return;
        }
        crc = ksig_boot_crc32(crc, piece, n);
    }
    frame_begin(FRAME_SUM_IS, 12);
    frame_put_u32(offset);
    frame_put_u32(length);
    frame_put_u32(~crc);
    frame_end();
}

/* A page is erased with its first bytes, so what was written before a cut can be written again. */
static int write_piece(uint32_t address, const uint8_t *data, uint32_t length) {
    uint8_t now[PIECE_BYTES];
    if (address % board_layout.page == 0 && ksig_boot_flash_erase(address) != 0)
        return 0;
    for (uint32_t at = 0; at < length; at += sizeof now) {
        const uint32_t n = length - at < sizeof now ? length - at : sizeof now;
        if (ksig_boot_flash_read(address + at, now, n) != 0)
            return 0;
        if (memcmp(now, data + at, n) == 0) /* a repeated frame */
            continue;
        for (uint32_t i = 0; i < n; i++)
            if (now[i] != 0xFF)
                return 0;
        if (ksig_boot_flash_write(address + at, data + at, n) != 0)
            return 0;
    }
    return 1;
}

static void take_write(uint32_t slot, const uint8_t *payload, size_t length) {
    const uint32_t offset = le32(payload), n = (uint32_t)length - 4, page = board_layout.page;
    if (n == 0 || n > board_chunk || n % 4 != 0 || offset % 4 != 0 || offset > slot_bytes() ||
        n > slot_bytes() - offset || offset % page + n > page) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    if (!write_piece(slot + offset, payload + 4, n)) {
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
    else if (type == FRAME_SUM && length == 8 && le32(payload) <= slot_bytes() &&
             le32(payload + 4) <= slot_bytes() - le32(payload))
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

void update_serve(frame_receiver *receiver, uint8_t place, uint32_t slot) {
    memset(receiver, 0, sizeof *receiver);
    for (;;) {
        const uint32_t now_ms = millis();
        const int byte = uart_read();
        if (byte < 0) {
            board_wait();
            continue;
        }
        const enum frame_event event = frame_receive(receiver, (uint8_t)byte, now_ms);
        if (event == FRAME_COMPLETE)
            take_request(receiver, place, slot);
        else if (event == FRAME_BROKEN)
            send_error(ERROR_BAD_FRAME);
    }
}
