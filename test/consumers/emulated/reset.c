/* The reset of examples/host.c on an emulated board, which cannot start a program: the board stops,
 * and the test starts it again. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int execl(const char *path, const char *argument, ...);

int execl(const char *path, const char *argument, ...) {
    va_list list;
    va_start(list, argument);
    const char *const folder = va_arg(list, const char *), *const option =
                                                               va_arg(list, const char *);
    (void)path;
    (void)printf("reset: %s %s %s\n", folder, option, va_arg(list, const char *));
    va_end(list);
    exit(4);
}
