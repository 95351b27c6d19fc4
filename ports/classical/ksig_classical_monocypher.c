/* Ed25519 by Monocypher. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <monocypher.h>

#include "ksig_classical.h"

/* 1 unless a point is encoded as RFC 8032 section 5.1.3 says: y below 2^255 - 19, and no sign where
 * x is 0, which is where y is 1 or -1. Monocypher lets R pass with such a sign. */
static int malformed(const uint8_t point[32]) {
    const int sign = point[31] >> 7;
    int zeros = (point[31] & 0x7f) == 0, ones = (point[31] & 0x7f) == 0x7f;
    for (unsigned i = 1; i < 31; i++) {
        zeros &= point[i] == 0;
        ones &= point[i] == 0xff;
    }
    return (zeros && sign && point[0] == 1) ||
           (ones && (point[0] >= 0xed || (sign && point[0] == 0xec)));
}

ksig_verdict ksig_classical_monocypher(const ksig_classical_input *input) {
    uint8_t reduced[32];
    if (input->algorithm != KSIG_CLASSICAL_ED25519 &&
        input->algorithm != KSIG_CLASSICAL_ED25519_DIGEST)
        return KSIG_REJECT_ARGUMENT;
    if (malformed(input->key) || malformed(input->signature))
        return KSIG_REJECT_SIGNATURE;
    crypto_eddsa_reduce(reduced, input->challenge);
    return crypto_eddsa_check_equation(input->signature, input->key, reduced) == 0
               ? KSIG_ACCEPT
               : KSIG_REJECT_SIGNATURE;
}
