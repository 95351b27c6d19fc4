/* ISO-TP between two links, and what ISO 15765-2 says of frames that are out of place.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "bus.h"
#include "check.h"
#include "isotp.h"

enum { LONGEST = 70000 };

static uint8_t sent[LONGEST], received[LONGEST];
static isotp_link device, tester;
static uint32_t got, messages; /* bytes of the message under way, messages that were whole */

static void start(bool fd, uint8_t block_size, uint8_t separation_time) {
    device = (isotp_link){.receive_id = TO_DEVICE, .functional_id = TO_ALL, .send_id = TO_TESTER};
    tester = (isotp_link){.receive_id = TO_TESTER, .send_id = TO_DEVICE, .fd = fd};
    device.block_size = block_size;
    device.separation_time = separation_time;
    bus_clear();
    got = 0;
    messages = 0;
}

/* Everything that is to be done now. drop: number of the frame to the device that is lost, or -1.
 */
static void deliver(int drop) {
    can_frame frame;
    isotp_piece piece;
    static int number;
    while (bus_get(&frame)) {
        if (frame.id == TO_TESTER) {
            (void)isotp_receive(&tester, &frame, bus_ms, &piece);
            continue;
        }
        if (drop >= 0 && number++ == drop)
            continue;
        if (!isotp_receive(&device, &frame, bus_ms, &piece))
            continue;
        CHECK(piece.offset == 0 || piece.offset == got);
        CHECK(piece.length >= 1 && piece.offset + piece.length <= piece.total &&
              piece.total <= LONGEST);
        memcpy(received + piece.offset, piece.data, piece.length);
        got = piece.offset + piece.length;
        messages += isotp_last(&piece);
        isotp_taken(&device, bus_ms);
    }
    if (drop < 0)
        number = 0;
}

static void run(unsigned ms, int drop) {
    for (; ms != 0; ms--) {
        deliver(drop);
        isotp_poll(&device, bus_ms);
        isotp_poll(&tester, bus_ms);
        bus_ms++;
    }
    deliver(drop);
}

static void check_message(uint32_t length) {
    CHECK(messages == 1 && got == length && memcmp(sent, received, length) == 0);
    CHECK(isotp_quiet(&device) && isotp_quiet(&tester) && device.errors == 0 && tester.errors == 0);
}

static void test_lengths(void) {
    static const uint32_t lengths[] = {1,  2,  6,  7,   8,   9,    13,   14,   61,  62,
                                       63, 64, 70, 125, 126, 4094, 4095, 4096, 5000};
    for (unsigned i = 0; i < 4 * (sizeof lengths / sizeof lengths[0]); i++) {
        const uint32_t length = lengths[i / 4];
        start(i & 1, i & 2 ? 3 : 0, 0);
        check_random_bytes(sent, length);
        memset(received, 0, sizeof received);
        isotp_send(&tester, sent, length, bus_ms);
        CHECK(bus_last[0].flags == (i & 1 ? CAN_FD : 0));
        run(length + 10, -1);
        check_message(length);
    }
    start(false, 0, 0);
    isotp_send(&tester, sent, LONGEST, bus_ms);
    CHECK_HEX(bus_last[0].data, 6, "100000011170"); /* 70,000 */
    run(LONGEST, -1);
    check_message(LONGEST);
}

static void test_padding_and_lengths_of_frames(void) {
    start(false, 0, 0);
    memset(sent, 0x11, 20);
    isotp_send(&tester, sent, 3, bus_ms);
    CHECK(bus_last[0].length == 8);
    CHECK_HEX(bus_last[0].data, 8, "03111111cccccccc");
    start(true, 0, 0);
    isotp_send(&tester, sent, 9, bus_ms);
    CHECK(bus_last[0].length == 12);
    CHECK_HEX(bus_last[0].data, 12, "0009111111111111111111cc");
}

/* Every frame of a message that is lost once: no message, no wait for ever, and the next one
 * arrives. */
static void test_lost_frames(void) {
    for (int drop = 0; drop < 15; drop++) {
        start(false, 4, 0);
        check_random_bytes(sent, 100);
        deliver(-1);
        isotp_send(&tester, sent, 100, bus_ms);
        run(2500, drop);
        CHECK(messages == 0 && isotp_quiet(&device) && isotp_quiet(&tester));
        isotp_send(&tester, sent, 100, bus_ms);
        got = 0;
        run(200, -1);
        CHECK(messages == 1 && memcmp(sent, received, 100) == 0);
    }
}

static void give(const char *hex) {
    const can_frame frame = bus_frame(TO_DEVICE, hex);
    bus_put(&frame);
    deliver(-1);
}

