/* A gateway: brings a signed token to a control unit on CAN in the order of its wants, which
 * ksig_plan knows. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     gateway HOST PORT SCHEME KEY TOKEN SIGNATURE [default|fast|small] [fd]
 *
 * HOST and PORT are those of an SLCAN adapter, or of an emulated board; KEY, TOKEN and SIGNATURE
 * are files. Exit status 0: activated, 1: refused, 2: a mistake, or no answer. ISO-TP is that of
 * the device (firmware/can/isotp.c): it has both sides. */
#define _POSIX_C_SOURCE 200809L

#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "isotp.h"
#include "ksig_plan.h"

#define REQUEST_ID 0x7E0u
#define RESPONSE_ID 0x7E8u
#define BLOCK_BYTES 4093u /* of a TransferData request, whose head has 2 */
#define MOST_FILE (1 << 20)
#define ANSWER_MS 20000u
#define TRIES 5

enum { ACTIVATED, REFUSED, FAILED };

static int adapter;
static isotp_link device;
static uint8_t request[2 + BLOCK_BYTES], answer[256];
static uint32_t answered;

static void fail(const char *what) {
    fprintf(stderr, "gateway: %s\n", what);
    exit(FAILED);
}

static uint32_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

/* ---- The controller: an SLCAN adapter behind a socket ------------------------------------ */

static void put_line(const char *line) {
    size_t left = strlen(line);
    while (left != 0) {
        const ssize_t n = write(adapter, line, left);
        if (n <= 0)
            fail("the adapter is gone");
        line += n;
        left -= (size_t)n;
    }
}

bool can_send(const can_frame *frame) {
    static const char digits[] = "0123456789ABCDEF";
    char line[160];
    unsigned dlc = frame->length <= 8    ? frame->length
                   : frame->length <= 24 ? 6 + frame->length / 4u
                                         : 11 + frame->length / 16u;
    int length = snprintf(line, sizeof line, "%c%03X%c", frame->flags & CAN_FD ? 'b' : 't',
                          (unsigned)frame->id, digits[dlc]);
    for (unsigned i = 0; i < frame->length; i++) {
        line[length++] = digits[frame->data[i] >> 4];
        line[length++] = digits[frame->data[i] & 15];
    }
    line[length++] = '\r';
    line[length] = 0;
    put_line(line);
    return true;
}

static bool parse(const char *line, can_frame *frame) {
    static const uint8_t lengths[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64};
    unsigned id, dlc, byte;
    if ((line[0] != 't' && line[0] != 'b') || sscanf(line + 1, "%3x%1x", &id, &dlc) != 2)
        return false;
    frame->id = id;
    frame->flags = line[0] == 'b' ? CAN_FD : 0;
    frame->length = lengths[dlc];
    for (unsigned i = 0; i < frame->length; i++) {
        if (sscanf(line + 5 + 2 * i, "%2x", &byte) != 1)
            return false;
        frame->data[i] = (uint8_t)byte;
    }
    return true;
}

/* Waits at most 20 ms for a byte. */
bool can_receive(can_frame *frame) {
    static char line[160];
    static size_t length;
    struct pollfd wait = {.fd = adapter, .events = POLLIN};
    char c;
    while (poll(&wait, 1, 20) == 1) {
        if (read(adapter, &c, 1) != 1)
            fail("the adapter is gone");
        if (c != '\r' && c != '\a') {
            if (length < sizeof line - 1)
                line[length++] = c;
            continue;
        }
        line[length] = 0;
        length = 0;
        if (parse(line, frame))
            return true;
    }
    return false;
}

static void open_adapter(const char *host, const char *port) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses;
    if (getaddrinfo(host, port, &hints, &addresses) != 0)
        fail("no such host");
    adapter = socket(addresses->ai_family, addresses->ai_socktype, addresses->ai_protocol);
    if (adapter < 0 || connect(adapter, addresses->ai_addr, addresses->ai_addrlen) != 0)
        fail("nothing answers there");
    freeaddrinfo(addresses);
    put_line("\rC\rS6\rO\r");
}

/* ---- UDS --------------------------------------------------------------------------------- */

static void hear(const can_frame *frame) {
    isotp_piece piece;
    if (!isotp_receive(&device, frame, now_ms(), &piece))
        return;
    if (piece.offset + piece.length <= sizeof answer)
        memcpy(answer + piece.offset, piece.data, piece.length);
    isotp_taken(&device, now_ms());
    if (isotp_last(&piece) && !(piece.total == 3 && answer[0] == 0x7F && answer[2] == 0x78))
        answered = piece.total;
}

