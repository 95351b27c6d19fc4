/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "uds.h"

#include <string.h>

#include "authentication.h"
#include "data_identifiers.h"
#include "transfer.h"
#include "uds_service.h"

#define P2_MS 50u        /* the longest time to the answer */
#define P2_STAR_MS 5000u /* after NRC_RESPONSE_PENDING */
#define S3_MS 5000u      /* without a request the default session begins again */

static struct {
    isotp_link link;
    uint32_t heard_ms;
    uint8_t session;
    uint8_t nrc;      /* of a request whose data come in pieces */
    uint8_t answered; /* bytes of the response */
    bool too_long;    /* the response does not fit */
    bool streamed;    /* the request under way is not kept: its pieces are used as they come */
    uint8_t request[UDS_REQUEST_BYTES];
    uint8_t response[UDS_RESPONSE_BYTES];
} server;

/* ---- Responses --------------------------------------------------------------------------- */

void uds_put(const void *data, size_t length) {
    if (length > sizeof server.response - server.answered) {
        server.too_long = true;
        return;
    }
    memcpy(server.response + server.answered, data, length);
    server.answered = (uint8_t)(server.answered + length);
}

void uds_put_u8(uint8_t value) { uds_put(&value, 1); }

void uds_put_u16(uint16_t value) {
    uds_put_u8((uint8_t)(value >> 8));
    uds_put_u8((uint8_t)value);
}

void uds_put_u32(uint32_t value) {
    uds_put_u16((uint16_t)(value >> 16));
    uds_put_u16((uint16_t)value);
}

void uds_put_u64(uint64_t value) {
    uds_put_u32((uint32_t)(value >> 32));
    uds_put_u32((uint32_t)value);
}

/* Leaves the response that is being put together as it is: a single frame goes out at once. */
static void respond_negative(uint8_t sid, uint8_t nrc, uint32_t now_ms) {
    const uint8_t response[3] = {SID_NEGATIVE, sid, nrc};
    isotp_send(&server.link, response, sizeof response, now_ms);
}

void uds_pending(void) {
    respond_negative(server.request[0], NRC_RESPONSE_PENDING, server.heard_ms);
}

/* To a request to every device only those answer that have something to say. */
static bool silent(uint8_t nrc) {
    return nrc == NRC_SERVICE_NOT_SUPPORTED || nrc == NRC_SUB_FUNCTION_NOT_SUPPORTED ||
           nrc == NRC_REQUEST_OUT_OF_RANGE || nrc == NRC_SUB_FUNCTION_NOT_SUPPORTED_IN_SESSION ||
           nrc == NRC_SERVICE_NOT_SUPPORTED_IN_SESSION;
}

static bool has_sub_function(uint8_t sid) {
    return sid == SID_SESSION_CONTROL || sid == SID_ECU_RESET || sid == SID_TESTER_PRESENT ||
           sid == SID_ROUTINE_CONTROL || sid == SID_AUTHENTICATION;
}

/* ---- Services ---------------------------------------------------------------------------- */

static void enter_session(uint8_t session) {
    server.session = session;
    authentication_reset();
    transfer_drop();
    if (session == SESSION_DEFAULT)
        transfer_reset();
}

static uint8_t session_control(const uint8_t *request, size_t length) {
    if (length != 2)
        return NRC_INCORRECT_LENGTH;
    const uint8_t session = request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE;
    if (session != SESSION_DEFAULT && session != SESSION_EXTENDED)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    enter_session(session);
    uds_put_u8(session);
    uds_put_u16(P2_MS);
    uds_put_u16(P2_STAR_MS / 10);
    return NRC_NONE;
}

static uint8_t tester_present(const uint8_t *request, size_t length) {
    if (length != 2)
        return NRC_INCORRECT_LENGTH;
    if ((request[1] & (uint8_t)~SUPPRESS_POSITIVE_RESPONSE) != 0)
        return NRC_SUB_FUNCTION_NOT_SUPPORTED;
    uds_put_u8(0);
    return NRC_NONE;
}

static bool only_extended(uint8_t sid) {
    return sid == SID_ROUTINE_CONTROL || sid == SID_REQUEST_DOWNLOAD || sid == SID_TRANSFER_DATA ||
           sid == SID_TRANSFER_EXIT || sid == SID_AUTHENTICATION || sid == SID_WRITE_DATA;
}

static uint8_t serve(const uint8_t *request, size_t length) {
    if (only_extended(request[0]) && server.session != SESSION_EXTENDED)
        return NRC_SERVICE_NOT_SUPPORTED_IN_SESSION;
    switch (request[0]) {
    case SID_SESSION_CONTROL:
        return session_control(request, length);
    case SID_ECU_RESET:
        return transfer_restart(request, length);
    case SID_TESTER_PRESENT:
        return tester_present(request, length);
    case SID_READ_DATA:
        return data_read(request, length, server.session);
    case SID_WRITE_DATA:
        return data_write(request, length);
    case SID_AUTHENTICATION:
        return authentication_request(request, length);
    case SID_ROUTINE_CONTROL:
        return transfer_routine(request, length, authenticated());
    case SID_REQUEST_DOWNLOAD:
        return transfer_download(request, length);
    case SID_TRANSFER_DATA:
        return NRC_INCORRECT_LENGTH; /* streamed if it has a counter */
    case SID_TRANSFER_EXIT:
        return transfer_exit(request, length);
    default:
        return NRC_SERVICE_NOT_SUPPORTED;
    }
}

