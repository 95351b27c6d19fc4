/* Signs with HAETAE-2 on an ATmega2560. Key and signature are in RAM: a pointer of C does not reach flash here. secret_key.h
 * has the key, as a product's provisioning would put it there; key generation and its tables would not fit beside it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "console.h"
#include "kilosig/kilosig.h"
#include "secret_key.h"

static ksig_sign_haetae_2 state;
static uint8_t key[] = {SECRET_KEY}, signature[1474];

int main(void) {
    static const uint8_t rnd[32] = {4, 5, 6}, message[] = "kilosig signs here";
    ksig_sign_args args = {0};
    args.secret_key = key;
    args.rnd = rnd;
    console_open();
    ksig_verdict verdict = ksig_sign_open(&state, sizeof state, &ksig_haetae_2_sign, &args, signature);
    while (verdict == KSIG_PENDING) {
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, sizeof message);
        verdict = ksig_sign_step(&state);
    }
    verdict = ksig_sign_close(&state);
    for (unsigned i = 0; i < sizeof signature; i++)
        put_hex(signature[i]);
    put('\n');
    put_ram();
    put_text(verdict == KSIG_DONE ? "signed\n" : "no signature\n");
    for (;;)
        ;
}
