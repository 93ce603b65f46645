# Finds the libraries that vkalgo is built with. If one is missing, says which package brings it. No code is vendored;
# package names are Debian's (`./run` and `./check` install them).

# vkalgo_missing(NAME PURPOSE PACKAGE): stops the configuration with one readable line.
function(vkalgo_missing name purpose package)
    message(FATAL_ERROR "vkalgo: ${name} was not found; it is needed for ${purpose}. "
                        "Install it with: apt-get install ${package}")
endfunction()

# vkalgo_find_package(PACKAGE TARGET PURPOSE DEBIAN-PACKAGE [ARGS...]): find_package(PACKAGE ARGS...) must define
# TARGET.
macro(vkalgo_find_package package target purpose debian)
    find_package(${package} QUIET ${ARGN})
    if(NOT TARGET ${target})
        vkalgo_missing(${package} "${purpose}" ${debian})
    endif()
endmacro()

# The engine and the algorithms: Vulkan headers, tl::expected and volk (two source files on Debian).
include("${CMAKE_CURRENT_LIST_DIR}/public_packages.cmake")
if(vkalgo_public_missing)
    message(FATAL_ERROR "vkalgo: not found: ${vkalgo_public_missing}; install with apt-get")
endif()
find_path(VKALGO_VOLK_INCLUDE_DIR volk.h)
if(NOT VKALGO_VOLK_INCLUDE_DIR OR NOT EXISTS "${VKALGO_VOLK_INCLUDE_DIR}/volk.c")
    vkalgo_missing("volk.h with volk.c beside it" "the engine" libvulkan-volk-dev)
endif()

# SPIR-V's numbers, for code that reads SPIR-V.
find_path(VKALGO_SPIRV_HEADERS_INCLUDE_DIR spirv/unified1/spirv.hpp)
if(NOT VKALGO_SPIRV_HEADERS_INCLUDE_DIR)
    vkalgo_missing(spirv/unified1/spirv.hpp "the engine" spirv-headers)
endif()

# glslang and SPIRV-Tools, for the tools that compile shaders and assemble recurrences, and for the compiler component.
find_package(Threads REQUIRED)
vkalgo_find_package(glslang glslang::SPIRV "the compiler" glslang-dev CONFIG)
find_package(SPIRV-Tools QUIET CONFIG)
vkalgo_find_package(SPIRV-Tools-opt SPIRV-Tools-opt "the compiler" spirv-tools CONFIG)

# mimalloc, if it is installed: with it the optimiser of SPIR-V takes a third less time. vkalgo_compile_shaders,
# vkalgo_assemble and the tests link it; what is installed does not.
if(NOT TARGET mimalloc)
    find_package(mimalloc QUIET CONFIG)
endif()

if(VKALGO_BUILD_CLI)
    vkalgo_find_package(CLI11 CLI11::CLI11 "the command line" libcli11-dev CONFIG)
    vkalgo_find_package(nlohmann_json nlohmann_json::nlohmann_json "the command line" nlohmann-json3-dev CONFIG)
    vkalgo_find_package(fmt fmt::fmt "the command line" libfmt-dev CONFIG)
    vkalgo_find_package(ZLIB ZLIB::ZLIB "the command line" zlib1g-dev)
    # libtiff 4.5 brought error handlers for each file.
    vkalgo_find_package(TIFF TIFF::TIFF "the command line" libtiff-dev 4.5)
endif()
if(VKALGO_BUILD_CLI AND VKALGO_MPI)
    find_package(MPI QUIET COMPONENTS C)
    if(NOT TARGET MPI::MPI_C AND NOT VKALGO_MPI STREQUAL AUTO)
        vkalgo_missing(MPI "batches on several hosts (VKALGO_MPI)" libopenmpi-dev)
    endif()
endif()
if(VKALGO_BUILD_CLI OR VKALGO_BUILD_EXAMPLES)
    vkalgo_find_package(PNG PNG::PNG "the command line and the examples" libpng-dev)
endif()
if(VKALGO_BUILD_TESTS)
    vkalgo_find_package(GTest GTest::gtest_main "the tests" libgtest-dev CONFIG)
    # edlib is an independent oracle for edit distances. (Debian's CMake files for it name a static
    # library that is not in the package, so they cannot be used.)
    find_path(VKALGO_EDLIB_INCLUDE_DIR edlib.h)
    find_library(VKALGO_EDLIB_LIBRARY edlib)
    if(NOT VKALGO_EDLIB_INCLUDE_DIR OR NOT VKALGO_EDLIB_LIBRARY)
        vkalgo_missing(edlib "the tests" libedlib-dev)
    endif()
    add_library(edlib::edlib UNKNOWN IMPORTED)
    set_target_properties(edlib::edlib PROPERTIES
        IMPORTED_LOCATION "${VKALGO_EDLIB_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${VKALGO_EDLIB_INCLUDE_DIR}")
    # parasail is an independent oracle for alignments. Not every system has it, so the tests also have an oracle of
    # their own. Debian's package has no CMake files.
    find_path(VKALGO_PARASAIL_INCLUDE_DIR parasail.h)
    find_library(VKALGO_PARASAIL_LIBRARY parasail)
    add_library(vkalgo_parasail INTERFACE)
    if(VKALGO_PARASAIL_INCLUDE_DIR AND VKALGO_PARASAIL_LIBRARY)
        target_compile_definitions(vkalgo_parasail INTERFACE VKALGO_HAS_PARASAIL)
        target_include_directories(vkalgo_parasail SYSTEM INTERFACE "${VKALGO_PARASAIL_INCLUDE_DIR}")
        target_link_libraries(vkalgo_parasail INTERFACE "${VKALGO_PARASAIL_LIBRARY}")
    endif()
    # GLPK is an independent oracle for problems that are linear or integer programs. It has no CMake files.
    find_path(VKALGO_GLPK_INCLUDE_DIR glpk.h)
    find_library(VKALGO_GLPK_LIBRARY glpk)
    if(NOT VKALGO_GLPK_INCLUDE_DIR OR NOT VKALGO_GLPK_LIBRARY)
        vkalgo_missing(GLPK "the tests" libglpk-dev)
    endif()
    add_library(glpk::glpk UNKNOWN IMPORTED)
    set_target_properties(glpk::glpk PROPERTIES
        IMPORTED_LOCATION "${VKALGO_GLPK_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${VKALGO_GLPK_INCLUDE_DIR}")
    # GMP's fractions are the oracle of geometry. It has no CMake files either.
    find_path(VKALGO_GMP_INCLUDE_DIR gmpxx.h)
    find_library(VKALGO_GMP_LIBRARY gmp)
    find_library(VKALGO_GMPXX_LIBRARY gmpxx)
    if(NOT VKALGO_GMP_INCLUDE_DIR OR NOT VKALGO_GMP_LIBRARY OR NOT VKALGO_GMPXX_LIBRARY)
        vkalgo_missing(GMP "the tests" libgmp-dev)
    endif()
    add_library(gmp::gmpxx UNKNOWN IMPORTED)
    set_target_properties(gmp::gmpxx PROPERTIES
        IMPORTED_LOCATION "${VKALGO_GMPXX_LIBRARY}"
        INTERFACE_LINK_LIBRARIES "${VKALGO_GMP_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${VKALGO_GMP_INCLUDE_DIR}")
endif()
if(VKALGO_BUILD_BENCH AND VKALGO_BUILD_CLI)
    vkalgo_find_package(benchmark benchmark::benchmark "the benchmarks" libbenchmark-dev CONFIG)
endif()
