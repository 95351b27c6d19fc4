/* libFuzzer target: firmware/can, ISO-TP and UDS, as whoever is on the bus sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: steps. A byte says what comes: a raw frame (its bytes), a whole request that is cut into
 * frames here (two bytes of length, its bytes), time, or a flow control. Checked beyond the
 * sanitizers: the device's frames are well-formed; after every input, and a pause in which its
 * session ends, it grants a new session and answers what is read; and no feature was activated,
 * since no input has a signature by the provisioned key. */
#include <stdlib.h>
#include <string.h>

#include "authentication.h"
#include "board.h"
#include "isotp.h"
#include "stack.h"
#include "storage.h"
#include "uds.h"
#include "uds_service.h"

#define TO_DEVICE 0x7E0u
#define TO_ALL 0x7DFu
#define TO_TESTER 0x7E8u
#define LONG_PAUSE_MS 6000u /* more than S3 and every timer of ISO-TP */

enum { FRAME, FRAME_FD, FRAME_TO_ALL, REQUEST, REQUEST_FD, PAUSE, CONTROL, KINDS };

static uint32_t now_ms;
static can_frame last; /* of the device */
static unsigned sent;

/* ---- What the firmware expects of a board ------------------------------------------------ */

const char board_name[] = "fuzzer";
const uint32_t board_ram = 8192;
uint32_t stack_call_peak;

uint32_t millis(void) { return now_ms; }
uint32_t stack_peak(void) { return 0; }
uint32_t stack_static(void) { return 0; }
void random_bytes(uint8_t *bytes, size_t length) { memset(bytes, 0x5A, length); }
ksig_verdict stack_verify_open(void *state, size_t bytes, const ksig_scheme *scheme,
                               const ksig_verify_args *args) {
    return ksig_verify_open(state, bytes, scheme, args);
}
ksig_verdict stack_verify_feed(void *state, const uint8_t *data, size_t length) {
    return ksig_verify_feed(state, data, length);
}
ksig_verdict stack_verify_close(void *state) { return ksig_verify_close(state); }
ksig_verdict stack_x509_open(void *state, size_t bytes, const ksig_x509_args *args) {
    return ksig_x509_open(state, bytes, args);
}
ksig_verdict stack_x509_push(void *state, const uint8_t *data, size_t length) {
    return ksig_x509_push(state, data, length);
}
ksig_verdict stack_x509_close(void *state, ksig_x509_end *end) {
    return ksig_x509_close(state, end);
}

static void check(bool good) {
    if (!good)
        abort();
}

bool can_send(const can_frame *frame) {
    check(frame->id == TO_TESTER && frame->length <= CAN_DATA_MAX && frame->length >= 1);
    check(frame->flags & CAN_FD ? frame->length == can_fd_length(frame->length)
                                : frame->length == 8);
    last = *frame;
    sent++;
    return true;
}

/* ---- The tester -------------------------------------------------------------------------- */

static void turn(void) {
    for (unsigned i = 0; i < 16; i++) {
        uds_poll(now_ms);
        now_ms++;
    }
}

static void give(uint32_t id, uint8_t flags, const uint8_t *data, size_t length) {
    can_frame frame = {.id = id, .flags = flags};
    frame.length = flags & CAN_FD ? can_fd_length((uint8_t)length) : (uint8_t)length;
    memcpy(frame.data, data, length);
    uds_receive(&frame, now_ms);
}

/* A whole request; flow control is not waited for, as the device takes each frame at once. */
static void request(const uint8_t *data, size_t length, bool fd) {
    const size_t bytes = fd ? CAN_DATA_MAX : 8;
    const uint8_t flags = fd ? CAN_FD : 0;
    uint8_t frame[CAN_DATA_MAX];
    size_t at;
    if (length <= 7) {
        frame[0] = (uint8_t)length;
        memcpy(frame + 1, data, length);
        give(TO_DEVICE, flags, frame, length + 1);
        return;
    }
    if (length <= bytes - 2 && fd) {
        frame[0] = 0;
        frame[1] = (uint8_t)length;
        memcpy(frame + 2, data, length);
        give(TO_DEVICE, flags, frame, length + 2);
        return;
    }
    frame[0] = (uint8_t)(0x10 | length >> 8);
    frame[1] = (uint8_t)length;
    memcpy(frame + 2, data, at = bytes - 2);
    give(TO_DEVICE, flags, frame, bytes);
    for (uint8_t number = 1; at < length; number++) {
        const size_t n = length - at < bytes - 1 ? length - at : bytes - 1;
        frame[0] = 0x20 | (number & 15);
        memcpy(frame + 1, data + at, n);
        at += n;
        give(TO_DEVICE, flags, frame, n + 1);
    }
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* One step; how many bytes it took. */
static size_t step(const uint8_t *data, size_t size) {
    const unsigned kind = data[0] % KINDS;
    const size_t most = kind == FRAME_FD ? CAN_DATA_MAX : 8;
    if (kind == PAUSE) {
        now_ms += size > 1 ? data[1] * 8u : 0;
        turn();
        return 2;
    }
    if (kind == CONTROL) {
        const uint8_t control[3] = {0x30, size > 1 ? data[1] : 0, 0};
        give(TO_DEVICE, 0, control, sizeof control);
        turn();
        return 2;
    }
    if (kind == REQUEST || kind == REQUEST_FD) {
        if (size < 3)
            return size;
        const size_t length =
            smaller(smaller((size_t)(data[1] | data[2] << 8) & 4095u, size - 3), 4095);
        if (length != 0)
            request(data + 3, length, kind == REQUEST_FD);
        turn();
        return 3 + length;
    }
    const size_t length = smaller(size > 1 ? data[1] : 0, smaller(size - smaller(size, 2), most));
    give(kind == FRAME_TO_ALL ? TO_ALL : TO_DEVICE, kind == FRAME_FD ? CAN_FD : 0,
         data + smaller(size, 2), length);
    return 2 + length;
}

static void provisioned(void) {
    uint8_t record[3 + 132] = {0x2E, 1, 0x10};
    const uint8_t session[2] = {0x10, 3};
    memcpy(record + 3, "ml-dsa-44", 9);
    memcpy(record + 3 + 32, "KILOSIG-0001", 12);
    memset(record + 3 + 68, 0xA5, 64); /* the anchor of a key that nobody knows */
    uds_start(TO_DEVICE, TO_ALL, TO_TESTER, 8, 0);
    request(session, sizeof session, false);
    request(record, sizeof record, false);
    check(storage_load() != NULL);
}

static void answers(void) {
    static const uint8_t session[2] = {0x10, 3}, features[3] = {0x22, 1, 0},
                         none[8] = {7, 0x62, 1, 0};
    now_ms += LONG_PAUSE_MS;
    turn();
    sent = 0;
    request(session, sizeof session, false);
    check(sent == 1 && last.data[0] == 6 && last.data[1] == 0x50 && last.data[2] == 3);
    request(features, sizeof features, false);
    check(sent == 2 && memcmp(last.data, none, sizeof none) == 0);
    now_ms += LONG_PAUSE_MS;
    turn();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool begun;
    if (!begun)
        provisioned();
    begun = true;
    for (size_t at = 0; at < size;)
        at += step(data + at, size - at);
    answers();
    check(storage_load()->features == 0 && storage_load()->counter == 0);
    return 0;
}
