/* A hash engine under the hook table: used for every permutation, and a null entry falls back to
 * the library's C. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "example_44.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"

static unsigned permutations, compressions;

static void engine_keccak(uint32_t lanes[50]) {
    permutations++;
    ksig_keccak_f1600(lanes, sizeof(uint32_t[50]));
}

static void engine_sha256(uint32_t chain[8], uint32_t block[16]) {
    compressions++;
    ksig_sha256_compress(chain, block);
    memset(block, 0xff, 64); /* an engine may leave anything in the block */
}

const ksig_hash_hooks ksig_hooks = {.keccak_f1600 = engine_keccak,
                                    .sha256_compress = engine_sha256};

static void digest_of_abc(unsigned hash, const char *expected) {
    ksig_prehash p;
    uint8_t digest[64];
    ksig_prehash_init(&p, hash, 3);
    ksig_prehash_update(&p, hash, (const uint8_t *)"abc", 3);
    ksig_prehash_final(&p, hash, digest);
    CHECK_HEX(digest, ksig_prehash_bytes(hash), expected);
}

int main(void) {
    static ksig_verify_ml_dsa_44 v;
    uint8_t anchor[64];
    CHECK(ksig_key_anchor(&ksig_ml_dsa_44, example_key, sizeof example_key, anchor) == KSIG_DONE);
    CHECK(permutations == 1312 / 136 + 1);
    permutations = 0;
    const ksig_verify_args args = {
        .anchor = anchor,
        .context = (const uint8_t *)example_context,
        .context_length = strlen(example_context),
        .message_length = (uint32_t)strlen(example_message),
        .signature_length = sizeof example_signature,
        .key_length = sizeof example_key,
    };
    CHECK(ksig_verify(&v, sizeof v, &ksig_ml_dsa_44, &args, example_key,
                      (const uint8_t *)example_message, example_signature) == KSIG_ACCEPT);
    CHECK(permutations >= 99 && permutations <= 110);
    CHECK(compressions == 0);

    digest_of_abc(KSIG_HASH_SHA256,
                  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(compressions == 1);
    digest_of_abc(KSIG_HASH_SHA512,
                  "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                  "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
    return check_end();
}
