/* The requests of docs/protocol.md and the one verification they drive.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef SESSION_H
#define SESSION_H

#include <stddef.h>
#include <stdint.h>

/* Answers one request. payload is only read, and need not outlive the call. */
void session_request(uint8_t type, const uint8_t *payload, size_t length, uint32_t now_ms);

/* Call often: repeats an unanswered WANT after a second of silence, three times. */
void session_idle(uint32_t now_ms);

#endif
