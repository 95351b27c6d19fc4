# SPDX-License-Identifier: Apache-2.0 OR MIT
# The library as one file, with its readers, and the same with what is below research/: compiled in a third of the time
# that the many files take. For work on kilosig itself, where nobody debugs what is built of it.
# Included by ../CMakeLists.txt.

find_program(KSIG_PYTHON python3 REQUIRED)
set(amalgamation ${PROJECT_BINARY_DIR}/amalgamation/kilosig.c)
set(amalgamation_research ${PROJECT_BINARY_DIR}/amalgamation-research/kilosig.c)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.h ${PROJECT_SOURCE_DIR}/include/*
    ${PROJECT_SOURCE_DIR}/research/*.h ${PROJECT_SOURCE_DIR}/research/*.def)
set(amalgamate ${PROJECT_SOURCE_DIR}/scripts/amalgamate.py)
add_custom_command(OUTPUT ${amalgamation} ${amalgamation_research}
    COMMAND ${KSIG_PYTHON} ${amalgamate} --cose --x509 --composite ${PROJECT_BINARY_DIR}/amalgamation
    COMMAND ${KSIG_PYTHON} ${amalgamate} --cose --x509 --composite --research ${PROJECT_BINARY_DIR}/amalgamation-research
    DEPENDS ${amalgamate} ${KSIG_SOURCES} ${KSIG_RESEARCH_SOURCES} ${headers} VERBATIM)
add_custom_target(amalgamation DEPENDS ${amalgamation} ${amalgamation_research})

# A library of everything, as ksig_add_library and ksig_add_research make it.
function(ksig_add_amalgamated target type variant)
    add_library(${target} ${type} ${amalgamation_research})
    add_dependencies(${target} amalgamation)
    ksig_library_setup(${target} ${variant})
    ksig_research_setup(${target} ${variant})
    ksig_enable_drafts(${target})
    # After the target's own options. Of a header that is now within, clang tells what nobody calls.
    set_source_files_properties(${amalgamation_research} PROPERTIES COMPILE_OPTIONS "-g0;-Wno-unused-function")
endfunction()
