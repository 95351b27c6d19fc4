/* A CAN bus in memory, with a clock of its own: the controller of both sides.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BUS_H
#define BUS_H

#include "controller.h"

#define TO_DEVICE 0x7E0u
#define TO_ALL 0x7DFu
#define TO_TESTER 0x7E8u

extern uint32_t bus_ms;       /* the time */
extern uint32_t bus_frames;   /* sent so far */
extern unsigned bus_queued;   /* frames that nobody has received */
extern can_frame bus_last[1]; /* the frame sent last */

void bus_clear(void);
void bus_put(const can_frame *frame);

/* The oldest frame; false if there is none. */
bool bus_get(can_frame *frame);

/* A classic frame from hexadecimal digits. */
can_frame bus_frame(uint32_t id, const char *hex);

#endif
