/* What a service of the UDS server (ISO 14229-1:2020) works with: its codes, and its response.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef UDS_SERVICE_H
#define UDS_SERVICE_H

#include <stddef.h>
#include <stdint.h>

/* The longest request that is kept: what is streamed may be longer. */
#define UDS_REQUEST_BYTES 152
#define UDS_RESPONSE_BYTES 64

#define SID_SESSION_CONTROL 0x10
#define SID_ECU_RESET 0x11
#define SID_READ_DATA 0x22
#define SID_AUTHENTICATION 0x29
#define SID_WRITE_DATA 0x2E
#define SID_ROUTINE_CONTROL 0x31
#define SID_REQUEST_DOWNLOAD 0x34
#define SID_TRANSFER_DATA 0x36
#define SID_TRANSFER_EXIT 0x37
#define SID_TESTER_PRESENT 0x3E
#define SID_NEGATIVE 0x7F
#define SID_POSITIVE 0x40 /* added to the request's */

/* Negative response codes, table A.1. */
#define NRC_NONE 0x00
#define NRC_SERVICE_NOT_SUPPORTED 0x11
#define NRC_SUB_FUNCTION_NOT_SUPPORTED 0x12
#define NRC_INCORRECT_LENGTH 0x13
#define NRC_RESPONSE_TOO_LONG 0x14
#define NRC_CONDITIONS_NOT_CORRECT 0x22
#define NRC_REQUEST_SEQUENCE_ERROR 0x24
#define NRC_REQUEST_OUT_OF_RANGE 0x31
#define NRC_AUTHENTICATION_REQUIRED 0x34
#define NRC_CERTIFICATE_INVALID_PERIOD 0x50
#define NRC_CERTIFICATE_INVALID_SIGNATURE 0x51
#define NRC_CERTIFICATE_INVALID_CHAIN 0x52
#define NRC_CERTIFICATE_INVALID_TYPE 0x53
#define NRC_CERTIFICATE_INVALID_FORMAT 0x54
#define NRC_CERTIFICATE_INVALID_CONTENT 0x55
#define NRC_CERTIFICATE_INVALID_SCOPE 0x56
#define NRC_OWNERSHIP_VERIFICATION_FAILED 0x58
#define NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED 0x70
#define NRC_GENERAL_PROGRAMMING_FAILURE 0x72
#define NRC_WRONG_BLOCK_SEQUENCE_COUNTER 0x73
#define NRC_RESPONSE_PENDING 0x78
#define NRC_SUB_FUNCTION_NOT_SUPPORTED_IN_SESSION 0x7E
#define NRC_SERVICE_NOT_SUPPORTED_IN_SESSION 0x7F

#define SESSION_DEFAULT 1
#define SESSION_EXTENDED 3

#define SUPPRESS_POSITIVE_RESPONSE 0x80 /* bit of a sub-function */

/* What follows in the positive response, most significant byte first. What does
 * not fit becomes NRC_RESPONSE_TOO_LONG. */
void uds_put(const void *data, size_t length);
void uds_put_u8(uint8_t value);
void uds_put_u16(uint16_t value);
void uds_put_u32(uint32_t value);
void uds_put_u64(uint64_t value);

/* For what takes longer than P2: says so to the tester. */
void uds_pending(void);

static inline uint16_t big_u16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static inline uint32_t big_u32(const uint8_t *p) {
    return (uint32_t)big_u16(p) << 16 | big_u16(p + 2);
}

#endif
