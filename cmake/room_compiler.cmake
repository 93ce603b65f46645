# compiler/ -> vkalgo::compiler, the optional component that assembles a user's recurrence at run time.
if(VKALGO_BUILD_COMPILER AND TARGET vkalgo_compiler_objects AND TARGET vkalgo_algorithms)
    vkalgo_library(compiler $<TARGET_OBJECTS:vkalgo_compiler_objects>)
    target_link_libraries(vkalgo_compiler PUBLIC vkalgo_algorithms
        PRIVATE glslang::glslang glslang::SPIRV
                glslang::glslang-default-resource-limits SPIRV-Tools-opt)
endif()
