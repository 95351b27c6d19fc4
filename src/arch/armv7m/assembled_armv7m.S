/* What gates.h asks for. First of the assembly in a library, so that the linker need not take a routine for it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M
    .global ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0
    .type ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0, %object
    .size ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0, 1
    .equ ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0, 0
#endif
