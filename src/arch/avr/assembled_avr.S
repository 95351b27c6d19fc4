/* What gates.h asks for. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_AVR
    .global ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0
    .equ ksig_needs_the_S_files_below_src_arch_or_KSIG_ENABLE_ASSEMBLY_0, 0
#endif
