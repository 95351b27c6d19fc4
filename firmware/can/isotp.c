/* ISO 15765-2:2016, clauses 9.2 to 9.8. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "isotp.h"

#include <string.h>

/* The high half of the first byte: the kind of frame (PCI type). */
#define KIND_SINGLE 0
#define KIND_FIRST 1
#define KIND_CONSECUTIVE 2
#define KIND_FLOW_CONTROL 3

#define FLOW_CONTINUE 0
#define FLOW_WAIT 1
#define FLOW_OVERFLOW 2

#define CLASSIC_BYTES 8
#define LENGTH_12_BITS 4095u

uint8_t can_fd_length(uint8_t length) {
    if (length <= 8)
        return length;
    if (length <= 24)
        return (uint8_t)((length + 3) & ~3);
    return length <= 32 ? 32 : length <= 48 ? 48 : 64;
}

static uint8_t smaller(uint32_t a, uint8_t b) { return a < b ? (uint8_t)a : b; }

/* ---- Frames ------------------------------------------------------------------------------ */

/* Sends data[0 .. used), padded to what the bus takes. A frame that the controller has no room for
 * is lost: the other side's timer ends the message, as if the bus had lost it. */
static void put_frame(const isotp_link *link, can_frame *frame, uint8_t used) {
    frame->id = link->send_id;
    frame->flags = (uint8_t)(link->id_flags | (link->fd ? CAN_FD : 0));
    frame->length = used <= CLASSIC_BYTES ? CLASSIC_BYTES : can_fd_length(used);
    memset(frame->data + used, ISOTP_PADDING, (size_t)(frame->length - used));
    (void)can_send(frame);
}

static void put_control(const isotp_link *link, uint8_t status) {
    can_frame frame;
    frame.data[0] = (uint8_t)(KIND_FLOW_CONTROL << 4 | status);
    frame.data[1] = link->block_size;
    frame.data[2] = link->separation_time;
    put_frame(link, &frame, 3);
}

/* ---- Receiving --------------------------------------------------------------------------- */

static void stop_receiving(isotp_link *link) {
    if (link->receiving)
        link->errors++;
    link->receiving = false;
    link->owes_control = false;
}

static void stop_sending(isotp_link *link) {
    if (link->sending != ISOTP_IDLE)
        link->errors++;
    link->sending = ISOTP_IDLE;
}

/* A new message: what was under way both ways is over. The other side would not ask again if it
 * still waited. */
static void begin_message(isotp_link *link, const can_frame *frame) {
    stop_receiving(link);
    stop_sending(link);
    link->fd = frame->flags & CAN_FD;
}

static bool receive_single(isotp_link *link, const can_frame *frame, isotp_piece *piece) {
    uint8_t head = 1, length = frame->data[0] & 15u;
    if (frame->length > CLASSIC_BYTES) { /* only CAN FD: the length is in the next byte */
        head = 2;
        if (length != 0)
            return false;
        length = frame->data[1];
    }
    if (length == 0 || head + length > frame->length)
        return false;
    if (!piece->functional)
        begin_message(link, frame);
    piece->data = frame->data + head;
    piece->length = length;
    piece->offset = 0;
    piece->total = length;
    return true;
}

static bool receive_first(isotp_link *link, const can_frame *frame, uint32_t now_ms,
                          isotp_piece *piece) {
    uint8_t head = 2;
    uint32_t total = (frame->data[0] & 15u) << 8 | frame->data[1];
    if (frame->length < CLASSIC_BYTES)
        return false;
    if (total == 0) {
        head = 6;
        total = (uint32_t)frame->data[2] << 24 | (uint32_t)frame->data[3] << 16 |
                (uint32_t)frame->data[4] << 8 | frame->data[5];
        if (total <= LENGTH_12_BITS)
            return false;
    }
    /* What fits into a single frame is not sent in several. */
    if (total <= (frame->length > CLASSIC_BYTES ? frame->length - 2u : CLASSIC_BYTES - 1u))
        return false;
    begin_message(link, frame);
    link->receiving = true;
    link->owes_control = true;
    link->total = total;
    link->received = (uint32_t)frame->length - head;
    link->frame_length = frame->length;
    link->number = 1;
    link->heard_ms = now_ms;
    piece->data = frame->data + head;
    piece->length = frame->length - head;
    piece->offset = 0;
    piece->total = total;
    return true;
}

static bool receive_consecutive(isotp_link *link, const can_frame *frame, uint32_t now_ms,
                                isotp_piece *piece) {
    if (!link->receiving || link->owes_control)
        return false;
    const uint32_t left = link->total - link->received;
    const uint8_t length = smaller(left, link->frame_length - 1);
    if ((frame->data[0] & 15u) != link->number) {
        stop_receiving(link);
        return false;
    }
    /* All are as long as the first, except for the last, which may be shorter. */
    if (frame->length < length + 1)
        return false;
    piece->data = frame->data + 1;
    piece->length = length;
    piece->offset = link->received;
    piece->total = link->total;
    link->number = (link->number + 1) & 15u;
    link->received += length;
    link->heard_ms = now_ms;
    link->in_block++;
    if (link->received == link->total)
        link->receiving = false;
    else if (link->block_size != 0 && link->in_block == link->block_size)
        link->owes_control = true;
    return true;
}