/* True for a positive response. A request without an answer is repeated: none does harm. */
static bool ask(uint32_t length) {
    can_frame frame;
    for (unsigned tries = 0; tries < TRIES; tries++) {
        const uint32_t begin = now_ms();
        answered = 0;
        isotp_send(&device, request, length, begin);
        while (answered == 0 && now_ms() - begin < ANSWER_MS) {
            isotp_poll(&device, now_ms());
            if (!isotp_due(&device) && can_receive(&frame))
                hear(&frame);
        }
        if (answered != 0 && answer[0] == request[0] + 0x40)
            return true;
        if (answered != 0 && answer[0] == 0x7F && answer[1] == request[0])
            return false;
    }
    fail("the device does not answer");
    return false;
}

static uint32_t put_u32(uint32_t place, uint32_t value) {
    for (unsigned i = 0; i < 4; i++)
        request[place + i] = (uint8_t)(value >> (24 - 8 * i));
    return place + 4;
}

static bool simple(const char *bytes, uint32_t length) {
    memcpy(request, bytes, length);
    return ask(length);
}

/* RoutineControl: what comes; RequestDownload. */
static bool prepare(const ksig_plan_inputs *in) {
    memcpy(request, "\x31\x01\x03\x00\x00", 5);
    if (!ask(
            put_u32(put_u32(put_u32(5, in->message_length), in->signature_length), in->key_length)))
        return false;
    memcpy(request, "\x34\x00\x44\x00\x00\x00\x00", 7);
    return ask(put_u32(7, in->message_length + in->signature_length + in->key_length));
}

/* All steps of the plan, in blocks that go across their borders. */
static bool transfer(ksig_plan *plan, const uint8_t *const parts[4]) {
    ksig_plan_step step = {.length = 0};
    uint32_t filled = 0, blocks = 0;
    for (;;) {
        if (step.length == 0 && !ksig_plan_next(plan, &step))
            break;
        const uint32_t room = BLOCK_BYTES - filled, n = step.length < room ? step.length : room;
        memcpy(request + 2 + filled, parts[step.part] + step.offset, n);
        step.offset += n;
        step.length -= n;
        filled += n;
        if (filled == BLOCK_BYTES) {
            request[0] = 0x36;
            request[1] = (uint8_t)++blocks;
            if (!ask(2 + filled))
                return false;
            filled = 0;
        }
    }
    request[0] = 0x36;
    request[1] = (uint8_t)++blocks;
    return filled == 0 || ask(2 + filled);
}

static uint8_t *read_file(const char *name, uint32_t *length) {
    FILE *const file = fopen(name, "rb");
    uint8_t *const bytes = malloc(MOST_FILE);
    if (file == NULL || bytes == NULL)
        fail("a file cannot be read");
    *length = (uint32_t)fread(bytes, 1, MOST_FILE, file);
    fclose(file);
    return bytes;
}

int main(int count, char **arguments) {
    if (count < 7)
        fail("usage: gateway HOST PORT SCHEME KEY TOKEN SIGNATURE [default|fast|small] [fd]");
    ksig_plan_inputs in;
    ksig_plan plan;
    uint8_t variant = KSIG_PLAN_DEFAULT;
    for (int i = 7; i < count; i++) {
        variant = strcmp(arguments[i], "small") == 0  ? KSIG_PLAN_SMALL
                  : strcmp(arguments[i], "fast") == 0 ? KSIG_PLAN_FAST
                                                      : variant;
        device.fd |= strcmp(arguments[i], "fd") == 0;
    }
    in.key = read_file(arguments[4], &in.key_length);
    const uint8_t *const message = read_file(arguments[5], &in.message_length);
    in.signature = read_file(arguments[6], &in.signature_length);
    if (ksig_plan_open(&plan, ksig_plan_scheme_by_name(arguments[3]), variant, &in) !=
        KSIG_PLAN_READY)
        fail("scheme, key and signature do not fit together");
    const uint8_t *const parts[4] = {NULL, in.key, message, in.signature};
    const uint64_t bytes = ksig_plan_bytes(&plan);
    device.receive_id = RESPONSE_ID;
    device.send_id = REQUEST_ID;
    open_adapter(arguments[1], arguments[2]);
    const bool done = simple("\x10\x03", 2) && prepare(&in) && transfer(&plan, parts) &&
                      simple("\x37", 1) && simple("\x31\x01\x03\x01", 4);
    if (done)
        printf("activated: %llu bytes sent\n", (unsigned long long)bytes);
    else
        printf("refused: service 0x%02X, response code 0x%02X\n", answer[1], answer[2]);
    put_line("C\r");
    close(adapter);
    return done ? ACTIVATED : REFUSED;
}
