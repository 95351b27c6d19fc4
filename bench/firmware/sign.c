/* The operation "sign": a signature in steps, written to RAM, or with BENCH_STREAMED taken in
 * pieces. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The inputs are secret keys, which stay in flash and take turns; the message of a run begins with
 * its number. With BENCH_PUBLIC_KEY_BYTES a record is a public key and a compact secret key. */
#include "bench.h"
#include "kilosig/kilosig.h"
#include "paint.h"

enum { MESSAGE_BYTES = 33, MAX_SIGNATURE_BYTES = 4640 };
#ifndef BENCH_STREAMED
#define BENCH_STREAMED 0
#endif
#ifndef BENCH_PUBLIC_KEY_BYTES
#define BENCH_PUBLIC_KEY_BYTES 0
#endif
/* Zeros, so that runs repeat: the signature is the deterministic one. It is verified before it is
 * given away, the default, except for the published rows of HAETAE, whose peers do not:
 * BENCH_UNCHECKED, unless BENCH_CHECKED says otherwise. */
#if defined(BENCH_UNCHECKED) && !defined(BENCH_CHECKED)
enum { FLAGS = KSIG_SIGN_UNCHECKED };
#else
enum { FLAGS = 0 };
#endif
static const uint8_t zeros[32];
/* Every step paints the stack, and the path to the deepest point does not depend on the message. */
enum { PAINTED_RUNS = 1 };
enum { OPEN, FEED, STEP, TAKE, CLOSE };
enum { PIECE_BYTES = 64 };

const char bench_operation_name[] = "sign";
bench_peak bench_peaks[] = {{"ksig_sign_open", 0}, {"ksig_sign_feed", 0},  {"ksig_sign_step", 0},
                            {"ksig_sign_take", 0}, {"ksig_sign_close", 0}, {0, 0}};

static union KSIG_STATE(BENCH_STATE_BYTES) state;
static uint8_t message[MESSAGE_BYTES];
static uint8_t signature[MAX_SIGNATURE_BYTES];

uint32_t bench_state_bytes(void) { return BENCH_SCHEME.state_bytes; }

uint32_t bench_resident_bytes(void) { return BENCH_STREAMED ? 0 : BENCH_SCHEME.signature_bytes; }

uint32_t bench_runs(void) { return BENCH_RUNS; }

uint32_t bench_painted_runs(void) { return PAINTED_RUNS; }

/* The record of a run. No division: it would be a run-time function on some cores. */
static const uint8_t *key_of(uint32_t run) {
    const uint8_t *key = bench_inputs;
    while (run-- != 0) {
        key += BENCH_PUBLIC_KEY_BYTES + BENCH_SCHEME.secret_key_bytes;
        if (key == bench_inputs_end)
            key = bench_inputs;
    }
    return key;
}

/* painted is constant in both uses, so that the measured one has nothing of it. */
BENCH_INLINE int sign(uint32_t run, const int painted) {
    const volatile uint32_t *sp = 0;
    const uint8_t *const key = key_of(run);
    const ksig_sign_args args = {.secret_key = key + BENCH_PUBLIC_KEY_BYTES,
                                 .public_key = BENCH_PUBLIC_KEY_BYTES ? key : 0,
                                 .rnd = zeros,
                                 .flags = FLAGS};

    if (!BENCH_STREAMED && BENCH_SCHEME.signature_bytes > MAX_SIGNATURE_BYTES)
        return 0;
    message[0] = (uint8_t)run;
    message[1] = (uint8_t)(run >> 8);

    if (painted)
        sp = bench_paint();
    ksig_verdict progress =
        ksig_sign_open(&state, sizeof state, &BENCH_SCHEME, &args, BENCH_STREAMED ? 0 : signature);
    if (painted)
        bench_raise(&bench_peaks[OPEN], sp);
    if (progress != KSIG_PENDING)
        return 0;

    while (progress == KSIG_PENDING) {
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE) {
            if (painted)
                sp = bench_paint();
            (void)ksig_sign_feed(&state, message, MESSAGE_BYTES);
            if (painted)
                bench_raise(&bench_peaks[FEED], sp);
        }
        if (painted)
            sp = bench_paint();
        progress = ksig_sign_step(&state);
        if (painted)
            bench_raise(&bench_peaks[STEP], sp);
        size_t taken;
        do {
            if (painted)
                sp = bench_paint();
            taken = ksig_sign_take(&state, signature,
                                   PIECE_BYTES); /* nothing, without BENCH_STREAMED */
            if (painted)
                bench_raise(&bench_peaks[TAKE], sp);
        } while (taken != 0);
    }

    if (painted)
        sp = bench_paint();
    const ksig_verdict verdict = ksig_sign_close(&state);
    if (painted)
        bench_raise(&bench_peaks[CLOSE], sp);
    return verdict == KSIG_DONE;
}

__attribute__((noinline)) int bench_operation(uint32_t run) { return sign(run, 0); }

__attribute__((noinline)) int bench_painted(uint32_t run) { return sign(run, 1); }
