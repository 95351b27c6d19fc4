/* The operation "composite": for bench/firmware/measure.c, a streamed verification of Composite
 * ML-DSA from memory, 64 bytes at a time. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The record is anchor | key | message | signature, with the lengths of COMPOSITE_MESSAGE and
 * COMPOSITE_SIGNATURE. */
#include "bench.h"
#include "kilosig/composite.h"
#include "ksig_classical.h"

enum { CHUNK_BYTES = 64 };

ksig_classical_verify COMPOSITE_CLASSICAL;

const char bench_operation_name[] = "composite";
bench_peak bench_peaks[] = {{0, 0}};

static union KSIG_STATE(KSIG_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_87_STATE_BYTES)) state;

uint32_t bench_state_bytes(void) { return COMPOSITE_SCHEME.state_bytes; }
uint32_t bench_resident_bytes(void) { return 0; }
uint32_t bench_runs(void) { return 1; }
uint32_t bench_painted_runs(void) { return 0; }

int bench_painted(uint32_t run) {
    (void)run;
    return 0;
}

__attribute__((noinline)) int bench_operation(uint32_t run) {
    (void)run;
    const uint8_t *const key = bench_inputs + COMPOSITE_SCHEME.anchor_bytes;
    const uint8_t *const message = key + COMPOSITE_SCHEME.key_bytes;
    const uint8_t *const signature = message + COMPOSITE_MESSAGE;
    const ksig_composite_args args = {.anchor = bench_inputs,
                                      .secret = bench_inputs,
                                      .classical = COMPOSITE_CLASSICAL,
                                      .message_length = COMPOSITE_MESSAGE,
                                      .signature_length = COMPOSITE_SIGNATURE,
                                      .key_length = COMPOSITE_SCHEME.key_bytes};
    if (ksig_composite_open(&state, sizeof state, &COMPOSITE_SCHEME, &args) != KSIG_PENDING)
        return 0;
    for (;;) {
        const ksig_want want = ksig_composite_want(&state);
        if (want.length == 0)
            break;
        const uint8_t *const part = want.part == KSIG_PART_KEY       ? key
                                    : want.part == KSIG_PART_MESSAGE ? message
                                                                     : signature;
        const uint32_t length = want.length < CHUNK_BYTES ? want.length : CHUNK_BYTES;
        (void)ksig_composite_feed(&state, part + want.offset, length);
    }
    return ksig_composite_close(&state) == KSIG_ACCEPT;
}
