/* ISO-TP, the transport of diagnostics on CAN (ISO 15765-2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Normal addressing, classic CAN and CAN FD, messages of up to 2^32 - 1 bytes. A message that comes
 * is handed on piece by piece, one for each frame, so that no buffer has to hold it; a message that
 * goes out stays with the caller. One message each way at a time: a new one from the other side
 * ends the one before it.
 *
 *     if (can_receive(&frame) && isotp_receive(&link, &frame, now, &piece)) {
 *         if (piece.offset == 0 && !wanted(&piece)) {
 *             isotp_refuse(&link);     // flow control: overflow
 *         } else {
 *             use(&piece);
 *             isotp_taken(&link, now); // flow control: continue to send
 *         }
 *     }
 *     isotp_poll(&link, now); */
#ifndef ISOTP_H
#define ISOTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "controller.h"

#define ISOTP_TIMEOUT_MS 1000u /* N_Bs and N_Cr: the longest silence of the other side */
#define ISOTP_PADDING 0xCCu    /* in what a frame has to be longer */

typedef struct isotp_piece {
    const uint8_t *data; /* in the frame; valid until the next one */
    uint32_t offset;     /* of data in the message */
    uint32_t total;      /* bytes of the whole message */
    uint8_t length;      /* of data: 1 .. 63 */
    bool
        functional; /* was sent to every device: a whole message, which may come amid another one */
} isotp_piece;

/* The piece ends its message. */
static inline bool isotp_last(const isotp_piece *piece) {
    return piece->offset + piece->length == piece->total;
}

enum { ISOTP_IDLE, ISOTP_SENDING, ISOTP_AWAITING_CONTROL };

typedef struct isotp_link {
    /* What the caller sets; the rest is zero at first. */
    uint32_t receive_id, functional_id, send_id; /* functional_id is of single frames only */
    uint8_t id_flags;                            /* CAN_EXTENDED, or 0 */
    uint8_t block_size;      /* consecutive frames for one flow control; 0: all that there are */
    uint8_t separation_time; /* STmin between them: 0 .. 0x7F ms, 0xF1 .. 0xF9: 100 .. 900
                                microseconds */

    /* Receiving. */
    uint32_t total, received, heard_ms;
    uint8_t frame_length; /* of the first frame, which the consecutive ones repeat */
    uint8_t number;       /* sequence number expected next */
    uint8_t in_block;     /* consecutive frames since the last flow control */
    bool receiving;
    bool owes_control; /* the first frame, or a block, was taken: isotp_taken says so to the sender
                        */
    bool fd;           /* the other side speaks CAN FD: so are the answers */

    /* Sending. */
    const uint8_t *message;
    uint32_t length, sent, sent_ms;
    uint8_t send_number, send_block, block_left, send_gap_ms;
    uint8_t sending; /* ISOTP_IDLE, ... */

    uint32_t errors; /* messages that ended early, either way */
} isotp_link;

/* The least length of a frame that holds `length` bytes, 0 .. 64 (ISO 11898-1, table of DLC). */
uint8_t can_fd_length(uint8_t length);

/* Takes a frame. True: `piece` is the next one of a message for this device, to be answered by
 * isotp_taken or, if it has offset 0, by isotp_refuse. Frames for others, and those that have no
 * place in what came before, are dropped as ISO 15765-2, 9.8.3 says; a wrong sequence number ends
 * the message. */
bool isotp_receive(isotp_link *link, const can_frame *frame, uint32_t now_ms, isotp_piece *piece);

/* The piece has been dealt with: now the sender may go on. */
void isotp_taken(isotp_link *link, uint32_t now_ms);

/* The message is too long for the receiver: the sender is told, and its frames are dropped. */
void isotp_refuse(isotp_link *link);

/* Begins to send `length` bytes, 1 .. 2^32 - 1, which stay unchanged until isotp_idle. What was
 * being sent is dropped. */
void isotp_send(isotp_link *link, const uint8_t *message, uint32_t length, uint32_t now_ms);

/* Sends the consecutive frames that are due and ends what has waited too long. Call it often. */
void isotp_poll(isotp_link *link, uint32_t now_ms);

/* Nothing is being sent: all went out, or it was given up. */
static inline bool isotp_idle(const isotp_link *link) { return link->sending == ISOTP_IDLE; }

/* Nothing is under way, either way. */
static inline bool isotp_quiet(const isotp_link *link) {
    return !link->receiving && link->sending == ISOTP_IDLE;
}

/* A consecutive frame waits to be sent: call isotp_poll again soon. */
static inline bool isotp_due(const isotp_link *link) { return link->sending == ISOTP_SENDING; }

#endif
