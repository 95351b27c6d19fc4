/* The control unit of firmware/can on a bus in memory: genuine and forged transfers, then 10,000
 * random sequences of frames, after each of which it must answer and must not have activated
 * anything. CAN_SEQUENCES in the environment is another number; the last line but one is the count.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bus.h"
#include "check.h"
#include "isotp.h"
#include "kilosig/kilosig.h"
#include "storage.h"
#include "uds.h"
#include "uds_service.h"

enum { TOKEN = 33, SIGNATURE = 2420, KEY = 1312, STREAM = TOKEN + SIGNATURE + KEY, BODY = 89 };

static const uint8_t device_id[12] = "KILOSIG-0001";
static uint8_t seeds[2][32], keys[2][KEY], anchors[2][64]; /* 0 the owner's, 1 a tester's */
static union {
    ksig_keygen_ml_dsa keygen;
    uint64_t sign[KSIG_ML_DSA_44_SIGN_STATE_BYTES / 8 + 1];
} work;

static isotp_link tester;
static uint8_t answer[512];
static uint32_t answered; /* bytes; 0: nothing yet */
static unsigned pendings; /* response pending, in the last exchange */

/* ---- Keys and signatures ----------------------------------------------------------------- */

static void make_keys(void) {
    for (unsigned i = 0; i < 2; i++) {
        check_random_bytes(seeds[i], sizeof seeds[i]);
        CHECK(ksig_keygen(&work, sizeof work, &ksig_ml_dsa_44_keygen, seeds[i], keys[i]) ==
              KSIG_DONE);
        CHECK(ksig_key_anchor(&ksig_ml_dsa_44, keys[i], KEY, anchors[i]) == KSIG_DONE);
    }
}

static void sign(unsigned key, const char *context, const uint8_t *message, size_t length,
                 uint8_t *signature) {
    const ksig_sign_args args = {.secret_key = seeds[key],
                                 .context = (const uint8_t *)context,
                                 .context_length = strlen(context),
                                 .flags = KSIG_SIGN_DETERMINISTIC};
    CHECK(ksig_sign(&work, sizeof work, &ksig_ml_dsa_44_sign, &args, message, length, signature) ==
          KSIG_DONE);
}

/* Token, signature and key in the order of wants. */
static void make_stream(uint8_t *stream, uint8_t feature, uint8_t counter) {
    memset(stream, 0, TOKEN);
    stream[0] = 1;
    memcpy(stream + 1, device_id, sizeof device_id);
    stream[13] = feature;
    stream[17] = counter;
    sign(0, "", stream, TOKEN, stream + TOKEN);
    memcpy(stream + TOKEN + SIGNATURE, keys[0], KEY);
}

/* ---- A tester ---------------------------------------------------------------------------- */

/* What an attacker does to the frames of an exchange. */
static struct { uint8_t drop, repeat, swap, alter; /* of 256 frames */ } attack;

static bool happens(uint8_t rate) { return rate != 0 && (uint8_t)check_random() < rate; }

static void hear(const can_frame *frame) {
    isotp_piece piece;
    if (frame->id != TO_TESTER || !isotp_receive(&tester, frame, bus_ms, &piece))
        return;
    if (piece.offset + piece.length <= sizeof answer)
        memcpy(answer + piece.offset, piece.data, piece.length);
    isotp_taken(&tester, bus_ms);
    if (!isotp_last(&piece))
        return;
    if (piece.total == 3 && answer[0] == SID_NEGATIVE && answer[2] == NRC_RESPONSE_PENDING)
        pendings++;
    else
        answered = piece.total;
}

static void deliver(const can_frame *frame) {
    if (frame->id == TO_TESTER)
        hear(frame);
    else
        uds_receive(frame, bus_ms);
}

