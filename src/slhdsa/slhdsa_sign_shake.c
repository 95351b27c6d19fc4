/* Signing with the SHAKE sets: PRF_msg is SHAKE256 (FIPS 205 section 11.1).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hash/keccak.h"
#include "slhdsa/slhdsa_sign.h"
#include "slhdsa/slhdsa_wipe.h"

static void init(void *hash) { ksig_shake256_init(hash); }

static size_t absorb(void *hash, const uint8_t *data, size_t length) {
    return ksig_keccak_take(hash, data, length);
}

static uint32_t final(void *hash, uint8_t *out, size_t length) {
    const uint32_t doubt = ksig_keccak_end(hash);
    ksig_keccak_squeeze(hash, out, length);
    return doubt;
}

const ksig_slhdsa_sign_operations ksig_slhdsa_sign_shake = {
    .sign = {.work = {.step = ksig_slhdsa_sign_step, .wipe_stack = ksig_slhdsa_wipe_sign_stack},
             .open = ksig_slhdsa_sign_open,
             .take = ksig_slhdsa_sign_take},
    .wipe = ksig_slhdsa_wipe_message_stack,
    .init = init,
    .absorb = absorb,
    .final = final,
};
