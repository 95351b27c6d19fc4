/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#define LANES 4
#define ENGINE ksig_slh24_plain
#define ENGINE_NAME "plain C"
#include "slh24_lanes.h"
