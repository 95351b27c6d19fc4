/* What the device keeps over a reset. One implementation is linked: storage_ram.c or
 * storage_flash_stm32f1.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#define SCHEME_NAME_BYTES 32

typedef struct storage_record {
    uint64_t counter;               /* of the last token obeyed */
    uint32_t features;              /* activated: bit n = feature n */
    char scheme[SCHEME_NAME_BYTES]; /* zero padded, and ended by a zero */
    uint8_t device[12];
    uint8_t secret[16]; /* ksig_verify_args.secret; never leaves the device */
    uint8_t anchor[64]; /* zero padded */
} storage_record;

/* The stored record, or null if the device is not provisioned. Valid until the next storage_store.
 */
const storage_record *storage_load(void);

/* Replaces the record (not the one storage_load points to). False: failed, and the record before
 * stands. */
bool storage_store(const storage_record *record);

#endif
