/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "image.h"

#include <string.h>

#include "little_endian.h"

#define TLV_INFO_BYTES 4u
#define TLV_HEAD_BYTES 4u
#define LEAST_CODE_BYTES 8u /* stack pointer and entry */
#define LONGEST_SLOT UINT32_C(0x80000000)

/* Protected TLVs that may occur once. */
enum { SEEN_COUNTER = 1, SEEN_PRODUCT = 2, SEEN_ADDRESS = 4 };

/* Offsets in the header. */
enum {
    LOAD = 4,
    HEADER_SIZE = 8,
    PROTECTED_SIZE = 10,
    CODE_SIZE = 12,
    FLAGS = 16,
    VERSION = 20,
    PAD = 28
};

int ksig_boot_read_at(const ksig_boot_source *source, uint32_t offset, void *data,
                      uint32_t length) {
    if (offset > source->size || length > source->size - offset)
        return -1;
    return source->read(source, offset, data, length);
}

/* Which types may be where. Only digests, keys and signatures are good without protection: they are
 * checked, or not used. */
static int known_unprotected(uint32_t type) {
    return type == 0x01 || type == 0x02 || (type >= 0x10 && type <= 0x12) ||
           (type >= 0x20 && type <= 0x26) ||
           (type >= KSIG_BOOT_TLV_OWN && type <= KSIG_BOOT_TLV_OWN_LAST);
}

/* Types that ask nothing of a boot loader: the record for measured boot, and those of other
 * vendors. All else of MCUboot must be honoured, and is not: dependencies, the UUIDs of vendor and
 * class. */
static int is_information(uint32_t type) {
    return type == KSIG_BOOT_TLV_BOOT_RECORD ||
           ((uint8_t)(type + 1) > 0xA0 && type >> 8 != KSIG_BOOT_TLV_OWN >> 8); /* xxA0 .. xxFE */
}

static ksig_boot_reason protected_tlv(ksig_boot_image *image, const ksig_boot_tlv *tlv,
                                      const ksig_boot_source *source, uint32_t *seen) {
    uint32_t value, kind = SEEN_COUNTER;
    if (tlv->type == KSIG_BOOT_TLV_PRODUCT)
        kind = SEEN_PRODUCT;
    else if (tlv->type == KSIG_BOOT_TLV_ADDRESS)
        kind = SEEN_ADDRESS;
    else if (tlv->type != KSIG_BOOT_TLV_COUNTER)
        return is_information(tlv->type) ? KSIG_BOOT_NONE : KSIG_BOOT_UNKNOWN_TLV;
    if (tlv->length != sizeof value)
        return KSIG_BOOT_BAD_TLV;
    if ((*seen & kind) != 0)
        return KSIG_BOOT_REPEATED_TLV;
    *seen |= kind;
    if (ksig_boot_read_at(source, tlv->at, &value, sizeof value) != 0)
        return KSIG_BOOT_BAD_READ;
    value = le32((const uint8_t *)&value);
    if (kind == SEEN_COUNTER)
        image->counter = value;
    else if (kind == SEEN_PRODUCT)
        image->product = value;
    else if (value != source->run + image->header_bytes)
        return KSIG_BOOT_BAD_VECTORS;
    return KSIG_BOOT_NONE;
}

static ksig_boot_reason unprotected_tlv(ksig_boot_image *image, const ksig_boot_tlv *tlv) {
    if (!known_unprotected(tlv->type))
        return KSIG_BOOT_UNKNOWN_TLV;
    if (tlv->type != KSIG_BOOT_TLV_SHA256)
        return KSIG_BOOT_NONE;
    if (tlv->length != 32)
        return KSIG_BOOT_BAD_TLV;
    if (image->digest_at != 0)
        return KSIG_BOOT_REPEATED_TLV;
    image->digest_at = tlv->at;
    return KSIG_BOOT_NONE;
}

/* The area at `offset`, and its end. protected_bytes: what the header says of a protected area; 0:
 * this is the other. */
static ksig_boot_reason read_area(ksig_boot_image *image, const ksig_boot_source *source,
                                  uint32_t offset, uint32_t protected_bytes, uint32_t *end) {
    uint32_t word;
    const uint8_t *const head = (const uint8_t *)&word;
    uint32_t seen = 0;
    if (offset > source->size || source->size - offset < TLV_INFO_BYTES)
        return KSIG_BOOT_BAD_SIZE;
    if (ksig_boot_read_at(source, offset, &word, TLV_INFO_BYTES) != 0)
        return KSIG_BOOT_BAD_READ;
    const uint32_t length = le16(head + 2);
    if (le16(head) !=
            (protected_bytes != 0 ? KSIG_BOOT_TLV_PROTECTED_MAGIC : KSIG_BOOT_TLV_MAGIC) ||
        length < TLV_INFO_BYTES || (protected_bytes != 0 && length != protected_bytes))
        return KSIG_BOOT_BAD_TLV_AREA;
    if (length > source->size - offset)
        return KSIG_BOOT_BAD_SIZE;
    *end = offset + length;
    for (uint32_t at = offset + TLV_INFO_BYTES; at != *end;) {
        if (*end - at < TLV_HEAD_BYTES)
            return KSIG_BOOT_BAD_TLV;
        if (ksig_boot_read_at(source, at, &word, TLV_HEAD_BYTES) != 0)
            return KSIG_BOOT_BAD_READ;
        const ksig_boot_tlv tlv = {at + TLV_HEAD_BYTES, le16(head), le16(head + 2)};
        if (tlv.length > *end - tlv.at)
            return KSIG_BOOT_BAD_TLV;
        const ksig_boot_reason reason = protected_bytes != 0
                                            ? protected_tlv(image, &tlv, source, &seen)
                                            : unprotected_tlv(image, &tlv);
        if (reason != KSIG_BOOT_NONE)
            return reason;
        at = tlv.at + tlv.length;
    }
    return protected_bytes != 0 && (seen & SEEN_COUNTER) == 0 ? KSIG_BOOT_NO_COUNTER
                                                              : KSIG_BOOT_NONE;
}

