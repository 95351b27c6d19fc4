# SPDX-License-Identifier: Apache-2.0 OR MIT
# A Cortex-M3 of QEMU's mps2-an385 whose stdio is the computer's: semihosting, by picolibc. For examples/ as they are.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m3 -mthumb --specs=picolibc.specs")
string(CONCAT CMAKE_EXE_LINKER_FLAGS_INIT
    "--crt0=semihost --oslib=semihost -Tpicolibc.ld -Wl,--defsym=__flash=0,--defsym=__flash_size=0x400000"
    " -Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x400000,--defsym=__stack_size=0x2000")
# Beside the objects of every program.
set(CMAKE_C_STANDARD_LIBRARIES "${CMAKE_BINARY_DIR}/reset.o")
