/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "requests.h"

#include "board.h"
#include "bytes.h"
#include "jobs.h"
#include "protocol/frame.h"
#include "stack.h"

#define PROTOCOL_VERSION 2
#define INFO_PROVISIONED 1
#define INFO_FAULT 2

/* Payload layouts. */
#define KEYGEN_SCHEME 4
#define KEYGEN_SEED 28
#define SIGN_SCHEME 4
#define SIGN_SOURCE 28
#define SIGN_LENGTH 29
#define SIGN_RND_LENGTH 33
#define SIGN_RND 34
#define SIGN_CONTEXT_LENGTH 66
#define SIGN_CONTEXT 67
#define REQUEST_RND_LENGTH 29
#define REQUEST_RND 30
#define REQUEST_SERIAL 62
#define GET_BYTES 10
#define POLL_BYTES 4
#define TAKEN_BYTES 8
#define CHUNK_HEAD 9
#define DATA_HEAD 5

void send_error(uint8_t code) {
    frame_begin(FRAME_ERROR, 1);
    frame_put_u8(code);
    frame_end();
}

static void send_ok(void) {
    frame_begin(FRAME_OK, 0);
    frame_end();
}

static void send_result(void) {
    frame_begin(FRAME_RESULT, 32);
    frame_put_u32(job.id);
    frame_put_u32(job.verdict);
    frame_put_u32(job.state_bytes);
    frame_put_u32(stack_call_peak);
    frame_put_u32(stack_static());
    frame_put_u32(stack_static() + stack_peak());
    frame_put_u32(board_ram);
    frame_put_u32(job.steps);
    frame_end();
}

static void send_want(void) {
    frame_begin(FRAME_WANT, 13);
    frame_put_u32(job.id);
    frame_put_u8(KSIG_PART_MESSAGE);
    frame_put_u32(job.fed);
    frame_put_u32(job.length - job.fed);
    frame_end();
}

static void send_chunk(uint8_t part, uint32_t offset, const uint8_t *bytes, uint8_t count) {
    frame_begin(FRAME_CHUNK, (uint16_t)(CHUNK_HEAD + count));
    frame_put_u32(job.id);
    frame_put_u8(part);
    frame_put_u32(offset);
    frame_put(bytes, count);
    frame_end();
}

void send_standing(void) {
    if (job.status == JOB_MESSAGE)
        send_want();
    else if (job.status == JOB_GIVING)
        send_chunk(job.part, job.taken, job_piece(), job.piece);
    else
        send_result();
}

static void send_info(void) {
    const char *scheme = job_flash_key();
    frame_begin(FRAME_INFO, 96);
    frame_put_u8(PROTOCOL_VERSION);
    frame_put_u8((uint8_t)((*scheme != 0 ? INFO_PROVISIONED : 0) | (board_fault ? INFO_FAULT : 0)));
    frame_put_u16(board_chunk);
    frame_put_u32(board_ram);
    frame_put_u64(0);
    frame_put_u32(0);
    frame_put_text("", 12);
    frame_put_text(board_name, 24);
    frame_put_text(scheme, 32);
    frame_put_text("default", 8);
    frame_end();
}

/* A repeated request must not begin its job again. */
static int repeated(uint32_t id, uint8_t signing) {
    return job.status != JOB_NONE && job.id == id && job.signing == signing;
}

static void answer(uint8_t error) {
    if (error != 0)
        send_error(error);
    else
        send_standing();
}

static void keygen(const uint8_t *payload, size_t length) {
    if (length < KEYGEN_SEED)
        send_error(ERROR_BAD_PAYLOAD);
    else if (repeated(get_u32(payload), 0))
        send_standing();
    else
        answer(job_keygen(get_u32(payload), payload + KEYGEN_SCHEME, payload + KEYGEN_SEED,
                          length - KEYGEN_SEED));
}

