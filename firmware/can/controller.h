/* A CAN controller, behind four functions. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * slcan.c is the one of the emulated boards. A product writes these functions for its own
 * controller. */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

#define CAN_DATA_MAX 64 /* bytes in a CAN FD frame; 8 in a classic one */

/* can_frame.flags */
#define CAN_EXTENDED 1 /* identifier of 29 bits, not 11 */
#define CAN_FD 2       /* CAN FD, with the bit rate switch */

typedef struct can_frame {
    uint32_t id;
    uint8_t length; /* of the data: 0 .. 8; CAN FD: also 12, 16, 20, 24, 32, 48, 64 */
    uint8_t flags;  /* CAN_* */
    uint8_t data[CAN_DATA_MAX];
} can_frame;

/* Joins the bus; called once, after board_init. */
void can_start(void);

/* The next received data frame; false if there is none. Never blocks. */
bool can_receive(can_frame *frame);

/* Hands a frame to the transmitter; false if it has no room, or the bus is closed: try again or
 * give up. */
bool can_send(const can_frame *frame);

/* Sleeps until a frame may have come, at most 200 ms. May return early. */
void can_wait(void);

#endif
