/* A board in QEMU: Arm MPS2 with application note 385 or 386 (also for the ARMv6-M code of the
 * Cortex-M0 images), or SiFive E (rv32imac, 16 kB of RAM).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * No cycle counter (that of RISC-V counts the host's time); the clock needs no setup. Start-up and
 * faults: firmware/boards. */
#include "bench.h"
#include "board.h"
#include "semihosting.h"

void bench_init(void) {
    if (board_fault) {
        bench_print("FAULT\n");
        bench_exit(1);
    }
}

void bench_start_cycles(void) {}

uint32_t bench_read_cycles(void) { return 0; }

void bench_print(const char *text) { semihosting(SYS_WRITE0, (uintptr_t)text); }

void bench_exit(int status) {
    semihosting(SYS_EXIT, status == 0 ? ADP_STOPPED_APPLICATION_EXIT : ADP_STOPPED_RUN_TIME_ERROR);
    for (;;)
        ;
}
