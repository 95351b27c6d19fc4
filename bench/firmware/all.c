/* The operation "all": a key is made, signs, and its signature is verified, at each level of
 * BENCH_LEVELS. For the flash of the three operations in one image.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench.h"
#include "kilosig/kilosig.h"

/* BENCH_ML_DSA: the secret key is the seed, and key generation makes the public key. HAETAE's
 * secret key begins with the public key. MADE: what key generation makes. STATE: the largest. */
#ifdef BENCH_ML_DSA
enum { MADE_BYTES = 2592, MAX_SIGNATURE_BYTES = 4627, STATE_BYTES = KSIG_ML_DSA_87_STATE_BYTES };
#define LEVEL(n) \
    { &ksig_ml_dsa_##n##_keygen, &ksig_ml_dsa_##n##_sign, &ksig_ml_dsa_##n }
#else
enum {
    MADE_BYTES = 2752,
    MAX_SIGNATURE_BYTES = 2948,
    STATE_BYTES = KSIG_HAETAE_5_SIGN_STATE_BYTES
};
#define LEVEL(n) \
    { &ksig_haetae_##n##_keygen, &ksig_haetae_##n##_sign, &ksig_haetae_##n }
#endif
enum { MESSAGE_BYTES = 33, MAX_ANCHOR_BYTES = 64 };

static const struct {
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
    const ksig_scheme *verify;
} levels[] = {BENCH_LEVELS};

const char bench_operation_name[] = "all";
bench_peak bench_peaks[] = {{0, 0}};

static union KSIG_STATE(STATE_BYTES) state;
static uint8_t seed[32], message[MESSAGE_BYTES];
static uint8_t made[MADE_BYTES], signature[MAX_SIGNATURE_BYTES], anchor[MAX_ANCHOR_BYTES];

uint32_t bench_state_bytes(void) { return sizeof state; }

uint32_t bench_resident_bytes(void) { return sizeof made + sizeof signature; }

uint32_t bench_runs(void) { return sizeof levels / sizeof levels[0]; }

uint32_t bench_painted_runs(void) { return 0; }

__attribute__((noinline)) int bench_operation(uint32_t run) {
    const ksig_scheme *const scheme = levels[run].verify;
#ifdef BENCH_ML_DSA
    const uint8_t *const secret_key = seed, *const public_key = made;
#else
    const uint8_t *const secret_key = made, *const public_key = 0;
#endif
    const ksig_sign_args sign_args = {
        .secret_key = secret_key, .public_key = public_key, .flags = KSIG_SIGN_DETERMINISTIC};
    const ksig_verify_args verify_args = {.anchor = anchor,
                                          .message_length = MESSAGE_BYTES,
                                          .signature_length = scheme->signature_bytes,
                                          .key_length = scheme->key_bytes};
    if (levels[run].keygen->output_bytes > sizeof made ||
        scheme->signature_bytes > sizeof signature || scheme->anchor_bytes > sizeof anchor)
        return 0;
    if (ksig_keygen(&state, sizeof state, levels[run].keygen, seed, made) != KSIG_DONE)
        return 0;
    if (ksig_key_anchor(scheme, made, scheme->key_bytes, anchor) != KSIG_DONE)
        return 0;
    if (ksig_sign_open(&state, sizeof state, levels[run].sign, &sign_args, signature) !=
        KSIG_PENDING)
        return 0;
    for (ksig_verdict progress = ksig_sign_feed(&state, message, sizeof message);
         progress == KSIG_PENDING;)
        progress = ksig_sign_step(&state);
    if (ksig_sign_close(&state) != KSIG_DONE)
        return 0;
    return ksig_verify(&state, sizeof state, scheme, &verify_args, made, message, signature) ==
           KSIG_ACCEPT;
}

int bench_painted(uint32_t run) {
    (void)run;
    return 1;
}