/* ---- Requests that come in pieces -------------------------------------------------------- */

#define STREAM_HEAD 2 /* service, and counter or sub-function */

static bool streams(const isotp_piece *piece) {
    if (piece->total < STREAM_HEAD)
        return false;
    return piece->data[0] == SID_TRANSFER_DATA ||
           (piece->data[0] == SID_AUTHENTICATION && authentication_streams(piece->data[1]));
}

static void stream_piece(const isotp_piece *piece) {
    const uint8_t sid = server.request[0];
    const uint8_t *data = piece->data;
    size_t length = piece->length;
    uint32_t offset = piece->offset;
    if (offset == 0) {
        if (server.session != SESSION_EXTENDED)
            server.nrc = NRC_SERVICE_NOT_SUPPORTED_IN_SESSION;
        else
            server.nrc = sid == SID_TRANSFER_DATA ? transfer_begin_block(data[1])
                                                  : authentication_begin(data[1]);
        data += STREAM_HEAD;
        length -= STREAM_HEAD;
        offset = STREAM_HEAD;
    }
    if (server.nrc == NRC_NONE && length != 0)
        server.nrc = sid == SID_TRANSFER_DATA ? transfer_take(data, length, offset - STREAM_HEAD)
                                              : authentication_take(data, length);
}

static uint8_t end_stream(const isotp_piece *piece) {
    /* A certificate that was begun is ended too, whatever was wrong with it. */
    if (server.session != SESSION_EXTENDED)
        return server.nrc;
    if (server.request[0] == SID_AUTHENTICATION)
        return authentication_end();
    return server.nrc != NRC_NONE ? server.nrc : transfer_end_block(piece->total - STREAM_HEAD);
}

/* ---- The server -------------------------------------------------------------------------- */

static void respond(uint8_t nrc, bool functional, uint32_t now_ms) {
    const uint8_t sid = server.request[0];
    if (nrc == NRC_NONE && server.too_long)
        nrc = NRC_RESPONSE_TOO_LONG;
    if (nrc != NRC_NONE) {
        if (!functional || !silent(nrc))
            respond_negative(sid, nrc, now_ms);
        return;
    }
    if (has_sub_function(sid) && server.request[1] & SUPPRESS_POSITIVE_RESPONSE)
        return;
    isotp_send(&server.link, server.response, server.answered, now_ms);
}

static void take_piece(const isotp_piece *piece, uint32_t now_ms) {
    server.heard_ms = now_ms;
    if (piece->functional && !isotp_quiet(&server.link))
        return; /* amid another request or its answer it keeps the session alive, and that is all */
    if (piece->offset == 0) {
        server.streamed = streams(piece);
        if (!server.streamed && piece->total > sizeof server.request) {
            isotp_refuse(&server.link);
            return;
        }
        server.request[0] = piece->data[0];
        server.request[1] = piece->length > 1 ? piece->data[1] : 0;
        server.nrc = NRC_NONE;
    }
    const bool last = isotp_last(piece);
    if (last) {
        server.answered = 0;
        server.too_long = false;
    }
    if (server.streamed) {
        /* What the last frame completes may be a row, which takes longer than P2 on slow cores. */
        if (last && piece->offset != 0)
            respond_negative(server.request[0], NRC_RESPONSE_PENDING, now_ms);
        stream_piece(piece);
    } else {
        memcpy(server.request + piece->offset, piece->data, piece->length);
    }
    isotp_taken(&server.link, now_ms);
    if (!last)
        return;
    uds_put_u8((uint8_t)(server.request[0] + SID_POSITIVE));
    const uint8_t nrc = server.streamed ? end_stream(piece) : serve(server.request, piece->total);
    respond(nrc, piece->functional, now_ms);
}

void uds_receive(const can_frame *frame, uint32_t now_ms) {
    isotp_piece piece;
    if (isotp_receive(&server.link, frame, now_ms, &piece))
        take_piece(&piece, now_ms);
}

void uds_poll(uint32_t now_ms) {
    isotp_poll(&server.link, now_ms);
    if (server.session != SESSION_DEFAULT && isotp_quiet(&server.link) &&
        now_ms - server.heard_ms > S3_MS)
        enter_session(SESSION_DEFAULT);
}

bool uds_idle(void) { return !isotp_due(&server.link); }

void uds_start(uint32_t receive_id, uint32_t functional_id, uint32_t send_id, uint8_t block_size,
               uint8_t separation_time) {
    server.link.receive_id = receive_id;
    server.link.functional_id = functional_id;
    server.link.send_id = send_id;
    server.link.block_size = block_size;
    server.link.separation_time = separation_time;
    enter_session(SESSION_DEFAULT);
}
