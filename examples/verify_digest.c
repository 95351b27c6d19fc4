/* A detached hash: the device computes the digest of an image while it stores it, with its own
 * engine, and the verification gets 32 bytes instead of the image. The signer signed in pre-hash
 * mode (HashML-DSA with SHA-256). The digest must be the device's own work: see docs/streaming.md.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "board.h"
#include "kilosig/kilosig.h"

#define DIGEST_BYTES 32
#define BLOCK_BYTES 64

static ksig_verify_ml_dsa_44 state;

/* SHA-256 (FIPS 180-4), with the engine's compression. */
static void digest_of(const struct part *image, uint8_t digest[DIGEST_BYTES]) {
    uint32_t chain[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t block[BLOCK_BYTES];
    uint32_t left = image->length;
    int padded = 0, ended = 0;
    while (!ended) {
        const uint32_t n = left < BLOCK_BYTES ? left : BLOCK_BYTES;
        const uint8_t *const bytes = image->bytes + (image->length - left);
        for (uint32_t i = 0; i < BLOCK_BYTES; i++)
            block[i] = i < n ? bytes[i] : 0;
        left -= n;
        if (n < BLOCK_BYTES) {
            if (!padded)
                block[n] = 0x80;
            padded = 1;
            if (n < BLOCK_BYTES - 8 || (n == 0 && left == 0)) {
                const uint64_t bits = (uint64_t)image->length * 8;
                for (unsigned i = 0; i < 8; i++)
                    block[BLOCK_BYTES - 1 - i] = (uint8_t)(bits >> 8 * i);
                ended = 1;
            }
        }
        engine_sha256(chain, block);
    }
    for (unsigned i = 0; i < DIGEST_BYTES; i++)
        digest[i] = (uint8_t)(chain[i / 4] >> (24 - 8 * (i % 4)));
}

int application(void) {
    const struct part image = flash("message"), signature = flash("signature"), key = flash("key");
    uint8_t digest[DIGEST_BYTES];
    const ksig_verify_args args = {.anchor = flash_anchor(1),
                                   .message_length = DIGEST_BYTES,
                                   .signature_length = signature.length,
                                   .key_length = key.length,
                                   .mode = KSIG_MODE_DIGEST,
                                   .hash = KSIG_HASH_SHA256};
    digest_of(&image, digest);
    const ksig_verdict verdict = ksig_verify(&state, sizeof state, &ksig_ml_dsa_44, &args,
                                             key.bytes, digest, signature.bytes);
    log_line(ksig_reason_text(verdict));
    return verdict == KSIG_ACCEPT ? ACCEPTED : REJECTED;
}
