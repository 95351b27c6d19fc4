/* Who the device is on the bus. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ADDRESSES_H
#define ADDRESSES_H

/* ISO 15765-4: what testers ask an engine control unit with. */
#define REQUEST_ID 0x7E0u
#define FUNCTIONAL_ID 0x7DFu
#define RESPONSE_ID 0x7E8u

/* Eight frames wait in the controller while a row is computed or a page is erased; a product says
 * how many of its own fit. */
#define BLOCK_SIZE 8
#define SEPARATION_TIME 0

#endif
