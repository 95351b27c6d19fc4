# SPDX-License-Identifier: Apache-2.0 OR MIT
# `cmake --install`: the library in each of KSIG_VARIANTS, the headers, and what find_package and pkg-config read. The
# configuration of each variant is written into a config.h of its own: PREFIX/include has that of the default variant,
# PREFIX/include/kilosig-VARIANT those of others. It stands on the include path first.

include(CMakePackageConfigHelpers)
set(generated ${PROJECT_BINARY_DIR}/install)
set(include_own "#ifdef KSIG_CONFIG_FILE\n#include KSIG_CONFIG_FILE\n#endif\n")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/kilosig/config.h)

# Writes the config.h with which who includes it sees what the library was built with, without any definition.
function(ksig_record_configuration variant path)
    file(READ ${PROJECT_SOURCE_DIR}/include/kilosig/config.h text)
    set(recorded "/* What this library was built with. */\n")
    ksig_definitions(definitions ${variant})
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
    string(FIND "${text}" "${include_own}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "config.h does not include KSIG_CONFIG_FILE as cmake/install.cmake expects")
    endif()
    string(REPLACE "${include_own}" "${recorded}" text "${text}")
    file(WRITE ${path} "${text}")
endfunction()

# Relative to the .pc file itself: the prefix may be chosen, and moved, later.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)

foreach(variant IN LISTS KSIG_VARIANTS)
    ksig_variant_suffix(suffix ${variant} _)
    ksig_variant_suffix(name ${variant} -)
    set(target kilosig${suffix})
    if(variant STREQUAL "default")
        set(own ${CMAKE_INSTALL_INCLUDEDIR})
        set(includes ${own})
    else()
        set(own ${CMAKE_INSTALL_INCLUDEDIR}/kilosig${name})
        set(includes ${own} ${CMAKE_INSTALL_INCLUDEDIR})
    endif()
    ksig_record_configuration(${variant} ${generated}${name}/config.h)
    set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
        # Any release of 0.x may change the interface.
        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    install(TARGETS ${target} EXPORT kilosig INCLUDES DESTINATION ${includes})
    install(FILES ${generated}${name}/config.h DESTINATION ${own}/kilosig)

    list(TRANSFORM includes PREPEND "-I\${prefix}/" OUTPUT_VARIABLE flags)
    list(JOIN flags " " flags)
    file(WRITE ${generated}/kilosig${name}.pc "prefix=\${pcfiledir}/${up}
Name: kilosig${name}
Description: Post-quantum signatures for microcontrollers
Version: ${PROJECT_VERSION}
Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -lkilosig${name}
Cflags: ${flags}
")
    install(FILES ${generated}/kilosig${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(DIRECTORY include/kilosig DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} PATTERN config.h EXCLUDE)
if(KSIG_RESEARCH)
    install(DIRECTORY research/include/kilosig DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kilosig)
install(EXPORT kilosig NAMESPACE kilosig:: FILE kilosigConfig.cmake DESTINATION ${package})
write_basic_package_version_file(${generated}/kilosigConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/kilosigConfigVersion.cmake DESTINATION ${package})
