/* Two slots, and what the device remembers about them. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The application (or the boot loader's recovery) writes a new image into the slot for updates and
 * asks for it. The next boot verifies it and installs it: by exchanging the two slots page by page,
 * or, where images run in either slot, by starting the other one. An image on trial that does not
 * confirm itself is taken back at the boot after.
 *
 * What is remembered lies in two pages of flash, of which the valid one with the higher sequence
 * number counts:
 *
 *     header, with CRC-32, twice | marks, a word each | a mark for each step, or requests
 *
 * A mark is set by writing zeros, after what it says was done; it counts if more than four of its
 * bits are zeros. A new header is written into the other page, which is erased first; it counts
 * when its first mark is set. So power may fail at any write or erase, and nothing is erased for a
 * request, unless what it asks for is installed. Where no record can be written, the image that
 * verifies is started. */
#ifndef KSIG_BOOT_SLOTS_H
#define KSIG_BOOT_SLOTS_H

#include "verify.h"

/* ---- The board's flash. Addresses and lengths are multiples of 4. Return 0 if it was done.  */

int ksig_boot_flash_read(uint32_t address, void *data, uint32_t length);
int ksig_boot_flash_write(uint32_t address, const void *data,
                          uint32_t length);  /* words that are erased, or to 0 */
int ksig_boot_flash_erase(uint32_t address); /* the page that begins here */

/* Begins to watch an image on trial, which is started next: unless it feeds the watchdog, the chip
 * is reset, and the boot loader takes the image back. board_flash.h has how an image feeds it. */
void ksig_boot_watch(void);

typedef struct ksig_boot_layout {
    uint32_t page;    /* bytes that are erased at once; a multiple of 4 */
    uint32_t slot[2]; /* address of the primary slot and of the secondary one */
    uint32_t pages;   /* of a slot. In an exchange the primary slot needs one page more, after it */
    uint32_t memory;  /* address of the two pages that remember */
    uint8_t in_place; /* 1: images run in either slot, and nothing is exchanged */
} ksig_boot_layout;

/* Whether the marks of an exchange fit into a page. A page has 224 bytes or more. */
#define KSIG_BOOT_MARKS_AT 60u
#define KSIG_BOOT_FIXED_MARKS 5u
#define KSIG_BOOT_MOST_PAGES(page) (((page)-KSIG_BOOT_MARKS_AT) / 4u - KSIG_BOOT_FIXED_MARKS) / 3u

/* ---- What is remembered ------------------------------------------------------------------ */

/* What goes on. */
#define KSIG_BOOT_LOST 0u  /* something was written, and no record can be read. Never remembered */
#define KSIG_BOOT_IDLE 1u  /* the image in the active slot is the one */
#define KSIG_BOOT_TRIAL 2u /* exchange, then on trial until confirmed */
#define KSIG_BOOT_INSTALL 3u  /* exchange, for good */
#define KSIG_BOOT_TAKEBACK 4u /* exchange, back to the image before */
/* idle, but the image was never confirmed: the one before is damaged */
#define KSIG_BOOT_ALONE 5u
#define KSIG_BOOT_IS_IDLE(kind) (((kind)&3u) == 1u) /* one of those two */

typedef struct ksig_boot_memory {
    uint32_t magic, sequence;
    uint8_t kind;     /* KSIG_BOOT_IDLE .. */
    uint8_t active;   /* slot that runs: 1 only in place */
    uint16_t pages;   /* to exchange */
    uint32_t counter; /* least security counter */
    uint32_t crc;
} ksig_boot_memory;

/* Marks. */
#define KSIG_BOOT_MARK_VALID 0u     /* both headers are written */
#define KSIG_BOOT_MARK_ASKED 1u     /* the application asks for the other image */
#define KSIG_BOOT_MARK_FOR_GOOD 2u  /* likewise, without trial. If both are set, on trial */
#define KSIG_BOOT_MARK_STARTED 3u   /* the image on trial was started */
#define KSIG_BOOT_MARK_CONFIRMED 4u /* and says that it is good */

