/* ports/mcuboot with slots from files. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: mcuboot_program KEY COUNTER SLOT0 SLOT1. Prints for each slot whether the hook accepts it,
 * and the reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootutil/boot_hooks.h"
#include "flash_map_backend/flash_map_backend.h"
#include "mcuboot_policy.h"

fih_ret FIH_SUCCESS = 0x3A5C, FIH_FAILURE = 0x5AA5;

static uint8_t slots[2][8192];
static struct flash_area areas[2] = {{1, 0x8000, sizeof slots[0]}, {2, 0x18000, sizeof slots[1]}};
static int opened;

int flash_area_id_from_multi_image_slot(int image_index, int slot) {
    return image_index == 0 && slot >= 0 && slot < 2 ? slot + 1 : -1;
}

int flash_area_open(uint8_t id, const struct flash_area **area) {
    opened++;
    *area = &areas[id - 1];
    return 0;
}

void flash_area_close(const struct flash_area *area) {
    (void)area;
    opened--;
}

int flash_area_read(const struct flash_area *area, uint32_t offset, void *to, uint32_t length) {
    if (offset > area->fa_size || length > area->fa_size - offset)
        abort();
    memcpy(to, slots[area->fa_id - 1] + offset, length);
    return 0;
}

static size_t load(const char *name, uint8_t *to, size_t room) {
    FILE *const file = fopen(name, "rb");
    if (file == NULL)
        exit(2);
    const size_t length = fread(to, 1, room, file);
    fclose(file);
    return length;
}

int main(int count, char **words) {
    if (count != 5)
        return 2;
    anchor.length = (uint16_t)load(words[1], key, sizeof key);
    counter = (uint32_t)strtoul(words[2], NULL, 10);
    memset(slots, 0xFF, sizeof slots);
    for (int slot = 0; slot < 2; slot++)
        load(words[3 + slot], slots[slot], sizeof slots[slot]);
    for (int slot = 0; slot < 3; slot++) {
        const fih_ret answer = boot_image_check_hook(0, slot);
        printf("%s %u\n",
               answer == FIH_SUCCESS   ? "good"
               : answer == FIH_FAILURE ? "bad"
                                       : "odd",
               (unsigned)ksig_mcuboot_rejected);
    }
    return opened;
}
