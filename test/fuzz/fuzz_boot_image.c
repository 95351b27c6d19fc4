/* libFuzzer target: the structure of images alone, for more executions than fuzz_boot has time for.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: a byte that is ignored (flags of fuzz_boot, whose seeds these are), then what the slot
 * holds. Checked beyond the sanitizers: nothing after the input is read; an image that passes lies
 * inside the slot, in order; its TLVs end where it ends. */
#include <stdlib.h>
#include <string.h>

#include "image.h"

static int read_input(const ksig_boot_source *source, uint32_t offset, void *data,
                      uint32_t length) {
    memcpy(data, (const uint8_t *)source->context + offset, length);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size) {
    ksig_boot_image image;
    ksig_boot_tlv tlv = {0, 0, 0};
    if (size == 0)
        return 0;
    const uint32_t length = (uint32_t)size - 1;
    uint8_t *const data = malloc(length + (length == 0));
    if (data == NULL)
        return 0;
    memcpy(data, input + 1, length);
    const ksig_boot_source source = {read_input, data, 0, length, 0x8000};
    if (ksig_boot_image_read(&image, &source, 0x20000000, 0x20002000) == KSIG_BOOT_NONE) {
        uint32_t end = image.signed_bytes + 4;
        if (image.header_bytes < 32 || image.code_bytes < 8 ||
            image.signed_bytes < image.header_bytes + image.code_bytes ||
            image.total_bytes <= image.signed_bytes || image.total_bytes > length ||
            (image.digest_at != 0 &&
             (image.digest_at < image.signed_bytes || image.total_bytes - image.digest_at < 32)))
            abort();
        while (ksig_boot_tlv_next(&tlv, &image, &source))
            end = tlv.at + tlv.length;
        if (end != image.total_bytes)
            abort();
    } else if (image.total_bytes != 0 || image.header_bytes != 0) {
        abort();
    }
    free(data);
    return 0;
}
