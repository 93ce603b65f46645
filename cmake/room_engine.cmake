# engine/ -> vkalgo::engine. Needs the Vulkan headers and tl::expected; opens the Vulkan loader at run time.
vkalgo_find_engine_packages()
file(GLOB engine_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/engine/*.cpp")
set(dispatch_table_source "${vkalgo_SOURCE_DIR}/engine/dispatch_table.cpp")
list(REMOVE_ITEM engine_sources "${dispatch_table_source}")

vkalgo_library(engine ${engine_sources})
target_link_libraries(vkalgo_engine PUBLIC Vulkan::Headers tl::expected PRIVATE ${CMAKE_DL_LIBS})
# The engine's own small kernels: grids from a count on the device, and rounds that end there.
vkalgo_find_shader_tools()
vkalgo_add_kernels(engine_kernels engine "${vkalgo_SOURCE_DIR}/shaders/engine")
vkalgo_use_kernels(vkalgo_engine ${engine_kernels})

# The one file that holds volk's implementation. Its vk* and volk* symbols (function pointers and loader
# functions with C names) are made local before it enters the library: a host that links libvulkan or
# brings its own volk would otherwise have its calls bound to these.
if(EXISTS "${dispatch_table_source}")
    add_library(vkalgo_dispatch_table OBJECT "${dispatch_table_source}")
    vkalgo_compile_options(vkalgo_dispatch_table)
    # With link-time optimisation an object's symbols are in its intermediate code, where objcopy does not reach them.
    target_compile_options(vkalgo_dispatch_table PRIVATE -fno-lto)
    vkalgo_includes(vkalgo_dispatch_table)
    target_include_directories(vkalgo_dispatch_table SYSTEM PRIVATE "${VKALGO_VOLK_INCLUDE_DIR}")
    target_link_libraries(vkalgo_dispatch_table PRIVATE Vulkan::Headers tl::expected)
    set(localized "${vkalgo_BINARY_DIR}/generated/dispatch_table${CMAKE_CXX_OUTPUT_EXTENSION}")
    add_custom_command(
        OUTPUT "${localized}"
        COMMAND "${CMAKE_OBJCOPY}" -w --localize-symbol=vk* --localize-symbol=volk*
                --localize-symbol=__odr_asan*vk* --localize-symbol=__odr_asan*volk*
                "$<TARGET_OBJECTS:vkalgo_dispatch_table>" "${localized}"
        DEPENDS vkalgo_dispatch_table "$<TARGET_OBJECTS:vkalgo_dispatch_table>"
        COMMENT "Localising volk's symbols"
        VERBATIM)
    target_sources(vkalgo_engine PRIVATE "${localized}")
    set_source_files_properties("${localized}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endif()
# volk.h declares the struct of device functions that engine headers may name; only its include path is used.
target_include_directories(vkalgo_engine SYSTEM PRIVATE "${VKALGO_VOLK_INCLUDE_DIR}")
