# vkalgo_generate_table(TARGET T FUNCTION f TYPE Type PREFIX p_ NAMESPACE ns HEADER path
#                       FOLDER dir... | STEMS a b-c ...)
#
# Writes, at build time, a source file of target T with a table that no one has to keep by hand:
#
#     #include "path"
#     namespace ns {
#     const Type& p_a();
#     const Type& p_b_c();
#     std::span<const Type* const> f() { ... }   // in order of name
#     }
#
# The table has one entry for each of STEMS, or for each .cpp file of FOLDER (relative to the calling CMakeLists.txt).
# The file defines p_<its name>(). If FOLDER ends in /*, each entry has a subfolder of its own: NAME/NAME.cpp is the
# entry, and the other sources in NAME/ are its parts. A subfolder with sources but without NAME.cpp stops the build. A
# new file is all that a new entry needs. A file that does not define its entry stops the build, so a source that only
# helps the entries must be in another folder. (Registrars in static objects would vanish, since a linker leaves out
# archive members that no other object names.)
function(vkalgo_generate_table)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;FUNCTION;TYPE;PREFIX;NAMESPACE;HEADER" "FOLDER;STEMS")
    set(files "")
    foreach(folder IN LISTS arg_FOLDER)
        file(GLOB found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp")
        foreach(file IN LISTS found)
            get_filename_component(own "${file}" DIRECTORY)
            get_filename_component(own "${own}" NAME)
            get_filename_component(stem "${file}" NAME_WE)
            if(NOT folder MATCHES "/[*]$" OR own STREQUAL stem)
                list(APPEND files "${file}")
            endif()
        endforeach()
        if(folder MATCHES "/[*]$")
            get_filename_component(base "${CMAKE_CURRENT_SOURCE_DIR}/${folder}" DIRECTORY)
            get_filename_component(base "${base}" ABSOLUTE)
            file(GLOB stray CONFIGURE_DEPENDS "${base}/*.cpp")
            foreach(file IN LISTS found stray)  # Otherwise compiled, but not in the table
                get_filename_component(own "${file}" DIRECTORY)
                get_filename_component(stem "${own}" NAME)
                if(file IN_LIST stray OR NOT EXISTS "${own}/${stem}.cpp")
                    message(FATAL_ERROR "${file} belongs to no entry of ${arg_NAMESPACE}::${arg_FUNCTION}(): an entry "
                                        "is a file NAME/NAME.cpp of ${base}, and its parts stand beside it. Move it to "
                                        "such a folder, or name the folder's entry after the folder.")
                endif()
            endforeach()
        endif()
    endforeach()
    set(script "${vkalgo_SOURCE_DIR}/cmake/write_table.cmake")
    string(REPLACE "::" "_" name "${arg_NAMESPACE}::${arg_FUNCTION}")
    set(output "${vkalgo_generated}/${name}.cpp")
    # Rewritten when the list changes, so that a removed file is noticed as well.
    string(SHA1 entries "${arg_STEMS};${files}")
    file(CONFIGURE OUTPUT "${output}.entries" CONTENT "${entries}\n")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DHEADER=${arg_HEADER}" "-DTYPE=${arg_TYPE}"
                "-DNAMESPACE=${arg_NAMESPACE}" "-DFUNCTION=${arg_FUNCTION}" "-DPREFIX=${arg_PREFIX}"
                "-DSTEMS=${arg_STEMS}" "-DFILES=${files}" -P "${script}"
        DEPENDS ${files} "${output}.entries" "${script}"
        COMMENT "Writing the table ${arg_NAMESPACE}::${arg_FUNCTION}()"
        VERBATIM)
    target_sources(${arg_TARGET} PRIVATE "${output}")
endfunction()
