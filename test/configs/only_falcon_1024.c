/* The transforms where Falcon-1024 is all there is. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test_ntt14.c"
