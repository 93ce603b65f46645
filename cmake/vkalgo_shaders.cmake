# vkalgo_add_kernels(OUT FAMILY DIRECTORY)
#
# Compiles every DIRECTORY/*.{comp,vert,frag} to SPIR-V for Vulkan 1.2 and packs it into the program
# (compiler/tools/compile_shaders.cpp, engine/packed_words.hpp). <vkalgo_spirv/FAMILY/NAME.hpp> declares the PackedWords
# vkalgo::spirv::FAMILY_NAME. NAME is the name of the file; for the stages of a draw, _vert or _frag follows it
# (scene.vert: scene_vert). Shaders include each other relative to shaders/ ("common/lanes.glsl"); a change to an
# included file rebuilds them. The modules of a family are packed together, since they have much in common. OUT receives
# the paths of the headers and of the source that defines their words, to be listed among a target's sources.
function(vkalgo_add_kernels out family directory)
    set(headers "")
    file(GLOB sources CONFIGURE_DEPENDS
        "${directory}/*.comp" "${directory}/*.vert" "${directory}/*.frag")
    foreach(source IN LISTS sources)
        get_filename_component(stem "${source}" NAME_WE)
        get_filename_component(stage "${source}" LAST_EXT)
        string(SUBSTRING "${stage}" 1 -1 stage)
        if(NOT stage STREQUAL comp)
            string(APPEND stem "_${stage}")
        endif()
        string(MAKE_C_IDENTIFIER "${family}_${stem}" identifier)
        set(header "${vkalgo_BINARY_DIR}/spirv/include/vkalgo_spirv/${family}/${stem}.hpp")
        file(CONFIGURE OUTPUT "${header}" CONTENT "#pragma once

#include \"engine/packed_words.hpp\"

namespace vkalgo::spirv {

// NOLINTNEXTLINE(readability-identifier-naming): called what its file is called
extern const PackedWords @identifier@;

}  // namespace vkalgo::spirv
" @ONLY)
        list(APPEND headers "${header}")
    endforeach()
    if(sources)
        set(blob "${vkalgo_BINARY_DIR}/spirv/${family}/blob.cpp")
        file(MAKE_DIRECTORY "${vkalgo_BINARY_DIR}/spirv/${family}")
        add_custom_command(
            OUTPUT "${blob}"
            COMMAND vkalgo_compile_shaders "${vkalgo_SOURCE_DIR}" ${family} "${blob}" ${sources}
            DEPENDS vkalgo_compile_shaders ${sources}
            DEPFILE "${blob}.d"
            COMMENT "Compiling shaders of ${family}"
            VERBATIM)
        list(APPEND headers "${blob}")
    endif()
    set(${out} "${headers}" PARENT_SCOPE)
endfunction()

# vkalgo_use_kernels(TARGET HEADERS...): lets TARGET include <vkalgo_spirv/...>, and builds HEADERS before it.
function(vkalgo_use_kernels target)
    target_sources(${target} PRIVATE ${ARGN})
    target_include_directories(${target} PRIVATE "${vkalgo_BINARY_DIR}/spirv/include" "${vkalgo_SOURCE_DIR}")
endfunction()
