/* Signs on an ATmega2560 with the scheme of the image. secret_key.h has the key, as provisioning
 * would put it there. A pointer of C does not reach flash here, so it lies in RAM.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "console.h"
#include "kilosig/kilosig.h"
#include "secret_key.h"

#if KSIG_ENABLE_ML_DSA_44
/* The key is the seed. The signature leaves on USART0 as it is made: 32 bytes of it are in RAM. */
static ksig_sign_ml_dsa state;
static const ksig_sign_scheme *const scheme = &ksig_ml_dsa_44_sign;
static uint8_t *const signature = NULL;
enum { SIGNATURE_BYTES = 0 };
#elif KSIG_ENABLE_HAETAE_2
/* Key and signature are in RAM; key generation and its tables would not fit beside them. */
static ksig_sign_haetae_2 state;
static const ksig_sign_scheme *const scheme = &ksig_haetae_2_sign;
enum { SIGNATURE_BYTES = 1474 };
static uint8_t signature[SIGNATURE_BYTES];
#endif

static const uint8_t key[] = {SECRET_KEY};

int main(void) {
    static const uint8_t rnd[32] = {4, 5, 6}, message[] = "kilosig signs here";
    ksig_sign_args args = {0};
    args.secret_key = key;
    args.rnd = rnd;
    console_open();
    ksig_verdict verdict = ksig_sign_open(&state, sizeof state, scheme, &args, signature);
    while (verdict == KSIG_PENDING) {
        uint8_t piece[32];
        if (ksig_sign_want(&state) == KSIG_PART_MESSAGE)
            (void)ksig_sign_feed(&state, message, sizeof message);
        verdict = ksig_sign_step(&state);
        for (size_t n; (n = ksig_sign_take(&state, piece, sizeof piece)) != 0;)
            for (size_t i = 0; i < n; i++)
                put_hex(piece[i]);
    }
    verdict = ksig_sign_close(&state);
    for (unsigned i = 0; i < SIGNATURE_BYTES; i++)
        put_hex(signature[i]);
    put('\n');
    put_ram();
    put_text(verdict == KSIG_DONE ? "signed\n" : "no signature\n");
    for (;;)
        ;
}
