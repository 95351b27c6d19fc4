/* firmware/activation in a task: verification. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "application.h"
#include "service.h"
#include "session.h"

void application_frame(frame_receiver *frame, uint32_t now_ms) {
    session_request(frame->type, frame->payload, frame->length, now_ms);
    /* PROVISION brings a secret: keep no second copy. */
    if (frame->type == FRAME_PROVISION)
        memset(frame->payload, 0, sizeof frame->payload);
}

void application_broken(void) { service_send_error(ERROR_BAD_FRAME); }

/* All work is done in the feed that a frame brings. */
int application_step(uint32_t now_ms) {
    session_idle(now_ms);
    return 0;
}
