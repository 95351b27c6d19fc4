/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "update_slot.h"

#include <string.h>

#include "board.h"
#include "board_flash.h"
#include "image.h"
#include "little_endian.h"

#define PROTOCOL_VERSION 1
#define VERSION_AT 20u /* in an image's header */
#define VERSION_BYTES 8u
#define DIGEST_BYTES 16u /* of 32: that names an image */
#define SLOT_IS_FREE 1

/* Offsets in the record. */
enum {
    PLACE = 1,
    KIND = 2,
    FREE = 3,
    SLOT = 4,
    PAGE = 8,
    TARGET = 12,
    CHUNK = 16,
    COUNTER = 18,
    RUNS = 22,
    WHY = 30,
    REJECTED = 34,
    DIGEST = 42
};

uint32_t update_slot_bytes(void) { return board_layout.pages * board_layout.page; }

/* The SHA-256 that an image says of itself, if it does. Only a verified image runs: its lengths are
 * good. */
static void put_digest(uint8_t *record, uint32_t slot) {
    uint8_t head[16];
    uint32_t at = slot, end;
    if (ksig_boot_flash_read(at, head, sizeof head) != 0)
        return;
    at += (uint32_t)le16(head + 8) + le16(head + 10) +
          le32(head + 12); /* header, protected TLVs, code */
    if (ksig_boot_flash_read(at, head, 4) != 0)
        return;
    end = at + le16(head + 2);
    for (at += 4; at < end; at += 4u + le16(head + 2)) {
        if (ksig_boot_flash_read(at, head, 4) != 0)
            return;
        if (le16(head) == KSIG_BOOT_TLV_SHA256) {
            (void)ksig_boot_flash_read(at + 4, record, DIGEST_BYTES);
            return;
        }
    }
}

void update_describe(uint8_t record[UPDATE_RECORD_BYTES], uint8_t place, uint32_t slot) {
    ksig_boot_memory memory;
    ksig_boot_rejection rejection;
    memset(record, 0, UPDATE_RECORD_BYTES);
    ksig_boot_recall(&memory, &board_layout);
    ksig_boot_last_rejection(&rejection, &board_layout);
    record[0] = PROTOCOL_VERSION;
    record[PLACE] = place;
    record[KIND] = memory.kind;
    record[FREE] = ksig_boot_update_slot(&board_layout) != 0 ? SLOT_IS_FREE : 0;
    put_le32(record + SLOT, update_slot_bytes());
    put_le32(record + PAGE, board_layout.page);
    put_le32(record + TARGET, board_layout.in_place ? board_layout.slot[memory.active ^ 1] : 0);
    record[CHUNK] = (uint8_t)board_chunk;
    record[CHUNK + 1] = (uint8_t)(board_chunk >> 8);
    put_le32(record + COUNTER, memory.counter);
    if (slot != 0) {
        (void)ksig_boot_flash_read(slot + VERSION_AT, record + RUNS, VERSION_BYTES);
        put_digest(record + DIGEST, slot);
    }
    put_le32(record + WHY, rejection.reason);
    record[REJECTED] = rejection.version.major;
    record[REJECTED + 1] = rejection.version.minor;
    record[REJECTED + 2] = (uint8_t)rejection.version.revision;
    record[REJECTED + 3] = (uint8_t)(rejection.version.revision >> 8);
    put_le32(record + REJECTED + 4, rejection.version.build);
}

int update_sum(uint32_t *sum, uint32_t address, uint32_t length) {
    uint8_t piece[UPDATE_PIECE_BYTES];
    uint32_t crc = KSIG_BOOT_CRC_INITIAL;
    for (uint32_t at = 0; at < length; at += sizeof piece) {
        const uint32_t n = length - at < sizeof piece ? length - at : sizeof piece;
        if (ksig_boot_flash_read(address + at, piece, n) != 0)
            return 0;
        crc = ksig_boot_crc32(crc, piece, n);
    }
    *sum = ~crc;
    return 1;
}

int update_write(uint32_t address, const uint8_t *data, uint32_t length) {
    uint8_t now[UPDATE_PIECE_BYTES];
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