void isotp_taken(isotp_link *link, uint32_t now_ms) {
    link->heard_ms = now_ms; /* the time that the device took is not the sender's */
    if (!link->owes_control)
        return;
    link->owes_control = false;
    link->in_block = 0;
    put_control(link, FLOW_CONTINUE);
}

void isotp_refuse(isotp_link *link) {
    if (link->receiving)
        put_control(link, FLOW_OVERFLOW);
    stop_receiving(link);
}

/* ---- Sending ----------------------------------------------------------------------------- */

static void receive_control(isotp_link *link, const can_frame *frame, uint32_t now_ms) {
    if (link->sending != ISOTP_AWAITING_CONTROL || frame->length < 3)
        return;
    const uint8_t gap = frame->data[2];
    switch (frame->data[0] & 15u) {
    case FLOW_CONTINUE:
        link->send_block = frame->data[1];
        link->block_left = frame->data[1];
        /* One more than asked for, since a millisecond may just have ended. 100 .. 900 microseconds
         * are rounded up; reserved values mean the longest time. */
        link->send_gap_ms = gap == 0                     ? 0
                            : gap <= 0x7F                ? gap + 1
                            : gap >= 0xF1 && gap <= 0xF9 ? 2
                                                         : 0x80;
        link->sending = ISOTP_SENDING;
        link->sent_ms = now_ms - link->send_gap_ms;
        break;
    case FLOW_WAIT:
        link->sent_ms = now_ms;
        break;
    default: /* overflow, or no status that there is */
        stop_sending(link);
        break;
    }
}

static void put_consecutive(isotp_link *link) {
    can_frame frame;
    const uint8_t room = (uint8_t)((link->fd ? CAN_DATA_MAX : CLASSIC_BYTES) - 1);
    const uint8_t length = smaller(link->length - link->sent, room);
    frame.data[0] = (uint8_t)(KIND_CONSECUTIVE << 4 | link->send_number);
    memcpy(frame.data + 1, link->message + link->sent, length);
    put_frame(link, &frame, (uint8_t)(length + 1));
    link->send_number = (link->send_number + 1) & 15u;
    link->sent += length;
}

void isotp_send(isotp_link *link, const uint8_t *message, uint32_t length, uint32_t now_ms) {
    can_frame frame;
    const uint8_t bytes = link->fd ? CAN_DATA_MAX : CLASSIC_BYTES;
    uint8_t head = 1;
    stop_sending(link);
    if (length <= CLASSIC_BYTES - 1u) {
        frame.data[0] = (uint8_t)length;
    } else if (length <= bytes - 2u && link->fd) {
        head = 2;
        frame.data[0] = 0;
        frame.data[1] = (uint8_t)length;
    } else {
        head = length <= LENGTH_12_BITS ? 2 : 6;
        frame.data[0] = (uint8_t)(KIND_FIRST << 4 | (head == 2 ? length >> 8 : 0));
        frame.data[1] = (uint8_t)(head == 2 ? length : 0);
        if (head == 6)
            for (unsigned i = 0; i < 4; i++)
                frame.data[2 + i] = (uint8_t)(length >> (24 - 8 * i));
        link->message = message;
        link->length = length;
        link->sent = (uint32_t)bytes - head;
        link->send_number = 1;
        link->sent_ms = now_ms;
        link->sending = ISOTP_AWAITING_CONTROL;
        length = link->sent;
    }
    memcpy(frame.data + head, message, length);
    put_frame(link, &frame, (uint8_t)(head + length));
}

void isotp_poll(isotp_link *link, uint32_t now_ms) {
    if (link->receiving && now_ms - link->heard_ms > ISOTP_TIMEOUT_MS)
        stop_receiving(link);
    if (link->sending == ISOTP_AWAITING_CONTROL && now_ms - link->sent_ms > ISOTP_TIMEOUT_MS)
        stop_sending(link);
    if (link->sending != ISOTP_SENDING || now_ms - link->sent_ms < link->send_gap_ms)
        return;
    put_consecutive(link);
    link->sent_ms = now_ms;
    if (link->sent == link->length)
        link->sending = ISOTP_IDLE;
    else if (link->send_block != 0 && --link->block_left == 0)
        link->sending = ISOTP_AWAITING_CONTROL;
}

/* ---- Both -------------------------------------------------------------------------------- */

bool isotp_receive(isotp_link *link, const can_frame *frame, uint32_t now_ms, isotp_piece *piece) {
    const bool functional = frame->id == link->functional_id;
    if ((frame->id != link->receive_id && !functional) ||
        (frame->flags & CAN_EXTENDED) != link->id_flags || frame->length == 0)
        return false;
    const unsigned kind = frame->data[0] >> 4;
    piece->functional = functional;
    if (functional && isotp_quiet(link))
        link->fd = frame->flags & CAN_FD;
    if (functional && kind != KIND_SINGLE)
        return false;
    switch (kind) {
    case KIND_SINGLE:
        return receive_single(link, frame, piece);
    case KIND_FIRST:
        return receive_first(link, frame, now_ms, piece);
    case KIND_CONSECUTIVE:
        return receive_consecutive(link, frame, now_ms, piece);
    case KIND_FLOW_CONTROL:
        receive_control(link, frame, now_ms);
        return false;
    default:
        return false;
    }
}
