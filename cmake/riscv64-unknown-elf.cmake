# SPDX-License-Identifier: Apache-2.0 OR MIT
# Toolchain: riscv64-unknown-elf-gcc with picolibc, for the 32-bit instruction set in KSIG_CPU (rv32imac, rv32ec, ...).

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv)

set(KSIG_CPU "rv32imac" CACHE STRING "Instruction set, as in -march")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KSIG_CPU)
# A test program could not be linked without a linker script.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)
set(ksig_machine "-march=${KSIG_CPU} -mabi=ilp32 --specs=picolibc.specs")
if(KSIG_CPU MATCHES "^rv32e")
    # 16 registers: the assembly has 31. Without multiplication, signers are built, and verification is measured.
    string(CONCAT ksig_machine "-march=${KSIG_CPU} -mabi=ilp32e --specs=picolibc.specs "
        "-DKSIG_ENABLE_ASSEMBLY=0 -DKSIG_ALLOW_LEAKY_PRODUCTS=1")
endif()
set(CMAKE_C_FLAGS_INIT "${ksig_machine}")
set(CMAKE_ASM_FLAGS_INIT "${ksig_machine}")
if(KSIG_CPU MATCHES "^(rv32[a-z]*)_")
    # The C library is not built for each extension: that without them is linked.
    set(CMAKE_EXE_LINKER_FLAGS_INIT "-march=${CMAKE_MATCH_1}")
endif()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
