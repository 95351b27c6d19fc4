/* ReadDataByIdentifier and WriteDataByIdentifier. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef DATA_IDENTIFIERS_H
#define DATA_IDENTIFIERS_H

#include <stddef.h>
#include <stdint.h>

#define DID_FEATURES 0x0100 /* u32: bit n is feature n */
#define DID_COUNTER 0x0101  /* u64: of the last token obeyed */
#define DID_REASON 0x0102   /* verdict u32, activation u8, counter u64, features u32 */
#define DID_WANT 0x0103     /* part u8, offset u32, length u32 */
#define DID_SCHEME 0x0104   /* provisioned: 32 characters, zero padded */
/* bytes, u32 each: state, stack, static data, peak, RAM of the board */
#define DID_FIGURES 0x0105
/* to be written, once: the record of PROVISION in docs/protocol.md */
#define DID_PROVISION 0x0110
#define DID_TIME 0x0111    /* to be written, u64: seconds since 1970. Images with CAN_X509 */
#define DID_SLOTS 0x0120   /* of images: the payload of SLOTS_ARE in docs/protocol.md */
#define DID_FEATURE 0x0200 /* to 0x021F, u8: 1 if that feature is active */
#define DID_SESSION 0xF186 /* u8 */
#define DID_DEVICE 0xF18C  /* 12 characters */
#define DID_BOARD 0xF197   /* its name, zero padded to 24 */

/* Services: an NRC, or NRC_NONE and the response after its service identifier. */
uint8_t data_read(const uint8_t *request, size_t length, uint8_t session);
uint8_t data_write(const uint8_t *request, size_t length);

#endif
