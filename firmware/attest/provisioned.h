/* The key in flash. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef PROVISIONED_H
#define PROVISIONED_H

#include <stdint.h>

#define PROVISIONED_NAME_BYTES 24
#define PROVISIONED_KEY_MAX 2752 /* HAETAE-5 */

/* As it lies in section .provisioned, which the host fills in the finished image: docs/protocol.md.
 */
struct provisioned {
    uint8_t magic[8];
    uint8_t name[PROVISIONED_NAME_BYTES]; /* of the key's scheme, zero padded */
    uint8_t crc[4];                       /* u32: CRC-16 of the secret key */
    uint8_t key[PROVISIONED_KEY_MAX];
};
extern const struct provisioned provisioned_flash;

#endif
