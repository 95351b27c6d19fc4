/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "../unit/test_slhdsa.c"
