/* Asked for by MCUboot; there is no heap. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef OS_HEAP_H
#define OS_HEAP_H
#endif
