/* libFuzzer target: firmware/boot as whoever writes the slot sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: flags, then what the slot holds. Flag 1: magic numbers and lengths of the areas are made
 * to fit, so that mutation reaches the TLVs; flag 2: the digest too, so that it reaches the
 * signatures. Checked beyond the sanitizers: nothing after the input is read, both values of a
 * verdict agree, and nothing is accepted but what the key of corpus/fuzz_boot/image signed. */
#include <stdlib.h>
#include <string.h>

#include "hash/sha2.h"
#include "slots.h"

#define SIGNED_CRC UINT32_C(0xFA731F1E) /* CRC-32 of what the genuine image signs */
#define RUN UINT32_C(0x8000)

static const uint8_t key[] = {
    0x00, 0x00, 0x00, 0x0A, 0x00, 0x00, 0x00, 0x07, 0xBB, 0xEC, 0x9F, 0xAD, 0x28, 0x96, 0xB3, 0x24,
    0xEA, 0x12, 0x57, 0x59, 0x74, 0xFC, 0x33, 0x9C, 0x86, 0xEB, 0x14, 0xA2, 0x18, 0xD3, 0xD2, 0x1F,
    0x3E, 0xEF, 0xD5, 0x6C, 0x37, 0xF1, 0xB9, 0x7F, 0xD2, 0x2B, 0x90, 0xCF, 0xF6, 0x92, 0x13, 0x37};
static const ksig_boot_anchor anchors[] = {{key, sizeof key, KSIG_BOOT_NEVER, NULL}};
static const uint8_t tr[64] = {1, 2, 3};
static const ksig_boot_anchor lattice[] = {{tr, sizeof tr, KSIG_BOOT_NEVER, key}};
static uint32_t classical(const uint8_t *k, const uint8_t *message, uint32_t length,
                          const uint8_t *signature, uint32_t signature_length) {
    uint32_t sum = k[0];
    for (uint32_t i = 0; i < length; i++)
        sum += message[i];
    for (uint32_t i = 0; i < signature_length; i++)
        sum += signature[i];
    return sum;
}
static const ksig_boot_composite composite = {classical, "COMPSIG-MLDSA44-ECDSA-P256-SHA256"};
static const ksig_boot_rule rules[] = {
    {&ksig_lms, anchors, NULL, KSIG_BOOT_TLV_LMS, 1, KSIG_BOOT_SIGNS_DIGEST},
    {&ksig_lms, anchors, NULL, 0x4BC8u, 1, KSIG_BOOT_SIGNS_IMAGE},
    {&ksig_ml_dsa_44, lattice, NULL, 0x4BA0u, 1, KSIG_BOOT_SIGNS_IMAGE},
    {&ksig_ml_dsa_44, lattice, &composite, 0x4BD0u, 1, KSIG_BOOT_SIGNS_COMPOSITE},
};

/* No flash: the linker wants it, verification does not. */
int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length) {
    (void)address, (void)data, (void)length;
    abort();
}
int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length) {
    (void)address, (void)data, (void)length;
    abort();
}
int ksig_boot_flash_erase(uint32_t address) {
    (void)address;
    abort();
}

static int read_input(const ksig_boot_source *source, uint32_t offset, void *data,
                      uint32_t length) {
    memcpy(data, (const uint8_t *)source->context + offset, length);
    return 0;
}

static void put16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* Header for a code of 64 bytes, protected TLVs of 12 bytes, the rest unprotected. */
static void fit(uint8_t *data, uint32_t size, int digest) {
    static const uint8_t head[20] = {0x3D, 0xB8, 0xF3, 0x96, 0, 0, 0, 0, 32, 0,
                                     12,   0,    64,   0,    0, 0, 0, 0, 0,  0};
    const uint32_t protected_at = 32 + 64, tlvs = protected_at + 12;
    if (size < tlvs + 4 + 4 + 32 || size - tlvs > 0xFFFF)
        return;
    memcpy(data, head, sizeof head);
    memset(data + 28, 0, 4);
    put16(data + protected_at, KSIG_BOOT_TLV_PROTECTED_MAGIC);
    put16(data + protected_at + 2, 12);
    put16(data + tlvs, KSIG_BOOT_TLV_MAGIC);
    put16(data + tlvs + 2, size - tlvs);
    if (digest) {
        ksig_sha256 hash;
        put16(data + tlvs + 4, KSIG_BOOT_TLV_SHA256);
        put16(data + tlvs + 6, 32);
        ksig_sha256_init(&hash, ksig_sha256_initial);
        if (ksig_sha256_update(&hash, data, tlvs) != tlvs ||
            ksig_sha256_final(&hash, data + tlvs + 8, 32) != 0)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size) {
    static uint64_t state[1024];
    if (size == 0)
        return 0;
    const uint32_t length = (uint32_t)size - 1;
    uint8_t *const data = malloc(
        length + (length == 0)); /* of just this length: what is after it is not to be read */
    if (data == NULL)
        return 0;
    memcpy(data, input + 1, length);
    if (input[0] & 1)
        fit(data, length, input[0] & 2);
    const ksig_boot_source source = {read_input, data, 0, length, RUN};
    for (unsigned i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const ksig_boot_policy policy = {&rules[i], 1, 0x20000000, 0x20002000, 0};
        ksig_boot_result result;
        ksig_boot_verify(&result, &source, &policy, input[0] >> 4, state, sizeof state);
        const int accepted = ksig_boot_accepted(&result);
        if (accepted != (result.verdict == KSIG_BOOT_ACCEPT) ||
            accepted != (result.reason == KSIG_BOOT_NONE) ||
            accepted != (result.again == KSIG_BOOT_ACCEPT_AGAIN))
            abort();
        if (accepted && (i > 1 || ~ksig_boot_crc32(KSIG_BOOT_CRC_INITIAL, data,
                                                   result.image.signed_bytes) != SIGNED_CRC))
            abort();
        if (result.image.total_bytes > length)
            abort();
        if (result.reason != KSIG_BOOT_NONE && result.reason < KSIG_BOOT_NO_SIGNATURE)
            break; /* structure, counter or digest: the other policies say the same */
    }
    free(data);
    return 0;
}
