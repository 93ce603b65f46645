# cmake -DOUTPUT=x.cpp -DHEADER=<h> -DTYPE=T -DNAMESPACE=ns -DFUNCTION=f -DPREFIX=p_ "-DSTEMS=a;b-c"
#       "-DFILES=dir/d.cpp;..." -P write_table.cmake
# See vkalgo_generate_table in vkalgo_tables.cmake.
foreach(path IN LISTS FILES)
    get_filename_component(stem "${path}" NAME_WE)
    string(REPLACE "-" "_" identifier "${stem}")
    # A file that merely helps an entry of its folder is not one itself.
    file(STRINGS "${path}" definition REGEX "${PREFIX}${identifier}\\(\\)" LIMIT_COUNT 1)
    if(definition)
        list(APPEND STEMS "${stem}")
    endif()
endforeach()
list(SORT STEMS)
set(declarations "")
set(entries "")
foreach(stem IN LISTS STEMS)
    string(REPLACE "-" "_" identifier "${stem}")
    string(APPEND declarations "const ${TYPE}& ${PREFIX}${identifier}();\n")
    string(APPEND entries "        &${PREFIX}${identifier}(),\n")
endforeach()
if(STEMS)
    set(body "    static const ${TYPE}* const entries[] = {\n${entries}    };\n    return entries;\n")
else()
    set(body "    return {};\n")
endif()
set(text "#include ${HEADER}

#include <span>

namespace ${NAMESPACE} {

${declarations}
std::span<const ${TYPE}* const> ${FUNCTION}();
std::span<const ${TYPE}* const> ${FUNCTION}() {
${body}}

}  // namespace ${NAMESPACE}
")
set(before "")
if(EXISTS "${OUTPUT}")
    file(READ "${OUTPUT}" before)
endif()
if(NOT before STREQUAL text)
    file(WRITE "${OUTPUT}" "${text}")
endif()
