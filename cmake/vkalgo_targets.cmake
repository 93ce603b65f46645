# What every target of vkalgo has in common.

# vkalgo_folders(OUT DIR): sets OUT to the names of DIR's subfolders. The next build notices a new subfolder.
function(vkalgo_folders out directory)
    file(GLOB entries LIST_DIRECTORIES true RELATIVE "${directory}" CONFIGURE_DEPENDS "${directory}/*")
    set(folders "")
    foreach(entry IN LISTS entries)
        if(IS_DIRECTORY "${directory}/${entry}")
            list(APPEND folders "${entry}")
        endif()
    endforeach()
    set(${out} "${folders}" PARENT_SCOPE)
endfunction()

# vkalgo_compile_options(TARGET): sets the language, the warnings and other options of our own code, but no
# optimisation.
function(vkalgo_compile_options target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES
        CXX_EXTENSIONS OFF
        POSITION_INDEPENDENT_CODE ON)
    vkalgo_warnings(${target})
    # Every Vulkan call goes through a context's table. The definition is private, since a host may link libvulkan.
    target_compile_definitions(${target} PRIVATE VK_NO_PROTOTYPES)
endfunction()

# vkalgo_warnings(TARGET): sets the warnings that our own code must not cause.
function(vkalgo_warnings target)
    target_compile_options(${target} PRIVATE
        -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
        # Members that a designated or braced initialiser leaves out are meant to be zero.
        -Wno-missing-field-initializers)
    if(VKALGO_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC 12 warns about its own std::string concatenation (GCC bug 105651).
        target_compile_options(${target} PRIVATE -Wno-restrict)
        if(VKALGO_SANITIZE)
            # Under sanitizers GCC 12 warns about its own std::regex as well (GCC bug 105562).
            target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
        endif()
    endif()
endfunction()

# vkalgo_precompile(TARGET HEADERS... | REUSE_FROM OTHER): parses HEADERS once. HEADERS must be <headers> of other
# projects. Headers of ours change often. Besides, ccache may give this checkout a header that another checkout
# precompiled. If it were ours, GCC would take it and this checkout's header for two files, and define its types twice.
function(vkalgo_precompile target)
    if(ARGV1 STREQUAL REUSE_FROM)
        target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    elseif(ARGN MATCHES "(^|;)[^<;]")
        message(FATAL_ERROR "vkalgo_precompile(${target}): give only headers of other projects, as <header>")
    else()
        target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        # GCC 12 no longer knows that its std::string comes from a system header if that header was precompiled, and
        # warns about std::string.
        target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
endfunction()

# vkalgo_unite(TARGET): compiles the sources of a folder together, some ten at a time, so that the headers that all of
# them include are parsed once. So no name may be defined twice in a folder, not even in anonymous namespaces. Two kinds
# of folders are compiled source by source: those of generated sources, which include little, and those of oracles,
# which all define the same functions.
function(vkalgo_unite target)
    if(NOT VKALGO_UNITE)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    list(SORT sources)
    set(count 0)
    set(last "")
    foreach(source IN LISTS sources)
        get_filename_component(source "${source}" ABSOLUTE)
        get_filename_component(folder "${source}" DIRECTORY)
        if(NOT source MATCHES "[.]cpp$" OR folder MATCHES "/(generated|generated/.*|spirv/.*|oracles)$")
            continue()
        endif()
        if(NOT folder STREQUAL last)
            set(count 0)
            set(last "${folder}")
        endif()
        math(EXPR part "${count} / 10")
        math(EXPR count "${count} + 1")
        file(RELATIVE_PATH name "${vkalgo_SOURCE_DIR}" "${folder}")
        string(MAKE_C_IDENTIFIER "${name}_${part}" name)
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${name})
    endforeach()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        # If a source is included by another one, GCC takes it for a header, and types of headers should not be
        # anonymous.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

