# Sets build_facts: a source file with the facts that --version prints. It is rewritten when the repository's head
# moves, without a new configuration. No other source file contains the commit, so a new commit changes only these few
# lines, and the compiler cache serves all other files.
set(build_facts "${vkalgo_generated}/build_facts.cpp")
set(script "${vkalgo_SOURCE_DIR}/cmake/write_build_facts.cmake")
execute_process(COMMAND git -C "${vkalgo_SOURCE_DIR}" rev-parse --path-format=absolute --git-path HEAD
        --git-path logs/HEAD
    OUTPUT_VARIABLE heads ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "\n" ";" heads "${heads}")
set(watched "")
foreach(head IN LISTS heads)
    if(EXISTS "${head}")
        list(APPEND watched "${head}")
    endif()
endforeach()
add_custom_command(OUTPUT "${build_facts}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${build_facts}" "-DSOURCE=${vkalgo_SOURCE_DIR}"
            "-DVERSION=${PROJECT_VERSION}" "-DTYPE=$<IF:$<BOOL:$<CONFIG>>,$<CONFIG>,unknown>"
            -P "${script}"
    DEPENDS "${script}" ${watched}
    COMMENT "Writing what --version tells"
    VERBATIM)
