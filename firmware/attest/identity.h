/* A certificate request (PKCS #10, RFC 2986) of the device's key, streamed as it is signed, in
 * images with ATTEST_IDENTITY. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef IDENTITY_H
#define IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#include "kilosig/kilosig.h"

#define IDENTITY_SERIAL_MAX 32 /* characters of the subject's serialNumber */

#ifdef ATTEST_IDENTITY

#define IDENTITY_HERE 1

/* Begins. sign: an open signature without context, whose message this brings. keygen: room for a
 * state of the scheme. seed: the secret key, unchanged until close. serial: 1 ..
 * IDENTITY_SERIAL_MAX characters. Returns 0 if the serial has characters that a PrintableString has
 * not, or the scheme is not ML-DSA. */
int identity_open(void *sign, const ksig_sign_scheme *sign_scheme, void *keygen,
                  const ksig_keygen_scheme *keygen_scheme, const uint8_t *seed,
                  const uint8_t *serial, size_t serial_length);

/* As ksig_sign_step. */
ksig_verdict identity_step(void);

/* The next bytes of the request, as ksig_sign_take. */
size_t identity_take(uint8_t *to, size_t room);

/* Ends what is beside the signature, if there is any. */
void identity_close(void);

#else

#define IDENTITY_HERE 0

static inline ksig_verdict identity_step(void) { return KSIG_REJECT_ARGUMENT; }

static inline size_t identity_take(const uint8_t *to, size_t room) {
    (void)to, (void)room;
    return 0;
}

static inline void identity_close(void) {}

#endif

#endif
