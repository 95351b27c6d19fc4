/* MCUboot's own boot_go with the hooks of ports/mcuboot, and its bootutil_img_validate, on slots
 * from files. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: mcuboot_boot KEY COUNTER SLOT0 SLOT1. Prints what MCUboot's own check says of each slot
 * (without a signature scheme of MCUboot: of the digest alone), then the slot that MCUboot starts,
 * -1 for none, and the last reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bootutil/bootutil.h"
#include "bootutil/fault_injection_hardening.h"
#include "bootutil/image.h"
#include "bootutil_priv.h"
#include "mcuboot_flash.h"
#include "mcuboot_policy.h"

enum { SLOT = 16384 };

static uint8_t slots[2][SLOT];
uint8_t *const mcuboot_slots[2] = {slots[0], slots[1]};
const struct flash_area mcuboot_areas[2] = {{1, 0, 0, 0x8000, SLOT}, {2, 0, 0, 0x18000, SLOT}};

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
        BOOT_IMG(&loader, slot).area = &mcuboot_areas[slot];
        const fih_ret answer = header.ih_magic == IMAGE_MAGIC
                                   ? bootutil_img_validate(&loader, &header, &mcuboot_areas[slot],
                                                           work, sizeof work, NULL, 0, NULL)
                                   : FIH_FAILURE;
        printf("%s ", FIH_EQ(answer, FIH_SUCCESS) ? "good" : "bad");
    }
    const fih_ret answer = boot_go(&response);
    printf("%d %u\n", FIH_EQ(answer, FIH_SUCCESS) ? response.br_image_off == 0x18000 : -1,
           (unsigned)ksig_mcuboot_rejected);
    return 0;
}
