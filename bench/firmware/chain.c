/* The operation "chain": a chain of certificates, read from memory, 64 bytes at a time.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * There is one record: anchor | root's key | chain, the first two of BENCH_ANCHOR_BYTES and
 * BENCH_KEY_BYTES. Algorithms of the keys: BENCH_TREES: HSS, then SLH-DSA-SHA2-128s;
 * BENCH_CLASSICAL, a verifier: BENCH_ROOT (number BENCH_ROOT_NUMBER), then ML-DSA-44; else
 * ML-DSA-44. */
#include "bench.h"
#include "kilosig/x509_classical.h"
#include "paint.h"

enum { CHUNK_BYTES = 64 };
enum { OPEN, FEED, CLOSE };

const char bench_operation_name[] = "chain";
bench_peak bench_peaks[] = {
    {"ksig_x509_open", 0}, {"ksig_x509_feed", 0}, {"ksig_x509_close", 0}, {0, 0}};

#if BENCH_TREES
static union KSIG_STATE(KSIG_X509_TREE_STATE_BYTES(KSIG_HSS_STATE_BYTES)) state;
static const ksig_x509_algorithm algorithms[] = {
    {&ksig_hss, KSIG_X509_HSS, 0}, {&ksig_slh_dsa_sha2_128s, KSIG_X509_SLH_DSA_SHA2_128S, 0}};
#elif defined(BENCH_CLASSICAL)
ksig_classical_verify BENCH_CLASSICAL;
static union KSIG_STATE(KSIG_X509_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES) +
                        KSIG_X509_CLASSICAL_BYTES) state;
static const ksig_x509_algorithm algorithms[] = {{&BENCH_ROOT, BENCH_ROOT_NUMBER, BENCH_CLASSICAL},
                                                 {&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, 0}};
#else
static ksig_x509_ml_dsa_44 state;
static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, 0}};
#endif

uint32_t bench_state_bytes(void) { return sizeof state; }

uint32_t bench_resident_bytes(void) { return 0; } /* streamed: nothing stays */

uint32_t bench_runs(void) { return 1; }

uint32_t bench_painted_runs(void) { return 1; }

/* painted is constant in both uses, so that the measured one has nothing of it. */
BENCH_INLINE int read_chain(const int painted) {
    const volatile uint32_t *sp = 0;
    const uint8_t *const key = bench_inputs + BENCH_ANCHOR_BYTES;
    const uint8_t *const chain = key + BENCH_KEY_BYTES;
    const ksig_x509_args args = {.algorithms = algorithms,
                                 .algorithm_count = sizeof algorithms / sizeof *algorithms,
                                 .anchor = bench_inputs,
                                 .key_length = BENCH_KEY_BYTES,
                                 .chain_length = (uint32_t)(bench_inputs_end - chain),
                                 .issuers = 3,
                                 .now = 1780000000,
                                 .flags = KSIG_X509_ANY_ISSUER};
    ksig_x509_end end;

    if (painted)
        sp = bench_paint();
    const ksig_verdict opened = ksig_x509_open(&state, sizeof state, &args);
    if (painted)
        bench_raise(&bench_peaks[OPEN], sp);
    if (opened != KSIG_PENDING)
        return 0;

    for (;;) {
        const ksig_want want = ksig_x509_want(&state);
        if (want.length == 0)
            break;
        const uint8_t *const part = want.part == KSIG_PART_KEY ? key : chain;
        const uint32_t length = want.length < CHUNK_BYTES ? want.length : CHUNK_BYTES;
        if (painted)
            sp = bench_paint();
        (void)ksig_x509_feed(&state, part + want.offset, length);
        if (painted)
            bench_raise(&bench_peaks[FEED], sp);
    }

    if (painted)
        sp = bench_paint();
    const ksig_verdict verdict = ksig_x509_close(&state, &end);
    if (painted)
        bench_raise(&bench_peaks[CLOSE], sp);
    return verdict == KSIG_ACCEPT;
}

__attribute__((noinline)) int bench_operation(uint32_t run) {
    (void)run;
    return read_chain(0);
}

__attribute__((noinline)) int bench_painted(uint32_t run) {
    (void)run;
    return read_chain(1);
}
