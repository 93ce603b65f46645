#include "compiler/generate.hpp"

#include "algorithms/dp/recurrence/source_text.hpp"
#include "compiler/inputs.hpp"

#include <algorithm>
#include <variant>

namespace vkalgo::compiler {

namespace {

using dp::Border;
using dp::RecurrenceHeader;

struct CellWords {
    std::string_view define, largest, lowest;
};

CellWords cell_words(ElementType cell) {
    switch (cell) {
        case ElementType::i32:
            return {"VKALGO_CELL_I32", "0x7fffffff", "(-0x7fffffff - 1)"};
        case ElementType::u64:
            return {"VKALGO_CELL_U64", "0xffffffffffffffffUL", "0UL"};
        case ElementType::i64:
            return {"VKALGO_CELL_I64", "0x7fffffffffffffffL", "(-0x7fffffffffffffffL - 1L)"};
        case ElementType::f32:
            return {"VKALGO_CELL_F32", "(1.0 / 0.0)", "(-1.0 / 0.0)"};
        case ElementType::f64:
            return {"VKALGO_CELL_F64", "(1.0lf / 0.0lf)", "(-1.0lf / 0.0lf)"};
        default:
            return {"VKALGO_CELL_U32", "0xffffffffu", "0u"};
    }
}

std::string push_constants(const RecurrenceHeader& header) {
    std::string members;
    for (const dp::ParamDeclaration& param : header.params) {
        members += "layout(offset = " + std::to_string(dp::kParamsOffset + param.offset) + ") " +
                   std::string(glsl_type(param.type)) + ' ' + param.name + "; ";
    }
    return members;
}

// GLSL for "(i, j) is in that region"; one that the whole table lies outside of is false for every cell.
std::string region_test(const dp::BaseRegion& region) {
    const std::string amount = std::to_string(region.amount);
    const Border* border = std::get_if<Border>(&region.where);
    if (border == nullptr) {
        return "j - i == " + amount;
    }
    switch (*border) {
        case Border::first_row:
            return "i < " + amount;
        case Border::last_row:
            return "i >= rows() - " + amount;
        case Border::first_column:
            return "j < " + amount;
        default:
            return "j >= columns() - " + amount;
    }
}

std::string regions(const RecurrenceHeader& header) {
    std::string test = header.base.empty() ? "false" : "";
    for (const dp::BaseRegion& region : header.base) {
        test += (test.empty() ? "" : " || ") + region_test(region);
    }
    const std::string_view domain = header.domain == dp::Domain::full    ? "true"
                                    : header.domain == dp::Domain::upper ? "i <= j"
                                                                         : "i >= j";
    return "bool vkalgo_in_base(int i, int j) { return " + test + "; }\n" +
           "bool vkalgo_in_domain(int i, int j) { return " + std::string(domain) + "; }\n";
}

std::string prototypes(const RecurrenceHeader& header, const dp::SourceText& text) {
    std::string code =
        "#include \"dp/dp.h\"\n"
        "int rows();\n"
        "int columns();\n"
        "void overflow_if(bool condition);\n"
        "void vkalgo_raise(uint flag, int a, int b);\n"
        "cell_t at(int i, int j);\n"
        "cell_t cell(int i, int j);\n";
    // Without base() there is no base region either: what stands here is never called.
    code += text.find("base") != nullptr ? "cell_t base(int i, int j);\n"
                                         : "cell_t base(int i, int j) { return cell_t(0); }\n";
    if (header.has_step) {
        code += "struct step_t { int i; int j; uint decision; };\nstep_t step(int i, int j);\n";
    }
    if (header.reduce) {
        code += "cell_t term(int i, int k, int j);\n";
    }
    return code;
}

// A limit of the reduction, as a text of the user's own file whose line it keeps: an error in it is his.
NamedText limit_function(std::string_view name, const std::string& limit, int line, std::string_view file) {
    return {std::string(file), std::string(static_cast<std::size_t>(line - 1), '\n') + "int " + std::string(name) +
                                   "(int i, int j) { return int(" + limit + "); }\n"};
}

std::string reduction(const RecurrenceHeader& header) {
    const bool minimum = header.reduce->minimum;
    std::string code =
        "int vkalgo_reduce_first(int i, int j);\nint vkalgo_reduce_last(int i, int j);\n"
        "bool vkalgo_better(cell_t a, cell_t b) { return a " +
        std::string(minimum ? "<" : ">") + " b; }\n";
    define(code, "VKALGO_WORST", minimum ? "CELL_MAX" : "CELL_LOWEST");
    code +=
        "cell_t vkalgo_reduce_part(int i, int j, int skip, int stride) {\n"
        "    const int last = vkalgo_reduce_last(i, j);\n"
        "    cell_t best = VKALGO_WORST;\n"
        "    for (int k = vkalgo_reduce_first(i, j) + skip; k <= last; k += stride) {\n"
        "        const cell_t value = term(i, k, j);\n"
        "        if (vkalgo_better(value, best)) best = value;\n"
        "    }\n"
        "    return best;\n"
        "}\n"
        "cell_t cell(int i, int j) { return vkalgo_reduce_part(i, j, 0, 1); }\n";
    return code;
}

}  // namespace

NamedText make_prelude(const RecurrenceHeader& header, const ModuleKind& kind, int first_input) {
    std::string text = "#version 460\n";
    for (const std::string_view extension :
         {"GL_GOOGLE_include_directive", "GL_EXT_control_flow_attributes", "GL_EXT_shader_explicit_arithmetic_types",
          "GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_vote", "GL_KHR_shader_subgroup_ballot",
          "GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_shuffle",
          "GL_KHR_shader_subgroup_shuffle_relative", "GL_EXT_shader_subgroup_extended_types_int64",
          "GL_KHR_memory_scope_semantics", "GL_EXT_shader_atomic_int64", "GL_EXT_buffer_reference",
          "GL_EXT_buffer_reference_uvec2"}) {
        text += "#extension " + std::string(extension) + " : require\n";
    }
    if (kind.persistent) {
        text += "#pragma use_vulkan_memory_model\n";
    }
    const CellWords words = cell_words(header.cell);
    const bool wide_integer = header.cell == ElementType::u64 || header.cell == ElementType::i64;
    define(text, "cell_t", glsl_type(header.cell));
    define(text, words.define, "1");
    define(text, "VKALGO_CELL_WORDS", std::to_string(size_of(header.cell) / 4));
    define(text, "CELL_MAX", words.largest);
    define(text, "CELL_LOWEST", words.lowest);
    define(text, "VKALGO_INT64", wide_integer || kind.persistent ? "1" : "0");
    define(text, "VKALGO_FLOAT64", header.cell == ElementType::f64 ? "1" : "0");
    define(text, "VKALGO_PERSISTENT", kind.persistent ? "1" : "0");
    if (kind.wide) {
        define(text, "VKALGO_WIDE", "1");
    }
    if (kind.checks_reads) {
        define(text, "VKALGO_CHECK_READS", "1");
    }
    if (!header.base.empty()) {
        define(text, "VKALGO_HAS_BASE", "1");
    }
    if (header.has_loops) {
        define(text, "VKALGO_HAS_LOOPS", "1");
    }
    if (header.has_step) {
        define(text, "VKALGO_HAS_STEP", "1");
    }
    if (header.reduce) {
        define(text, "VKALGO_HAS_REDUCE", "1");
    }
    define(text, "VKALGO_PARAMS", push_constants(header));
    define(text, "VKALGO_FIRST_INPUT_BINDING", std::to_string(first_input));
    return {"dp/prelude of " + kind.name, text};  // in dp/, where the templates' own includes are looked for first
}

NamedText make_generated(const RecurrenceHeader& header, std::string_view source, const ModuleKind& kind) {
    dp::SourceText text;
    text.scan(source);
    std::string code = prototypes(header, text) + regions(header) +
                       (kind.interpreted ? input_stubs(header) : input_accessors(header, kind.keeps_inputs));
    if (header.reduce) {
        code += reduction(header);
    }
    return {"code generated for " + kind.name, std::move(code)};
}

std::vector<NamedText> make_limits(const RecurrenceHeader& header, std::string_view file) {
    if (!header.reduce) {
        return {};
    }
    const dp::Reduction& reduce = *header.reduce;
    return {limit_function("vkalgo_reduce_first", reduce.first, reduce.line, file),
            limit_function("vkalgo_reduce_last", reduce.last, reduce.line, file)};
}

}  // namespace vkalgo::compiler
