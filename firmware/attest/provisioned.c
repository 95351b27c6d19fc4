/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "provisioned.h"

/* In a file of its own: where it is read, the compiler must not know what it holds. Erased flash
 * means: no key. */
const struct provisioned provisioned_flash __attribute__((section(".provisioned"), used)) = {
    {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, {0xFF}, {0xFF, 0xFF, 0xFF, 0xFF}, {0xFF}};
