/* MCUboot's own boot_go with the hooks of ports/mcuboot, and its bootutil_img_validate, on slots from files.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: mcuboot_boot KEY COUNTER SLOT0 SLOT1. Prints what MCUboot's own check says of each slot (without a signature
 * scheme of MCUboot: of the digest alone), then the slot that MCUboot starts, -1 for none, and the last reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootutil/boot_public_hooks.h"
#include "bootutil/bootutil.h"
#include "bootutil/fault_injection_hardening.h"
#include "bootutil/image.h"
#include "bootutil_priv.h"
#include "flash_map_backend/flash_map_backend.h"
#include "mcuboot_policy.h"

enum { SLOT = 16384, SECTOR = 1024 };

static uint8_t slots[2][SLOT];
static const struct flash_area areas[2] = {{1, 0, 0, 0x8000, SLOT}, {2, 0, 0, 0x18000, SLOT}};

int boot_read_swap_state_primary_slot_hook(int image_index, struct boot_swap_state *swap) {
    (void)image_index, (void)swap;
    return BOOT_HOOK_REGULAR;
}

/* ---- The flash map ----------------------------------------------------------------------------------------------- */

static uint8_t *place(const struct flash_area *area, uint32_t offset, uint32_t length) {
    if (offset > area->fa_size || length > area->fa_size - offset)
        abort();
    return slots[area->fa_id - 1] + offset;
}

int flash_area_open(uint8_t id, const struct flash_area **area) {
    if (id < 1 || id > 2)
        return -1;
    *area = &areas[id - 1];
    return 0;
}
void flash_area_close(const struct flash_area *area) { (void)area; }
int flash_area_read(const struct flash_area *area, uint32_t offset, void *to, uint32_t length) {
    memcpy(to, place(area, offset, length), length);
    return 0;
}
int flash_area_write(const struct flash_area *area, uint32_t offset, const void *from, uint32_t length) {
    memcpy(place(area, offset, length), from, length);
    return 0;
}
int flash_area_erase(const struct flash_area *area, uint32_t offset, uint32_t length) {
    memset(place(area, offset, length), 0xFF, length);
    return 0;
}
uint32_t flash_area_align(const struct flash_area *area) {
    (void)area;
    return 4;
}
uint8_t flash_area_erased_val(const struct flash_area *area) {
    (void)area;
    return 0xFF;
}
int flash_area_get_sectors(int id, uint32_t *count, struct flash_sector *sectors) {
    (void)id;
    *count = SLOT / SECTOR;
    for (uint32_t i = 0; i < *count; i++)
        sectors[i] = (struct flash_sector){i * SECTOR, SECTOR};
    return 0;
}
int flash_area_get_sector(const struct flash_area *area, uint32_t offset, struct flash_sector *sector) {
    (void)area;
    *sector = (struct flash_sector){offset / SECTOR * SECTOR, SECTOR};
    return 0;
}
int flash_area_id_from_multi_image_slot(int image_index, int slot) {
    return image_index == 0 && slot >= 0 && slot < 2 ? slot + 1 : -1;
}
int flash_area_id_from_image_slot(int slot) { return flash_area_id_from_multi_image_slot(0, slot); }

/* ---- The program ------------------------------------------------------------------------------------------------- */

static size_t load(const char *name, uint8_t *to, size_t room) {
    FILE *const file = fopen(name, "rb");
    if (file == NULL)
        exit(2);
    const size_t length = fread(to, 1, room, file);
    fclose(file);
    return length;
}

int main(int count, char **words) {
    static struct boot_loader_state loader;
    static uint8_t work[256];
    struct boot_rsp response = {0};
    if (count != 5)
        return 2;
    anchor.length = (uint16_t)load(words[1], key, sizeof key);
    counter = (uint32_t)strtoul(words[2], NULL, 10);
    memset(slots, 0xFF, sizeof slots);
    for (int slot = 0; slot < 2; slot++)
        load(words[3 + slot], slots[slot], SLOT);
    for (int slot = 0; slot < 2; slot++) {
        struct image_header header;
        memcpy(&header, slots[slot], sizeof header);
        BOOT_IMG(&loader, slot).area = &areas[slot];
        const fih_ret answer = header.ih_magic == IMAGE_MAGIC ? bootutil_img_validate(&loader, &header, &areas[slot],
                                                                                      work, sizeof work, NULL, 0, NULL)
                                                              : FIH_FAILURE;
        printf("%s ", FIH_EQ(answer, FIH_SUCCESS) ? "good" : "bad");
    }
    const fih_ret answer = boot_go(&response);
    printf("%d %u\n", FIH_EQ(answer, FIH_SUCCESS) ? response.br_image_off == 0x18000 : -1,
           (unsigned)ksig_mcuboot_rejected);
    return 0;
}
