/* Updates by UDS on a CAN bus (docs/bus.md, "Images"): what uds.c calls for images instead of
 * tokens. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Bytes of a download are gathered to pieces of UPDATE_PIECE_BYTES, of which a page is a multiple.
 */
#include <string.h>

#include "addresses.h"
#include "authentication.h"
#include "blocks.h"
#include "board.h"
#include "board_flash.h"
#include "data_identifiers.h"
#include "jump.h"
#include "transfer.h"
#include "uds.h"
#include "uds_service.h"
#include "update.h"
#include "update_slot.h"

#define ROUTINE_START 1
#define OPTION 4 /* of RoutineControl: sub-function and routine before it */
#define HARD_RESET 1
#define BOARD_NAME_BYTES 24

static struct {
    uint32_t slot;    /* that runs */
    uint32_t address; /* where the gathered bytes belong */
    uint32_t total;   /* bytes of the download */
    blocks blocks;
    uint8_t place;
    bool loading;
    bool restart;
    uint8_t gathered;
    uint8_t piece[UPDATE_PIECE_BYTES];
} update;

/* ---- Download ---------------------------------------------------------------------------- */

static bool in_slot(uint32_t offset, uint32_t length) {
    return offset <= update_slot_bytes() && length <= update_slot_bytes() - offset;
}

uint8_t transfer_download(const uint8_t *request, size_t length) {
    uint32_t offset, total;
    const uint32_t slot = ksig_boot_update_slot(&board_layout);
    const uint8_t nrc = blocks_asked(request, length, &offset, &total);
    if (nrc != NRC_NONE)
        return nrc;
    if (offset % board_layout.page != 0 || total == 0 || total % 4 != 0 || !in_slot(offset, total))
        return NRC_REQUEST_OUT_OF_RANGE;
    if (slot == 0)
        return NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED;
    update.address = slot + offset;
    update.total = total;
    update.gathered = 0;
    update.loading = true;
    return blocks_start(&update.blocks);
}

uint8_t transfer_begin_block(uint8_t counter) {
    if (!update.loading)
        return NRC_REQUEST_SEQUENCE_ERROR;
    return blocks_begin(&update.blocks, counter) ? NRC_NONE : NRC_WRONG_BLOCK_SEQUENCE_COUNTER;
}

static bool write_gathered(void) {
    const bool done = update_write(update.address, update.piece, update.gathered);
    update.address += update.gathered;
    update.gathered = 0;
    return done;
}

uint8_t transfer_take(const uint8_t *data, size_t length, uint32_t offset) {
    const size_t known = blocks_known(&update.blocks, offset, length);
    data += known;
    length -= known;
    if (length > update.total - update.blocks.taken)
        return NRC_REQUEST_OUT_OF_RANGE;
    for (size_t i = 0; i < length; i++) {
        update.piece[update.gathered++] = data[i];
        update.blocks.taken++;
        if ((update.gathered == sizeof update.piece || update.blocks.taken == update.total) &&
            !write_gathered()) {
            update.loading = false;
            return NRC_GENERAL_PROGRAMMING_FAILURE;
        }
    }
    return NRC_NONE;
}

uint8_t transfer_end_block(uint32_t length) {
    uds_put_u8(blocks_end(&update.blocks, length));
    return NRC_NONE;
}

uint8_t transfer_exit(const uint8_t *request, size_t length) {
    (void)request;
    if (length != 1)
        return NRC_INCORRECT_LENGTH;
    if (!update.loading || update.blocks.taken != update.total)
        return NRC_REQUEST_SEQUENCE_ERROR;
    update.loading = false;
    return NRC_NONE;
}

void transfer_drop(void) { update.loading = false; }

void transfer_reset(void) { update.loading = false; }

/* ---- Routines ---------------------------------------------------------------------------- */

static uint8_t put_sum(const uint8_t *option, size_t length) {
    const uint32_t slot = ksig_boot_update_slot(&board_layout);
    uint32_t sum;
    if (length != 8)
        return NRC_INCORRECT_LENGTH;
    if (!in_slot(big_u32(option), big_u32(option + 4)))
        return NRC_REQUEST_OUT_OF_RANGE;
    if (slot == 0)
        return NRC_CONDITIONS_NOT_CORRECT;
    uds_pending();
    if (!update_sum(&sum, slot + big_u32(option), big_u32(option + 4)))
        return NRC_GENERAL_PROGRAMMING_FAILURE;
    uds_put_u32(sum);
    return NRC_NONE;
}

static uint8_t install(const uint8_t *option, size_t length) {
    if (length != 1)
        return NRC_INCORRECT_LENGTH;
    if (option[0] > 1)
        return NRC_REQUEST_OUT_OF_RANGE;
    if (ksig_boot_update_slot(&board_layout) == 0)
        return NRC_CONDITIONS_NOT_CORRECT;
    update.loading = false;
    return ksig_boot_ask(&board_layout, option[0]) == 0 ? NRC_NONE
                                                        : NRC_GENERAL_PROGRAMMING_FAILURE;
}

