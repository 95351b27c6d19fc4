# SPDX-License-Identifier: Apache-2.0 OR MIT
# The library, once for each variant.

# Names, switches and folders of the schemes.
include(${CMAKE_CURRENT_LIST_DIR}/schemes.cmake)

file(GLOB_RECURSE KSIG_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)

# What the library does not have: broken schemes and candidates.
file(GLOB_RECURSE KSIG_RESEARCH_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/research/*.c)

# Assembly. Each file asks the preprocessor whether the core it is compiled for has the instructions, and is empty if
# not. So it gets the same flags as the C files, wherever they are set: it is compiled as one of them.
set(ksig_assembly "")
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    file(GLOB_RECURSE ksig_assembly CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/arch/*.S)
    list(APPEND KSIG_SOURCES ${ksig_assembly})
    file(GLOB_RECURSE ksig_research_assembly CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/research/arch/*.S)
    list(APPEND KSIG_RESEARCH_SOURCES ${ksig_research_assembly})
    list(APPEND ksig_assembly ${ksig_research_assembly})
    set(ksig_assembly_options "-x assembler-with-cpp")
    if(CMAKE_C_COMPILER_ID MATCHES "Clang")
        string(APPEND ksig_assembly_options " -Wno-unused-command-line-argument")
    endif()
endif()

if(KSIG_RESEARCH)
    list(APPEND KSIG_SOURCES ${KSIG_RESEARCH_SOURCES})
endif()

# out = "" for the default variant, else separator + variant.
function(ksig_variant_suffix out variant separator)
    if(variant STREQUAL "default")
        set(${out} "" PARENT_SCOPE)
    else()
        set(${out} ${separator}${variant} PARENT_SCOPE)
    endif()
endfunction()

# ksig_only = the definitions that choose the schemes in KSIG_ONLY. The folders of other families are taken out of
# KSIG_SOURCES, unless a KSIG_CONFIG might want them.
set(ksig_only "")
string(REGEX MATCHALL "[^,; ]+" only "${KSIG_ONLY}")
if(only)
    set(ksig_only KSIG_ENABLE_DEFAULT=0)
    set(known ${KSIG_SCHEMES})
    set(unwanted ${KSIG_FOLDERS})
    if(KSIG_RESEARCH)
        list(APPEND known ${KSIG_RESEARCH_SCHEMES})
        list(APPEND unwanted ${KSIG_RESEARCH_FOLDERS})
    endif()
    foreach(name IN LISTS only)
        if(NOT name IN_LIST known)
            list(JOIN known ", " known)
            message(FATAL_ERROR "KSIG_ONLY: there is no scheme '${name}'. There are: ${known}")
        endif()
        list(GET KSIG_SCHEME_${name} 0 switch)
        list(GET KSIG_SCHEME_${name} 1 folder)
        list(APPEND ksig_only ${switch}=1)
        list(REMOVE_ITEM unwanted ${folder})
    endforeach()
    list(REMOVE_DUPLICATES ksig_only)
    if(NOT KSIG_CONFIG)
        foreach(folder IN LISTS unwanted)
            list(FILTER KSIG_SOURCES EXCLUDE REGEX "/(src|research)/(arch/[a-z0-9]+/)?${folder}/")
        endforeach()
    endif()
endif()

# out = what the options of this build define, but for KSIG_CONFIG_FILE.
function(ksig_definitions out variant)
    set(definitions ${ksig_only})
    if(NOT variant STREQUAL "default")
        string(TOUPPER ${variant} upper)
        set(options ${KSIG_VARIANT_OPTIONS})
        if(KSIG_RESEARCH)
            list(APPEND options ${KSIG_RESEARCH_VARIANT_OPTIONS})
        endif()
        foreach(option IN LISTS options)
            list(APPEND definitions ${option}=KSIG_VARIANT_${upper})
        endforeach()
    endif()
    if(KSIG_RESEARCH)
        list(APPEND definitions KSIG_RESEARCH=1)
    endif()
    if(KSIG_OPTIMIZE)
        string(TOUPPER ${KSIG_OPTIMIZE} upper)
        list(APPEND definitions KSIG_OPTIMIZE=KSIG_OPTIMIZE_${upper})
    endif()
    if(KSIG_FAULTS)
        string(TOUPPER ${KSIG_FAULTS} upper)
        list(APPEND definitions KSIG_FAULTS=KSIG_FAULTS_${upper})
    endif()
    set(${out} ${definitions} PARENT_SCOPE)
endfunction()

# Include directories and definitions of a target that holds the library's sources. The definitions are public: state
# sizes follow from them. The headers that are installed have them written in (install.cmake).
function(ksig_target_setup target variant config)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    if(KSIG_RESEARCH)
        target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/research/include>)
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/research)
    endif()
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

# What a target needs that holds the sources below research/, too: include directories and the switches of their schemes.
function(ksig_research_setup target variant)
    target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/research/include)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/research)
    target_compile_definitions(${target} PUBLIC KSIG_RESEARCH=1)
    foreach(switch IN LISTS KSIG_RESEARCH_SWITCHES)
        target_compile_definitions(${target} PUBLIC ${switch}=1)
    endforeach()
    if(NOT variant STREQUAL "default")
        string(TOUPPER ${variant} upper)
        foreach(option IN LISTS KSIG_RESEARCH_VARIANT_OPTIONS)
            target_compile_definitions(${target} PUBLIC ${option}=KSIG_VARIANT_${upper})
        endforeach()
    endif()
endfunction()

# These sources, with that. Such a target is for the tool, the tests and the bench, and never installed.
function(ksig_add_research_schemes target variant)
    if(NOT KSIG_RESEARCH)
        target_sources(${target} PRIVATE ${KSIG_RESEARCH_SOURCES})
    endif()
    ksig_research_setup(${target} ${variant})
endfunction()

# The sets of drafts, and those that their standard's users may not take: SP 800-230; XMSS without SP 800-208's approval.
function(ksig_enable_drafts target)
    target_compile_definitions(${target} PUBLIC KSIG_ENABLE_XMSS_RFC8391=1)
    foreach(switch IN LISTS KSIG_OFF_SWITCHES)
        target_compile_definitions(${target} PUBLIC ${switch}=1)
    endforeach()
endfunction()

# Everything that the library leaves out.
function(ksig_add_research target variant)
    ksig_add_research_schemes(${target} ${variant})
    ksig_enable_drafts(${target})
endfunction()

# type: STATIC, SHARED, or "" for what BUILD_SHARED_LIBS says. Files: lib/libkilosig.a, lib/libkilosig-fast.so, ...
function(ksig_add_library target type variant)
    add_library(${target} ${type} ${KSIG_SOURCES})
    ksig_library_setup(${target} ${variant})
endfunction()

function(ksig_library_setup target variant)
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
