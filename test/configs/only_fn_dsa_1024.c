/* The decoder and the list of schemes, where FN-DSA-1024 is all there is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test_falcon.c"
