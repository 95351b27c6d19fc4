/* One quadratic equation over GF(2), streamed as bits. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Bit 0 is the constant, then come rows r = 0, 1, ... of r + 1 bits, the coefficients of x_r x_c
 * for c = 0 .. r; from the low bit of a byte on, without gaps. */
#ifndef KSIG_MQ_EQUATION_H
#define KSIG_MQ_EQUATION_H

#include <stddef.h>
#include <stdint.h>

typedef struct ksig_mq_equation {
    uint8_t row, column; /* of the next bit, after the constant */
    uint8_t begun;
    uint8_t sum; /* its parity is the value so far */
} ksig_mq_equation;

/* Takes the next bytes. x: the variables, packed from the low bits on, and zeros to the end of the
 * byte after the last. */
void ksig_mq_equation_take(ksig_mq_equation *e, const uint8_t *x, const uint8_t *data,
                           size_t length);

/* Returns the value, 0 or 1, and begins the next equation. */
unsigned ksig_mq_equation_end(ksig_mq_equation *e);

#endif
