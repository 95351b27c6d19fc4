/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stmclk.h"

void __wrap_stmclk_init_sysclk(void);

/* In the place of RIOT's, for QEMU: see Makefile.include. */
void __wrap_stmclk_init_sysclk(void) {}
