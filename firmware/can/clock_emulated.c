/* NOT a clock for a product: an emulated board has none, and believes any tester that does not turn
 * it back. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "clock.h"

#include "board.h"

static uint64_t given; /* when it was `at_ms` */
static uint32_t at_ms;

uint64_t clock_seconds(void) { return given == 0 ? 0 : given + (millis() - at_ms) / 1000; }

bool clock_set(uint64_t seconds) {
    if (seconds <= clock_seconds())
        return false;
    given = seconds;
    at_ms = millis();
    return true;
}
