/* ECDSA P-256 by p256-m. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <p256-m.h>

#include "ksig_classical.h"

ksig_verdict ksig_classical_p256m(const ksig_classical_input *input) {
    if (input->algorithm != KSIG_CLASSICAL_ECDSA_P256)
        return KSIG_REJECT_ARGUMENT;
    /* A key without its first byte, which says that the point is not compressed. */
    if (input->key[0] != 0x04)
        return KSIG_REJECT_KEY;
    return p256_ecdsa_verify(input->signature, input->key + 1, input->message,
                             input->message_length) == P256_SUCCESS
               ? KSIG_ACCEPT
               : KSIG_REJECT_SIGNATURE;
}