# vkalgo_fast_part(TARGET REGEX): compiles the sources of TARGET that match REGEX for speed; the others are compiled for
# size. Call it when TARGET has its sources, include folders and libraries, and before vkalgo_unite().
function(vkalgo_fast_part target regex)
    get_target_property(sources ${target} SOURCES)
    set(fast "${sources}")
    list(FILTER fast INCLUDE REGEX "${regex}")
    list(REMOVE_ITEM sources ${fast})
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    add_library(${target}_fast OBJECT ${fast})
    vkalgo_compile_options(${target}_fast)
    target_compile_options(${target}_fast PRIVATE ${VKALGO_FAST_FLAGS})
    target_include_directories(${target}_fast PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    target_link_libraries(${target}_fast PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
    vkalgo_unite(${target}_fast)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_fast>)
endfunction()

# vkalgo_program(NAME SOURCES...): adds an executable of this project.
function(vkalgo_program name)
    add_executable(${name} ${ARGN})
    vkalgo_compile_options(${name})
    vkalgo_sanitizer_runtime(${name})
endfunction()

# vkalgo_fast_malloc(PROGRAM): lets the program and all its libraries allocate with mimalloc, if it is installed. The
# sanitizers have an allocator of their own.
function(vkalgo_fast_malloc program)
    if(TARGET mimalloc AND NOT VKALGO_SANITIZE)
        target_link_libraries(${program} PRIVATE -Wl,--push-state,--no-as-needed mimalloc -Wl,--pop-state)
    endif()
endfunction()

# vkalgo_sanitizer_runtime(PROGRAM): adds what a sanitized program needs to run with a Vulkan driver.
function(vkalgo_sanitizer_runtime program)
    if(VKALGO_SANITIZE)
        target_sources(${program} PRIVATE "${vkalgo_SOURCE_DIR}/tools/sanitizer_runtime.cpp")
        # Shared libraries then call the program's dlclose().
        target_link_options(${program} PRIVATE -Wl,--export-dynamic-symbol=dlclose)
    endif()
endfunction()

# vkalgo_include_tree(): makes the links <build>/include/vkalgo/engine, algorithms, compiler and shaders to these
# folders of the source tree. So a host that takes vkalgo by add_subdirectory writes <vkalgo/engine/context.hpp>, as
# with the installed package.
function(vkalgo_include_tree)
    set(tree "${vkalgo_BINARY_DIR}/include/vkalgo")
    file(MAKE_DIRECTORY "${tree}")
    foreach(room engine algorithms compiler shaders)
        file(CREATE_LINK "${vkalgo_SOURCE_DIR}/${room}" "${tree}/${room}" SYMBOLIC COPY_ON_ERROR)
    endforeach()
endfunction()

# vkalgo_library(NAME SOURCES...): adds the library vkalgo_<NAME>, with the alias vkalgo::<NAME>.
function(vkalgo_library name)
    add_library(vkalgo_${name} ${ARGN})
    add_library(vkalgo::${name} ALIAS vkalgo_${name})
    set_target_properties(vkalgo_${name} PROPERTIES
        EXPORT_NAME ${name}
        LINKER_LANGUAGE CXX
        DEFINE_SYMBOL ""  # one command line, and so one entry of the compiler cache, for shared and static
        VERSION ${PROJECT_VERSION}
        SOVERSION ${PROJECT_VERSION_MAJOR})
    vkalgo_compile_options(vkalgo_${name})
    vkalgo_includes(vkalgo_${name})
    if(BUILD_SHARED_LIBS)
        set(exports "${vkalgo_SOURCE_DIR}/cmake/exports.map")
        target_link_options(vkalgo_${name} PRIVATE "LINKER:--version-script=${exports}")
        set_target_properties(vkalgo_${name} PROPERTIES LINK_DEPENDS "${exports}")
    endif()
endfunction()

# vkalgo_room(NAME SOURCES...): adds the static library vkalgo_<NAME> of a top-level folder. It is not installed.
function(vkalgo_room name)
    add_library(vkalgo_${name} STATIC ${ARGN})
    vkalgo_compile_options(vkalgo_${name})
    vkalgo_includes(vkalgo_${name})
    target_include_directories(vkalgo_${name} PUBLIC "${vkalgo_SOURCE_DIR}")
    vkalgo_unite(vkalgo_${name})
endfunction()

# vkalgo_includes(TARGET): sets the include folders. Our own sources include a file by its path in the repository; hosts
# write vkalgo/ before that path.
function(vkalgo_includes target)
    target_include_directories(${target}
        PRIVATE "${vkalgo_SOURCE_DIR}"
        INTERFACE
            "$<BUILD_INTERFACE:${vkalgo_BINARY_DIR}/include>"
            "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
endfunction()
