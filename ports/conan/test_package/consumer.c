/* Fails to link with another configuration, and to run with another version.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include "kilosig/kilosig.h"

int main(void) {
    const ksig_scheme *const scheme = ksig_scheme_by_name("ml-dsa-44");
    static ksig_verify_ml_dsa_44 state;
    static const uint8_t anchor[64];
    ksig_verify_args args = {0};
    args.anchor = anchor;
    args.signature_length = 2420;
    args.key_length = 1312;
    if (ksig_version() != KSIG_VERSION_NUMBER || scheme == NULL ||
        ksig_verify_open(&state, sizeof state, scheme, &args) != KSIG_PENDING)
        return 1;
    puts(ksig_verify_close(&state) == KSIG_REJECT_INCOMPLETE ? KSIG_VERSION : "wrong");
    return 0;
}
