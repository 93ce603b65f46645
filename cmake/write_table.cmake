# cmake -DOUTPUT=x.cpp -DHEADER=path -DTYPE=T -DNAMESPACE=ns -DFUNCTION=f -DPREFIX=p_ "-DSTEMS=a;b-c"
#       "-DFILES=dir/d.cpp;..." -P write_table.cmake
# See vkalgo_generate_table in vkalgo_tables.cmake.
foreach(path IN LISTS FILES)
    get_filename_component(stem "${path}" NAME_WE)
    string(MAKE_C_IDENTIFIER "${stem}" identifier)
    set(definition "const ${TYPE}& ${PREFIX}${identifier}()")
    file(READ "${path}" text)
    string(FIND "${text}" "${definition} {" found)
    if(found EQUAL -1)
        string(REGEX MATCH "${TYPE}& *${PREFIX}[A-Za-z0-9_]*\\(" other "${text}")
        set(hint "move it to another folder if it is no entry")
        if(other)
            set(hint "it has \"${other})\" instead")
        endif()
        message(FATAL_ERROR "${path} must define \"${definition} {\", its entry of ${NAMESPACE}::${FUNCTION}(); "
                            "${hint}.")
    endif()
    list(APPEND STEMS "${stem}")
endforeach()
list(SORT STEMS)
set(declarations "")
set(entries "")
foreach(stem IN LISTS STEMS)
    string(MAKE_C_IDENTIFIER "${stem}" identifier)
    string(APPEND declarations "const ${TYPE}& ${PREFIX}${identifier}();\n")
    string(APPEND entries "        &${PREFIX}${identifier}(),\n")
endforeach()
if(STEMS)
    set(body "    static const ${TYPE}* const entries[] = {\n${entries}    };\n    return entries;\n")
else()
    set(body "    return {};\n")
endif()
set(text "#include \"${HEADER}\"

#include <span>

namespace ${NAMESPACE} {

${declarations}
std::span<const ${TYPE}* const> ${FUNCTION}();
std::span<const ${TYPE}* const> ${FUNCTION}() {
${body}}

}  // namespace ${NAMESPACE}
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "${text}" @ONLY)  # writes only what differs