static ksig_boot_reason check_vectors(const ksig_boot_image *image, const ksig_boot_source *source,
                                      uint32_t ram_begin, uint32_t ram_end) {
    uint32_t table[2];
    if (ram_begin >= ram_end)
        return KSIG_BOOT_NONE;
    if (ksig_boot_read_at(source, image->header_bytes, table, sizeof table) != 0)
        return KSIG_BOOT_BAD_READ;
    const uint32_t stack = le32((const uint8_t *)table), entry = le32((const uint8_t *)(table + 1));
    const uint32_t begin = source->run + image->header_bytes;
    /* Thumb: bit 0. The entry lies after the two words that every table has. */
    const int good = stack > ram_begin && stack <= ram_end && stack % 4 == 0 && entry % 2 == 1 &&
                     entry - 1 - begin >= sizeof table && entry - 1 - begin < image->code_bytes;
    return good ? KSIG_BOOT_NONE : KSIG_BOOT_BAD_VECTORS;
}

static ksig_boot_reason read_image(ksig_boot_image *image, const ksig_boot_source *source,
                                   uint32_t ram_begin, uint32_t ram_end) {
    uint32_t words[KSIG_BOOT_HEADER_BYTES / 4];
    const uint8_t *const head = (const uint8_t *)words;
    if (source->size > LONGEST_SLOT || source->size < sizeof words)
        return KSIG_BOOT_BAD_SIZE;
    if (ksig_boot_read_at(source, 0, words, sizeof words) != 0)
        return KSIG_BOOT_BAD_READ;
    if (le32(head) != KSIG_BOOT_MAGIC)
        return KSIG_BOOT_BAD_MAGIC;
    const uint32_t flags = le32(head + FLAGS), protected_bytes = le16(head + PROTECTED_SIZE);
    image->header_bytes = le16(head + HEADER_SIZE);
    image->code_bytes = le32(head + CODE_SIZE);
    image->version = (ksig_boot_version){head[VERSION], head[VERSION + 1], le16(head + VERSION + 2),
                                         le32(head + VERSION + 4)};
    if ((flags & ~KSIG_BOOT_FLAG_ROM_FIXED) != 0)
        return KSIG_BOOT_BAD_FLAGS;
    if (image->header_bytes < sizeof words || image->header_bytes % 4 != 0 ||
        le32(head + PAD) != 0 || le32(head + LOAD) != (flags != 0 ? source->run : 0))
        return KSIG_BOOT_BAD_HEADER;
    /* size <= 2^31, and every term is at most what is left of it: no sum overflows. */
    if (image->header_bytes > source->size ||
        image->code_bytes > source->size - image->header_bytes ||
        image->code_bytes < LEAST_CODE_BYTES)
        return KSIG_BOOT_BAD_SIZE;
    if (protected_bytes == 0)
        return KSIG_BOOT_NO_COUNTER;
    uint32_t end = 0;
    ksig_boot_reason reason = read_area(image, source, image->header_bytes + image->code_bytes,
                                        protected_bytes, &image->signed_bytes);
    if (reason == KSIG_BOOT_NONE)
        reason = read_area(image, source, image->signed_bytes, 0, &end);
    image->total_bytes = end;
    return reason != KSIG_BOOT_NONE ? reason : check_vectors(image, source, ram_begin, ram_end);
}

ksig_boot_reason ksig_boot_image_read(ksig_boot_image *image, const ksig_boot_source *source,
                                      uint32_t ram_begin, uint32_t ram_end) {
    memset(image, 0, sizeof *image);
    const ksig_boot_reason reason = read_image(image, source, ram_begin, ram_end);
    if (reason != KSIG_BOOT_NONE)
        memset(image, 0, sizeof *image);
    return reason;
}

int ksig_boot_tlv_next(ksig_boot_tlv *tlv, const ksig_boot_image *image,
                       const ksig_boot_source *source) {
    uint32_t word;
    const uint8_t *const head = (const uint8_t *)&word;
    const uint32_t at = tlv->at != 0 ? tlv->at + tlv->length : image->signed_bytes + TLV_INFO_BYTES;
    /* Once more, because the flash may not be the one that was read first. */
    if (at > image->total_bytes || image->total_bytes - at < TLV_HEAD_BYTES ||
        ksig_boot_read_at(source, at, &word, sizeof word) != 0)
        return 0;
    *tlv = (ksig_boot_tlv){at + TLV_HEAD_BYTES, le16(head), le16(head + 2)};
    return tlv->length <= image->total_bytes - tlv->at;
}
