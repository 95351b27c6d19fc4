/* Images in the format of MCUboot: header, code, protected and unprotected TLVs (its document
 * "design"). SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 *     header, padded | code | protected TLVs: counter and more | TLVs: digest, signatures
 *     `----------- what digest and signatures cover ----------'
 *
 * All numbers are little-endian. Every field is checked before it is used; nothing is read beyond
 * source->size. */
#ifndef KSIG_BOOT_IMAGE_H
#define KSIG_BOOT_IMAGE_H

#include <stdint.h>

/* Why an image is not started. A signature that the library rejects: KSIG_BOOT_BAD_SIGNATURE plus
 * its reason. */
typedef uint32_t ksig_boot_reason;
#define KSIG_BOOT_NONE UINT32_C(0)
#define KSIG_BOOT_BAD_READ UINT32_C(1)   /* the flash could not be read or written */
#define KSIG_BOOT_BAD_MAGIC UINT32_C(2)  /* no image begins here */
#define KSIG_BOOT_BAD_HEADER UINT32_C(3) /* size of the header, padding word or load address */
#define KSIG_BOOT_BAD_FLAGS UINT32_C(4)  /* flags that ask for what this boot loader does not do */
#define KSIG_BOOT_BAD_SIZE UINT32_C(5)   /* longer than the slot, or with too little code */
/* stack pointer outside RAM, entry outside the code, or linked elsewhere */
#define KSIG_BOOT_BAD_VECTORS UINT32_C(6)
#define KSIG_BOOT_BAD_TLV_AREA UINT32_C(7) /* magic or length of a TLV area */
/* a TLV is longer than what is left, or not of the length of its type */
#define KSIG_BOOT_BAD_TLV UINT32_C(8)
/* asks for what is not done here, or is not protected */
#define KSIG_BOOT_UNKNOWN_TLV UINT32_C(9)
#define KSIG_BOOT_REPEATED_TLV UINT32_C(10) /* a type that may occur once occurs again */
#define KSIG_BOOT_NO_COUNTER UINT32_C(11)   /* without security counter */
#define KSIG_BOOT_OLD_COUNTER UINT32_C(12)  /* security counter below the device's: a rollback */
#define KSIG_BOOT_NO_DIGEST UINT32_C(13)    /* without SHA-256 TLV */
#define KSIG_BOOT_BAD_DIGEST UINT32_C(14)   /* the digest is not that of the image */
#define KSIG_BOOT_NO_SIGNATURE UINT32_C(15) /* none of a kind that the policy asks for */
/* such signatures, but none by an anchor of the policy */
#define KSIG_BOOT_NO_ANCHOR UINT32_C(16)
#define KSIG_BOOT_RETIRED_ANCHOR UINT32_C(17) /* such signatures, but only by retired anchors */
/* the classical half of a composite signature is wrong */
#define KSIG_BOOT_BAD_CLASSICAL UINT32_C(18)
/* the policy has no rule, or one that this build cannot follow */
#define KSIG_BOOT_BAD_POLICY UINT32_C(19)
#define KSIG_BOOT_BAD_PRODUCT UINT32_C(21) /* for another product than this device is */
#define KSIG_BOOT_FAULT UINT32_C(20) /* two readings of the verdict differ: treat as an attack */
#define KSIG_BOOT_BAD_SIGNATURE UINT32_C(0x100)

#define KSIG_BOOT_MAGIC UINT32_C(0x96F3B83D)
#define KSIG_BOOT_HEADER_BYTES 32u
#define KSIG_BOOT_TLV_MAGIC 0x6907u
#define KSIG_BOOT_TLV_PROTECTED_MAGIC 0x6908u
/* load_addr is the slot that the image is linked for */
#define KSIG_BOOT_FLAG_ROM_FIXED UINT32_C(0x100)

/* SHA-256 of the public key, before the signature by that key */
#define KSIG_BOOT_TLV_KEYHASH 0x01u
#define KSIG_BOOT_TLV_SHA256 0x10u
#define KSIG_BOOT_TLV_LMS 0x26u     /* proposed for MCUboot: LMS over the SHA-256 of the image */
#define KSIG_BOOT_TLV_COUNTER 0x50u /* security counter, u32: protected */
/* Of kilosig, among what MCUboot leaves to vendors (xxA0 .. xxFE): docs/boot.md says which scheme
 * has which. */
#define KSIG_BOOT_TLV_OWN 0x4BA0u
#define KSIG_BOOT_TLV_OWN_LAST 0x4BEFu
#define KSIG_BOOT_TLV_PRODUCT 0x4BF0u /* u32, protected: for which product. 0: none */
#define KSIG_BOOT_TLV_ADDRESS 0x4BF1u /* u32, protected: where the code is linked */
#define KSIG_BOOT_TLV_BOOT_RECORD 0x60u

/* Where an image is read from. */
typedef struct ksig_boot_source {
    /* Reads `length` bytes at `offset`; the caller keeps offset + length <= size. Returns 0 if it
     * did. */
    int (*read)(const struct ksig_boot_source *source, uint32_t offset, void *data,
                uint32_t length);
    const void *context;
    uint32_t base; /* for `read`: where the slot lies in flash */
    uint32_t size; /* most bytes of an image; at most 2^31 */
    uint32_t run;  /* address of the slot that the image runs in */
} ksig_boot_source;

typedef struct ksig_boot_version {
    uint8_t major, minor;
    uint16_t revision;
    uint32_t build;
} ksig_boot_version;

typedef struct ksig_boot_image {
    uint32_t header_bytes; /* where the code begins */
    uint32_t code_bytes;
    uint32_t signed_bytes; /* header, code and protected TLVs */
    uint32_t total_bytes;  /* with the unprotected TLVs */
    uint32_t counter;
    uint32_t product;   /* 0: none */
    uint32_t digest_at; /* offset of the SHA-256 TLV's value; 0: none */
    ksig_boot_version version;
} ksig_boot_image;

/* A TLV, and where the next one begins. */
typedef struct ksig_boot_tlv {
    uint32_t at; /* offset of the value */
    uint16_t type, length;
} ksig_boot_tlv;

/* Reads from the image, and nothing after it. Returns 0 if it did. */
int ksig_boot_read_at(const ksig_boot_source *source, uint32_t offset, void *data, uint32_t length);

/* Reads and checks header and TLVs. ram_begin < ram_end: the code begins with a Cortex-M vector
 * table, whose stack pointer lies in that RAM and whose entry lies in the code. On a reason other
 * than KSIG_BOOT_NONE the image is zero. */
ksig_boot_reason ksig_boot_image_read(ksig_boot_image *image, const ksig_boot_source *source,
                                      uint32_t ram_begin, uint32_t ram_end);

/* The unprotected TLV after `tlv`, or the first if tlv->at is 0, of an image that was read.
 * Returns 1, or 0 at the end and if the flash cannot be read. */
int ksig_boot_tlv_next(ksig_boot_tlv *tlv, const ksig_boot_image *image,
                       const ksig_boot_source *source);

#endif
