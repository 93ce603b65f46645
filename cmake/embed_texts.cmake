# cmake -DROOT=shaders -DOUTPUT=x.cpp "-DNAMES=a;b" -P embed_texts.cmake
# Writes vkalgo::compiler::embedded_texts(): the shader templates a recurrence is assembled with at run
# time, named as an #include directive spells them. A compiler must accept literals of 65,536 characters, not more,
# so each line is a literal of its own and the compiler joins them.
set(entries "")
foreach(name IN LISTS NAMES)
    file(READ "${ROOT}/${name}" text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\t" "\\t" text "${text}")
    string(REPLACE "?" "\\?" text "${text}")
    string(REPLACE "\n" "\\n\"\n        \"" text "${text}")
    string(APPEND entries "    {\"${name}\",\n        \"${text}\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"compiler/embedded_texts.hpp\"

namespace vkalgo::compiler {

namespace {

constexpr EmbeddedText kTexts[] = {
${entries}    {\"\", \"\"},
};

}  // namespace

std::span<const EmbeddedText> embedded_texts() { return std::span(kTexts).first(std::size(kTexts) - 1); }

}  // namespace vkalgo::compiler
")
