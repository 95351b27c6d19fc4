/* What a boot loader and an image that it starts need of the core.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef JUMP_H
#define JUMP_H

#include <stdint.h>

/* Until board_start, nothing is executed but what lies from `begin` to `end`, rounded up to an
 * eighth of a power of two; `begin` is aligned to that power. By the MPU of ARMv7-M, so that no
 * fault makes code of an image that was not verified, or of a copy of it in RAM. ARMv6-M has none
 * here, and what RISC-V's PMP forbids machine mode it forbids until the next reset. */
#if defined(__ARM_ARCH) && __ARM_ARCH >= 7
void board_guard(uint32_t begin, uint32_t end);
#else
static inline void board_guard(uint32_t begin, uint32_t end) { (void)begin, (void)end; }
#endif

/* Starts the code that begins at `address`, with its vector table (Cortex-M) or first instruction
 * (RISC-V), as after a reset: no interrupt is enabled or pending. */
void board_start(uint32_t address) __attribute__((noreturn));

/* Resets the chip; on RISC-V, where the core cannot, begins at `boot` again, where the boot loader
 * lies. */
void board_reset(uint32_t boot) __attribute__((noreturn));

#endif
