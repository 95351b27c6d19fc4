/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jump.h"

#include "riscv.h"

void board_start(uint32_t address) {
    riscv_enable(0);
    __asm__ volatile("jr %0" ::"r"(address) : "memory");
    __builtin_unreachable();
}

void board_reset(uint32_t boot) { board_start(boot); }
