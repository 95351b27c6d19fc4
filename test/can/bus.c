/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bus.h"

#include <string.h>

#include "authentication.h"
#include "board.h"
#include "check.h"
#include "stack.h"

enum { ROOM = 256 };

static can_frame queue[ROOM];
static unsigned first;
uint32_t bus_ms, bus_frames;
unsigned bus_queued;
can_frame bus_last[1];

void bus_clear(void) { bus_queued = 0; }

void bus_put(const can_frame *frame) {
    if (bus_queued == ROOM)
        return;
    queue[(first + bus_queued++) % ROOM] = *frame;
}

bool bus_get(can_frame *frame) {
    if (bus_queued == 0)
        return false;
    *frame = queue[first];
    first = (first + 1) % ROOM;
    bus_queued--;
    return true;
}

can_frame bus_frame(uint32_t id, const char *hex) {
    static const char digits[] = "0123456789abcdef";
    can_frame frame = {.id = id};
    for (; hex[0] != 0; hex += 2) {
        const long high = strchr(digits, hex[0]) - digits, low = strchr(digits, hex[1]) - digits;
        frame.data[frame.length++] = (uint8_t)(high << 4 | low);
    }
    return frame;
}

bool can_send(const can_frame *frame) {
    bus_frames++;
    bus_last[0] = *frame;
    bus_put(frame);
    return true;
}

/* ---- What the firmware expects of a board ------------------------------------------------ */

const char board_name[] = "host";
const uint32_t board_ram = 8192;
uint32_t stack_call_peak;

uint32_t millis(void) { return bus_ms; }
uint32_t stack_peak(void) { return 0; }
uint32_t stack_static(void) { return 0; }

void random_bytes(uint8_t *bytes, size_t length) { check_random_bytes(bytes, length); }

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
