/* Signs with ML-DSA-44 on an ATmega2560: the signature leaves on USART0 as it is made. The RAM holds the state, and 32
 * bytes of it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "console.h"
#include "kilosig/kilosig.h"

static ksig_sign_ml_dsa state;

int main(void) {
    static const uint8_t seed[32] = {1, 2, 3}, rnd[32] = {4, 5, 6}, message[] = "kilosig signs here";
    ksig_sign_args args = {0};
    args.secret_key = seed;
    args.rnd = rnd;
    console_open();
    ksig_verdict verdict = ksig_sign_open(&state, sizeof state, &ksig_ml_dsa_44_sign, &args, NULL);
    while (verdict == KSIG_PENDING) {
        uint8_t piece[32];
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, sizeof message);
        verdict = ksig_sign_step(&state);
        for (size_t n; (n = ksig_sign_take(&state, piece, sizeof piece)) != 0;)
            for (size_t i = 0; i < n; i++)
                put_hex(piece[i]);
    }
    put('\n');
    put_ram();
    put_text(ksig_sign_close(&state) == KSIG_DONE ? "signed\n" : "no signature\n");
    for (;;)
        ;
}
