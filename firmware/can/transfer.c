/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "transfer.h"

#include <string.h>

#include "blocks.h"
#include "board.h"
#include "provision.h"
#include "stack.h"
#include "storage.h"
#include "token.h"
#include "uds_service.h"
#include "verification.h"

#define PURPOSE_ACTIVATE 0
#define PURPOSE_VERIFY 1

/* RoutineControl: sub-function, routine, then the option record. */
#define OPTION 4
#define ROUTINE_START 1
#define ROUTINE_RESULT 3

/* Option record of ROUTINE_PREPARE: offsets. */
#define PREPARE_MESSAGE 1
#define PREPARE_SIGNATURE 5
#define PREPARE_KEY 9
#define PREPARE_BYTES 13 /* all of it, to activate */
#define VERIFY_SCHEME 13 /* to verify, these too */
#define VERIFY_MODE 45
#define VERIFY_HASH 46
#define VERIFY_CONTEXT_LENGTH 47
#define VERIFY_ANCHOR 48
#define VERIFY_ANCHOR_BYTES 64 /* at least; zero padded */

enum { STATUS_NONE, STATUS_PREPARED, STATUS_LOADING, STATUS_DONE };

static struct {
    volatile uint32_t verdict; /* read twice before acting on it: token.c */
    uint32_t total;            /* bytes of message, signature and key */
    blocks blocks;
    uint8_t status;
    uint8_t purpose;
    uint8_t activation;
    bool obeyed; /* the token, once */
    uint8_t token[TOKEN_BYTES];
    uint8_t anchor[LONGEST_ANCHOR]; /* of PURPOSE_VERIFY; the library reads it until close */
} transfer;

/* PURPOSE_VERIFY works on a device without a secret too. It never activates, so a known one gives
 * nothing away. */
static const uint8_t test_secret[sizeof((storage_record *)0)->secret] = {
    0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a,
};

void transfer_drop(void) {
    if (transfer.status != STATUS_PREPARED && transfer.status != STATUS_LOADING)
        return;
    verification_drop();
    transfer_reset();
}

void transfer_reset(void) { memset(&transfer, 0, sizeof transfer); }

static void finish(ksig_verdict verdict) {
    transfer.verdict = verdict;
    transfer.status = STATUS_DONE;
}

/* ---- Routines ---------------------------------------------------------------------------- */

static uint8_t begin(const ksig_scheme *scheme, ksig_verify_args *args, const uint8_t *secret,
                     const uint8_t *option) {
    args->message_length = big_u32(option + PREPARE_MESSAGE);
    args->signature_length = big_u32(option + PREPARE_SIGNATURE);
    args->key_length = big_u32(option + PREPARE_KEY);
    const uint64_t total =
        (uint64_t)args->message_length + args->signature_length + args->key_length;
    transfer.purpose = option[0];
    transfer.total = total <= UINT32_MAX ? (uint32_t)total : 0;
    const ksig_verdict verdict = verification_open(scheme, args, secret);
    if (verdict != KSIG_PENDING || total > UINT32_MAX) {
        const ksig_verdict closed = verification_close();
        finish(verdict != KSIG_PENDING ? verdict
               : closed == KSIG_ACCEPT ? KSIG_REJECT_INCOMPLETE
                                       : closed);
        return NRC_REQUEST_OUT_OF_RANGE;
    }
    transfer.status = STATUS_PREPARED;
    return NRC_NONE;
}

static uint8_t prepare_activation(const uint8_t *option) {
    const storage_record *record = storage_load();
    if (record == NULL || big_u32(option + PREPARE_MESSAGE) != TOKEN_BYTES)
        return record == NULL ? NRC_CONDITIONS_NOT_CORRECT : NRC_REQUEST_OUT_OF_RANGE;
    const ksig_scheme *scheme = ksig_scheme_by_name(record->scheme);
    if (scheme == NULL ||
        scheme->anchor_bytes > sizeof record->anchor) /* stored by another image */
        return NRC_CONDITIONS_NOT_CORRECT;
    ksig_verify_args args = {.anchor = record->anchor, .mode = KSIG_MODE_PURE};
    return begin(scheme, &args, record->secret, option);
}

