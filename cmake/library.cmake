# SPDX-License-Identifier: Apache-2.0 OR MIT
# The library, once for each variant.

file(GLOB_RECURSE KSIG_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)

# Assembly, for the cores that have some. The files are empty where KSIG_ENABLE_ASSEMBLY is 0.
include(CheckCSourceCompiles)
set(ksig_try_compile "${CMAKE_TRY_COMPILE_TARGET_TYPE}")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a program might need a linker script
check_c_source_compiles("
#if !defined(__ARM_ARCH_7M__) && !defined(__ARM_ARCH_7EM__)
#error another core
#endif
int main(void) { return 0; }" KSIG_IS_ARMV7M)
set(CMAKE_TRY_COMPILE_TARGET_TYPE "${ksig_try_compile}")
if(KSIG_IS_ARMV7M)
    enable_language(ASM)
    file(GLOB_RECURSE ksig_assembly CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/arch/armv7m/*.S)
    list(APPEND KSIG_SOURCES ${ksig_assembly})
endif()

# out = "" for the default variant, else separator + variant.
function(ksig_variant_suffix out variant separator)
    if(variant STREQUAL "default")
        set(${out} "" PARENT_SCOPE)
    else()
        set(${out} ${separator}${variant} PARENT_SCOPE)
    endif()
endfunction()

# Include directories and definitions of a target that holds the library's sources. The definitions are public: state
# sizes follow from them.
function(ksig_target_setup target variant config)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    if(NOT variant STREQUAL "default")
        string(TOUPPER ${variant} upper)
        target_compile_definitions(${target} PUBLIC KSIG_ML_DSA_VARIANT=KSIG_VARIANT_${upper}
            KSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_${upper})
    endif()
    if(KSIG_OPTIMIZE)
        string(TOUPPER ${KSIG_OPTIMIZE} upper)
        target_compile_definitions(${target} PUBLIC KSIG_OPTIMIZE=KSIG_OPTIMIZE_${upper})
    endif()
    if(config)
        get_filename_component(config ${config} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
        target_compile_definitions(${target} PUBLIC "KSIG_CONFIG_FILE=\"${config}\"")
    endif()
    target_compile_options(${target} PRIVATE -ffreestanding)
    target_link_libraries(${target} PRIVATE ksig_flags)
    set_target_properties(${target} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
endfunction()

# type: STATIC or SHARED. Files: lib/libkilosig.a, lib/libkilosig-fast.so, ...
function(ksig_add_library target type variant)
    add_library(${target} ${type} ${KSIG_SOURCES})
    ksig_target_setup(${target} ${variant} "${KSIG_CONFIG}")
    ksig_variant_suffix(suffix ${variant} -)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME kilosig${suffix}
        ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
endfunction()
