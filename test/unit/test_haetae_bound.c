/* HAETAE signing: w is bound to the y that leaves. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A fault changes one coefficient of w before c is made, by so little that its high bits after the
 * hint may stay the same. The signature would be valid, with the genuine y1 under another c. */
#include <string.h>

#include "check.h"
#include "haetae/sign/haetae_sign_state.h"
#include "kilosig/kilosig.h"

#if KSIG_ENABLE_SIGN_CHECK
typedef struct level {
    const ksig_keygen_scheme *keygen;
    const ksig_sign_scheme *sign;
} level;

static const level levels[] = {
#if KSIG_ENABLE_HAETAE_2
    {&ksig_haetae_2_keygen, &ksig_haetae_2_sign},
#endif
#if KSIG_ENABLE_HAETAE_3
    {&ksig_haetae_3_keygen, &ksig_haetae_3_sign},
#endif
#if KSIG_ENABLE_HAETAE_5
    {&ksig_haetae_5_keygen, &ksig_haetae_5_sign},
#endif
    {NULL, NULL},
};

enum { TRIALS = 24, Q = 64513 };

static union KSIG_STATE(KSIG_HAETAE_5_SIGN_STATE_BYTES + 640) state;
static uint8_t secret_key[2752], genuine[2948], signature[2948];

/* To where row i of w is complete, or, in SMALL, its columns are, and returns it. */
static uint16_t *step_to_row(ksig_haetae_sign_state *s, unsigned i) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const int small = KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL;
    const unsigned index = small ? p->l : ksig_haetae_sign_polynomials(p), part = small ? i : 0;
    while (s->head.stage != KSIG_SIGN_COMMIT || s->index != index || s->part != part)
        CHECK(ksig_sign_step(&state) == KSIG_PENDING);
    return ksig_haetae_sign_row(s) + (small ? 0 : KSIG_HAETAE_N * i);
}

/* Adds `change` to coefficient n of row i, and goes on. Returns 1 if nothing is given away. */
static int refuses(const level *tried, const ksig_sign_args *args, unsigned i, unsigned n,
                   unsigned change, uint32_t attempt) {
    ksig_haetae_sign_state *const s = (ksig_haetae_sign_state *)(void *)&state;
    CHECK(ksig_sign_open(&state, sizeof state, tried->sign, args, signature) == KSIG_PENDING);
    CHECK(ksig_sign_feed(&state, NULL, 0) == KSIG_PENDING);
    uint16_t *row;
    do
        row = step_to_row(s, i);
    while (s->attempt != attempt && ksig_sign_step(&state) == KSIG_PENDING);
    uint16_t *const coefficient = row + n;
    *coefficient = (uint16_t)((*coefficient + change) % Q);
    ksig_verdict verdict;
    while ((verdict = ksig_sign_step(&state)) == KSIG_PENDING)
        ;
    const int same = verdict == KSIG_DONE && s->attempt == attempt;
    (void)!ksig_sign_close(&state);
    if (same) /* c depends on the high bits alone */
        CHECK(memcmp(signature, genuine, tried->sign->signature_bytes) == 0);
    else
        CHECK(verdict == KSIG_DONE || verdict == KSIG_REJECT_FAULT);
    return verdict == KSIG_REJECT_FAULT;
}

static void test_changed_row(const level *tried) {
    const unsigned k = ((const ksig_haetae_scheme *)tried->sign->params)->level->k;
    const ksig_sign_args args = {.secret_key = secret_key, .flags = KSIG_SIGN_DETERMINISTIC};
    const ksig_haetae_sign_state *const s = (const ksig_haetae_sign_state *)(const void *)&state;
    uint8_t seed[32];
    check_random_bytes(seed, sizeof seed);
    CHECK(ksig_keygen(&state, sizeof state, tried->keygen, seed, secret_key) == KSIG_DONE);
    CHECK(ksig_sign_open(&state, sizeof state, tried->sign, &args, genuine) == KSIG_PENDING);
    CHECK(ksig_sign_feed(&state, NULL, 0) == KSIG_PENDING);
    while (ksig_sign_step(&state) == KSIG_PENDING)
        ;
    const uint32_t attempt = s->attempt;
    CHECK(ksig_sign_close(&state) == KSIG_DONE);
    unsigned refused = 0;
    for (unsigned i = 0; i < TRIALS; i++) {
        const unsigned change = 1 + check_random() % 250, negative = check_random() % 2;
        refused += (unsigned)refuses(tried, &args, i % k, check_random() % KSIG_HAETAE_N,
                                     negative ? Q - change : change, attempt);
    }
    CHECK(refused != 0);
}

int main(void) {
    for (const level *tried = levels; tried->sign != NULL; tried++)
        test_changed_row(tried);
    return check_end();
}
#else
int main(void) { return check_end(); }
#endif
