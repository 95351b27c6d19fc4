/* What main.c runs in its task: activation or attest of firmware/.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef APPLICATION_H
#define APPLICATION_H

#include <stdint.h>

#include "protocol/frame.h"

/* A frame has come. It may be changed. */
void application_frame(frame_receiver *frame, uint32_t now_ms);
/* Something came that is no frame. */
void application_broken(void);
/* Nothing came: does one bounded piece of work. Returns 0 if there is none. */
int application_step(uint32_t now_ms);

#endif
