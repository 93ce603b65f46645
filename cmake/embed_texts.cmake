# cmake -DROOT=shaders -DOUTPUT=x.cpp "-DNAMES=a;b" "-DSOURCES=c;d" -P embed_texts.cmake
# Writes vkalgo::compiler::compiler_edition(): a hash of the compiler's own SOURCES; and
# vkalgo::compiler::embedded_texts(): the shader templates from which a recurrence is assembled at run time, named as an
# #include directive spells them, line for line, but without indentation and the words of comments. A compiler need not
# accept literals of more than 65,536 characters, so each line is a literal of its own and the compiler joins them.
set(marks "module" "inputs from")  # Comments that compiler/ reads: `// module NAME`, `// inputs from binding N`
set(entries "")
foreach(name IN LISTS NAMES)
    file(READ "${ROOT}/${name}" text)
    foreach(mark IN LISTS marks)
        string(REPLACE "// ${mark} " "//${mark} " text "${text}")
    endforeach()
    string(REGEX REPLACE "\n +" "\n" text "${text}")
    string(REGEX REPLACE "([^ \n]) *// [^\n]*" "\\1" text "${text}")
    string(REGEX REPLACE "// [^\n]*" "//" text "${text}")
    foreach(mark IN LISTS marks)
        string(REPLACE "//${mark} " "// ${mark} " text "${text}")
    endforeach()
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\t" "\\t" text "${text}")
    string(REPLACE "?" "\\?" text "${text}")
    string(REPLACE "\n" "\\n\"\n        \"" text "${text}")
    string(APPEND entries "    {\"${name}\",\n        \"${text}\"},\n")
endforeach()
set(edition "")
foreach(source IN LISTS SOURCES)
    file(SHA256 "${source}" hash)
    string(APPEND edition "${hash}")
endforeach()
string(SHA256 edition "${edition}")
file(WRITE "${OUTPUT}" "#include \"compiler/embedded_texts.hpp\"

namespace vkalgo::compiler {

namespace {

constexpr EmbeddedText kTexts[] = {
${entries}    {\"\", \"\"},
};

}  // namespace

std::span<const EmbeddedText> embedded_texts() { return std::span(kTexts).first(std::size(kTexts) - 1); }

std::string_view compiler_edition() { return \"${edition}\"; }

}  // namespace vkalgo::compiler
")
