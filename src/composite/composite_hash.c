/* The hashes of Composite ML-DSA: pre-hash, and digest for ECDSA.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "composite/composite_hash.h"

static void init_256(ksig_composite_hashing *h) {
    ksig_sha256_init(&h->sha256, ksig_sha256_initial);
}

static void init_384(ksig_composite_hashing *h) {
    ksig_sha512_init(&h->sha512, ksig_sha384_initial);
}

static void init_512(ksig_composite_hashing *h) {
    ksig_sha512_init(&h->sha512, ksig_sha512_initial);
}

static size_t update_256(ksig_composite_hashing *h, const uint8_t *data, size_t length) {
    return ksig_sha256_update(&h->sha256, data, length);
}

static size_t update_512(ksig_composite_hashing *h, const uint8_t *data, size_t length) {
    return ksig_sha512_update(&h->sha512, data, length);
}

static uint32_t final_256(ksig_composite_hashing *h, uint8_t *digest) {
    const uint32_t length = (uint32_t)h->sha256.length;
    return length + ksig_sha256_final(&h->sha256, digest, 32);
}

static uint32_t final_384(ksig_composite_hashing *h, uint8_t *digest) {
    const uint32_t length = (uint32_t)h->sha512.length;
    return length + ksig_sha512_final(&h->sha512, digest, 48);
}

static uint32_t final_512(ksig_composite_hashing *h, uint8_t *digest) {
    const uint32_t length = (uint32_t)h->sha512.length;
    return length + ksig_sha512_final(&h->sha512, digest, 64);
}

const struct ksig_composite_hash ksig_composite_sha256 = {
    .init = init_256, .update = update_256, .final = final_256, .bytes = 32};
const struct ksig_composite_hash ksig_composite_sha384 = {
    .init = init_384, .update = update_512, .final = final_384, .bytes = 48};
const struct ksig_composite_hash ksig_composite_sha512 = {
    .init = init_512, .update = update_512, .final = final_512, .bytes = 64};
