/* What makes a device the owner's, once. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PROVISION_H
#define PROVISION_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/kilosig.h"
#include "storage.h"

/* Stores the payload of PROVISION (docs/protocol.md). Returns 0, also for what is stored already,
 * or an ERROR_* of protocol/frame.h. */
uint8_t provision(const uint8_t *payload, size_t length);

/* The scheme of a zero padded name, or null. */
const ksig_scheme *scheme_named(const uint8_t name[SCHEME_NAME_BYTES]);

#endif
