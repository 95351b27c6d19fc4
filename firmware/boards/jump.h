/* What a boot loader and an image that it starts need of the core. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JUMP_H
#define JUMP_H

#include <stdint.h>

/* Starts the code that begins at `address`, with its vector table (Cortex-M) or first instruction (RISC-V), as after a
 * reset: no interrupt is enabled or pending. */
void board_start(uint32_t address) __attribute__((noreturn));

/* Resets the chip; on RISC-V, where the core cannot, begins at `boot` again, where the boot loader lies. */
void board_reset(uint32_t boot) __attribute__((noreturn));

#endif
