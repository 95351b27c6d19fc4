/* Where secrets go in a simulated AVR: an image says which bytes of data memory are secret or
 * public, and every branch, skip and address that depends on a secret is found.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The image stores address and length (16 bits each, low byte first) from MAILBOX on, then what
 * they are in the byte behind: 1 secret, 2 public. It is a part of memory where the chip has
 * nothing. */
#ifndef AVR_SECRETS_H
#define AVR_SECRETS_H

enum { MAILBOX = 0x1f0, MAILBOX_SAYS = MAILBOX + 4, SECRET = 1, PUBLIC = 2 };

#ifndef __AVR__
#include <simavr/sim_avr.h>
#include <stdio.h>

/* What the instruction at avr->pc does to secrets; before it is executed. */
void secrets_follow(const avr_t *avr);

/* A line for each place: `branch`, `address`, or `public` where something secret became that, and
 * byte addresses in flash: the instruction, then the calls outwards. */
void secrets_print(FILE *to);
#endif

#endif
