/* Updates over the serial line, in the application and in the boot loader's recovery: docs/protocol.md, "Updates".
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef UPDATE_H
#define UPDATE_H

#include <stddef.h>
#include <stdint.h>

#include "protocol/frame.h"

#define FRAME_SLOTS 0x20
#define FRAME_SUM 0x21
#define FRAME_WRITE 0x22
#define FRAME_INSTALL 0x23
#define FRAME_CONFIRM 0x24
#define FRAME_RESTART 0x25
#define FRAME_SLOTS_ARE 0xA0
#define FRAME_SUM_IS 0xA1
#define FRAME_WRITTEN 0xA2
#define FRAME_BOOTED 0xA3

#define ERROR_NO_SLOT 11 /* the slot for updates holds what a trial may be taken back to */

#define UPDATE_IN_APPLICATION 0
#define UPDATE_IN_RECOVERY 1

/* Answers requests for ever. place: UPDATE_IN_*; slot: address of the image that runs, 0 in recovery. */
void update_serve(frame_receiver *receiver, uint8_t place, uint32_t slot) __attribute__((noreturn));

#endif
