# cli/ -> the command `vkalgo`. Everything but main.cpp is a library, so that the tests can call it.
file(GLOB_RECURSE cli_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/cli/*.cpp")
set(cli_main "${vkalgo_SOURCE_DIR}/cli/main.cpp")
list(REMOVE_ITEM cli_sources "${cli_main}")

set(cli_tables "")
vkalgo_exists(has_table "${vkalgo_SOURCE_DIR}/cli/command.hpp")
if(has_table)
    file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/cli/commands/*.cpp")
    vkalgo_generate_table(OUTPUT "${generated}/commands.cpp" HEADER "\"cli/command.hpp\""
        NAMESPACE vkalgo::cli TYPE Command FUNCTION commands PREFIX command_ FILES ${files})
    list(APPEND cli_tables "${generated}/commands.cpp")
endif()
file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/cli/formats/readers/*.cpp")
vkalgo_generate_table(OUTPUT "${generated}/formats.cpp" HEADER "\"cli/formats/format.hpp\""
    NAMESPACE vkalgo::cli TYPE Format FUNCTION formats PREFIX format_ FILES ${files})
list(APPEND cli_tables "${generated}/formats.cpp")
vkalgo_exists(has_table "${vkalgo_SOURCE_DIR}/cli/problem_io.hpp")
if(has_table)
    file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/cli/problems/*.cpp")
    vkalgo_generate_table(OUTPUT "${generated}/problem_ios.cpp" HEADER "\"cli/problem_io.hpp\""
        NAMESPACE vkalgo::cli TYPE ProblemIo FUNCTION problem_ios PREFIX problem_io_ FILES ${files})
    list(APPEND cli_tables "${generated}/problem_ios.cpp")
endif()

if(cli_sources)
    vkalgo_find_cli_packages()
    add_library(vkalgo_cli STATIC ${cli_sources} ${cli_tables})
    vkalgo_compile_options(vkalgo_cli)
    vkalgo_includes(vkalgo_cli)
    target_include_directories(vkalgo_cli PUBLIC "${vkalgo_SOURCE_DIR}")
    target_compile_definitions(vkalgo_cli PRIVATE VKALGO_VERSION="${PROJECT_VERSION}")
    target_link_libraries(vkalgo_cli PUBLIC vkalgo_engine
        $<$<TARGET_EXISTS:vkalgo_algorithms>:vkalgo_algorithms> $<$<TARGET_EXISTS:vkalgo_compiler>:vkalgo_compiler>
        CLI11::CLI11 nlohmann_json::nlohmann_json fmt::fmt PNG::PNG ZLIB::ZLIB)
endif()
if(TARGET vkalgo_cli AND EXISTS "${cli_main}")
    vkalgo_program(vkalgo "${cli_main}")
    target_link_libraries(vkalgo PRIVATE vkalgo_cli)
    target_compile_definitions(vkalgo PRIVATE VKALGO_VERSION="${PROJECT_VERSION}")
endif()
