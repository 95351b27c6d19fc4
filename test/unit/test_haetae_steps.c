/* Signing: what each step leaves, against the model's values.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/common/haetae_challenge.h"
#include "haetae/sign/haetae_sign_state.h"
#include "kilosig/kilosig.h"

#include "haetae_steps.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    const ksig_sign_scheme *sign;
    const ksig_keygen_scheme *keygen;
} schemes[] = {
#if KSIG_ENABLE_HAETAE_2
    {&ksig_haetae_2_sign, &ksig_haetae_2_keygen}, {&ksig_haetae_2_kpqc_sign, &ksig_haetae_2_keygen},
#endif
#if KSIG_ENABLE_HAETAE_3
    {&ksig_haetae_3_sign, &ksig_haetae_3_keygen}, {&ksig_haetae_3_kpqc_sign, &ksig_haetae_3_keygen},
#endif
#if KSIG_ENABLE_HAETAE_5
    {&ksig_haetae_5_sign, &ksig_haetae_5_keygen}, {&ksig_haetae_5_kpqc_sign, &ksig_haetae_5_keygen},
#endif
};

static const uint8_t message[] = {'H', 'A', 'E', 'T', 'A', 'E', ' ', 'd', 'e', 'b',
                                  'u', 'g', ' ', 'v', 'e', 'c', 't', 'o', 'r'};
static const uint8_t context[] = {'c', 't', 'x'};
static ksig_keygen_haetae_5 maker;
static ksig_sign_haetae_5 signer;
static uint8_t secret_key[2752], signature[2948];

static void check_seed(const ksig_haetae_sign_state *s, const known_steps *known) {
    CHECK(memcmp(s->mu, known->mu, sizeof s->mu) == 0);
    CHECK(memcmp(s->seed, known->seed, sizeof s->seed) == 0);
}

/* Of the first polynomial, and the one after the last. */
static void check_nonces(const ksig_haetae_sign_state *s, const known_steps *known) {
    CHECK(ksig_haetae_sign_nonce(s, 0) == known->first_nonce);
    CHECK(ksig_haetae_sign_nonce(s, ksig_haetae_sign_polynomials(ksig_haetae_sign_params_of(s))) ==
          known->end_nonce);
}

/* c is there; rows are as the variant keeps them. */
static void check_challenge(ksig_haetae_sign_state *s, const known_steps *known) {
    CHECK(memcmp(s->late.end.c, known->c, sizeof s->late.end.c) == 0);
    CHECK((s->sign & 3) == (known->sign & 3));
    check_nonces(s, known);
#if KSIG_HAETAE_SIGN_VARIANT != KSIG_VARIANT_SMALL
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    for (unsigned row = 0; row < 2; row++) {
        const uint16_t *const w = ksig_haetae_sign_row(s) + KSIG_HAETAE_N * row;
        for (unsigned n = 0; n < 8; n++) {
            const uint32_t lifted = ksig_haetae_sign_lift(s, row, n, w[n]);
            CHECK(lifted == known->w[row][n]);
            if (row == 0)
                CHECK(ksig_haetae_high_bits(p, lifted) == known->high[n]);
        }
    }
#endif
}

/* The attempt is accepted. |z|^2 = |y|^2 + 2 i + q and |2 z - y|^2 = |y|^2 + 4 i + 4 q, of which
 * the state has i. */
static void check_norms(const ksig_haetae_sign_state *s, const known_steps *known) {
#if KSIG_HAETAE_SIGN_VARIANT != KSIG_VARIANT_FAST /* that has bounds of |y|^2 where they decide */
    const int64_t q =
        (known->mirrored_norm - known->y_norm - 2 * (known->z_norm - known->y_norm)) / 2;
    CHECK((int64_t)s->sums.y_norm == known->y_norm);
    CHECK(q % (INT64_C(1) << 26) == 0);
    const ksig_haetae_norms norms = ksig_haetae_sign_norms(s, (uint32_t)(q >> 26));
    CHECK(norms.z == known->z_norm);
    CHECK(norms.mirrored == known->mirrored_norm);
#else
    (void)s;
    (void)known;
#endif
}

static void check_signature(const ksig_haetae_params *p, const known_steps *known) {
    CHECK(memcmp(signature, known->c, sizeof known->c) == 0);
    for (unsigned column = 0; column < 2; column++)
        for (unsigned n = 0; n < 8; n++)
            CHECK(signature[32 + 256 * column + n] == (uint8_t)known->z[column][n]);
    CHECK(signature[32 + 256 * p->l] + p->base_hb == known->hb_bytes);
    CHECK(signature[32 + 256 * p->l + 1] + p->base_h == known->hint_bytes);
}

static void test_steps(const ksig_sign_scheme *scheme, const ksig_keygen_scheme *keygen) {
    const known_steps *steps = all_steps;
    const int ksx = strstr(scheme->name, "kpqc") == NULL;
    uint8_t seed[32];
    for (unsigned i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)i;
    while (strcmp(steps->name, scheme->name) != 0)
        CHECK(++steps < all_steps + COUNT(all_steps));
    CHECK(ksig_keygen(&maker, sizeof maker, keygen, seed, secret_key) == KSIG_DONE);

    const ksig_sign_args args = {
        .secret_key = secret_key,
        .context = context,
        .context_length = ksx ? sizeof context : 0,
        .flags = KSIG_SIGN_DETERMINISTIC,
    };
    ksig_haetae_sign_state *const s = (ksig_haetae_sign_state *)(void *)&signer;
    CHECK(ksig_sign_open(&signer, sizeof signer, scheme, &args, signature) == KSIG_PENDING);
    CHECK(ksig_sign_feed(&signer, message, sizeof message) == KSIG_PENDING);
    unsigned attempts = 0, before = KSIG_WORK_FEED, checks = 0;
    while (ksig_sign_step(&signer) == KSIG_PENDING) {
        const unsigned stage = s->head.stage;
        if (stage == KSIG_SIGN_EXPAND && before != stage)
            check_seed(s, steps), checks++;
        if (stage == KSIG_SIGN_NORM && before != stage)
            attempts++;
        if (stage == KSIG_SIGN_COMMIT && before != stage && attempts == steps->attempts)
            check_nonces(s, steps), checks++;
        if (stage == KSIG_SIGN_DECIDE && before != stage && attempts == steps->attempts)
            check_challenge(s, steps), checks++;
        if (stage == KSIG_SIGN_EMIT && before != stage)
            check_norms(s, steps), checks++;
        before = stage;
    }
    CHECK(attempts == steps->attempts && checks == 4);
    check_signature(ksig_haetae_sign_params_of(s), steps);
    CHECK(ksig_sign_close(&signer) == KSIG_DONE);
}

int main(void) {
    for (unsigned i = 0; i < COUNT(schemes); i++)
        test_steps(schemes[i].sign, schemes[i].keygen);
    return check_end();
}
