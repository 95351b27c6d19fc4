/* A CAN controller in the ASCII protocol of serial CAN adapters, over the board's UART.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * LAWICEL CAN232 (version 3): t and T bring a frame, S, O and C set the bit rate, open and close, V
 * and N say who this is. CAN FD as CANable 2.0 has it: d, D without and b, B with bit rate switch,
 * and Y for its rate. A line ends with CR and is answered with CR, or with BEL if it is refused.
 * The adapter's side is played here, for a host that believes it has one. Remote frames (r, R) are
 * dropped: no service has a use for them. */
#include "board.h"
#include "controller.h"

#define CR 13
#define BEL 7
#define LINE_TOO_LONG 160 /* longer than the longest: B, 8 digits, length, 64 bytes of data */

static const uint8_t fd_lengths[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64};

static struct {
    can_frame frame;   /* as far as it has been read */
    uint8_t kind;      /* first character of the line; 0: none yet */
    uint8_t place;     /* characters after it */
    uint8_t id_digits; /* 3 or 8; 0: the line is no data frame */
    bool bad;
    bool open;
} line;

static uint8_t dlc_of(uint8_t length) {
    uint8_t code = 0;
    while (code < 15 && fd_lengths[code] < length)
        code++;
    return code;
}

static int hex_value(uint8_t c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void answer(uint8_t byte) { uart_write(&byte, 1); }

static void begin_line(uint8_t kind) {
    line.kind = kind;
    line.place = 0;
    line.bad = false;
    line.frame.id = 0;
    line.frame.length = 0;
    line.frame.flags = 0;
    line.id_digits = 0;
    switch (kind) {
    case 'D':
    case 'B':
        line.frame.flags = CAN_FD | CAN_EXTENDED;
        line.id_digits = 8;
        break;
    case 'd':
    case 'b':
        line.frame.flags = CAN_FD;
        line.id_digits = 3;
        break;
    case 'T':
        line.frame.flags = CAN_EXTENDED;
        line.id_digits = 8;
        break;
    case 't':
        line.id_digits = 3;
        break;
    default:
        break;
    }
}

/* The next character of a frame: identifier, length, data. */
static void frame_digit(uint8_t c) {
    const int value = hex_value(c);
    can_frame *const frame = &line.frame;
    if (value < 0) {
        line.bad = true;
    } else if (line.place < line.id_digits) {
        frame->id = frame->id << 4 | (uint32_t)value;
    } else if (line.place == line.id_digits) {
        line.bad |= !(frame->flags & CAN_FD) && value > 8;
        frame->length = fd_lengths[value];
    } else {
        const unsigned digit = line.place - line.id_digits - 1u;
        if (digit / 2 >= frame->length || line.bad) /* time stamps, too, which nobody asked for */
            line.bad = true;
        else if (digit % 2 == 0)
            frame->data[digit / 2] = (uint8_t)(value << 4);
        else
            frame->data[digit / 2] |= (uint8_t)value;
    }
}

/* True: line.frame is a frame that came. */
static bool end_line(void) {
    static const uint8_t version[] = "V1013", serial[] = "NKSIG";
    const uint8_t kind = line.kind;
    line.kind = 0;
    if (line.id_digits != 0) {
        const bool whole = !line.bad && line.place == line.id_digits + 1 + 2 * line.frame.length;
        const bool good =
            whole && line.open && line.frame.id <= (line.id_digits == 3 ? 0x7FFu : 0x1FFFFFFFu);
        answer(good ? CR : BEL);
        return good;
    }
    switch (kind) {
    case 'O':
    case 'C':
        line.open = kind == 'O';
        break;
    case 'V':
        uart_write(version, sizeof version - 1);
        break;
    case 'N':
        uart_write(serial, sizeof serial - 1);
        break;
    case 'S': /* there are no bits here whose rate could be set */
    case 'Y':
    case 'r':
    case 'R':
    case 0: /* an empty line */
        break;
    default:
        answer(BEL);
        return false;
    }
    answer(CR);
    return false;
}

/* An adapter does not close when the device behind it restarts. */
void can_start(void) { line.open = true; }

bool can_receive(can_frame *frame) {
    for (int byte = uart_read(); byte >= 0; byte = uart_read()) {
        const uint8_t c = (uint8_t)byte;
        if (c == CR) {
            if (end_line()) {
                *frame = line.frame;
                return true;
            }
        } else if (line.kind == 0) {
            begin_line(c);
        } else if (line.place >= LINE_TOO_LONG) {
            line.bad = true;
        } else {
            if (line.id_digits != 0)
                frame_digit(c);
            line.place++;
        }
    }
    return false;
}

static uint8_t hex_digit(unsigned value) {
    return (uint8_t)(value < 10 ? '0' + value : 'A' + value - 10);
}

bool can_send(const can_frame *frame) {
    static const uint8_t kinds[4] = {'t', 'T', 'b', 'B'};
    uint8_t text[2];
    if (!line.open)
        return false;
    answer(kinds[frame->flags & 3]);
    for (unsigned digits = frame->flags & CAN_EXTENDED ? 8 : 3; digits != 0; digits--)
        answer(hex_digit(frame->id >> 4 * (digits - 1) & 15));
    answer(hex_digit(dlc_of(frame->length)));
    for (unsigned i = 0; i < frame->length; i++) {
        text[0] = hex_digit(frame->data[i] >> 4);
        text[1] = hex_digit(frame->data[i] & 15u);
        uart_write(text, sizeof text);
    }
    answer(CR);
    return true;
}

void can_wait(void) { board_wait(); }
