# vkalgo_generate_table(OUTPUT FILE HEADER H TYPE T NAMESPACE NS FUNCTION F PREFIX P STEMS a b-c ...)
#
# Writes the source file of a table that no one has to keep by hand: for stems a and b-c
#
#     namespace NS {
#     const T& Pa();
#     const T& Pb_c();
#     std::span<const T* const> F() { ... }   // a, then b-c
#     }
#
# A new file in the folder that the stems were globbed from is then all it takes to add an entry.
# (Registrars in static objects would vanish: a linker leaves out archive members nobody names.)
function(vkalgo_generate_table)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUTPUT;HEADER;TYPE;NAMESPACE;FUNCTION;PREFIX" "STEMS")
    list(SORT arg_STEMS)
    set(declarations "")
    set(entries "")
    foreach(stem IN LISTS arg_STEMS)
        string(REPLACE "-" "_" identifier "${stem}")
        string(APPEND declarations "const ${arg_TYPE}& ${arg_PREFIX}${identifier}();\n")
        string(APPEND entries "        &${arg_PREFIX}${identifier}(),\n")
    endforeach()
    if(arg_STEMS)
        set(body "    static const ${arg_TYPE}* const entries[] = {\n${entries}    };\n    return entries;\n")
    else()
        set(body "    return {};\n")
    endif()
    set(VKALGO_TABLE "#include ${arg_HEADER}

#include <span>

namespace ${arg_NAMESPACE} {

${declarations}
std::span<const ${arg_TYPE}* const> ${arg_FUNCTION}();
std::span<const ${arg_TYPE}* const> ${arg_FUNCTION}() {
${body}}

}  // namespace ${arg_NAMESPACE}
")
    file(CONFIGURE OUTPUT "${arg_OUTPUT}" CONTENT "@VKALGO_TABLE@" @ONLY)
endfunction()

# vkalgo_stems(OUT FILES...): the file names without folder and extension.
function(vkalgo_stems out)
    set(stems "")
    foreach(path IN LISTS ARGN)
        get_filename_component(stem "${path}" NAME_WLE)
        list(APPEND stems "${stem}")
    endforeach()
    set(${out} "${stems}" PARENT_SCOPE)
endfunction()
