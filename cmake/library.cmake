# SPDX-License-Identifier: Apache-2.0 OR MIT
# The library, once for each variant.

file(GLOB_RECURSE KSIG_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)

# Assembly. Each file asks the preprocessor whether the core it is compiled for has the instructions, and is empty if
# not. So it gets the same flags as the C files, wherever they are set: it is compiled as one of them.
set(ksig_assembly "")
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    file(GLOB_RECURSE ksig_assembly CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/arch/*.S)
    list(APPEND KSIG_SOURCES ${ksig_assembly})
    set(ksig_assembly_options "-x assembler-with-cpp")
    if(CMAKE_C_COMPILER_ID MATCHES "Clang")
        string(APPEND ksig_assembly_options " -Wno-unused-command-line-argument")
    endif()
endif()

# out = "" for the default variant, else separator + variant.
function(ksig_variant_suffix out variant separator)
    if(variant STREQUAL "default")
        set(${out} "" PARENT_SCOPE)
    else()
        set(${out} ${separator}${variant} PARENT_SCOPE)
    endif()
endfunction()

# ksig_only = the definitions that choose the schemes in KSIG_ONLY, as include/kilosig/schemes.def has them. The folders
# of other families are taken out of KSIG_SOURCES, unless a KSIG_CONFIG might want them.
set(ksig_only "")
string(REGEX MATCHALL "[^,; ]+" only "${KSIG_ONLY}")
if(only)
    set(list ${PROJECT_SOURCE_DIR}/include/kilosig/schemes.def)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
    file(STRINGS ${list} lines REGEX "^#if KSIG_ENABLE_|^KSIG_SCHEME_")
    set(ksig_only KSIG_ENABLE_DEFAULT=0)
    # Where the code of a family is: where its descriptors are made.
    foreach(source IN LISTS KSIG_SOURCES)
        file(STRINGS ${source} definitions REGEX "^#define KSIG_SCHEME_")
        string(REGEX MATCHALL "define KSIG_SCHEME_[A-Z]+" definitions "${definitions}")
        foreach(definition IN LISTS definitions)
            string(REPLACE "define KSIG_SCHEME_" "" family ${definition})
            string(REGEX REPLACE "^${PROJECT_SOURCE_DIR}/src/([a-z]+)/.*" "\\1" ksig_folder_${family} ${source})
        endforeach()
    endforeach()
    set(known "")
    set(wanted "")
    set(unwanted "")
    foreach(line IN LISTS lines)
        if(line MATCHES "^#if (KSIG_ENABLE_[A-Z0-9_]+)")
            set(switch ${CMAKE_MATCH_1})
        elseif(line MATCHES "^KSIG_SCHEME_([A-Z]+)\\(.*\"([a-z0-9-]+)\"")
            set(folder ${ksig_folder_${CMAKE_MATCH_1}})
            list(APPEND known ${CMAKE_MATCH_2})
            if(CMAKE_MATCH_2 IN_LIST only)
                list(APPEND ksig_only ${switch}=1)
                list(APPEND wanted ${folder})
            else()
                list(APPEND unwanted ${folder})
            endif()
        endif()
    endforeach()
    foreach(name IN LISTS only)
        if(NOT name IN_LIST known)
            list(JOIN known ", " known)
            message(FATAL_ERROR "KSIG_ONLY: there is no scheme '${name}'. There are: ${known}")
        endif()
    endforeach()
    list(REMOVE_DUPLICATES ksig_only)
    list(REMOVE_ITEM unwanted ${wanted})
    if(NOT KSIG_CONFIG)
        foreach(folder IN LISTS unwanted)
            list(FILTER KSIG_SOURCES EXCLUDE REGEX "/src/(arch/[a-z0-9]+/)?${folder}/")
        endforeach()
    endif()
endif()

# out = what the options of this build define, but for KSIG_CONFIG_FILE.
function(ksig_definitions out variant)
    set(definitions ${ksig_only})
    if(NOT variant STREQUAL "default")
        string(TOUPPER ${variant} upper)
        list(APPEND definitions KSIG_ML_DSA_VARIANT=KSIG_VARIANT_${upper}
            KSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_${upper}
            KSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_${upper} KSIG_GEMSS_128_VARIANT=KSIG_VARIANT_${upper})
    endif()
    if(KSIG_OPTIMIZE)
        string(TOUPPER ${KSIG_OPTIMIZE} upper)
        list(APPEND definitions KSIG_OPTIMIZE=KSIG_OPTIMIZE_${upper})
    endif()
    set(${out} ${definitions} PARENT_SCOPE)
endfunction()

# Include directories and definitions of a target that holds the library's sources. The definitions are public: state
# sizes follow from them. The headers that are installed have them written in (install.cmake).
function(ksig_target_setup target variant config)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    ksig_definitions(definitions ${variant})
    if(config)
        get_filename_component(config ${config} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
        list(APPEND definitions "KSIG_CONFIG_FILE=\"${config}\"")
    endif()
    foreach(definition IN LISTS definitions)
        target_compile_definitions(${target} PUBLIC "$<BUILD_INTERFACE:${definition}>")
    endforeach()
    target_compile_options(${target} PRIVATE -ffreestanding)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:ksig_flags>)
    set_target_properties(${target} PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    if(ksig_assembly)
        # A property of the source in the directory of the target.
        set_source_files_properties(${ksig_assembly} PROPERTIES LANGUAGE C COMPILE_FLAGS "${ksig_assembly_options}")
    endif()
endfunction()

# Adds the broken schemes that the library leaves out, and the sets of XMSS that SP 800-208 does not approve: for the
# tool, the tests and the bench, never installed.
function(ksig_add_research target)
    target_compile_definitions(${target} PUBLIC KSIG_ENABLE_RAINBOW_1_CLASSIC=1 KSIG_ENABLE_GEMSS_128=1
        KSIG_ENABLE_XMSS_RFC8391=1)
endfunction()

# type: STATIC, SHARED, or "" for what BUILD_SHARED_LIBS says. Files: lib/libkilosig.a, lib/libkilosig-fast.so, ...
function(ksig_add_library target type variant)
    add_library(${target} ${type} ${KSIG_SOURCES})
    ksig_target_setup(${target} ${variant} "${KSIG_CONFIG}")
    ksig_variant_suffix(suffix ${variant} -)
    set_target_properties(${target} PROPERTIES OUTPUT_NAME kilosig${suffix}
        ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "SHARED_LIBRARY")
        # The public headers alone make symbols visible.
        set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
    endif()
endfunction()