static void pass(can_frame *frame) {
    can_frame other;
    if (happens(attack.drop))
        return;
    if (happens(attack.alter))
        frame->data[check_random() % 8] ^= (uint8_t)(1u << check_random() % 8);
    if (happens(attack.swap) && bus_get(&other))
        deliver(&other);
    deliver(frame);
    if (happens(attack.repeat))
        deliver(frame);
}

static void step(void) {
    can_frame frame;
    for (unsigned most = 600; most != 0 && bus_get(&frame); most--)
        pass(&frame);
    isotp_poll(&tester, bus_ms);
    uds_poll(bus_ms);
    bus_ms++;
}

/* The bytes of the answer; 0 if none comes within two seconds of silence. */
static uint32_t ask(const uint8_t *request, uint32_t length) {
    answered = 0;
    pendings = 0;
    isotp_send(&tester, request, length, bus_ms);
    for (unsigned ms = 0; ms < 2000 + length && answered == 0; ms++)
        step();
    return answered;
}

static uint32_t ask_bytes(uint32_t length, const uint8_t *request) { return ask(request, length); }
#define ASK(...) ask_bytes(sizeof((const uint8_t[]){__VA_ARGS__}), (const uint8_t[]){__VA_ARGS__})

static bool refused(uint8_t nrc) {
    return answered == 3 && answer[0] == SID_NEGATIVE && answer[2] == nrc;
}

/* TransferData with all that is left of the stream. */
static uint32_t transfer(uint8_t counter, const uint8_t *stream, uint32_t length) {
    static uint8_t request[STREAM + 100];
    request[0] = SID_TRANSFER_DATA;
    request[1] = counter;
    memcpy(request + 2, stream, length);
    return ask(request, length + 2);
}

static uint32_t prepare(void) {
    return ASK(0x31, 1, 3, 0, 0, 0, 0, 0, 33, 0, 0, 0x09, 0x74, 0, 0, 0x05, 0x20);
}
static uint32_t download(void) { return ASK(0x34, 0, 0x44, 0, 0, 0, 0, 0, 0, 0x0E, 0xB5); }

static uint32_t features(void) { return storage_load()->features; }

/* ---- Tests ------------------------------------------------------------------------------- */

static void test_sessions_and_lengths(void) {
    CHECK(ASK(0x10, 3) == 6 && answer[0] == 0x50 && answer[5] == 0xF4);
    CHECK(ASK(0x3E, 0) == 2 && answer[0] == 0x7E);
    CHECK(ASK(0x3E, 0x80) == 0); /* suppressed */
    CHECK(ASK(0x10, 2) && refused(NRC_SUB_FUNCTION_NOT_SUPPORTED));
    CHECK(ASK(0x10) && refused(NRC_INCORRECT_LENGTH));
    CHECK(ASK(0x11, 1) && refused(NRC_SERVICE_NOT_SUPPORTED));
    CHECK(ASK(0x22, 0xF1, 0x86) == 4 && answer[3] == 3);
    CHECK(ASK(0x22, 0xF1) && refused(NRC_INCORRECT_LENGTH));
    CHECK(ASK(0x22, 0, 0) && refused(NRC_REQUEST_OUT_OF_RANGE));
    CHECK(ASK(0x22, 1, 4, 1, 4) && refused(NRC_RESPONSE_TOO_LONG));
    CHECK(prepare() && refused(NRC_CONDITIONS_NOT_CORRECT)); /* not provisioned */
    for (unsigned sid = 0; sid < 256; sid++) {
        const uint8_t request[1] = {(uint8_t)sid};
        CHECK(ask(request, 1) == 3 && answer[0] == SID_NEGATIVE && answer[1] == sid);
    }
    CHECK(ASK(0x10, 1) == 6);
    CHECK(prepare() && refused(NRC_SERVICE_NOT_SUPPORTED_IN_SESSION));
    CHECK(ASK(0x36, 1, 0, 0, 0, 0, 0, 0, 0) && refused(NRC_SERVICE_NOT_SUPPORTED_IN_SESSION));
    CHECK(ASK(0x29, 1, 0, 0, 1, 0, 0, 0, 0) && refused(NRC_SERVICE_NOT_SUPPORTED_IN_SESSION));
}