static void test_out_of_place(void) {
    start(false, 0, 0);
    give("2111223344556677"); /* consecutive, without a first */
    give("3000000000000000"); /* flow control, without a message */
    give("0011223344556677"); /* single of no bytes */
    give("0811223344556677"); /* single that is too long */
    give("1000000000ff1122"); /* long length of a short message */
    give("1007223344556677"); /* first that would fit into a single */
    give("f011223344556677"); /* no kind that there is */
    give("101422");           /* first that is short */
    CHECK(messages == 0 && isotp_quiet(&device) && bus_frames != 0);
    give("1014111111111111");
    CHECK(device.receiving && got == 6);
    CHECK_HEX(bus_last[0].data, 3, "300000");
    give("2211111111111111"); /* wrong number: the message is over */
    CHECK(!device.receiving && device.errors == 1);
    give("2111111111111111");
    CHECK(messages == 0);
    give("1014111111111111");
    give("2122222222222222");
    give("2122222222222222"); /* repeated: wrong too */
    CHECK(!device.receiving && messages == 0);
    give("1014111111111111");
    give("1014333333333333"); /* a new first frame ends the message before */
    give("2144444444444444");
    give("2255555555555555");
    CHECK(messages == 1 && got == 20 && received[0] == 0x33 && received[19] == 0x55);
    give("1014111111111111");
    give("023e00"); /* a single frame too */
    CHECK(messages == 2 && !device.receiving);
    give("1014111111111111");
    run(1100, -1);
    CHECK(!device.receiving); /* silence */
}

static void test_functional_leaves_a_message_alone(void) {
    start(false, 0, 0);
    give("1014111111111111");
    const can_frame present = bus_frame(TO_ALL, "023e80"),
                    first = bus_frame(TO_ALL, "1014111111111111");
    can_frame long_id = bus_frame(TO_DEVICE, "023e00");
    long_id.flags = CAN_EXTENDED;
    isotp_piece piece;
    CHECK(isotp_receive(&device, &present, bus_ms, &piece) && piece.functional && device.receiving);
    CHECK(!isotp_receive(&device, &first, bus_ms, &piece) && device.receiving);
    CHECK(!isotp_receive(&device, &long_id, bus_ms, &piece) && device.receiving);
}

static void test_refused(void) {
    start(false, 0, 0);
    can_frame frame = bus_frame(TO_DEVICE, "1000ffffffff1111");
    isotp_piece piece;
    CHECK(isotp_receive(&device, &frame, bus_ms, &piece) && piece.total == UINT32_MAX &&
          piece.offset == 0);
    isotp_refuse(&device);
    CHECK_HEX(bus_last[0].data, 1, "32");
    frame = bus_frame(TO_DEVICE, "2111111111111111");
    CHECK(!isotp_receive(&device, &frame, bus_ms, &piece) && isotp_quiet(&device));
}

/* The device sends: block size, separation time, wait, overflow and nonsense of the other side. */
static void control(const char *hex) { give(hex); }

static void test_flow_control(void) {
    start(false, 0, 0);
    isotp_send(&device, sent, 100, bus_ms);
    uint32_t count = bus_frames;
    run(500, -1);
    CHECK(bus_frames == count && !isotp_idle(&device)); /* waits */
    control("3100000000000000");
    run(900, -1);
    CHECK(bus_frames == count && !isotp_idle(&device)); /* waits longer */
    control("3002050000000000");                        /* two frames, 5 ms */
    for (unsigned ms = 0; ms < 4; ms++)
        run(1, -1);
    CHECK(bus_frames == count + 1);
    run(20, -1);
    CHECK(bus_frames == count + 2);
    run(1100, -1);
    CHECK(isotp_idle(&device) && device.errors == 1); /* the next control was lost */
    isotp_send(&device, sent, 100, bus_ms);
    control("3200000000000000");
    CHECK(isotp_idle(&device) && device.errors == 2);
    isotp_send(&device, sent, 100, bus_ms);
    control("3f00000000000000");
    CHECK(isotp_idle(&device) && device.errors == 3);
    isotp_send(&device, sent, 100, bus_ms);
    control("3000ff0000000000"); /* a reserved time is the longest, 127 ms */
    count = bus_frames;
    run(120, -1);
    CHECK(bus_frames == count + 1);
    run(128 * 14, -1);
    CHECK(isotp_idle(&device) && device.errors == 3);
}

int main(void) {
    test_lengths();
    test_padding_and_lengths_of_frames();
    test_lost_frames();
    test_out_of_place();
    test_functional_leaves_a_message_alone();
    test_refused();
    test_flow_control();
    return check_end();
}
