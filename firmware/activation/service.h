/* The requests that need no session, and the answers. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SERVICE_H
#define SERVICE_H

#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "kilosig/kilosig.h"
#include "storage.h"

/* HELLO, PROVISION, or ERROR for any other type. */
void service_request(uint8_t type, const uint8_t *payload, size_t length);

void service_send_ok(void);
void service_send_error(uint8_t code);
void service_send_verdict(uint32_t id, uint32_t verdict, uint32_t state_bytes, uint8_t activation);

#endif