static void test_provision(void) {
    uint8_t request[3 + 132] = {0x2E, 1, 0x10};
    memcpy(request + 3, "ml-dsa-44", 9);
    memcpy(request + 3 + 32, device_id, sizeof device_id);
    memcpy(request + 3 + 68, anchors[0], 64);
    CHECK(ASK(0x10, 3));
    CHECK(ask(request, sizeof request - 1) && refused(NRC_INCORRECT_LENGTH));
    CHECK(ask(request, sizeof request) == 3 && answer[0] == 0x6E);
    CHECK(ask(request, sizeof request) == 3 && answer[0] == 0x6E); /* the same again */
    request[3 + 68] ^= 1;
    CHECK(ask(request, sizeof request) && refused(NRC_CONDITIONS_NOT_CORRECT));
}

static void test_activation(void) {
    static uint8_t stream[STREAM + 1];
    make_stream(stream, 3, 1);
    CHECK(ASK(0x10, 3));
    CHECK(download() && refused(NRC_UPLOAD_DOWNLOAD_NOT_ACCEPTED));
    CHECK(prepare() == 13 && answer[4] == KSIG_PART_MESSAGE && answer[12] == TOKEN);
    CHECK(ASK(0x31, 1, 3, 1) && refused(NRC_REQUEST_SEQUENCE_ERROR));
    CHECK(transfer(1, stream, 10) && refused(NRC_REQUEST_SEQUENCE_ERROR));
    CHECK(download() == 4 && answer[0] == 0x74);
    CHECK(ASK(0x37) && refused(NRC_REQUEST_SEQUENCE_ERROR));
    CHECK(transfer(2, stream, 10) && refused(NRC_WRONG_BLOCK_SEQUENCE_COUNTER));
    CHECK(transfer(1, stream, 1000) == 11 && answer[1] == 1 && pendings == 1);
    CHECK(transfer(1, stream, 1000) == 11 && answer[1] == 1); /* repeated */
    CHECK(transfer(2, stream + 1000, STREAM - 1000) == 11 && answer[2] == 0 && answer[10] == 0);
    CHECK(ASK(0x31, 1, 3, 1) && refused(NRC_REQUEST_SEQUENCE_ERROR));
    CHECK(features() == 0);
    CHECK(ASK(0x37) == 5 && answer[0] == 0x77);
    CHECK(features() == 0);
    CHECK(ASK(0x31, 1, 3, 1) == 21 && answer[0] == 0x71 && features() == 8);
    CHECK(ASK(0x22, 2, 3) == 4 && answer[3] == 1);
    CHECK(ASK(0x22, 2, 4) == 4 && answer[3] == 0);
    /* The same token again: accepted, and refused. */
    CHECK(prepare() && download() && transfer(1, stream, STREAM) && ASK(0x37) == 5);
    CHECK(ASK(0x31, 1, 3, 1) && refused(NRC_CONDITIONS_NOT_CORRECT));
    CHECK(ASK(0x31, 3, 3, 1) == 21 && answer[8] == 2); /* not fresh */
    /* One byte too many; a byte wrong at the begin, in the middle, at the end. */
    make_stream(stream, 4, 2);
    CHECK(prepare() && download() && transfer(1, stream, STREAM + 1) &&
          refused(NRC_GENERAL_PROGRAMMING_FAILURE));
    for (unsigned place = 0; place < STREAM; place += 311) {
        stream[place] ^= 0x10;
        CHECK(prepare() && download());
        if (transfer(1, stream, STREAM) == 11)
            CHECK(ASK(0x37));
        CHECK(refused(NRC_GENERAL_PROGRAMMING_FAILURE));
        CHECK(ASK(0x31, 1, 3, 1) && refused(NRC_CONDITIONS_NOT_CORRECT));
        stream[place] ^= 0x10;
    }
    CHECK(features() == 8);
    /* A session that ends takes the download with it, and the verdict. */
    CHECK(prepare() && download() && transfer(1, stream, STREAM) && ASK(0x37) == 5);
    bus_ms += 6000;
    step();
    CHECK(ASK(0x10, 3) && ASK(0x31, 1, 3, 1) && refused(NRC_REQUEST_SEQUENCE_ERROR) &&
          features() == 8);
}

