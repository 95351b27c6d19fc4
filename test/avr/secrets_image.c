/* test/ct/taint.c as an image for the simulator, which follows what valgrind follows elsewhere:
 * secrets.h. The name, the operation and the count come from standard input, each ended by a
 * newline. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <avr/io.h>
#include <stddef.h>
#include <stdint.h>

#include "secrets.h"

static void say(const volatile void *memory, size_t length, uint8_t what) {
    *(volatile uint16_t *)MAILBOX = (uint16_t)(uintptr_t)memory;
    *(volatile uint16_t *)(MAILBOX + 2) = (uint16_t)length;
    *(volatile uint8_t *)MAILBOX_SAYS = what;
}

#define VALGRIND_MAKE_MEM_UNDEFINED(memory, length) (say(memory, length, SECRET), 0)
#define VALGRIND_MAKE_MEM_DEFINED(memory, length) (say(memory, length, PUBLIC), 0)

int taint_main(int argc, char **argv);
#define main taint_main
#include "../ct/taint.c"
#undef main

/* exit and printf of what fails. */
void exit(int status) {
    for (;;)
        GPIOR2 = (uint8_t)status;
}

int main(void) {
    static char words[3][24], *arguments[4];
    for (uint8_t n = 0; n < 3; n++) {
        arguments[n + 1] = words[n];
        for (char *to = words[n]; (*to = (char)GPIOR1) != '\n'; to++)
            continue;
        *strchr(words[n], '\n') = '\0';
    }
    exit(taint_main(4, arguments));
}
