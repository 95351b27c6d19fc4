/* The operation "x509": for bench/firmware/measure.c, a chain read from memory, 64 bytes at a time.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The record is anchor | key | chain, with the lengths of X509_ANCHOR, X509_KEY and X509_CHAIN.
 * X509_TREES: HSS and SLH-DSA-SHA2-128s; X509_CLASSICAL: who verifies X509_SCHEME, and ML-DSA-44;
 * else ML-DSA-44. */
#include "bench.h"
#include "kilosig/x509_classical.h"

enum { CHUNK_BYTES = 64 };

const char bench_operation_name[] = "x509";
bench_peak bench_peaks[] = {{0, 0}};

#if X509_TREES
static union KSIG_STATE(KSIG_X509_TREE_STATE_BYTES(KSIG_HSS_STATE_BYTES)) state;
static const ksig_x509_algorithm algorithms[] = {
    {&ksig_hss, KSIG_X509_HSS, NULL}, {&ksig_slh_dsa_sha2_128s, KSIG_X509_SLH_DSA_SHA2_128S, NULL}};
#elif defined(X509_CLASSICAL)
ksig_classical_verify X509_CLASSICAL;
static union KSIG_STATE(KSIG_X509_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES) +
                        KSIG_X509_CLASSICAL_BYTES) state;
static const ksig_x509_algorithm algorithms[] = {{&X509_SCHEME, X509_NUMBER, X509_CLASSICAL},
                                                 {&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};
#else
static ksig_x509_ml_dsa_44 state;
static const ksig_x509_algorithm algorithms[] = {{&ksig_ml_dsa_44, KSIG_X509_ML_DSA_44, NULL}};
#endif

uint32_t bench_state_bytes(void) { return sizeof state; }
uint32_t bench_resident_bytes(void) { return 0; }
uint32_t bench_runs(void) { return 1; }
uint32_t bench_painted_runs(void) { return 0; }

int bench_painted(uint32_t run) {
    (void)run;
    return 0;
}

__attribute__((noinline)) int bench_operation(uint32_t run) {
    (void)run;
    const uint8_t *const key = bench_inputs + X509_ANCHOR, *const chain = key + X509_KEY;
    const ksig_x509_args args = {.algorithms = algorithms,
                                 .algorithm_count = sizeof algorithms / sizeof *algorithms,
                                 .anchor = bench_inputs,
                                 .key_length = X509_KEY,
                                 .chain_length = X509_CHAIN,
                                 .issuers = 3,
                                 .now = 1780000000,
                                 .flags = KSIG_X509_ANY_ISSUER};
    ksig_x509_end end;
    if (ksig_x509_open(&state, sizeof state, &args) != KSIG_PENDING)
        return 0;
    for (;;) {
        const ksig_want want = ksig_x509_want(&state);
        if (want.length == 0)
            break;
        const uint8_t *const part = want.part == KSIG_PART_KEY ? key : chain;
        const uint32_t length = want.length < CHUNK_BYTES ? want.length : CHUNK_BYTES;
        (void)ksig_x509_feed(&state, part + want.offset, length);
    }
    return ksig_x509_close(&state, &end) == KSIG_ACCEPT;
}
