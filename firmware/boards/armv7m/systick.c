/* Time from the free-running SysTick counter, without its interrupt. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "board.h"

static uint32_t ticks_per_ms, last, ticks, now_ms;

void systick_start(uint32_t hz) {
    ticks_per_ms = hz / 1000;
    SYST_RVR = SYST_MASK;
    SYST_CVR = 0;
    SYST_CSR = SYST_ENABLE | SYST_CORE_CLOCK;
    last = SYST_CVR;
}

uint32_t millis(void) {
    uint32_t counter = SYST_CVR;
    ticks += (last - counter) & SYST_MASK; /* it counts down */
    last = counter;
    now_ms += ticks / ticks_per_ms;
    ticks %= ticks_per_ms;
    return now_ms;
}
