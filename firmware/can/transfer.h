/* Download of a signed token in the order of wants, and its activation: RoutineControl,
 * RequestDownload, TransferData, RequestTransferExit. firmware/boot/update_can.c has the same
 * functions for images: those that uds.c calls. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TRANSFER_H
#define TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROUTINE_PREPARE 0x0300    /* say what is to be verified */
#define ROUTINE_ACTIVATE 0x0301   /* obey the token that was accepted */
#define ROUTINE_DEACTIVATE 0x0302 /* switch a feature off: for authenticated testers */
/* Of images. */
#define ROUTINE_SUM 0x0310     /* CRC-32 of a part of the slot for updates */
#define ROUTINE_INSTALL 0x0311 /* ask for the image in it */
#define ROUTINE_CONFIRM 0x0312 /* the image on trial is good */

/* Services. Each returns an NRC, or NRC_NONE and has put the response after its service
 * identifier. */
uint8_t transfer_routine(const uint8_t *request, size_t length, bool authenticated);
uint8_t transfer_download(const uint8_t *request, size_t length);
uint8_t transfer_exit(const uint8_t *request, size_t length);
uint8_t transfer_restart(const uint8_t *request, size_t length); /* ECUReset */

/* TransferData, whose bytes come in pieces: begin with the counter, take them in order, end. A
 * block that broke off may be repeated: bytes that were taken are not taken again. */
uint8_t transfer_begin_block(uint8_t counter);
uint8_t transfer_take(const uint8_t *data, size_t length, uint32_t offset);
uint8_t transfer_end_block(uint32_t length);

/* What a tester reads: the last verdict and activation, and what is wanted next. */
void transfer_put_reason(void);
void transfer_put_want(void);
void transfer_put_figures(void);

/* Ends a download that is under way. A verdict that was reached stands. */
void transfer_drop(void);

/* Forgets everything, verdict and token too. */
void transfer_reset(void);

#endif
