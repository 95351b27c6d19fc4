/* The activation token: the message that the key holder signs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TOKEN_H
#define TOKEN_H

#include <stdint.h>

#include "storage.h"

#define TOKEN_BYTES 33

/* The activation field of VERDICT. */
#define ACTIVATION_NONE 0
#define ACTIVATION_DONE 1
#define ACTIVATION_STALE 2
#define ACTIVATION_OTHER_DEVICE 3
#define ACTIVATION_MALFORMED 4
#define ACTIVATION_STORAGE 5

/* Obeys a token that was verified: verdict is what ksig_verify_close answered for exactly these
 * bytes; anything but KSIG_ACCEPT is refused here again. Returns ACTIVATION_*. */
uint8_t token_activate(const uint8_t token[TOKEN_BYTES], const volatile uint32_t *verdict);

#endif
