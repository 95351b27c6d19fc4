/* The operation "verify": a streamed verification, from memory.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A record is anchor | key | message | signature, without the key where all have the same
 * (BENCH_KEY); where the lengths of signatures differ it has room for the longest, and the length
 * follows in two bytes. Where a key names its set, BENCH_KEY_BYTES and BENCH_SIGNATURE_BYTES are
 * those of that set, and the key is there once. The loop is that of an application that gets 64
 * bytes at a time, 512 of a large key. */
#include "bench.h"
#include "kilosig/kilosig.h"
#include "paint.h"

#ifdef BENCH_KEY
enum { MESSAGE_BYTES = 33, CHUNK_BYTES = 512 };
#else
enum { MESSAGE_BYTES = 33, CHUNK_BYTES = 64 };
#endif
enum { OPEN, FEED, CLOSE, AGAIN };
#ifdef BENCH_LENGTHS_VARY
enum { LENGTH_BYTES = 2 };
#else
enum { LENGTH_BYTES = 0 };
#endif

const char bench_operation_name[] = "verify";
bench_peak bench_peaks[] = {{"ksig_verify_open", 0},
                            {"ksig_verify_feed", 0},
                            {"ksig_verify_close", 0},
#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
                            {"ksig_verify_again", 0},
#endif
                            {0, 0}};

static union KSIG_STATE(BENCH_STATE_BYTES) state;

/* Any bytes do: here the sender is no enemy. */
static const uint8_t secret[16] = {0x6b, 0x69, 0x6c, 0x6f, 0x73, 0x69, 0x67};

uint32_t bench_state_bytes(void) { return BENCH_SCHEME.state_bytes; }

uint32_t bench_resident_bytes(void) { return 0; } /* streamed: nothing stays */

#ifdef BENCH_SIGNATURE_BYTES
#define ANCHOR_BYTES BENCH_KEY_BYTES
#define KEY_BYTES BENCH_KEY_BYTES
#define RECORD_KEY_BYTES 0u
#define SIGNATURE_BYTES BENCH_SIGNATURE_BYTES
#else
#define ANCHOR_BYTES BENCH_SCHEME.anchor_bytes
#define KEY_BYTES BENCH_SCHEME.key_bytes
#define SIGNATURE_BYTES BENCH_SCHEME.signature_bytes
#ifdef BENCH_KEY
#define RECORD_KEY_BYTES 0u
#else
#define RECORD_KEY_BYTES KEY_BYTES
#endif
#endif

static uint32_t record_bytes(void) {
    return ANCHOR_BYTES + RECORD_KEY_BYTES + MESSAGE_BYTES + SIGNATURE_BYTES + LENGTH_BYTES;
}

uint32_t bench_runs(void) {
    const uint32_t bytes = record_bytes();
    uint32_t runs = 0;
    for (const uint8_t *record = bench_inputs; record != bench_inputs_end; record += bytes)
        runs++;
    return runs;
}

uint32_t bench_painted_runs(void) { return bench_runs(); }

/* Feeds all that is wanted. painted is constant in both uses, so that the measured one has nothing
 * of it. */
BENCH_INLINE void feed(const uint8_t *key, const uint8_t *message, const uint8_t *signature,
                       const int painted) {
    const volatile uint32_t *sp = 0;
    for (;;) {
        const ksig_want want = ksig_verify_want(&state);
        if (want.length == 0)
            break;
        const uint8_t *const part = want.part == KSIG_PART_KEY       ? key
                                    : want.part == KSIG_PART_MESSAGE ? message
                                                                     : signature;
        const uint32_t length = want.length < CHUNK_BYTES ? want.length : CHUNK_BYTES;
        if (painted)
            sp = bench_paint();
        (void)ksig_verify_feed(&state, part + want.offset, length);
        if (painted)
            bench_raise(&bench_peaks[FEED], sp);
    }
}

BENCH_INLINE int verify(uint32_t run, const int painted) {
    const volatile uint32_t *sp = 0;
    const uint8_t *const record = bench_inputs + run * record_bytes();
    const uint8_t *const message = record + ANCHOR_BYTES + RECORD_KEY_BYTES;
#ifdef BENCH_KEY
    const uint8_t *const key = bench_key;
#else
    const uint8_t *const key = record + ANCHOR_BYTES;
#endif
    const uint8_t *const signature = message + MESSAGE_BYTES;
    const uint8_t *const announced = signature + SIGNATURE_BYTES;
    const ksig_verify_args args = {
        .anchor = record,
        .secret = secret,
        .message_length = MESSAGE_BYTES,
        .signature_length =
            LENGTH_BYTES == 0 ? SIGNATURE_BYTES : (uint32_t)(announced[0] | announced[1] << 8),
        .key_length = KEY_BYTES,
    };

    if (painted)
        sp = bench_paint();
    const ksig_verdict opened = ksig_verify_open(&state, sizeof state, &BENCH_SCHEME, &args);
    if (painted)
        bench_raise(&bench_peaks[OPEN], sp);
    if (opened != KSIG_PENDING)
        return 0;

    feed(key, message, signature, painted);
#if KSIG_FAULTS == KSIG_FAULTS_DOUBLE
    if (painted)
        sp = bench_paint();
    const ksig_verdict again = ksig_verify_again(&state, sizeof state, &BENCH_SCHEME, &args);
    if (painted)
        bench_raise(&bench_peaks[AGAIN], sp);
    if (again != KSIG_PENDING)
        return 0;
    feed(key, message, signature, painted);
#endif

    if (painted)
        sp = bench_paint();
    const ksig_verdict verdict = ksig_verify_close(&state);
    if (painted)
        bench_raise(&bench_peaks[CLOSE], sp);
    return verdict == KSIG_ACCEPT;
}

__attribute__((noinline)) int bench_operation(uint32_t run) { return verify(run, 0); }

__attribute__((noinline)) int bench_painted(uint32_t run) { return verify(run, 1); }
