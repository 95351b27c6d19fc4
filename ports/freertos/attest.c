/* firmware/attest in a task: keys and signatures, in steps.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "application.h"
#include "jobs.h"
#include "requests.h"

void application_frame(frame_receiver *frame, uint32_t now_ms) {
    (void)now_ms;
    request(frame->type, frame->payload, frame->length);
    /* Seed and rnd are secret: keep no second copy. */
    memset(frame->payload, 0, sizeof frame->payload);
}

void application_broken(void) { send_error(ERROR_BAD_FRAME); }

int application_step(uint32_t now_ms) {
    (void)now_ms;
    if (job_step())
        send_standing();
    return job.status == JOB_RUNNING;
}
