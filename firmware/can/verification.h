/* The one verification that the device has room for. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef VERIFICATION_H
#define VERIFICATION_H

#include "kilosig/kilosig.h"
#include "kilosig/x509.h"

/* Bytes of the longest anchor of the image. XMSS has the longest: a whole key. */
#if KSIG_ENABLE_XMSS || KSIG_ENABLE_XMSSMT
#define LONGEST_ANCHOR (4 + 2 * KSIG_XMSS_MAX_N)
#else
#define LONGEST_ANCHOR 64
#endif

/* Ends the one before it, and begins. `secret`: 16 bytes, used if the scheme has a secret; else
 * ignored. */
ksig_verdict verification_open(const ksig_scheme *scheme, ksig_verify_args *args,
                               const uint8_t *secret);

/* Takes bytes in the order of wants. Those of the message are copied to message[0 .. room) before
 * the library sees them: what is acted upon is what was verified. KSIG_PENDING, or a reject reason.
 */
ksig_verdict verification_take(const uint8_t *data, size_t length, uint8_t *message, size_t room);

ksig_want verification_want(void);

/* The verdict; the state is wiped. KSIG_REJECT_ARGUMENT if none is open. */
ksig_verdict verification_close(void);

/* Ends it without a verdict. */
void verification_drop(void);

#ifdef CAN_X509
/* The same for a chain of certificates, which verification_take and _drop take and end too. args:
 * of ML-DSA-44 alone; they stay readable and unchanged until close. */
ksig_verdict verification_open_chain(const ksig_x509_args *args);

/* As ksig_x509_close. KSIG_REJECT_ARGUMENT if no chain is open. */
ksig_verdict verification_close_chain(ksig_x509_end *end);
#endif

uint32_t verification_state_bytes(void); /* of the last scheme */

#endif
