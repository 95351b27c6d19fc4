/* Signing with the SHA-2 sets of n = 16: PRF_msg is HMAC-SHA-256 (FIPS 205 section 11.2.1).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/sha2.h"
#include "slhdsa/slhdsa_sign.h"
#include "slhdsa/slhdsa_wipe.h"

static void init(void *hash) { ksig_sha256_init(hash, ksig_sha256_initial); }

static size_t absorb(void *hash, const uint8_t *data, size_t length) {
    return ksig_sha256_take(hash, data, length);
}

static uint32_t final(void *hash, uint8_t *out, size_t length) {
    return ksig_sha256_final(hash, out, length);
}

static void take_block(void *hash) {
    ksig_sha256_advance(hash, sizeof((ksig_sha256 *)hash)->block);
}

const ksig_slhdsa_sign_operations ksig_slhdsa_sign_sha256 = {
    .sign = {.work = {.step = ksig_slhdsa_sign_step,
                      .wipe_stack = ksig_slhdsa_wipe_short_sign_stack},
             .open = ksig_slhdsa_sign_open,
             .take = ksig_slhdsa_sign_take},
    .wipe = ksig_slhdsa_wipe_short_message_stack,
    .init = init,
    .absorb = absorb,
    .final = final,
    .take_block = take_block,
    .block_bytes = sizeof((ksig_sha256 *)0)->block,
    .block_at = offsetof(ksig_sha256, block),
};
