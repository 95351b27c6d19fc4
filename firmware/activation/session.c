/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "session.h"

#include <string.h>

#include "bytes.h"
#include "kilosig/kilosig.h"
#include "protocol/frame.h"
#include "provision.h"
#include "service.h"
#include "stack.h"
#include "storage.h"
#include "token.h"

#define REPEAT_AFTER_MS 1000u
#define REPEATS 3

/* Payload layouts. */
#define BEGIN_BYTES 16 /* ACTIVATE, and the beginning of VERIFY */
#define VERIFY_SCHEME 16
#define VERIFY_MODE 48
#define VERIFY_HASH 49
#define VERIFY_CONTEXT_LENGTH 50
#define VERIFY_ANCHOR 51
#define VERIFY_ANCHOR_BYTES 64 /* at least */
#define DATA_BYTES 5

/* One state for whichever scheme is under way. The union is the application's whole buffer: sized
 * by the image's schemes. */
static union {
#define KSIG_SCHEME(ID, id, ...) ksig_verify_##id id;
#include "kilosig/schemes.def"
} state;

/* XMSS has the longest: a whole key. */
#if KSIG_ENABLE_XMSS || KSIG_ENABLE_XMSSMT
enum { LONGEST_ANCHOR = 4 + 2 * KSIG_XMSS_MAX_N };
#else
enum { LONGEST_ANCHOR = VERIFY_ANCHOR_BYTES };
#endif

enum { STATUS_NONE, STATUS_OPEN, STATUS_DONE };

static struct {
    const ksig_scheme *scheme;
    uint32_t id;
    volatile uint32_t verdict; /* read twice before acting on it: token.c */
    uint32_t heard_ms;         /* last frame, or last repeated WANT */
    uint8_t status;
    uint8_t activate;               /* the message is a token to obey */
    uint8_t activation;             /* what became of it */
    uint8_t repeats;                /* WANTs still to be repeated */
    uint8_t anchor[LONGEST_ANCHOR]; /* of VERIFY; the library reads it until close */
    uint8_t token[TOKEN_BYTES];
} session;

/* The test service works on a device without a secret too. It never activates, so a known secret
 * gives nothing away. */
static const uint8_t test_secret[sizeof((storage_record *)0)->secret] = {
    0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a,
};

static void send_standing(void) {
    if (session.status == STATUS_OPEN) {
        ksig_want want = ksig_verify_want(&state);
        frame_begin(FRAME_WANT, 13);
        frame_put_u32(session.id);
        frame_put_u8(want.part);
        frame_put_u32(want.offset);
        frame_put_u32(want.length);
        frame_end();
    } else {
        service_send_verdict(session.id, session.verdict, session.scheme->state_bytes,
                             session.activation);
    }
}

/* Closes when nothing more is wanted; then obeys the token, once. */
static void advance(void) {
    if (ksig_verify_want(&state).length != 0)
        return;
    session.verdict = stack_verify_close(&state);
    session.status = STATUS_DONE;
    if (session.activate)
        session.activation = token_activate(session.token, &session.verdict);
}

static void drop(void) {
    /* close wipes the state; what it answers for a broken-off transfer is of no interest */
    if (session.status == STATUS_OPEN && ksig_verify_close(&state) == KSIG_ACCEPT)
        session.verdict = KSIG_REJECT_INCOMPLETE;
    memset(&session, 0, sizeof session);
}

/* Opens what begin_activate or begin_verify have checked and answers with the first WANT or a
 * VERDICT. payload: session, message, signature and key length. */
static void begin(const ksig_scheme *scheme, ksig_verify_args *args, const uint8_t *secret,
                  const uint8_t *payload) {
    session.scheme = scheme;
    session.id = get_u32(payload);
    args->message_length = get_u32(payload + 4);
    args->signature_length = get_u32(payload + 8);
    args->key_length = get_u32(payload + 12);
    if (scheme->secret_bytes != 0 &&
        scheme->secret_bytes <= sizeof test_secret) /* else open misses it and rejects */
        args->secret = secret;
    stack_call_peak = 0;
    session.verdict = stack_verify_open(&state, sizeof state, scheme, args);
    if (session.verdict == KSIG_REJECT_STATE_SIZE) {
        session.status = STATUS_DONE; /* the state was not opened */
    } else {
        session.status = STATUS_OPEN;
        advance();
    }
    send_standing();
}

