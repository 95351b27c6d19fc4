/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "frame.h"

#include "board.h"
#include "crc16.h"

#define START_1 0xA5u
#define START_2 0x5Au

enum {
    FIELD_START_1,
    FIELD_START_2,
    FIELD_TYPE,
    FIELD_LENGTH_LOW,
    FIELD_LENGTH_HIGH,
    FIELD_PAYLOAD,
    FIELD_CRC_LOW,
    FIELD_CRC_HIGH
};

enum frame_event frame_receive(frame_receiver *r, uint8_t byte, uint32_t now_ms) {
    if (now_ms - r->last_ms > FRAME_SILENCE_MS)
        r->field = FIELD_START_1;
    r->last_ms = now_ms;
    if (r->field >= FIELD_TYPE && r->field <= FIELD_PAYLOAD)
        r->crc = crc16(r->crc, &byte, 1);

    switch (r->field) {
    case FIELD_START_1:
        if (byte == START_1)
            r->field = FIELD_START_2;
        break;
    case FIELD_START_2:
        r->crc = CRC16_INITIAL;
        /* A5 A5 5A: the second A5 may be the start */
        if (byte != START_1)
            r->field = byte == START_2 ? FIELD_TYPE : FIELD_START_1;
        break;
    case FIELD_TYPE:
        r->type = byte;
        r->field = FIELD_LENGTH_LOW;
        break;
    case FIELD_LENGTH_LOW:
        r->length = byte;
        r->field = FIELD_LENGTH_HIGH;
        break;
    case FIELD_LENGTH_HIGH:
        r->length = (uint16_t)(r->length | byte << 8);
        r->count = 0;
        r->field = r->length != 0 ? FIELD_PAYLOAD : FIELD_CRC_LOW;
        if (r->length > FRAME_PAYLOAD_MAX) {
            r->field = FIELD_START_1;
            return FRAME_BROKEN;
        }
        break;
    case FIELD_PAYLOAD:
        r->payload[r->count++] = byte;
        if (r->count == r->length)
            r->field = FIELD_CRC_LOW;
        break;
    case FIELD_CRC_LOW:
        r->crc ^= byte; /* the received crc leaves zero */
        r->field = FIELD_CRC_HIGH;
        break;
    default:
        r->field = FIELD_START_1;
        return r->crc == byte << 8 ? FRAME_COMPLETE : FRAME_BROKEN;
    }
    return FRAME_NOTHING;
}

static uint16_t send_crc;

void frame_put(const void *data, size_t length) {
    send_crc = crc16(send_crc, data, length);
    uart_write(data, length);
}

void frame_begin(uint8_t type, uint16_t length) {
    static const uint8_t start[2] = {START_1, START_2};
    uart_write(start, sizeof start);
    send_crc = CRC16_INITIAL;
    frame_put_u8(type);
    frame_put_u16(length);
}

void frame_put_u8(uint8_t value) { frame_put(&value, 1); }

void frame_put_u16(uint16_t value) {
    frame_put_u8((uint8_t)value);
    frame_put_u8((uint8_t)(value >> 8));
}

void frame_put_u32(uint32_t value) {
    frame_put_u16((uint16_t)value);
    frame_put_u16((uint16_t)(value >> 16));
}

void frame_put_u64(uint64_t value) {
    frame_put_u32((uint32_t)value);
    frame_put_u32((uint32_t)(value >> 32));
}

void frame_put_text(const char *text, size_t width) {
    for (; width != 0; width--)
        frame_put_u8(*text != 0 ? (uint8_t)*text++ : 0);
}

void frame_end(void) { frame_put_u16(send_crc); /* the argument is taken before the sum goes on */ }
