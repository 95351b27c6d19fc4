/* Hash engines of the application; see hooks.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define KSIG_ENABLE_HASH_HOOKS 1
