/* Key generation into the caller's memory: what changes there after it was computed is no key.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "kilosig/kilosig.h"

enum { OUTPUT_BYTES = 5000, AFTER = 0x77 };

static union KSIG_STATE(8192) state, done;
static uint8_t key[OUTPUT_BYTES], changed[OUTPUT_BYTES];

/* Closes with what is in `changed`. */
static ksig_verdict close_again(void) {
    memcpy(&state, &done, sizeof state);
    return ksig_keygen_close(&state);
}

/* 1 if that is refused, and nothing is left of it. */
static int refuses(size_t output_bytes) {
    const ksig_verdict verdict = close_again();
    size_t left = 0;
    for (size_t i = 0; i < output_bytes; i++)
        left += changed[i] != 0;
    return verdict == KSIG_REJECT_FAULT && left == 0 && changed[output_bytes] == AFTER;
}

static void test_changed_output(const ksig_keygen_scheme *scheme) {
    const size_t bytes = (size_t)scheme->output_bytes;
    uint8_t seed[96];
    check_random_bytes(seed, sizeof seed);
    CHECK(scheme->state_bytes <= sizeof state && bytes < sizeof key);
    memset(changed, AFTER, sizeof changed);
    CHECK(ksig_keygen_open(&state, sizeof state, scheme, seed, changed) == KSIG_PENDING);
    while (ksig_keygen_step(&state) == KSIG_PENDING)
        ;
    memcpy(&done, &state, sizeof done);
    memcpy(key, changed, sizeof key);
    CHECK(close_again() == KSIG_DONE && memcmp(changed, key, sizeof key) == 0);
    for (size_t at = 0; at < bytes; at++) { /* a byte */
        memcpy(changed, key, bytes);
        changed[at] ^= (uint8_t)(1 + check_random() % 255);
        CHECK(refuses(bytes));
    }
    for (size_t at = 0; at + 4 < bytes; at++) { /* bytes that only changed places */
        memcpy(changed, key, bytes);
        changed[at] = key[at + 4], changed[at + 4] = key[at];
        CHECK(key[at] == key[at + 4] || refuses(bytes));
    }
    for (size_t at = 0; at < bytes; at += 16) { /* all that follows: a wipe that went too far */
        memcpy(changed, key, bytes);
        memset(changed + at, 0, bytes - at);
        CHECK(memcmp(changed, key, bytes) == 0 || refuses(bytes));
    }
}

int main(void) {
#if KSIG_ENABLE_SIGN_CHECK
    for (const ksig_keygen_scheme *const *scheme = ksig_keygen_schemes; *scheme != NULL; scheme++) {
        const char *const name = (*scheme)->name;
        if (strncmp(name, "slh", 3) != 0 || name[strlen(name) - 1] == 'f') /* s takes long */
            test_changed_output(*scheme);
    }
#endif
    return check_end();
}
