# SPDX-License-Identifier: Apache-2.0 OR MIT
# Boot loaders, boot-BOARD-POLICY.elf, and the application in a slot, slot-BOARD.elf, of every board with a flash.c. With
# -can they take updates on a CAN bus; boot-BOARD-lms-bare takes none. boot-BOARD-lms-in-place runs images in either slot:
# slot-BOARD-in-place-0 and -1.
# Included by ../CMakeLists.txt.

# A build of chosen schemes may lack those of the policies.
if(KSIG_ONLY OR KSIG_CONFIG)
    return()
endif()

set(boot_sources boot/image.c boot/verify.c boot/memory.c boot/slots.c)
set(boot_core_armv7m boards/armv7m/jump.c)
set(boot_core_riscv boards/riscv/jump.c)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "riscv")
    set(boot_core ${boot_core_riscv})
    set(boot_options -msave-restore) # prologues as calls: a twentieth less flash
else()
    set(boot_core ${boot_core_armv7m})
    set(boot_options "")
endif()
# gcc copies the ends of functions in front of every way that leads there, also for -Os: 2 to 3 % of flash.
list(APPEND boot_options -fno-thread-jumps)
# What is compiled as one takes 100 to 400 bytes less. Not what is provisioned: the compiler must not know what it holds.
set(boot_whole boot/main.c boot/policy.c ${boot_sources})
set(boot_as_one -flto -fno-tree-sra -fno-code-hoisting)
set_source_files_properties(${boot_whole} PROPERTIES COMPILE_OPTIONS "${boot_as_one}")
set(boot_stack_least 616)

