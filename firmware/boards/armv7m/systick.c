/* Time from SysTick, whose interrupt only ends sleeps.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "board.h"

#define PERIOD_MS 200u

static uint32_t ticks_per_ms, period, base_ms, now_ms;

void systick_start(uint32_t hz) {
    ticks_per_ms = hz / 1000;
    period = ticks_per_ms * PERIOD_MS; /* 5 000 000 at 25 MHz: the counter has 24 bits */
    SYST_RVR = period - 1;
    SYST_CVR = 0;
    SYST_CSR = SYST_ENABLE | SYST_INTERRUPT | SYST_CORE_CLOCK;
}

uint32_t millis(void) {
    uint32_t counter = SYST_CVR;
    /* The pending interrupt says that a period ended. If it came after the counter was read, read
     * that again. */
    if (SCB_ICSR & ICSR_SYSTICK) {
        SCB_ICSR = ICSR_CLEAR_SYSTICK;
        base_ms += PERIOD_MS;
        counter = SYST_CVR;
    }
    /* It counts down and is pending from 0 on, the first tick of a period. Never go back, in case
     * it is so a little later. */
    uint32_t ms = base_ms + (period - counter) % period / ticks_per_ms;
    if ((int32_t)(ms - now_ms) > 0)
        now_ms = ms;
    return now_ms;
}