static void begin_activate(const uint8_t *payload, size_t length) {
    const storage_record *record = storage_load();
    if (length != BEGIN_BYTES) {
        service_send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    if (record == NULL) {
        service_send_error(ERROR_NOT_PROVISIONED);
        return;
    }
    if (get_u32(payload + 4) != TOKEN_BYTES) {
        service_send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    const ksig_scheme *scheme = ksig_scheme_by_name(record->scheme);
    if (scheme == NULL ||
        scheme->anchor_bytes > sizeof record->anchor) { /* stored by another image */
        service_send_error(ERROR_UNKNOWN_SCHEME);
        return;
    }
    ksig_verify_args args = {.anchor = record->anchor, .mode = KSIG_MODE_PURE};
    drop();
    session.activate = 1;
    begin(scheme, &args, record->secret, payload);
}

static void begin_verify(const uint8_t *payload, size_t length) {
    size_t anchor_length = 0;
    if (length >= VERIFY_ANCHOR && length - VERIFY_ANCHOR >= payload[VERIFY_CONTEXT_LENGTH])
        anchor_length = length - VERIFY_ANCHOR - payload[VERIFY_CONTEXT_LENGTH];
    if (anchor_length < VERIFY_ANCHOR_BYTES) {
        service_send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    const ksig_scheme *scheme = scheme_named(payload + VERIFY_SCHEME);
    if (scheme == NULL) {
        service_send_error(ERROR_UNKNOWN_SCHEME);
        return;
    }
    if (anchor_length > VERIFY_ANCHOR_BYTES && scheme->anchor_bytes <= VERIFY_ANCHOR_BYTES) {
        service_send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    ksig_verify_args args = {.anchor = session.anchor,
                             .context = payload + VERIFY_ANCHOR + anchor_length,
                             .context_length = payload[VERIFY_CONTEXT_LENGTH],
                             .mode = payload[VERIFY_MODE],
                             .hash = payload[VERIFY_HASH]};
    drop();
    /* Zeros follow it: drop. Of a longer one the beginning will do: its set is not in this
     * image. */
    memcpy(session.anchor, payload + VERIFY_ANCHOR,
           anchor_length < LONGEST_ANCHOR ? anchor_length : LONGEST_ANCHOR);
    /* Not the device's: whoever may have anything verified would learn of it. */
    begin(scheme, &args, test_secret, payload);
}

static void take_data(const uint8_t *payload, size_t length) {
    if (session.status == STATUS_NONE) {
        service_send_error(ERROR_NO_SESSION);
        return;
    }
    if (length <= DATA_BYTES || length > (size_t)DATA_BYTES + board_chunk) {
        service_send_error(ERROR_BAD_PAYLOAD);
        return;
    }
    const uint8_t *data = payload + DATA_BYTES;
    uint32_t offset = get_u32(payload + 1);
    length -= DATA_BYTES;

    if (session.status == STATUS_DONE) {
        send_standing();
        return;
    }
    ksig_want want = ksig_verify_want(&state);
    if (payload[0] == want.part && offset == want.offset) {
        if (length > want.length) {
            service_send_error(ERROR_BAD_PAYLOAD);
            return;
        }
        /* What is verified is what will be acted upon: a byte that a fault keeps from the token is
         * not hashed either. */
        if (session.activate && want.part == KSIG_PART_MESSAGE && offset + length <= TOKEN_BYTES)
            data = memcpy(session.token + offset, data, length);
        /* What feed answers is answered again by close. */
        (void)stack_verify_feed(&state, data, length);
        advance();
    }
    send_standing();
}

void session_request(uint8_t type, const uint8_t *payload, size_t length, uint32_t now_ms) {
    switch (type) {
    case FRAME_ACTIVATE:
        begin_activate(payload, length);
        break;
    case FRAME_VERIFY:
        begin_verify(payload, length);
        break;
    case FRAME_DATA:
        take_data(payload, length);
        break;
    case FRAME_RESUME:
        if (length != 4)
            service_send_error(ERROR_BAD_PAYLOAD);
        else if (session.status == STATUS_NONE || get_u32(payload) != session.id)
            service_send_error(ERROR_NO_SESSION);
        else
            send_standing();
        break;
    case FRAME_ABORT:
        if (length != 0) {
            service_send_error(ERROR_BAD_PAYLOAD);
            break;
        }
        drop();
        service_send_ok();
        break;
    default:
        service_request(type, payload, length);
        break;
    }
    session.repeats = REPEATS;
    session.heard_ms = now_ms;
}

void session_idle(uint32_t now_ms) {
    if (session.status != STATUS_OPEN || session.repeats == 0 ||
        now_ms - session.heard_ms < REPEAT_AFTER_MS)
        return;
    session.repeats--;
    session.heard_ms = now_ms;
    send_standing();
}
