/* Frames of docs/protocol.md. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FRAME_H
#define FRAME_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_PAYLOAD_MAX 384
#define FRAME_SILENCE_MS 200 /* within a frame; more drops it */

/* Host to device. */
#define FRAME_HELLO 0x01
#define FRAME_PROVISION 0x02
#define FRAME_ACTIVATE 0x03
#define FRAME_VERIFY 0x04
#define FRAME_DATA 0x05
#define FRAME_RESUME 0x06
#define FRAME_ABORT 0x07
#define FRAME_KEYGEN 0x10
#define FRAME_SIGN 0x11
#define FRAME_POLL 0x12
#define FRAME_GET 0x13
#define FRAME_TAKEN 0x14
#define FRAME_REQUEST 0x15
/* Device to host. */
#define FRAME_INFO 0x81
#define FRAME_WANT 0x82
#define FRAME_VERDICT 0x83
#define FRAME_OK 0x84
#define FRAME_ERROR 0x85
#define FRAME_RESULT 0x90
#define FRAME_CHUNK 0x91

#define ERROR_BAD_FRAME 1
#define ERROR_UNKNOWN_TYPE 2
#define ERROR_BAD_PAYLOAD 3
#define ERROR_NOT_PROVISIONED 4
#define ERROR_PROVISIONED 5
#define ERROR_NO_SESSION 6
#define ERROR_UNKNOWN_SCHEME 7
#define ERROR_STORAGE 8
#define ERROR_NO_KEY 9
#define ERROR_NO_ROOM 10

typedef struct frame_receiver {
    uint32_t last_ms; /* arrival of the last byte */
    uint16_t length;  /* of the payload, when known */
    uint16_t count;   /* bytes of the current field so far */
    uint16_t crc;
    uint8_t field;
    uint8_t type;
    uint8_t payload[FRAME_PAYLOAD_MAX];
} frame_receiver;

enum frame_event { FRAME_NOTHING, FRAME_COMPLETE, FRAME_BROKEN };

/* Takes one received byte. FRAME_COMPLETE: type, length and payload are valid until the next byte
 * is given. */
enum frame_event frame_receive(frame_receiver *receiver, uint8_t byte, uint32_t now_ms);

/* Sending needs no buffer: begin with the payload's length, put exactly that many bytes, end. */
void frame_begin(uint8_t type, uint16_t length);
void frame_put(const void *data, size_t length);
void frame_put_u8(uint8_t value);
void frame_put_u16(uint16_t value);
void frame_put_u32(uint32_t value);
void frame_put_u64(uint64_t value);
void frame_put_text(const char *text, size_t width); /* zero padded */
void frame_end(void);

#endif
