/* The operation "keygen": a key generation in steps, the output written to RAM, or taken in pieces
 * if it streams. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * It needs no inputs: the seed of a run is its number. */
#include "bench.h"
#include "kilosig/kilosig.h"
#include "paint.h"

enum { MAX_SEED_BYTES = 96, MAX_SECRET_KEY_BYTES = 4096 };
/* Every step paints the stack, and the path to the deepest point does not depend on the seed. */
enum { PAINTED_RUNS = 1 };
enum { OPEN, STEP, TAKE, CLOSE };
enum { PIECE_BYTES = 64 };

const char bench_operation_name[] = "keygen";
bench_peak bench_peaks[] = {{"ksig_keygen_open", 0},
                            {"ksig_keygen_step", 0},
                            {"ksig_keygen_take", 0},
                            {"ksig_keygen_close", 0},
                            {0, 0}};

static union KSIG_STATE(BENCH_STATE_BYTES) state;
static uint8_t seed[MAX_SEED_BYTES];
static uint8_t secret_key[MAX_SECRET_KEY_BYTES];

uint32_t bench_state_bytes(void) { return BENCH_SCHEME.state_bytes; }

uint32_t bench_resident_bytes(void) { return BENCH_SCHEME.streams ? 0 : BENCH_SCHEME.output_bytes; }

uint32_t bench_runs(void) { return BENCH_RUNS; }

uint32_t bench_painted_runs(void) { return PAINTED_RUNS; }

/* painted is constant in both uses, so that the measured one has nothing of it. */
BENCH_INLINE int keygen(uint32_t run, const int painted) {
    const volatile uint32_t *sp = 0;

    if (BENCH_SCHEME.seed_bytes > MAX_SEED_BYTES ||
        BENCH_SCHEME.secret_key_bytes > MAX_SECRET_KEY_BYTES)
        return 0;
    seed[0] = (uint8_t)run;
    seed[1] = (uint8_t)(run >> 8);

    if (painted)
        sp = bench_paint();
    ksig_verdict progress = ksig_keygen_open(&state, sizeof state, &BENCH_SCHEME, seed,
                                             BENCH_SCHEME.streams ? 0 : secret_key);
    if (painted)
        bench_raise(&bench_peaks[OPEN], sp);

    while (progress == KSIG_PENDING) {
        if (painted)
            sp = bench_paint();
        progress = ksig_keygen_step(&state);
        if (painted)
            bench_raise(&bench_peaks[STEP], sp);
        size_t taken;
        do {
            if (painted)
                sp = bench_paint();
            taken = ksig_keygen_take(&state, secret_key, PIECE_BYTES);
            if (painted)
                bench_raise(&bench_peaks[TAKE], sp);
        } while (taken != 0);
    }

    if (painted)
        sp = bench_paint();
    const ksig_verdict verdict = ksig_keygen_close(&state);
    if (painted)
        bench_raise(&bench_peaks[CLOSE], sp);
    return verdict == KSIG_DONE;
}

__attribute__((noinline)) int bench_operation(uint32_t run) { return keygen(run, 0); }

__attribute__((noinline)) int bench_painted(uint32_t run) { return keygen(run, 1); }
