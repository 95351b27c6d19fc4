# SPDX-License-Identifier: Apache-2.0 OR MIT
# Compiler flags. ksig_flags: everything built here. A project that adds kilosig as a subdirectory keeps its own flags.

add_library(ksig_flags INTERFACE)
if(PROJECT_IS_TOP_LEVEL)
    if(KSIG_DEVELOP OR NOT CMAKE_BUILD_TYPE)
        # A target's own property KSIG_OPT goes before the option (bench/ builds at several).
        set(own $<TARGET_PROPERTY:KSIG_OPT>)
        target_compile_options(ksig_flags INTERFACE -$<IF:$<BOOL:${own}>,${own},${KSIG_OPT}> -${KSIG_DEBUG})
    endif()
    target_compile_options(ksig_flags INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes)
    if(KSIG_WERROR)
        target_compile_options(ksig_flags INTERFACE -Werror)
    endif()
endif()
# One section for each function and table, so that the linker drops what an image does not use.
target_compile_options(ksig_flags INTERFACE -ffunction-sections -fdata-sections)

if(KSIG_SANITIZE)
    set(sanitize -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(ksig_flags INTERFACE ${sanitize})
    target_link_options(ksig_flags INTERFACE ${sanitize})
endif()