# One library for each policy: the schemes that it asks for and nothing else, for the least flash. The folders of other
# families, which would be compiled to nothing, are left out, and the readers, which no boot loader calls.
file(GLOB boot_configs CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/boot/configs/*.h)
# That of test/boot/skips.py: a composite, whose classical half is a function of the test.
set(boot_test ${PROJECT_SOURCE_DIR}/test/boot)
file(GLOB boot_test_config ${boot_test}/composite.h)
foreach(config IN LISTS boot_configs boot_test_config)
    get_filename_component(policy ${config} NAME_WE)
    file(STRINGS ${config} chosen REGEX "^#define KSIG_ENABLE_[A-Z0-9_]+ 1")
    string(TOLOWER "${chosen}" chosen)
    string(REPLACE _ "" chosen "${chosen}") # ksigenablemldsa44
    set(sources ${KSIG_SOURCES})
    list(FILTER sources EXCLUDE REGEX "/src/(composite|cose|x509)/")
    foreach(family IN LISTS KSIG_FOLDERS)
        if(NOT chosen MATCHES "ksigenable${family}")
            list(FILTER sources EXCLUDE REGEX "/src/(arch/[a-z0-9]+/)?${family}/")
        endif()
    endforeach()
    add_library(boot_${policy} STATIC EXCLUDE_FROM_ALL ${sources})
    ksig_target_setup(boot_${policy} default ${config})
    set_target_properties(boot_${policy} PROPERTIES KSIG_OPT Os)
    target_compile_options(boot_${policy} PRIVATE ${boot_options})
endforeach()

set(boot_serial boot/update.c boot/update_slot.c)
set(boot_can boot/update_can.c boot/update_slot.c can/uds.c can/isotp.c can/slcan.c)

# The boot loader of `board` with a policy's library. Further arguments: sources, and DEFINITIONS; POLICY: what has
# policy_load.
function(add_boot suffix policy)
    cmake_parse_arguments(PARSE_ARGV 2 boot_arg "" "" "DEFINITIONS;POLICY")
    if(NOT boot_arg_POLICY)
        set(boot_arg_POLICY boot/policy.c boot/policy_provisioned.c)
    endif()
    add_image(boot-${board}-${suffix} ${board} ${directory} boot_${policy} STACK ${boot_stack_least}
        SOURCES boot/main.c ${boot_arg_POLICY} ${boot_sources} ${boot_core} ${directory}/flash.c
            ${boot_arg_UNPARSED_ARGUMENTS}
        DEFINITIONS ${boot_arg_DEFINITIONS})
    target_include_directories(boot-${board}-${suffix} PRIVATE boot can ${PROJECT_SOURCE_DIR}/src)
    target_compile_options(boot-${board}-${suffix} PRIVATE ${boot_options})
    target_link_options(boot-${board}-${suffix} PRIVATE ${boot_options} ${boot_as_one})
    set_target_properties(boot-${board}-${suffix} PROPERTIES KSIG_OPT Os)
    if(KSIG_CPU STREQUAL "cortex-m4")
        set_target_properties(boot-${board}-${suffix} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
endfunction()

# The application in the slot at an address, likewise: linked after a header of 512 bytes, to which vector tables are
# aligned. The slot's length is that of flash.c.
function(add_slot suffix slot)
    cmake_parse_arguments(PARSE_ARGV 2 slot_arg "" "" "DEFINITIONS")
    set(image slot-${board}${suffix})
    set(linked ${CMAKE_CURRENT_BINARY_DIR}/${image})
    math(EXPR code "${slot} + 512" OUTPUT_FORMAT HEXADECIMAL)
    file(STRINGS ${directory}/flash.c layout REGEX "board_layout = {")
    string(REGEX MATCH "board_layout = {([0-9]+), {[^}]*}, ([0-9]+)" layout "${layout}")
    math(EXPR room "${CMAKE_MATCH_1} * ${CMAKE_MATCH_2} - 512")
    file(READ ${directory}/memory.ld script)
    string(REGEX REPLACE "(FLASH \\(rx\\) : ORIGIN = )[^,]*, LENGTH = [0-9]+[KM]" "\\1${code}, LENGTH = ${room}" script
        "${script}")
    string(APPEND script "ksig_header_bytes = 512;\nINCLUDE slot.ld\n")
    file(WRITE ${linked}/memory.ld "${script}")
    add_image(${image} ${board} ${linked} boot_lms STACK ${boot_stack_least} BOARD_DIRECTORY ${directory}
        SOURCES boot/application.c boot/memory.c ${boot_core} ${directory}/flash.c ${slot_arg_UNPARSED_ARGUMENTS}
        DEFINITIONS ${slot_arg_DEFINITIONS})
    target_include_directories(${image} PRIVATE boot can ${PROJECT_SOURCE_DIR}/src)
    # -n: what is loaded is the code alone, without the headers of the file.
    target_link_options(${image} PRIVATE ${boot_options} ${boot_as_one} -Wl,-n)
    set_target_properties(${image} PROPERTIES KSIG_OPT Os)
endfunction()

set(left ${boards_here})
while(left)
    list(POP_FRONT left board directory kb)
    if(NOT EXISTS ${directory}/flash.c)
        continue()
    endif()
    set_source_files_properties(${directory}/flash.c PROPERTIES COMPILE_OPTIONS "${boot_as_one}")
    foreach(config IN LISTS boot_configs)
        get_filename_component(policy ${config} NAME_WE)
        string(REPLACE _ - suffix ${policy})
        # On RISC-V only RAM and flash are measured: of two policies, in `make full` of all.
        if(CMAKE_SYSTEM_PROCESSOR STREQUAL "riscv" AND NOT policy MATCHES "^(lms|ml_dsa_44)$")
            set(ksig_full ON)
        endif()
        add_boot("${suffix}" ${policy} ${boot_serial})
        set(ksig_full OFF)
        if(policy MATCHES "^(lms|ml_dsa_44)$")
            add_boot("${suffix}-can" ${policy} ${boot_can} DEFINITIONS UPDATE_CAN=1 POLICY_SERIAL=0)
        endif()
    endforeach()
    add_boot(lms-bare lms DEFINITIONS POLICY_SERIAL=0)
    if(board STREQUAL "mps2-an385" AND boot_test_config)
        add_boot(composite composite ${boot_serial} POLICY ${boot_test}/composite_policy.c)
    endif()

    # What flash.c says of its slots: the primary one, and the other one where images may be linked for it too.
    file(STRINGS ${directory}/flash.c slots REGEX "slots: 0x[0-9A-F]+")
    string(REGEX MATCHALL "0x[0-9A-F]+" slots "${slots}")
    list(GET slots 0 slot)
    add_slot("" ${slot} ${boot_serial})
    add_slot(-can ${slot} ${boot_can} DEFINITIONS UPDATE_CAN=1)
    list(LENGTH slots count)
    if(count EQUAL 2)
        add_boot(lms-in-place lms ${boot_serial} DEFINITIONS BOARD_IN_PLACE=1)
        list(GET slots 1 other)
        add_slot(-in-place-0 ${slot} ${boot_serial} DEFINITIONS BOARD_IN_PLACE=1)
        add_slot(-in-place-1 ${other} ${boot_serial} DEFINITIONS BOARD_IN_PLACE=1)
    endif()
endwhile()
