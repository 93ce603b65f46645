# Included by algorithms/CMakeLists.txt.

# The files of recurrence/, which only process text, become objects. The tool that assembles the built-in recurrences is
# made of these objects too, except the list of the recurrences that it makes.
list(FILTER sources EXCLUDE REGEX "/algorithms/dp/recurrence/")
file(GLOB_RECURSE recurrence_sources CONFIGURE_DEPENDS dp/recurrence/*.cpp)
set(built_in "${CMAKE_CURRENT_SOURCE_DIR}/dp/recurrence/built_in.cpp")
list(REMOVE_ITEM recurrence_sources "${built_in}")
list(APPEND sources "${built_in}")
add_library(vkalgo_recurrence OBJECT ${recurrence_sources})
vkalgo_compile_options(vkalgo_recurrence)
vkalgo_unite(vkalgo_recurrence)
vkalgo_includes(vkalgo_recurrence)
target_link_libraries(vkalgo_recurrence PRIVATE Vulkan::Headers tl::expected)
target_sources(vkalgo_algorithms PRIVATE $<TARGET_OBJECTS:vkalgo_recurrence>)

# The built-in recurrences, assembled.
set(folder "${vkalgo_generated}/recurrences")
file(MAKE_DIRECTORY "${folder}")
file(GLOB recurrences CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/shaders/dp/problems/*.glsl")
set(stems "")
foreach(recurrence IN LISTS recurrences)
    get_filename_component(stem "${recurrence}" NAME_WE)
    add_custom_command(
        OUTPUT "${folder}/${stem}.cpp"
        COMMAND vkalgo_assemble --shaders "${vkalgo_SOURCE_DIR}/shaders"
                --depfile "${folder}/${stem}.cpp.d" --output "${folder}/${stem}.cpp" "${recurrence}"
        DEPENDS vkalgo_assemble "${recurrence}"
        DEPFILE "${folder}/${stem}.cpp.d"
        COMMENT "Assembling recurrence ${stem}"
        VERBATIM)
    target_sources(vkalgo_algorithms PRIVATE "${folder}/${stem}.cpp")
    list(LENGTH stems count)
    math(EXPR part "${count} / 12")
    set_source_files_properties("${folder}/${stem}.cpp" PROPERTIES UNITY_GROUP recurrences_${part})
    list(APPEND stems "${stem}")
endforeach()
vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION built_in_data TYPE BuiltInRecurrence
    PREFIX recurrence_ NAMESPACE vkalgo::dp HEADER algorithms/dp/recurrence/built_in.hpp STEMS ${stems})

vkalgo_generate_table(TARGET vkalgo_algorithms FUNCTION methods TYPE Method
    PREFIX method_ NAMESPACE vkalgo::dp HEADER algorithms/dp/method/method.hpp FOLDER dp/methods)

# Kernels that need nothing of a recurrence's text.
vkalgo_add_kernels(kernels dp "${vkalgo_SOURCE_DIR}/shaders/dp")
vkalgo_use_kernels(vkalgo_algorithms ${kernels})