/* A tester that gives up in the middle of a block, and sends other bytes in its place, or a shorter
 * block: what the device took first is what counts. */
static void test_blocks_that_broke_off(void) {
    static uint8_t stream[STREAM], other[STREAM];
    make_stream(stream, 4, 3);
    memcpy(other, stream, STREAM);
    for (unsigned i = 0; i < 33; i++)
        other[i] ^= 0xFF;
    CHECK(ASK(0x10, 3) && prepare() && download());
    attack.drop = 0;
    isotp_send(&tester, stream, 0, bus_ms);
    static uint8_t request[STREAM + 2] = {SID_TRANSFER_DATA, 1};
    memcpy(request + 2, stream, STREAM);
    isotp_send(&tester, request, STREAM + 2, bus_ms);
    for (unsigned ms = 0; ms < 200; ms++)
        step();
    bus_clear();
    tester.sending = ISOTP_IDLE;
    bus_ms += 1500; /* less than S3 */
    step();
    CHECK(transfer(1, other, STREAM) == 11 &&
          ASK(0x37) == 5); /* the first 33 bytes were taken the first time */
    CHECK(ASK(0x31, 1, 3, 1) == 21 && features() == (8 | 16));
}

/* test/board has chains that are right. */
static void test_chains_that_are_none(void) {
    CHECK(ASK(0x10, 3));
    CHECK(ASK(0x29, 1, 0, 0, 3, 2, 0, 0, 0, 0) && refused(NRC_CERTIFICATE_INVALID_FORMAT));
    CHECK(ASK(0x29, 1, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0) &&
          refused(NRC_CERTIFICATE_INVALID_FORMAT)); /* empty */
    CHECK(ASK(0x29, 1, 0, 0, 5, 2, 0, 0, 0x10, 0, 0, 0) &&
          refused(NRC_CERTIFICATE_INVALID_FORMAT)); /* nothing of it came */
    CHECK(ASK(0x29, 1, 0, 0, 9, 2, 0, 0, 0x10, 0, 0x30, 0x80, 0, 0, 0, 0) &&
          refused(NRC_CERTIFICATE_INVALID_FORMAT)); /* an indefinite length */
    CHECK(ASK(0x29, 1, 0, 0, 9, 2, 0, 0, 0x10, 0, 0x30, 0x82, 0x0f, 0xfc, 0, 0) &&
          refused(NRC_CERTIFICATE_INVALID_FORMAT)); /* cut off */
    CHECK(ASK(0x29, 3, 0, 0, 0, 0) && refused(NRC_REQUEST_SEQUENCE_ERROR));
    CHECK(ASK(0x2E, 1, 0x11, 0, 0, 0, 0, 0, 0, 0, 0) && refused(NRC_REQUEST_OUT_OF_RANGE));
    CHECK(ASK(0x2E, 1, 0x11, 0, 0, 0, 0, 0) && refused(NRC_REQUEST_OUT_OF_RANGE));
    CHECK(ASK(0x2E, 1, 0x11, 0, 0, 0, 0, 0x6a, 0x18, 0xa4, 0x80) == 3);
}

