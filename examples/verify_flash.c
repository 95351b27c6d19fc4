/* A boot loader: image, signature and public key lie in flash that the core can address.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

/* RAM that the image takes over when it runs. */
static ksig_verify_ml_dsa_44 state;

int application(void) {
    const struct part image = flash("message"), signature = flash("signature"), key = flash("key");
    const ksig_verify_args args = {.anchor = flash_anchor(1),
                                   .message_length = image.length,
                                   .signature_length = signature.length,
                                   .key_length = key.length};
    const ksig_verdict verdict = ksig_verify(&state, sizeof state, &ksig_ml_dsa_44, &args,
                                             key.bytes, image.bytes, signature.bytes);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