static void sign(const uint8_t *payload, size_t length) {
    if (length < SIGN_CONTEXT || length != SIGN_CONTEXT + (size_t)payload[SIGN_CONTEXT_LENGTH] ||
        payload[SIGN_RND_LENGTH] > JOB_RND_MAX || payload[SIGN_SOURCE] > JOB_SOURCE_RAM) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    ksig_sign_args args = {.context = payload + SIGN_CONTEXT,
                           .rnd = payload[SIGN_RND_LENGTH] != 0 ? payload + SIGN_RND : NULL,
                           .flags = payload[SIGN_RND_LENGTH] != 0 ? 0 : KSIG_SIGN_DETERMINISTIC,
                           .context_length = payload[SIGN_CONTEXT_LENGTH]};
    if (repeated(get_u32(payload), 1))
        send_standing();
    else
        answer(job_sign(get_u32(payload), payload + SIGN_SCHEME, payload[SIGN_SOURCE],
                        get_u32(payload + SIGN_LENGTH), &args, payload[SIGN_RND_LENGTH]));
}

#ifdef ATTEST_IDENTITY
static void request_certificate(const uint8_t *payload, size_t length) {
    if (length <= REQUEST_SERIAL || payload[REQUEST_RND_LENGTH] > JOB_RND_MAX ||
        payload[SIGN_SOURCE] > JOB_SOURCE_RAM) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    const ksig_sign_args args = {
        .rnd = payload[REQUEST_RND_LENGTH] != 0 ? payload + REQUEST_RND : NULL,
        .flags = payload[REQUEST_RND_LENGTH] != 0 ? 0 : KSIG_SIGN_DETERMINISTIC};
    if (repeated(get_u32(payload), 1))
        send_standing();
    else
        answer(job_request(get_u32(payload), payload + SIGN_SCHEME, payload[SIGN_SOURCE],
                           payload + REQUEST_SERIAL, length - REQUEST_SERIAL, &args,
                           payload[REQUEST_RND_LENGTH]));
}
#endif

static void data(const uint8_t *payload, size_t length) {
    if (job.status == JOB_NONE) {
        send_error(ERROR_NO_SESSION);
        return;
    }
    if (length <= DATA_HEAD || length > (size_t)DATA_HEAD + board_chunk) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    length -= DATA_HEAD;
    if (job.status == JOB_MESSAGE && payload[0] == KSIG_PART_MESSAGE &&
        get_u32(payload + 1) == job.fed) {
        if (length > job.length - job.fed) {
            send_error(ERROR_BAD_PAYLOAD);
            return;
        }
        job_feed(payload + DATA_HEAD, length);
    }
    send_standing();
}

static void get(const uint8_t *payload, size_t length) {
    uint32_t total = 0;
    if (length != GET_BYTES) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    const uint8_t part = payload[4], count = payload[9];
    const uint32_t offset = get_u32(payload + 5);
    const uint8_t *const output = job.id == get_u32(payload) ? job_output(part, &total) : NULL;
    if (output == NULL) {
        send_error(ERROR_NO_SESSION);
        return;
    }
    if (count == 0 || offset > total || count > total - offset) {
        send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    send_chunk(part, offset, output + offset, count);
}

/* POLL, and TAKEN, which says more. */
static void poll(const uint8_t *payload, size_t length, size_t expected) {
    if (length != expected) {
        send_error(ERROR_BAD_PAYLOAD);
    } else if (job.status == JOB_NONE || get_u32(payload) != job.id) {
        send_error(ERROR_NO_SESSION);
    } else {
        if (length == TAKEN_BYTES)
            job_taken(get_u32(payload + 4));
        send_standing();
    }
}

void request(uint8_t type, const uint8_t *payload, size_t length) {
    switch (type) {
    case FRAME_KEYGEN:
        keygen(payload, length);
        break;
    case FRAME_SIGN:
        sign(payload, length);
        break;
#ifdef ATTEST_IDENTITY
    case FRAME_REQUEST:
        request_certificate(payload, length);
        break;
#endif
    case FRAME_DATA:
        data(payload, length);
        break;
    case FRAME_GET:
        get(payload, length);
        break;
    case FRAME_POLL:
        poll(payload, length, POLL_BYTES);
        break;
    case FRAME_TAKEN:
        poll(payload, length, TAKEN_BYTES);
        break;
    case FRAME_HELLO:
    case FRAME_ABORT:
        if (length != 0) {
            send_error(ERROR_BAD_PAYLOAD);
        } else if (type == FRAME_HELLO) {
            send_info();
        } else {
            job_wipe();
            send_ok();
        }
        break;
    default:
        send_error(ERROR_UNKNOWN_TYPE);
        break;
    }
}
