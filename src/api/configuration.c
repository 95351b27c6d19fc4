/* First in the library, so that the linker does not pull in a larger file for these symbols.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/configuration.h"

uint32_t ksig_version(void) { return KSIG_VERSION_NUMBER; }
