# vkalgo_generate_table(OUTPUT FILE HEADER H TYPE T NAMESPACE NS FUNCTION F PREFIX P_
#                       [FILES a.cpp b-c.cpp ...] [STEMS d ...])
#
# Writes, at build time, the source file of a table that no one has to keep by hand:
#
#     namespace NS {
#     const T& P_a();
#     const T& P_b_c();
#     std::span<const T* const> F() { ... }   // in order of name
#     }
#
# with one entry for each of FILES that defines P_<its name>(), and for each of STEMS. A new file in the
# folder that FILES was globbed from is all it takes to add an entry. (Registrars in static objects would
# vanish: a linker leaves out archive members that nobody names.)
function(vkalgo_generate_table)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUTPUT;HEADER;TYPE;NAMESPACE;FUNCTION;PREFIX" "STEMS;FILES")
    set(script "${vkalgo_SOURCE_DIR}/cmake/write_table.cmake")
    # Rewritten when the list changes, so that a file removed is noticed as well.
    string(SHA1 entries "${arg_STEMS};${arg_FILES}")
    set(stamp "${arg_OUTPUT}.entries")
    file(CONFIGURE OUTPUT "${stamp}" CONTENT "${entries}\n")
    add_custom_command(
        OUTPUT "${arg_OUTPUT}"
        COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${arg_OUTPUT}" "-DHEADER=${arg_HEADER}" "-DTYPE=${arg_TYPE}"
                "-DNAMESPACE=${arg_NAMESPACE}" "-DFUNCTION=${arg_FUNCTION}" "-DPREFIX=${arg_PREFIX}"
                "-DSTEMS=${arg_STEMS}" "-DFILES=${arg_FILES}" -P "${script}"
        DEPENDS ${arg_FILES} "${stamp}" "${script}"
        COMMENT "Writing the table ${arg_NAMESPACE}::${arg_FUNCTION}()"
        VERBATIM)
endfunction()