/* While nothing is exchanged, requests lie after the first mark: two marks, and why it was
 * rejected. The last one gets no answer: it stays, is looked at in every boot, and costs no write.
 */
#define KSIG_BOOT_REQUESTS 8u
#define KSIG_BOOT_REQUEST_WORDS 5u
#define KSIG_BOOT_LAST_REQUEST \
    (KSIG_BOOT_MARK_ASKED + (KSIG_BOOT_REQUESTS - 1u) * KSIG_BOOT_REQUEST_WORDS)

typedef struct ksig_boot_rejection {
    ksig_boot_version version;
    ksig_boot_reason reason;
} ksig_boot_rejection;

/* The valid page with the higher number. Returns its index, or -1 on a device that remembers
 * nothing: then *memory has counter 0, and is KSIG_BOOT_IDLE where both pages are erased,
 * KSIG_BOOT_LOST where they are not. */
int ksig_boot_recall(ksig_boot_memory *memory, const ksig_boot_layout *layout);

/* Writes a new header into the other page; sequence, magic and crc are set here, and a counter
 * below the one that is remembered is not taken over. Returns 0 if it can be read again. *memory
 * and *index are then what is remembered, in either case. */
int ksig_boot_remember(ksig_boot_memory *memory, const ksig_boot_layout *layout, int *index);

/* Mark `mark` of page `index`. To set one returns 0 if it can be read again. */
int ksig_boot_marked(const ksig_boot_layout *layout, int index, uint32_t mark);
int ksig_boot_mark(const ksig_boot_layout *layout, int index, uint32_t mark);

/* Started, and not confirmed; or not started yet; or lost: the other slot must stay as it is. */
int ksig_boot_on_trial(const ksig_boot_memory *memory, const ksig_boot_layout *layout, int index);

/* The first mark of the request that has no answer yet, and that answer. */
uint32_t ksig_boot_request(const ksig_boot_memory *memory, const ksig_boot_layout *layout,
                           int index);
void ksig_boot_answer(const ksig_boot_memory *memory, const ksig_boot_layout *layout, int index,
                      const ksig_boot_rejection *rejection);

/* CRC-32 of IEEE 802.3, without a table. Begins with KSIG_BOOT_CRC_INITIAL; the sum is the
 * complement of the last. */
#define KSIG_BOOT_CRC_INITIAL UINT32_C(0xFFFFFFFF)
uint32_t ksig_boot_crc32(uint32_t crc, const void *data, uint32_t length);

/* ---- For the application ----------------------------------------------------------------- */

/* The address of the slot for updates, or 0 while its image is what a trial may be taken back to.
 */
uint32_t ksig_boot_update_slot(const ksig_boot_layout *layout);

/* Asks the next boot for the image in that slot. Returns 0 if it was done. Nothing is erased, but
 * for a device's first record. */
int ksig_boot_ask(const ksig_boot_layout *layout, int for_good);

/* Confirms the image on trial. Returns 0 if it was done, and 1 if no image is on trial, too. */
int ksig_boot_confirm(const ksig_boot_layout *layout);

/* The last rejection since an image was installed; zeros if there was none. */
void ksig_boot_last_rejection(ksig_boot_rejection *rejection, const ksig_boot_layout *layout);

/* ---- For the boot loader ----------------------------------------------------------------- */

/* Does what is remembered, and verifies what is to be started. Returns the slot to be started, 0 or
 * 1, with the result of its verification, or -1 if no slot holds an image that may be started. The
 * caller starts it only after ksig_boot_accepted and one more look at result->again. */
int ksig_boot_choose(ksig_boot_result *result, const ksig_boot_layout *layout,
                     const ksig_boot_policy *policy, void *state, uint32_t state_bytes);

#endif
