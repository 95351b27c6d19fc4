/* RP2350: what the Arm and the RISC-V images of a Raspberry Pi Pico 2 share: clocks and UART.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef BENCH_RP2350_H
#define BENCH_RP2350_H

#include "bench.h"
#include "layout.h"

/* Clocks, UART and the first lines; `board` is the name of the first. */
void rp2350_init(const char *board);

/* A reset would end in the boot ROM, and the image, which is in RAM alone, be lost. */
void rp2350_tell_fault(void) __attribute__((noreturn, used));

#endif