static void test_authentication(void) {
    static uint8_t request[5 + BODY + SIGNATURE + KEY + 2];
    uint8_t *const body = request + 5, challenge[44];
    const uint32_t certificate = BODY + SIGNATURE + KEY, proof = SIGNATURE + KEY;
    CHECK(ASK(0x10, 3));
    CHECK(ASK(0x29, 8) == 3 && answer[2] == 2);
    CHECK(ASK(0x31, 1, 3, 2, 4) && refused(NRC_AUTHENTICATION_REQUIRED));
    for (unsigned wrong = 0; wrong < 4; wrong++) {
        memset(request, 0, sizeof request);
        request[0] = SID_AUTHENTICATION;
        request[1] = 1;
        request[3] = (uint8_t)(certificate >> 8);
        request[4] = (uint8_t)certificate;
        body[0] = wrong == 1 ? 2 : 1;
        memcpy(body + 1, wrong == 2 ? (const uint8_t *)"KILOSIG-0002" : device_id, 12);
        memcpy(body + 13, "workshop-007", 12);
        memcpy(body + 25, anchors[1], 64);
        sign(0, wrong == 3 ? "" : "kilosig tester certificate", body, BODY, body + BODY);
        memcpy(body + BODY + SIGNATURE, keys[0], KEY);
        (void)ask(request, sizeof request);
        if (wrong != 0)
            CHECK(refused(wrong == 1   ? NRC_CERTIFICATE_INVALID_FORMAT
                          : wrong == 2 ? NRC_CERTIFICATE_INVALID_SCOPE
                                       : NRC_CERTIFICATE_INVALID_SIGNATURE));
        else
            CHECK(answered == 39 && answer[1] == 1 && answer[2] == 0x11 && answer[4] == 32);
        if (wrong == 0) {
            /* The wrong key's proof; the right one; the same once more. */
            memcpy(challenge, device_id, 12);
            for (unsigned key = 0; key < 2; key++) {
                uint8_t certified[sizeof request];
                memcpy(certified, request, sizeof request);
                memcpy(challenge + 12, answer + 5, 32);
                request[1] = 3;
                request[2] = (uint8_t)(proof >> 8);
                request[3] = (uint8_t)proof;
                sign(key, "kilosig tester proof", challenge, sizeof challenge, request + 4);
                memcpy(request + 4 + SIGNATURE, keys[key], KEY);
                memset(request + 4 + proof, 0, 2);
                CHECK(ask(request, 4 + proof + 2));
                CHECK(key == 0 ? refused(NRC_OWNERSHIP_VERIFICATION_FAILED)
                               : answered == 5 && answer[2] == 0x12);
                CHECK(ask(request, 4 + proof + 2) && refused(NRC_REQUEST_SEQUENCE_ERROR));
                if (key == 1)
                    break;
                CHECK(ASK(0x31, 1, 3, 2, 4) && refused(NRC_AUTHENTICATION_REQUIRED));
                memcpy(request, certified, sizeof request);
                CHECK(ask(request, sizeof request) == 39);
            }
            CHECK(ASK(0x31, 1, 3, 2, 4) &&
                  refused(NRC_AUTHENTICATION_REQUIRED)); /* the repeated proof undid it */
        }
    }
    CHECK(features() == (8 | 16));
}

/* ---- Random sequences -------------------------------------------------------------------- */

/* A conversation whose signature has one wrong bit: whatever is made of its frames, it must not
 * activate anything. */
static uint8_t forged[STREAM];
static unsigned long judged; /* how often the device came to its verdict */

static void random_frame(void) {
    can_frame frame = {.id = check_random() % 8 != 0 ? TO_DEVICE : TO_ALL, .length = 8};
    const uint32_t fd = check_random() % 8;
    if (fd == 0) {
        frame.flags = CAN_FD;
        frame.length = 64;
    } else if (fd == 1) {
        frame.length = (uint8_t)(check_random() % 9);
    }
    check_random_bytes(frame.data, sizeof frame.data);
    /* Most begin as ISO-TP and UDS begin. */
    static const uint8_t services[] = {0x10, 0x22, 0x29, 0x2E, 0x31, 0x34, 0x36, 0x37, 0x3E};
    switch (check_random() % 6) {
    case 0:
        frame.data[0] = (uint8_t)(1 + check_random() % 7);
        frame.data[1] = services[check_random() % sizeof services];
        break;
    case 1:
        frame.data[0] = 0x10;
        frame.data[2] = services[check_random() % sizeof services];
        break;
    case 2:
        frame.data[0] = (uint8_t)(0x20 | check_random() % 16);
        break;
    case 3:
        frame.data[0] = (uint8_t)(0x30 | check_random() % 4);
        break;
    default:
        break;
    }
    bus_put(&frame);
}

