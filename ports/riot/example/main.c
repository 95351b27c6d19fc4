/* kilosig in RIOT's main thread. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>

#include "selftest.h"
#include "thread.h"

static void report(const char *name, const char *what, int right) {
    if (name != NULL)
        printf("%s %s: %s\n", right ? "ok" : "WRONG", name, what);
}

int main(void) {
    printf("kilosig %s on %s\n", KSIG_VERSION, RIOT_BOARD);
    const int wrong = selftest_run(report);
#ifdef DEVELHELP
    const thread_t *const me = thread_get_active();
    printf("stack: %u of %u\n",
           (unsigned)(thread_get_stacksize(me) - thread_measure_stack_free(me)),
           (unsigned)thread_get_stacksize(me));
#endif
    printf("selftest: %d wrong\n", wrong);
    return 0;
}
