/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "verification.h"

#include <stdbool.h>
#include <string.h>

#include "stack.h"
#include "storage.h"

/* Sized by the image's schemes. */
static union {
#define KSIG_SCHEME(ID, id, ...) ksig_verify_##id id;
#include "kilosig/schemes.def"
#ifdef CAN_X509
    ksig_x509_ml_dsa_44 chain;
#endif
} state;

static bool open;
static uint32_t state_bytes;

#ifdef CAN_X509

static bool chain; /* open */

ksig_verdict verification_open_chain(const ksig_x509_args *args) {
    verification_drop();
    stack_call_peak = 0;
    state_bytes = sizeof state.chain;
    const ksig_verdict verdict = stack_x509_open(&state, sizeof state, args);
    chain = verdict != KSIG_REJECT_STATE_SIZE;
    return verdict;
}

ksig_verdict verification_close_chain(ksig_x509_end *end) {
    memset(end, 0, sizeof *end);
    if (!chain)
        return KSIG_REJECT_ARGUMENT;
    chain = false;
    return stack_x509_close(&state, end);
}

static ksig_verdict take_chain(const uint8_t *data, size_t length) {
    return stack_x509_push(&state, data, length);
}

static void drop_chain(void) {
    ksig_x509_end nobody;
    (void)(verification_close_chain(&nobody) == KSIG_ACCEPT);
}

#else

enum { chain = false };

static void drop_chain(void) {}

static ksig_verdict take_chain(const uint8_t *data, size_t length) {
    (void)data, (void)length;
    return KSIG_REJECT_ARGUMENT;
}

#endif

ksig_verdict verification_open(const ksig_scheme *scheme, ksig_verify_args *args,
                               const uint8_t *secret) {
    verification_drop();
    if (scheme->secret_bytes != 0 && scheme->secret_bytes <= sizeof((storage_record *)0)->secret)
        args->secret = secret;
    stack_call_peak = 0;
    state_bytes = scheme->state_bytes;
    const ksig_verdict verdict = stack_verify_open(&state, sizeof state, scheme, args);
    open = verdict != KSIG_REJECT_STATE_SIZE; /* which leaves the state as it was */
    return verdict;
}

ksig_verdict verification_take(const uint8_t *data, size_t length, uint8_t *message, size_t room) {
    if (chain)
        return take_chain(data, length);
    ksig_verdict verdict = open ? KSIG_PENDING : KSIG_REJECT_ARGUMENT;
    while (length != 0 && verdict == KSIG_PENDING) {
        const ksig_want want = ksig_verify_want(&state);
        /* Where nothing is wanted, feed says why. */
        const size_t n = want.length != 0 && want.length < length ? want.length : length;
        if (want.part == KSIG_PART_MESSAGE)
            for (size_t i = 0; i < n && want.offset + i < room; i++)
                message[want.offset + i] = data[i];
        verdict = stack_verify_feed(&state, data, n);
        data += n;
        length -= n;
    }
    return verdict;
}

ksig_want verification_want(void) {
    static const ksig_want nothing;
    return open ? ksig_verify_want(&state) : nothing;
}

ksig_verdict verification_close(void) {
    if (!open)
        return KSIG_REJECT_ARGUMENT;
    open = false;
    return stack_verify_close(&state);
}

void verification_drop(void) {
    drop_chain();
    (void)(verification_close() == KSIG_ACCEPT);
}

uint32_t verification_state_bytes(void) { return state_bytes; }
