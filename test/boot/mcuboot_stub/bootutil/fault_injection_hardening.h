/* Stand-in for MCUboot's header of this name: only what ports/mcuboot uses.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FAULT_INJECTION_HARDENING_H
#define FAULT_INJECTION_HARDENING_H
typedef int fih_ret;
extern fih_ret FIH_SUCCESS, FIH_FAILURE;
#endif