static uint8_t prepare_verification(const uint8_t *option, size_t length) {
    size_t anchor_length = 0;
    if (length >= VERIFY_ANCHOR && length - VERIFY_ANCHOR >= option[VERIFY_CONTEXT_LENGTH])
        anchor_length = length - VERIFY_ANCHOR - option[VERIFY_CONTEXT_LENGTH];
    if (anchor_length < VERIFY_ANCHOR_BYTES)
        return NRC_INCORRECT_LENGTH;
    const ksig_scheme *scheme = scheme_named(option + VERIFY_SCHEME);
    if (scheme == NULL ||
        (anchor_length > VERIFY_ANCHOR_BYTES && scheme->anchor_bytes <= VERIFY_ANCHOR_BYTES))
        return NRC_REQUEST_OUT_OF_RANGE;
    ksig_verify_args args = {.anchor = transfer.anchor,
                             .context = option + VERIFY_ANCHOR + anchor_length,
                             .context_length = option[VERIFY_CONTEXT_LENGTH],
                             .mode = option[VERIFY_MODE],
                             .hash = option[VERIFY_HASH]};
    memcpy(transfer.anchor, option + VERIFY_ANCHOR,
           anchor_length < LONGEST_ANCHOR ? anchor_length : LONGEST_ANCHOR);
    return begin(scheme, &args, test_secret, option);
}

static uint8_t prepare(const uint8_t *option, size_t length) {
    if (length < PREPARE_BYTES || (option[0] == PURPOSE_ACTIVATE && length != PREPARE_BYTES))
        return NRC_INCORRECT_LENGTH;
    if (option[0] > PURPOSE_VERIFY)
        return NRC_REQUEST_OUT_OF_RANGE;
    verification_drop();
    transfer_reset();
    const uint8_t nrc = option[0] == PURPOSE_ACTIVATE ? prepare_activation(option)
                                                      : prepare_verification(option, length);
    if (nrc == NRC_NONE)
        transfer_put_want();
    return nrc;
}

/* The token is obeyed once; asking again repeats the answer. */
static uint8_t activate(size_t length) {
    if (length != 0)
        return NRC_INCORRECT_LENGTH;
    if (transfer.status != STATUS_DONE || transfer.purpose != PURPOSE_ACTIVATE)
        return NRC_REQUEST_SEQUENCE_ERROR;
    if (!transfer.obeyed) {
        transfer.obeyed = true;
        transfer.activation = token_activate(transfer.token, &transfer.verdict);
    }
    if (transfer.activation != ACTIVATION_DONE)
        return NRC_CONDITIONS_NOT_CORRECT;
    transfer_put_reason();
    return NRC_NONE;
}

static uint8_t deactivate(const uint8_t *option, size_t length, bool authenticated) {
    const storage_record *stored = storage_load();
    if (length != 1)
        return NRC_INCORRECT_LENGTH;
    if (!authenticated)
        return NRC_AUTHENTICATION_REQUIRED;
    if (option[0] > 31 || stored == NULL)
        return NRC_REQUEST_OUT_OF_RANGE;
    storage_record record = *stored;
    record.features &= ~(UINT32_C(1) << option[0]);
    return storage_store(&record) ? NRC_NONE : NRC_GENERAL_PROGRAMMING_FAILURE;
}

uint8_t transfer_routine(const uint8_t *request, size_t length, bool authenticated) {
    if (length < OPTION)
        return NRC_INCORRECT_LENGTH;
    const uint8_t what = request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE;
    const uint16_t routine = big_u16(request + 2);
    const uint8_t *const option = request + OPTION;
    length -= OPTION;
    if (routine < ROUTINE_PREPARE || routine > ROUTINE_DEACTIVATE)
        return NRC_REQUEST_OUT_OF_RANGE;
    if (what != ROUTINE_START && what != ROUTINE_RESULT)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    uds_put_u8(what);
    uds_put_u16(routine);
    if (what == ROUTINE_RESULT) {
        if (length != 0)
            return NRC_INCORRECT_LENGTH;
        if (transfer.status != STATUS_DONE || routine == ROUTINE_DEACTIVATE)
            return NRC_REQUEST_SEQUENCE_ERROR;
        transfer_put_reason();
        return NRC_NONE;
    }
    return routine == ROUTINE_PREPARE    ? prepare(option, length)
           : routine == ROUTINE_ACTIVATE ? activate(length)
                                         : deactivate(option, length, authenticated);
}

