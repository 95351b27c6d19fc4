/* Updates in the application and in the boot loader's recovery.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * update.c takes them over the serial line (docs/protocol.md, "Updates"), update_can.c by UDS on a
 * CAN bus (docs/bus.md). An image has one of them. */
#ifndef UPDATE_H
#define UPDATE_H

#include <stddef.h>
#include <stdint.h>

#include "protocol/frame.h"

/* Name: UPDATE_CAN (1 or 0)
 * 1 in an image with update_can.c. */
#ifndef UPDATE_CAN
#define UPDATE_CAN 0
#endif

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

/* What is being received: the boot loader has it in the memory of its verifications. */
#if UPDATE_CAN
#include "controller.h"
typedef can_frame update_memory;
#else
typedef frame_receiver update_memory;
#endif

/* Within update_serve no call: 30 bytes less of a boot loader. */
#define UPDATE_INLINE static inline __attribute__((always_inline))

/* Begins; then update_step takes what has come, or waits 200 ms for it at most, and feeds the
 * watchdog. An application calls it again and again between pieces of its own work, so that no 5
 * seconds pass. place: UPDATE_IN_*; slot: address of the image that runs, 0 in recovery. */
void update_start(update_memory *memory);
void update_step(update_memory *memory, uint8_t place, uint32_t slot);

/* Does nothing else for ever. */
void update_serve(update_memory *memory, uint8_t place, uint32_t slot) __attribute__((noreturn));

#endif
