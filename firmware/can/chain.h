/* A tester's certificate as a chain of X.509 certificates (docs/bus.md), in images with CAN_X509.
 * In others nothing of it is linked. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CHAIN_H
#define CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The stream: this byte, the chain's length u32, then the chain in the order of wants. */
#define CHAIN_VERSION 2
#define CHAIN_HEAD 5

/* The record that a chain stands for, as if its own had been signed: offsets. */
#define BODY_DEVICE 1
#define BODY_TESTER 13
#define BODY_ANCHOR 25
#define BODY_BYTES 89

#ifdef CAN_X509

/* A certificate begins. */
void chain_reset(void);

/* Takes the next bytes of the certificate. False if they are no chain, and are somebody else's.
 * Writes an NRC, or leaves it. */
bool chain_take(const uint8_t *data, size_t length, uint8_t *nrc);

/* What came is a chain. */
bool chain_came(void);

/* The verdict: an NRC, or NRC_NONE and the record. `nrc`: why there is none already. */
uint8_t chain_end(uint8_t nrc, uint8_t body[BODY_BYTES]);

#else

static inline void chain_reset(void) {}

static inline bool chain_take(const uint8_t *data, size_t length, const uint8_t *nrc) {
    (void)data, (void)length, (void)nrc;
    return false;
}

static inline bool chain_came(void) { return false; }

static inline uint8_t chain_end(uint8_t nrc, const uint8_t *body) {
    (void)body;
    return nrc;
}

#endif

#endif
