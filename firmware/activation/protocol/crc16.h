/* CRC-16/CCITT-FALSE. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef CRC16_H
#define CRC16_H

#include <stddef.h>
#include <stdint.h>

#define CRC16_INITIAL 0xFFFFu

uint16_t crc16(uint16_t crc, const uint8_t *data, size_t length);

#endif
