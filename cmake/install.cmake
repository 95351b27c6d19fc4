# SPDX-License-Identifier: Apache-2.0 OR MIT
# `cmake --install`: the library, its headers with this build's configuration written in, and what find_package and
# pkg-config read. One library and one configuration for a prefix: variant default of KSIG_VARIANTS.

if(NOT TARGET kilosig)
    return()
endif()
include(CMakePackageConfigHelpers)
set(generated ${PROJECT_BINARY_DIR}/install)

# config.h: who includes it sees what the library was built with, without any definition.
file(READ ${PROJECT_SOURCE_DIR}/include/kilosig/config.h text)
set(recorded "/* What this library was built with. */\n")
ksig_definitions(definitions default)
foreach(definition IN LISTS definitions)
    string(REPLACE "=" " " definition "${definition}")
    string(APPEND recorded "#define ${definition}\n")
endforeach()
if(KSIG_CONFIG)
    get_filename_component(config ${KSIG_CONFIG} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${config})
    file(READ ${config} own)
    string(APPEND recorded "${own}")
endif()
set(include_own "#ifdef KSIG_CONFIG_FILE\n#include KSIG_CONFIG_FILE\n#endif\n")
string(FIND "${text}" "${include_own}" place)
if(place EQUAL -1)
    message(FATAL_ERROR "config.h does not include KSIG_CONFIG_FILE as cmake/install.cmake expects")
endif()
string(REPLACE "${include_own}" "${recorded}" text "${text}")
file(WRITE ${generated}/config.h "${text}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/kilosig/config.h)

set_target_properties(kilosig PROPERTIES VERSION ${PROJECT_VERSION}
    # Any release of 0.x may change the interface.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS kilosig EXPORT kilosig INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/kilosig DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN config.h EXCLUDE)
install(FILES ${generated}/config.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kilosig)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kilosig)
install(EXPORT kilosig NAMESPACE kilosig:: FILE kilosigConfig.cmake DESTINATION ${package})
write_basic_package_version_file(${generated}/kilosigConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/kilosigConfigVersion.cmake DESTINATION ${package})

# Relative to the file itself: the prefix may be chosen, and moved, later.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
file(WRITE ${generated}/kilosig.pc "prefix=\${pcfiledir}/${up}
Name: kilosig
Description: Post-quantum signatures for microcontrollers
Version: ${PROJECT_VERSION}
Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -lkilosig
Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}
")
install(FILES ${generated}/kilosig.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
