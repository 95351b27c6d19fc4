/* ECDSA by BearSSL. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <bearssl.h>

#include "ksig_classical.h"

#ifdef KSIG_BEARSSL_15
#define VERIFY br_ecdsa_i15_vrfy_raw
#define P256 br_ec_p256_m15
#define P384 br_ec_prime_i15
#else
#define VERIFY br_ecdsa_i31_vrfy_raw
#define P256 br_ec_p256_m31
#define P384 br_ec_prime_i31
#endif

ksig_verdict ksig_classical_bearssl(const ksig_classical_input *input) {
    br_ec_public_key key = {0};
    const br_ec_impl *curve = NULL;
    size_t bytes = 0;
    if (input->algorithm == KSIG_CLASSICAL_ECDSA_P256) {
        key.curve = BR_EC_secp256r1;
        curve = &P256;
        bytes = 32;
    } else if (input->algorithm == KSIG_CLASSICAL_ECDSA_P384) {
        key.curve = BR_EC_secp384r1;
        curve = &P384;
        bytes = 48;
    } else {
        return KSIG_REJECT_ARGUMENT;
    }
    key.q = (unsigned char *)(uintptr_t)input->key; /* which it only reads */
    key.qlen = 1 + 2 * bytes;
    return VERIFY(curve, input->message, input->message_length, &key, input->signature,
                  2 * bytes) == 1
               ? KSIG_ACCEPT
               : KSIG_REJECT_SIGNATURE;
}
