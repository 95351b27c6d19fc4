/* What an update does with the slot, over whichever line it comes.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef UPDATE_SLOT_H
#define UPDATE_SLOT_H

#include <stdint.h>

#define UPDATE_PIECE_BYTES 64u
#define UPDATE_RECORD_BYTES 58u

/* Payload of SLOTS_ARE (docs/protocol.md). slot: address of the image that runs, 0 in recovery. */
void update_describe(uint8_t record[UPDATE_RECORD_BYTES], uint8_t place, uint32_t slot);

uint32_t update_slot_bytes(void);

/* CRC-32 of `length` bytes at `address`: how the host finds out where to go on. It says nothing
 * about who wrote them. Returns 1, or 0 if the flash cannot be read. */
int update_sum(uint32_t *sum, uint32_t address, uint32_t length);

/* Writes bytes, address and length multiples of 4, within one page. A page is erased with its first
 * bytes, so what was written before a cut can be written again. Returns 1, or 0 if the flash does
 * not hold them. */
int update_write(uint32_t address, const uint8_t *data, uint32_t length);

#endif
