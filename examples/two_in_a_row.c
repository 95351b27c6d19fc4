/* Two verifications in a row, in the same RAM: a root key that is used rarely (LMS) signs the
 * anchor of the key that signs images (ML-DSA-44). Each is done twice, against faults.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

#define ANCHOR_BYTES 64 /* of ML-DSA */

static union {
    ksig_verify_lms delegation;
    ksig_verify_ml_dsa_44 image;
} state;

/* Not in flash that somebody may write between the two: what was verified is what is used. */
static uint8_t anchor[ANCHOR_BYTES];

static ksig_verdict verify_delegation(void) {
    const struct part text = flash("delegation"), signature = flash("delegation-signature"),
                      root = flash("root-key");
    const ksig_verify_args args = {.anchor = root.bytes,
                                   .message_length = ANCHOR_BYTES,
                                   .signature_length = signature.length,
                                   .key_length = root.length};
    if (text.length != ANCHOR_BYTES)
        return KSIG_REJECT_MSG_LENGTH;
    for (unsigned i = 0; i < ANCHOR_BYTES; i++)
        anchor[i] = text.bytes[i];
    return ksig_verify_twice(&state, sizeof state, &ksig_lms, &args, NULL, anchor, signature.bytes);
}

static ksig_verdict verify_image(void) {
    const struct part image = flash("message"), signature = flash("signature"), key = flash("key");
    const ksig_verify_args args = {.anchor = anchor,
                                   .message_length = image.length,
                                   .signature_length = signature.length,
                                   .key_length = key.length};
    return ksig_verify_twice(&state, sizeof state, &ksig_ml_dsa_44, &args, key.bytes, image.bytes,
                             signature.bytes);
}

int application(void) {
    ksig_verdict verdict = verify_delegation();
    log_line(ksig_reason_text(verdict));
    if (verdict != KSIG_ACCEPT)
        return REJECTED;
    verdict = verify_image();
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
