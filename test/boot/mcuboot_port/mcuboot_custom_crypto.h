/* MCUboot's own hash of an image, by kilosig's SHA-256.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef MCUBOOT_CUSTOM_CRYPTO_H
#define MCUBOOT_CUSTOM_CRYPTO_H
#include "hash/sha2.h"
typedef ksig_sha256 bootutil_sha_context;
static inline int bootutil_sha_init(bootutil_sha_context *hash) {
    ksig_sha256_init(hash, ksig_sha256_initial);
    return 0;
}
static inline int bootutil_sha_update(bootutil_sha_context *hash, const void *data,
                                      uint32_t length) {
    return ksig_sha256_update(hash, data, length) == length ? 0 : -1;
}
static inline int bootutil_sha_finish(bootutil_sha_context *hash, uint8_t *digest) {
    return ksig_sha256_final(hash, digest, 32) == 0 ? 0 : -1;
}
static inline int bootutil_sha_drop(bootutil_sha_context *hash) {
    (void)hash;
    return 0;
}
#endif
