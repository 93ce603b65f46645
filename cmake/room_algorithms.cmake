# algorithms/ -> vkalgo::algorithms: every family in its folder, with the kernels of shaders/<family>/.
file(GLOB_RECURSE algorithm_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/algorithms/*.cpp")
list(FILTER algorithm_sources EXCLUDE REGEX "/algorithms/dp/recurrence/")
vkalgo_find_shader_tools()

set(algorithm_kernels "")
vkalgo_folders(shader_families "${vkalgo_SOURCE_DIR}/shaders")
# common/ holds what others include; dp/ holds templates that the assembler fills in; engine/ is the engine's own.
list(REMOVE_ITEM shader_families common dp engine)
foreach(family IN LISTS shader_families)
    vkalgo_add_kernels(kernels ${family} "${vkalgo_SOURCE_DIR}/shaders/${family}")
    list(APPEND algorithm_kernels ${kernels})
endforeach()

set(algorithm_tables "")
vkalgo_exists(has_table "${vkalgo_SOURCE_DIR}/algorithms/dp/problem.hpp")
if(has_table)
    file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/algorithms/dp/problems/*.cpp")
    vkalgo_generate_table(OUTPUT "${generated}/problems.cpp" HEADER \"algorithms/dp/problem.hpp\"
        NAMESPACE vkalgo::dp TYPE Problem FUNCTION problems PREFIX problem_ FILES ${files})
    list(APPEND algorithm_tables "${generated}/problems.cpp")
endif()
file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/algorithms/histogram/methods/*.cpp")
vkalgo_generate_table(OUTPUT "${generated}/histogram_methods.cpp" HEADER \"algorithms/histogram/histogram_method.hpp\"
    NAMESPACE vkalgo TYPE HistogramMethod FUNCTION histogram_methods PREFIX histogram_method_ FILES ${files})
list(APPEND algorithm_tables "${generated}/histogram_methods.cpp")
vkalgo_exists(has_table "${vkalgo_SOURCE_DIR}/algorithms/dp/method.hpp")
if(has_table)
    file(GLOB files CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/algorithms/dp/methods/*.cpp")
    vkalgo_generate_table(OUTPUT "${generated}/methods.cpp" HEADER \"algorithms/dp/method.hpp\"
        NAMESPACE vkalgo::dp TYPE Method FUNCTION methods PREFIX method_ FILES ${files})
    list(APPEND algorithm_tables "${generated}/methods.cpp")
endif()
vkalgo_exists(has_table "${vkalgo_SOURCE_DIR}/algorithms/dp/recurrence/compiled.hpp")
if(has_table)
    vkalgo_generate_table(OUTPUT "${generated}/builtin_recurrences.cpp" HEADER \"algorithms/dp/recurrence/compiled.hpp\"
        NAMESPACE vkalgo::dp TYPE CompiledRecurrence FUNCTION builtin_recurrences PREFIX recurrence_
        STEMS ${assembled_stems})
    list(APPEND algorithm_tables "${generated}/builtin_recurrences.cpp")
endif()

if(algorithm_sources OR TARGET vkalgo_recurrence)
    vkalgo_library(algorithms ${algorithm_sources} ${algorithm_tables} ${assembled_recurrences})
    if(TARGET vkalgo_recurrence)
        target_sources(vkalgo_algorithms PRIVATE $<TARGET_OBJECTS:vkalgo_recurrence>)
    endif()
    target_link_libraries(vkalgo_algorithms PUBLIC vkalgo_engine)
    vkalgo_use_kernels(vkalgo_algorithms ${algorithm_kernels})
endif()
