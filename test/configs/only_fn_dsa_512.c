/* The transforms with the shorter table. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test_ntt14.c"