/* Part of a conversation, while the bus does its worst. */
static void disturbed(void) {
    const uint32_t begin = check_random();
    attack.drop = check_random() % 4 == 0 ? 8 : 0;
    attack.repeat = check_random() % 4 == 0 ? 8 : 0;
    attack.swap = check_random() % 4 == 0 ? 8 : 0;
    attack.alter = check_random() % 4 == 0 ? 8 : 0;
    if (begin % 4 != 0)
        (void)prepare();
    if (begin % 8 != 0)
        (void)download();
    uint32_t place = 0;
    uint8_t counter = 1;
    for (unsigned blocks = check_random() % 4; blocks != 0; blocks--) {
        const uint32_t length =
            check_random() % 3 == 0 ? check_random() % 1300 : check_random() % 60;
        if (place + length > STREAM || transfer(counter, forged + place, length) != 11)
            break;
        place += length;
        counter++;
    }
    if (check_random() % 4 == 0) { /* all of it */
        if (check_random() % 2 == 0)
            memset(&attack, 0, sizeof attack);
        judged += transfer(counter, forged + place, STREAM - place) == 11 && ASK(0x37) != 0 &&
                  refused(NRC_GENERAL_PROGRAMMING_FAILURE);
    }
    (void)ASK(0x37);
    (void)ASK(0x31, 1, 3, 1);
    memset(&attack, 0, sizeof attack);
}

static void test_random_sequences(unsigned long count) {
    const uint32_t before = features();
    const uint64_t counter = storage_load()->counter;
    unsigned long frames = bus_frames, answers = 0;
    make_stream(forged, 9, 200);
    forged[TOKEN + 1000] ^= 1;
    for (unsigned long i = 0; i < count; i++) {
        if (check_random() % 4 != 0)
            (void)ASK(0x10, 3);
        if (check_random() % 3 == 0)
            disturbed();
        for (unsigned n = check_random() % 40; n != 0; n--) {
            random_frame();
            bus_ms += check_random() % 64 == 0 ? check_random() % 1500 : 0;
            step();
        }
        bus_ms += 1100; /* what was under way is given up */
        step();
        answers += ASK(0x10, 3) == 6 && answer[0] == 0x50;
        if (features() != before || storage_load()->counter != counter)
            break;
    }
    CHECK(answers == count);
    CHECK(features() == before && storage_load()->counter == counter);
    CHECK(judged > count / 100);
    printf("%lu random sequences of frames, %lu more frames around them, %lu verdicts, %lu answers "
           "afterwards\n",
           count, bus_frames - frames, judged, answers);
    /* It still does what it is there for. */
    static uint8_t stream[STREAM];
    make_stream(stream, 5, 100);
    CHECK(prepare() && download() && transfer(1, stream, STREAM) == 11 && ASK(0x37) == 5 &&
          ASK(0x31, 1, 3, 1) == 21);
    CHECK(features() == (before | 32));
}

int main(void) {
    const char *const wanted = getenv("CAN_SEQUENCES");
    tester = (isotp_link){.receive_id = TO_TESTER, .send_id = TO_DEVICE};
    uds_start(TO_DEVICE, TO_ALL, TO_TESTER, 8, 0);
    make_keys();
    test_sessions_and_lengths();
    test_provision();
    test_activation();
    test_blocks_that_broke_off();
    test_authentication();
    test_chains_that_are_none();
    test_random_sequences(wanted != NULL ? strtoul(wanted, NULL, 10) : 10000);
    return check_end();
}
