# SPDX-License-Identifier: Apache-2.0 OR MIT
# Toolchain: arm-none-eabi-gcc with picolibc, for the core in KSIG_CPU (cortex-m3, cortex-m4, ...).

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)

set(KSIG_CPU "cortex-m3" CACHE STRING "Core, as in -mcpu")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES KSIG_CPU)
# A test program could not be linked without a linker script.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(ksig_machine "-mcpu=${KSIG_CPU} -mthumb -mfloat-abi=soft --specs=picolibc.specs")
set(CMAKE_C_FLAGS_INIT "${ksig_machine}")
set(CMAKE_ASM_FLAGS_INIT "${ksig_machine}")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