static uint8_t confirm(size_t length) {
    if (length != 0)
        return NRC_INCORRECT_LENGTH;
    if (update.place != UPDATE_IN_APPLICATION)
        return NRC_CONDITIONS_NOT_CORRECT;
    return ksig_boot_confirm(&board_layout) == 0 ? NRC_NONE : NRC_GENERAL_PROGRAMMING_FAILURE;
}

uint8_t transfer_routine(const uint8_t *request, size_t length, bool authenticated) {
    (void)authenticated;
    if (length < OPTION)
        return NRC_INCORRECT_LENGTH;
    const uint16_t routine = big_u16(request + 2);
    if (routine < ROUTINE_SUM || routine > ROUTINE_CONFIRM)
        return NRC_REQUEST_OUT_OF_RANGE;
    if ((request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE) != ROUTINE_START)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    uds_put_u8(ROUTINE_START);
    uds_put_u16(routine);
    request += OPTION;
    length -= OPTION;
    return routine == ROUTINE_SUM       ? put_sum(request, length)
           : routine == ROUTINE_INSTALL ? install(request, length)
                                        : confirm(length);
}

uint8_t transfer_restart(const uint8_t *request, size_t length) {
    if (length != 2)
        return NRC_INCORRECT_LENGTH;
    if ((request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE) != HARD_RESET)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    uds_put_u8(HARD_RESET);
    update.restart = true; /* when the answer is out */
    return NRC_NONE;
}

/* ---- What a tester reads ----------------------------------------------------------------- */

static uint8_t put_data(uint16_t identifier, uint8_t session) {
    uint8_t record[UPDATE_RECORD_BYTES] = {0};
    uds_put_u16(identifier);
    switch (identifier) {
    case DID_SLOTS:
        update_describe(record, update.place, update.slot);
        uds_put(record, sizeof record);
        return NRC_NONE;
    case DID_SESSION:
        uds_put_u8(session);
        return NRC_NONE;
    case DID_BOARD:
        for (size_t i = 0; i < BOARD_NAME_BYTES && board_name[i] != 0; i++)
            record[i] = (uint8_t)board_name[i];
        uds_put(record, BOARD_NAME_BYTES);
        return NRC_NONE;
    default:
        return NRC_REQUEST_OUT_OF_RANGE;
    }
}

uint8_t data_read(const uint8_t *request, size_t length, uint8_t session) {
    return length == 3 ? put_data(big_u16(request + 1), session) : NRC_INCORRECT_LENGTH;
}

uint8_t data_write(const uint8_t *request, size_t length) {
    (void)request, (void)length;
    return NRC_SERVICE_NOT_SUPPORTED;
}

/* ---- Nobody is authenticated: the boot loader's verdict on the image is what counts ------ */

bool authentication_streams(uint8_t sub_function) {
    (void)sub_function;
    return false;
}

uint8_t authentication_begin(uint8_t sub_function) {
    (void)sub_function;
    return NRC_SERVICE_NOT_SUPPORTED;
}

uint8_t authentication_take(const uint8_t *data, size_t length) {
    (void)data, (void)length;
    return NRC_SERVICE_NOT_SUPPORTED;
}

uint8_t authentication_end(void) { return NRC_SERVICE_NOT_SUPPORTED; }

uint8_t authentication_request(const uint8_t *request, size_t length) {
    (void)request, (void)length;
    return NRC_SERVICE_NOT_SUPPORTED;
}

bool authenticated(void) { return false; }

void authentication_reset(void) {}

/* ---- The loop ---------------------------------------------------------------------------- */

UPDATE_INLINE void start(update_memory *frame) {
    (void)frame;
    memset(&update, 0, sizeof update);
    can_start();
    uds_start(REQUEST_ID, FUNCTIONAL_ID, RESPONSE_ID, BLOCK_SIZE, SEPARATION_TIME);
}

UPDATE_INLINE void step(update_memory *frame, uint8_t place, uint32_t slot) {
    update.place = place;
    update.slot = slot;
    board_feed();
    if (can_receive(frame))
        uds_receive(frame, millis());
    else if (uds_idle())
        can_wait();
    uds_poll(millis());
    if (update.restart)
        board_reset(board_boot);
}

void update_start(update_memory *frame) { start(frame); }

void update_step(update_memory *frame, uint8_t place, uint32_t slot) { step(frame, place, slot); }

void update_serve(update_memory *frame, uint8_t place, uint32_t slot) {
    start(frame);
    for (;;)
        step(frame, place, slot);
}
