/* The requests of docs/protocol.md, section Attestation.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef REQUESTS_H
#define REQUESTS_H

#include <stddef.h>
#include <stdint.h>

/* Answers one request. payload is only read, and need not outlive the call. */
void request(uint8_t type, const uint8_t *payload, size_t length);

/* What the job waits for: WANT or CHUNK; else its RESULT. */
void send_standing(void);

void send_error(uint8_t code);

#endif
