# vkalgo_add_kernels(OUT FAMILY DIRECTORY)
#
# Compiles every DIRECTORY/*.{comp,vert,frag} to SPIR-V for Vulkan 1.2, optimises and validates it, and
# packs it into the program (engine/packed_words.hpp). <vkalgo_spirv/FAMILY/NAME.hpp> declares the PackedWords
# vkalgo::spirv::FAMILY_NAME; NAME is that of the file, with _vert or _frag after it for the stages of a draw
# (scene.vert: scene_vert). Shaders include each other relative to shaders/ ("common/lanes.glsl"); a change to
# an included file rebuilds them. A family is one blob: its modules have much in common.
# OUT receives the paths of the headers and of the source that defines them, to be listed among a target's sources.
function(vkalgo_add_kernels out family directory)
    set(headers "")
    set(modules "")
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
        set(work "${vkalgo_BINARY_DIR}/spirv/${family}")
        set(header "${vkalgo_BINARY_DIR}/spirv/include/vkalgo_spirv/${family}/${stem}.hpp")
        file(MAKE_DIRECTORY "${work}" "${vkalgo_BINARY_DIR}/spirv/include/vkalgo_spirv/${family}")
        add_custom_command(
            OUTPUT "${work}/${stem}.spv"
            COMMAND "${VKALGO_GLSLANG}" --quiet --target-env vulkan1.2 -S ${stage}
                    "-I${vkalgo_SOURCE_DIR}/shaders" "-I${directory}"
                    --depfile "${work}/${stem}.d" -o "${work}/${stem}.spv" "${source}"
            DEPENDS "${source}"
            DEPFILE "${work}/${stem}.d"
            COMMENT "Compiling shader ${family}/${stem}"
            VERBATIM)
        # Ids that are numbered as they appear make equal code equal, and so pack well.
        add_custom_command(
            OUTPUT "${work}/${stem}.opt.spv"
            COMMAND "${VKALGO_SPIRV_OPT}" --target-env=vulkan1.2 -O --compact-ids
                    "${work}/${stem}.spv" -o "${work}/${stem}.opt.spv"
            COMMAND "${VKALGO_SPIRV_VAL}" --target-env vulkan1.2 "${work}/${stem}.opt.spv"
            DEPENDS "${work}/${stem}.spv"
            COMMENT "Optimising shader ${family}/${stem}"
            VERBATIM)
        file(CONFIGURE OUTPUT "${header}" CONTENT "#pragma once

#include \"engine/packed_words.hpp\"

namespace vkalgo::spirv {

// NOLINTNEXTLINE(readability-identifier-naming): called what its file is called
extern const PackedWords @identifier@;

}  // namespace vkalgo::spirv
" @ONLY)
        list(APPEND modules "${work}/${stem}.opt.spv")
        list(APPEND headers "${header}")
    endforeach()
    if(modules)
        set(blob "${work}/blob.cpp")
        add_custom_command(
            OUTPUT "${blob}"
            COMMAND vkalgo_embed_spirv ${family} "${blob}" ${modules}
            DEPENDS vkalgo_embed_spirv ${modules}
            COMMENT "Packing shaders of ${family}"
            VERBATIM)
        list(APPEND headers "${blob}")
    endif()
    set(${out} "${headers}" PARENT_SCOPE)
endfunction()

# vkalgo_use_kernels(TARGET HEADERS...): TARGET may include <vkalgo_spirv/...> and waits for HEADERS.
function(vkalgo_use_kernels target)
    target_sources(${target} PRIVATE ${ARGN})
    target_include_directories(${target} PRIVATE "${vkalgo_BINARY_DIR}/spirv/include" "${vkalgo_SOURCE_DIR}")
endfunction()
