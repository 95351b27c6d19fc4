# SPDX-License-Identifier: Apache-2.0 OR MIT
# As in many templates: CMAKE_ASM_FLAGS_INIT is not set, since the project has no assembly of its own.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CPU FLAGS)
if(FLAGS STREQUAL "toolchain")
    set(CMAKE_C_FLAGS_INIT "-mcpu=${CPU} -mthumb")
endif()
