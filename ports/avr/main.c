/* kilosig on an ATmega2560: 8 bits, 8 kB of RAM. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Runs ports/selftest and says on USART0 what came of it. Constants of C lie in RAM on this core:
 * KSIG_ENABLE_REASON_TEXT 0 saves 2 kB there. */
#include "console.h"
#include "selftest.h"

static void report(const char *name, const char *what, int right) {
    if (name == NULL)
        return;
    put_text(right ? "ok " : "WRONG ");
    put_text(name);
    put_text(": ");
    put_text(what);
    put('\n');
}

int main(void) {
    console_open();
    const int wrong = selftest_run(report);
    put_ram();
    put_text("selftest: ");
    put_number((uint16_t)wrong);
    put_text(" wrong\n");
    for (;;)
        ;
}
