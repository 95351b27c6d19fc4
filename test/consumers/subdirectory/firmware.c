/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/kilosig.h"

#if !KSIG_ENABLE_ASSEMBLY
#error "this core has assembly"
#endif

static ksig_verify_ml_dsa_44 state;
extern const uint8_t anchor[64], key[1312], message[33], signature[2420];
const uint8_t anchor[64] = {1}, key[1312] = {2}, message[33] = {3}, signature[2420] = {4};

int main(void) {
    const ksig_verify_args args = {.anchor = anchor,
                                   .message_length = sizeof message,
                                   .signature_length = sizeof signature,
                                   .key_length = sizeof key};
    return ksig_verify(&state, sizeof state, &ksig_ml_dsa_44, &args, key, message, signature) ==
           KSIG_ACCEPT;
}
