/* The decoder and the list of schemes, where Falcon-512 is all there is.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "test_falcon.c"
