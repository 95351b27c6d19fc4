/* A UDS server (ISO 14229-1:2020) for signed activations: docs/bus.md has its services, routines
 * and data. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef UDS_H
#define UDS_H

#include <stdbool.h>
#include <stdint.h>

#include "isotp.h"

/* The device's end of the bus. block_size and separation_time are what it asks of the sender. */
void uds_start(uint32_t receive_id, uint32_t functional_id, uint32_t send_id, uint8_t block_size,
               uint8_t separation_time);

/* One frame that came. */
void uds_receive(const can_frame *frame, uint32_t now_ms);

/* Sends what is due and notices what takes too long. */
void uds_poll(uint32_t now_ms);

/* Nothing is due before the next frame. */
bool uds_idle(void);

#endif
