/* Two slots, and what the device remembers about them. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The application (or the boot loader's recovery) writes a new image into the slot for updates and asks for it. The
 * next boot verifies it and installs it: by exchanging the two slots page by page, or, where images run in either slot,
 * by starting the other one. An image on trial that does not confirm itself is taken back at the boot after.
 *
 * What is remembered lies in two pages of flash, of which the valid one with the higher sequence number counts:
 *
 *     header, with CRC-32 | marks, one word each | a mark for each step of an exchange
 *
 * A mark is set by writing zeros, once, after what it says was done; a word that is not all ones is set. A new header
 * is written into the other page, which is erased first. So power may fail at any write or erase. */
#ifndef KSIG_BOOT_SLOTS_H
#define KSIG_BOOT_SLOTS_H

#include "verify.h"

/* ---- The board's flash. Addresses and lengths are multiples of 4. Return 0 if it was done. ---------------------- */

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length);
int ksig_boot_flash_write(uint32_t address, const void *data, uint32_t length); /* words that are erased, or to 0 */
int ksig_boot_flash_erase(uint32_t address);                                    /* the page that begins here */

typedef struct ksig_boot_layout {
    uint32_t page;    /* bytes that are erased at once; a multiple of 4 */
    uint32_t slot[2]; /* address of the primary slot and of the secondary one */
    uint32_t pages;   /* of a slot. In an exchange the primary slot needs one page more, behind it */
    uint32_t memory;  /* address of the two pages that remember */
    uint8_t in_place; /* 1: images run in either slot, and nothing is exchanged */
} ksig_boot_layout;

/* Whether the marks of an exchange fit into a page. */
#define KSIG_BOOT_MARKS_AT 64u
#define KSIG_BOOT_FIXED_MARKS 4u
#define KSIG_BOOT_MOST_PAGES(page) (((page)-KSIG_BOOT_MARKS_AT) / 4u - KSIG_BOOT_FIXED_MARKS) / 3u

/* ---- What is remembered ------------------------------------------------------------------------------------------ */

/* What goes on. */
#define KSIG_BOOT_IDLE 1u     /* the image in the active slot is the one */
#define KSIG_BOOT_TRIAL 2u    /* exchange, then on trial until confirmed */
#define KSIG_BOOT_INSTALL 3u  /* exchange, for good */
#define KSIG_BOOT_TAKEBACK 4u /* exchange, back to the image before */

typedef struct ksig_boot_memory {
    uint32_t magic, sequence;
    uint32_t kind;             /* KSIG_BOOT_IDLE .. */
    uint32_t pages;            /* to exchange */
    uint32_t active;           /* slot that runs: 1 only in place */
    uint32_t counter;          /* least security counter */
    ksig_boot_reason rejected; /* the last rejection since an image was installed, and what was rejected */
    ksig_boot_version rejected_version;
    uint32_t crc;
} ksig_boot_memory;

/* Marks. */
#define KSIG_BOOT_MARK_ASKED 0u     /* the application asks for the other image */
#define KSIG_BOOT_MARK_FOR_GOOD 1u  /* without trial; set before KSIG_BOOT_MARK_ASKED */
#define KSIG_BOOT_MARK_STARTED 2u   /* the image on trial was started */
#define KSIG_BOOT_MARK_CONFIRMED 3u /* and says that it is good */

/* The valid page with the higher number. Returns its index, or -1 on a device that remembers nothing: then *memory is
 * that of an idle device with counter 0. */
int ksig_boot_recall(ksig_boot_memory *memory, const ksig_boot_layout *layout);

/* Writes a new header into the other page; sequence, magic and crc are set here. Returns 0 if it was done. */
int ksig_boot_remember(ksig_boot_memory *memory, const ksig_boot_layout *layout);

/* Mark `mark` of page `index`. */
int ksig_boot_marked(const ksig_boot_layout *layout, int index, uint32_t mark);
int ksig_boot_mark(const ksig_boot_layout *layout, int index, uint32_t mark);

/* CRC-32 of IEEE 802.3, without a table. Begins with KSIG_BOOT_CRC_INITIAL; the sum is the complement of the last. */
#define KSIG_BOOT_CRC_INITIAL UINT32_C(0xFFFFFFFF)
uint32_t ksig_boot_crc32(uint32_t crc, const void *data, uint32_t length);

/* ---- For the application ----------------------------------------------------------------------------------------- */

/* The address of the slot for updates, or 0 while its image is what a trial may be taken back to. */
uint32_t ksig_boot_update_slot(const ksig_boot_layout *layout);

/* Asks the next boot for the image in that slot. Returns 0 if it was done. */
int ksig_boot_ask(const ksig_boot_layout *layout, int for_good);

/* Confirms the image on trial; nothing to do otherwise. Returns 0 if it was done. */
int ksig_boot_confirm(const ksig_boot_layout *layout);

/* ---- For the boot loader ----------------------------------------------------------------------------------------- */

/* Does what is remembered, and verifies what is to be started. Returns the slot to be started, 0 or 1, with the result
 * of its verification, or -1 if no slot holds an image that may be started. The caller starts it only behind
 * ksig_boot_accepted and one more look at result->again. */
int ksig_boot_choose(ksig_boot_result *result, const ksig_boot_layout *layout, const ksig_boot_policy *policy,
                     void *state, uint32_t state_bytes);

#endif
