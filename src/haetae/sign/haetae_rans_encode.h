/* The rANS encoder of a signature's two sections (specification 4.6, 4.7).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * rANS encodes from the last symbol to the first and emits the last byte first: it writes
 * downwards, from the end of the signature towards its fixed part, so it needs no buffer. */
#ifndef KSIG_HAETAE_RANS_ENCODE_H
#define KSIG_HAETAE_RANS_ENCODE_H

#include <stdint.h>

/* The symbols 0 .. count - 1 have frequencies that sum to 1024. Offsets are into `bytes`, an
 * argument of each call. */
typedef struct ksig_rans_encoder {
    uint32_t x;
    uint32_t front; /* offset of the byte written last */
    uint32_t limit; /* nothing may be written before it */
} ksig_rans_encoder;

/* Begins a section that ends before offset `end`. */
void ksig_rans_start(ksig_rans_encoder *e, uint32_t end, uint32_t limit);

/* Encodes symbols[255], .., symbols[0]. Returns 0, or 1 if the section is too long. */
int ksig_rans_encode(ksig_rans_encoder *e, uint8_t *bytes, const uint16_t *frequency,
                     const uint8_t symbols[256]);

/* Ends the section: four more bytes. It then begins at e->front. Returns 0, or 1 if it is too
 * long. */
int ksig_rans_finish(ksig_rans_encoder *e, uint8_t *bytes);

#endif
