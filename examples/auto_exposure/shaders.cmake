# add_shaders(TARGET): compiles the shaders next to the CMakeLists.txt, for example scene.frag to scene_frag.h, which
# defines the array scene_frag.
find_program(EXAMPLE_GLSLANG glslangValidator REQUIRED)

function(add_shaders target)
    file(GLOB shaders CONFIGURE_DEPENDS *.vert *.frag *.comp)
    file(GLOB included CONFIGURE_DEPENDS *.h *.glsl)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/shaders")
    foreach(shader IN LISTS shaders)
        get_filename_component(file "${shader}" NAME)
        string(MAKE_C_IDENTIFIER "${file}" name)
        add_custom_command(
            OUTPUT "${folder}/${name}.h"
            COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
            COMMAND "${EXAMPLE_GLSLANG}" --quiet --target-env vulkan1.2 --vn "${name}" "-I${CMAKE_CURRENT_SOURCE_DIR}"
                    -o "${folder}/${name}.h" "${shader}"
            DEPENDS "${shader}" ${included}
            COMMENT "Compiling shader ${file}"
            VERBATIM)
        target_sources(${target} PRIVATE "${folder}/${name}.h")
    endforeach()
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()
