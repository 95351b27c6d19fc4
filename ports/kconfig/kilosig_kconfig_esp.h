/* KSIG_CONFIG_FILE of ESP-IDF, whose CONFIG_* come from a header that is not included by itself.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "sdkconfig.h"

#include "kilosig_kconfig.h"
