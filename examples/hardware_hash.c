/* LMS with the SHA-256 engine of the microcontroller: nearly all of its time is that hash. The
 * library is built with KSIG_ENABLE_HASH_HOOKS 1. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

static ksig_verify_lms state;

/* The chaining value comes and goes as words, the block as the 64 bytes of the message that it is.
 */
static void compress(uint32_t chain[8], uint32_t block[16]) {
    engine_sha256(chain, (const uint8_t *)block);
}

/* What is not named is done by the library. */
const ksig_hash_hooks ksig_hooks = {.sha256_compress = compress};

int application(void) {
    const struct part image = flash("message"), signature = flash("signature"), key = flash("key");
    const ksig_verify_args args = {.anchor =
                                       key.bytes, /* an LMS key is its own anchor: trusted flash */
                                   .message_length = image.length,
                                   .signature_length = signature.length,
                                   .key_length = key.length};
    const ksig_verdict verdict =
        ksig_verify(&state, sizeof state, &ksig_lms, &args, NULL, image.bytes, signature.bytes);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
