/* The same, where the boot loader has the public key itself and no digest of it. It costs 1.3 kB of
 * flash, and there is nothing to provision. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

static ksig_verify_ml_dsa_44 state;

int application(void) {
    const struct part image = flash("message"), signature = flash("signature");
    const struct part key =
        flash("key"); /* in write-protected flash: never one that came with the image */
    const ksig_verify_args args = {.message_length = image.length,
                                   .signature_length = signature.length,
                                   .key_length = key.length};
    const ksig_verdict verdict = ksig_verify_with_key(&state, sizeof state, &ksig_ml_dsa_44, &args,
                                                      key.bytes, image.bytes, signature.bytes);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
