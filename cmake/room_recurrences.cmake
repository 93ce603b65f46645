# algorithms/dp/recurrence/ (text processing only) and the compiler's sources, as objects: the build-time
# tool that assembles the built-in recurrences is made of them, and so are the libraries.
file(GLOB recurrence_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/algorithms/dp/recurrence/*.cpp")
if(recurrence_sources)
    add_library(vkalgo_recurrence OBJECT ${recurrence_sources})
    vkalgo_compile_options(vkalgo_recurrence)
    vkalgo_includes(vkalgo_recurrence)
    target_link_libraries(vkalgo_recurrence PRIVATE Vulkan::Headers tl::expected)
endif()

file(GLOB compiler_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/compiler/*.cpp")
file(GLOB embedded_names CONFIGURE_DEPENDS RELATIVE "${vkalgo_SOURCE_DIR}/shaders"
    "${vkalgo_SOURCE_DIR}/shaders/common/*.glsl" "${vkalgo_SOURCE_DIR}/shaders/common/*.h"
    "${vkalgo_SOURCE_DIR}/shaders/dp/*.glsl" "${vkalgo_SOURCE_DIR}/shaders/dp/*.h")
list(SORT embedded_names)
if(compiler_sources)
    vkalgo_find_compiler_packages()
    list(TRANSFORM embedded_names PREPEND "${vkalgo_SOURCE_DIR}/shaders/" OUTPUT_VARIABLE embedded_files)
    add_custom_command(
        OUTPUT "${generated}/embedded_texts.cpp"
        COMMAND "${CMAKE_COMMAND}" "-DROOT=${vkalgo_SOURCE_DIR}/shaders" "-DOUTPUT=${generated}/embedded_texts.cpp"
                "-DNAMES=${embedded_names}" -P "${vkalgo_SOURCE_DIR}/cmake/embed_texts.cmake"
        DEPENDS ${embedded_files} "${vkalgo_SOURCE_DIR}/cmake/embed_texts.cmake"
        COMMENT "Embedding the shader templates"
        VERBATIM)
    add_library(vkalgo_compiler_objects OBJECT ${compiler_sources} "${generated}/embedded_texts.cpp")
    vkalgo_compile_options(vkalgo_compiler_objects)
    vkalgo_includes(vkalgo_compiler_objects)
    target_link_libraries(vkalgo_compiler_objects
        PRIVATE Vulkan::Headers tl::expected glslang::glslang glslang::SPIRV
                glslang::glslang-default-resource-limits SPIRV-Tools-opt)
endif()

# vkalgo_assemble: recurrence file -> C++ file with its SPIR-V and what is known of it.
set(assemble_source "${vkalgo_SOURCE_DIR}/compiler/tools/assemble.cpp")
vkalgo_exists(has_assembler "${assemble_source}")
if(has_assembler AND compiler_sources AND recurrence_sources)
    vkalgo_program(vkalgo_assemble "${assemble_source}" "${vkalgo_SOURCE_DIR}/engine/result.cpp"
        $<TARGET_OBJECTS:vkalgo_compiler_objects> $<TARGET_OBJECTS:vkalgo_recurrence>)
    vkalgo_includes(vkalgo_assemble)
    target_link_libraries(vkalgo_assemble
        PRIVATE Vulkan::Headers tl::expected glslang::glslang glslang::SPIRV
                glslang::glslang-default-resource-limits SPIRV-Tools-opt)
endif()

# The built-in recurrences, assembled.
set(assembled_recurrences "")
set(assembled_stems "")
if(TARGET vkalgo_assemble)
    file(MAKE_DIRECTORY "${generated}/recurrences")
    file(GLOB recurrence_files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/shaders/dp/problems/*.glsl")
    foreach(file IN LISTS recurrence_files)
        get_filename_component(stem "${file}" NAME_WE)
        set(output "${generated}/recurrences/${stem}.cpp")
        add_custom_command(
            OUTPUT "${output}"
            COMMAND vkalgo_assemble --shaders "${vkalgo_SOURCE_DIR}/shaders"
                    --depfile "${output}.d" --output "${output}" "${file}"
            DEPENDS vkalgo_assemble "${file}"
            DEPFILE "${output}.d"
            COMMENT "Assembling recurrence ${stem}"
            VERBATIM)
        list(APPEND assembled_recurrences "${output}")
        list(APPEND assembled_stems "${stem}")
    endforeach()
endif()
