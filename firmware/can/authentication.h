/* Authentication by proof of ownership (ISO 14229-1:2020, 10.6, APCE): two verifications in a row,
 * of the tester's certificate under the provisioned anchor and of its signed challenge under the
 * key that the certificate names. The certificate may be a chain of X.509: chain.h.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef AUTHENTICATION_H
#define AUTHENTICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DEAUTHENTICATE 0x00
#define VERIFY_CERTIFICATE 0x01
#define PROOF_OF_OWNERSHIP 0x03
#define AUTHENTICATION_CONFIGURATION 0x08

#define CHALLENGE_BYTES 32

/* True for the sub-functions whose data come in pieces: begin, take what follows the sub-function,
 * end. Each returns an NRC, or NRC_NONE and has put the response after the service identifier. */
bool authentication_streams(uint8_t sub_function);
uint8_t authentication_begin(uint8_t sub_function);
uint8_t authentication_take(const uint8_t *data, size_t length);
uint8_t authentication_end(void);

/* The other sub-functions. */
uint8_t authentication_request(const uint8_t *request, size_t length);

/* The tester has proved who it is, in this session. */
bool authenticated(void);

/* Forgets the tester. */
void authentication_reset(void);

/* CHALLENGE_BYTES that nobody can foresee and that never come again. random_emulated.c is NOT that:
 * a product has its own generator. */
void random_bytes(uint8_t *bytes, size_t length);

#endif