/* ---- Download ---------------------------------------------------------------------------- */

uint8_t transfer_download(const uint8_t *request, size_t length) {
    uint32_t address, total;
    const uint8_t nrc = blocks_asked(request, length, &address, &total);
    if (nrc != NRC_NONE)
        return nrc;
    if (address != 0)
        return NRC_REQUEST_OUT_OF_RANGE;
    if (transfer.status != STATUS_PREPARED)
        return NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED;
    if (total != transfer.total)
        return NRC_REQUEST_OUT_OF_RANGE;
    transfer.status = STATUS_LOADING;
    return blocks_start(&transfer.blocks);
}

uint8_t transfer_begin_block(uint8_t counter) {
    if (transfer.status != STATUS_LOADING)
        return NRC_REQUEST_SEQUENCE_ERROR;
    return blocks_begin(&transfer.blocks, counter) ? NRC_NONE : NRC_WRONG_BLOCK_SEQUENCE_COUNTER;
}

uint8_t transfer_take(const uint8_t *data, size_t length, uint32_t offset) {
    const size_t known = blocks_known(&transfer.blocks, offset, length);
    data += known;
    length -= known;
    if (length == 0)
        return NRC_NONE;
    uint8_t *const token = transfer.purpose == PURPOSE_ACTIVATE ? transfer.token : NULL;
    const ksig_verdict verdict =
        verification_take(data, length, token, token != NULL ? TOKEN_BYTES : 0);
    if (verdict != KSIG_PENDING) {
        /* Close answers the same reason; an accepted one would be a fault. */
        const ksig_verdict closed = verification_close();
        finish(closed == KSIG_ACCEPT ? KSIG_REJECT_FAULT : closed);
        return NRC_GENERAL_PROGRAMMING_FAILURE;
    }
    transfer.blocks.taken += (uint32_t)length;
    return NRC_NONE;
}

uint8_t transfer_end_block(uint32_t length) {
    uds_put_u8(blocks_end(&transfer.blocks, length));
    transfer_put_want();
    return NRC_NONE;
}

uint8_t transfer_exit(const uint8_t *request, size_t length) {
    (void)request;
    if (length != 1)
        return NRC_INCORRECT_LENGTH;
    if (transfer.status != STATUS_LOADING || verification_want().length != 0)
        return NRC_REQUEST_SEQUENCE_ERROR;
    finish(verification_close());
    if (transfer.verdict != KSIG_ACCEPT)
        return NRC_GENERAL_PROGRAMMING_FAILURE;
    uds_put_u32(transfer.verdict);
    return NRC_NONE;
}

uint8_t transfer_restart(const uint8_t *request, size_t length) {
    (void)request, (void)length;
    return NRC_SERVICE_NOT_SUPPORTED;
}

/* ---- What a tester reads ----------------------------------------------------------------- */

void transfer_put_reason(void) {
    const storage_record *record = storage_load();
    uds_put_u32(transfer.verdict);
    uds_put_u8(transfer.activation);
    uds_put_u64(record != NULL ? record->counter : 0);
    uds_put_u32(record != NULL ? record->features : 0);
}

void transfer_put_want(void) {
    const ksig_want want = verification_want();
    uds_put_u8(want.part);
    uds_put_u32(want.offset);
    uds_put_u32(want.length);
}

void transfer_put_figures(void) {
    uds_put_u32(verification_state_bytes());
    uds_put_u32(stack_call_peak);
    uds_put_u32(stack_static());
    uds_put_u32(stack_static() + stack_peak());
    uds_put_u32(board_ram);
}
