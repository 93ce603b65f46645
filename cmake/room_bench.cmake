# bench/<name>.cpp -> the program vkalgo_bench_<name>.
file(GLOB bench_sources CONFIGURE_DEPENDS "${vkalgo_SOURCE_DIR}/bench/*.cpp")
if(bench_sources AND TARGET vkalgo_algorithms)
    vkalgo_find_bench_packages()
    vkalgo_add_kernels(bench_kernels bench "${vkalgo_SOURCE_DIR}/bench")
    foreach(source IN LISTS bench_sources)
        get_filename_component(stem "${source}" NAME_WE)
        vkalgo_program(vkalgo_bench_${stem} "${source}")
        target_include_directories(vkalgo_bench_${stem} PRIVATE "${vkalgo_SOURCE_DIR}")
        vkalgo_use_kernels(vkalgo_bench_${stem} ${bench_kernels} ${algorithm_kernels})
        target_link_libraries(vkalgo_bench_${stem} PRIVATE vkalgo_algorithms
            $<$<TARGET_EXISTS:vkalgo_compiler>:vkalgo_compiler> benchmark::benchmark nlohmann_json::nlohmann_json)
    endforeach()
endif()
