/* kilosig in Zephyr's main thread. SPDX-License-Identifier: Apache-2.0 OR MIT */
#if defined(__has_include)
#if __has_include(<zephyr/kernel.h>)
#include <zephyr/kernel.h>
#else /* before Zephyr 3.1 */
#include <zephyr.h>
#endif
#else
#include <zephyr/kernel.h>
#endif

#include "selftest.h"

static void report(const char *name, const char *what, int right) {
    if (name != NULL)
        printk("%s %s: %s\n", right ? "ok" : "WRONG", name, what);
}

int main(void) {
    printk("kilosig %s\n", KSIG_VERSION);
    const int wrong = selftest_run(report);
    size_t unused = 0;
    if (k_thread_stack_space_get(k_current_get(), &unused) == 0)
        printk("stack: %u of %u\n", (unsigned)(CONFIG_MAIN_STACK_SIZE - unused),
               (unsigned)CONFIG_MAIN_STACK_SIZE);
    printk("selftest: %d wrong\n", wrong);
    return 0;
}
