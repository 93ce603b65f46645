#include <vkalgo/compiler/generate.hpp>
#include <vkalgo/dp/recurrence/source_text.hpp>

#include <algorithm>
#include <charconv>
#include <variant>

namespace vkalgo::compiler {

namespace {

using dp::Border;
using dp::RecurrenceHeader;
using dp::Scalar;

std::string_view glsl_type(Scalar scalar) {
    switch (scalar) {
        case Scalar::i32:
            return "int";
        case Scalar::u64:
            return "uint64_t";
        case Scalar::i64:
            return "int64_t";
        case Scalar::f32:
            return "float";
        case Scalar::f64:
            return "double";
        default:
            return "uint";
    }
}

struct CellWords {
    std::string_view define, largest, lowest;
};

CellWords cell_words(Scalar cell) {
    switch (cell) {
        case Scalar::i32:
            return {"VKALGO_CELL_I32", "0x7fffffff", "(-0x7fffffff - 1)"};
        case Scalar::u64:
            return {"VKALGO_CELL_U64", "0xffffffffffffffffUL", "0UL"};
        case Scalar::i64:
            return {"VKALGO_CELL_I64", "0x7fffffffffffffffL", "(-0x7fffffffffffffffL - 1L)"};
        case Scalar::f32:
            return {"VKALGO_CELL_F32", "(1.0 / 0.0)", "(-1.0 / 0.0)"};
        case Scalar::f64:
            return {"VKALGO_CELL_F64", "(1.0lf / 0.0lf)", "(-1.0lf / 0.0lf)"};
        default:
            return {"VKALGO_CELL_U32", "0xffffffffu", "0u"};
    }
}

std::string join(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
        text += part;
    }
    return text;
}

void define(std::string& text, std::string_view name, std::string_view value) {
    text += "#define " + std::string(name) + ' ' + std::string(value) + '\n';
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

// --- inputs ----------------------------------------------------------------------------------------------------------

// Elements of an input in `length` words, and element k of it.
std::string load_function(const dp::InputDeclaration& input) {
    const std::string words = "vkalgo_words_" + input.name;
    const std::string type(glsl_type(input.type));
    const std::uint32_t bytes = dp::bytes_of(input.type);
    std::string code =
        type + " vkalgo_load_" + input.name + "(int k) {\n    const uint length = uint(" + words + ".length());\n";
    const std::string count = bytes == 1   ? "length * 4u"
                              : bytes == 2 ? "length * 2u"
                              : bytes == 4 ? "length"
                                           : "length / 2u";
    code += "#ifdef VKALGO_CHECK_READS\n    if (uint(k) >= " + count +
            ") vkalgo_raise(VKALGO_STATUS_INPUT, k, 0);\n#endif\n";
    const auto word = [&](const std::string& index) { return words + "[min(" + index + ", length - 1u)]"; };
    if (bytes == 1) {
        code += "    return bitfieldExtract(" + word("uint(k) >> 2") + ", (k & 3) * 8, 8);\n";
    } else if (bytes == 2) {
        code += "    return bitfieldExtract(" + word("uint(k) >> 1") + ", (k & 1) * 16, 16);\n";
    } else if (bytes == 4) {
        const std::string_view convert = input.type == Scalar::u32   ? ""
                                         : input.type == Scalar::i32 ? "int"
                                                                     : "uintBitsToFloat";
        code += "    return " + std::string(convert) + "(" + word("uint(k)") + ");\n";
    } else {
        // An index beyond 2^31 is negative: doubling it would wrap around, so it is kept from that.
        code += "    const uint first = min(uint(k), 0x7fffffffu) * 2u;\n";
        code += "    const uvec2 pair = uvec2(" + word("first") + ", " + word("first + 1u") + ");\n";
        code += input.type == Scalar::f64   ? "    return packDouble2x32(pair);\n"
                : input.type == Scalar::u64 ? "    return packUint2x32(pair);\n"
                                            : "    return int64_t(packUint2x32(pair));\n";
    }
    return code + "}\n";
}

// Reads `input(i + offset)` and `input(j + offset)` that stand in the text with these very tokens: what a tile loads once
// for a row or a column. At most kMostHints of each are kept in registers.
struct Hints {
    std::vector<long> rows, columns;
};
constexpr std::size_t kMostHints = 4;

Hints find_hints(const dp::SourceText& text, const std::string& input) {
    Hints hints;
    const auto& tokens = text.tokens;
    for (std::size_t k = 0; k + 3 < tokens.size(); ++k) {
        if (tokens[k].text != input || !text.is_call(k) || !(tokens[k + 2].is("i") || tokens[k + 2].is("j"))) {
            continue;
        }
        long offset = 0;
        if (!tokens[k + 3].is(")")) {
            const bool sum =
                k + 5 < tokens.size() && (tokens[k + 3].is("+") || tokens[k + 3].is("-")) && tokens[k + 5].is(")");
            const std::string_view digits = sum ? tokens[k + 4].text : std::string_view{};
            const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), offset);
            if (code != std::errc() || end != digits.data() + digits.size() || offset > 1024) {
                continue;
            }
            offset = tokens[k + 3].is("-") ? -offset : offset;
        }
        std::vector<long>& found = tokens[k + 2].is("i") ? hints.rows : hints.columns;
        if (found.size() < kMostHints && std::find(found.begin(), found.end(), offset) == found.end()) {
            found.push_back(offset);
        }
    }
    return hints;
}

std::string shifted(std::string_view index, long offset) {
    std::string text(index);
    if (offset != 0) {
        text += (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
    }
    return text;
}

// One side of a tile's registers: the struct, its globals and its loader.
std::string kept_inputs(std::string_view type, std::string_view variable, std::string_view loader,
                        std::string_view index, const std::string& members, const std::string& loads) {
    const std::string name(type);
    std::string code = "struct " + name + " { " + (members.empty() ? "uint vkalgo_none; " : members) + "};\n";
    code += name + ' ' + std::string(variable) + ";\n";
    code += name + ' ' + std::string(loader) + "(int " + std::string(index) + ") { return " + name + "(" +
            (loads.empty() ? "0u" : loads) + "); }\n";
    return code;
}

// The members of ColumnInputs as 32-bit words and back: a tile passes them through shared memory, word beside word.
class ColumnWords {
public:
    void add(Scalar type, const std::string& member) {
        const std::string first = word(0), both = "uvec2(" + first + ", " + word(1) + ")";
        const std::string from = "inputs." + member;
        switch (type) {
            case Scalar::u64:
                pair("unpackUint2x32(" + from + ")", "packUint2x32(" + both + ")");
                break;
            case Scalar::i64:
                pair("unpackUint2x32(uint64_t(" + from + "))", "int64_t(packUint2x32(" + both + "))");
                break;
            case Scalar::f64:
                pair("unpackDouble2x32(" + from + ")", "packDouble2x32(" + both + ")");
                break;
            case Scalar::f32:
                single("floatBitsToUint(" + from + ")", "uintBitsToFloat(" + first + ")");
                break;
            default:
                single("uint(" + from + ")", std::string(glsl_type(type)) + "(" + first + ")");
                break;
        }
    }

    std::string code() const {
        const std::string count = std::to_string(std::max(count_, 1));
        std::string text;
        define(text, "VKALGO_COLUMN_WORDS", count);
        text += "uint[" + count + "] column_words(ColumnInputs inputs) { return uint[" + count + "](" +
                (count_ == 0 ? "0u" : words_) + "); }\n";
        text += "ColumnInputs column_from_words(uint words[" + count + "]) { return ColumnInputs(" +
                (count_ == 0 ? "0u" : members_) + "); }\n";
        return text;
    }

private:
    std::string word(int k) const { return "words[" + std::to_string(count_ + k) + "]"; }
    void single(const std::string& to, const std::string& from) {
        words_ += (count_ == 0 ? "" : ", ") + to;
        members_ += (count_ == 0 ? "" : ", ") + from;
        ++count_;
    }
    void pair(const std::string& to, const std::string& from) {
        single(to + ".x", from);
        words_ += ", " + to + ".y";
        ++count_;
    }

    int count_ = 0;
    std::string words_, members_;
};

std::string tile_accessors(const RecurrenceHeader& header, const dp::SourceText& text) {
    std::string row_members, row_loads, column_members, column_loads, accessors;
    ColumnWords words;
    for (const dp::InputDeclaration& input : header.inputs) {
        const std::string type(glsl_type(input.type));
        const Hints hints = find_hints(text, input.name);
        std::string value;
        int number = 0;
        const auto keep = [&](const std::vector<long>& offsets, std::string& members, std::string& loads,
                              std::string_view index, std::string_view variable, std::string_view tile_index) {
            for (const long offset : offsets) {
                const std::string member = input.name + '_' + std::to_string(number++);
                members += join({type, " ", member, "; "});
                loads +=
                    join({loads.empty() ? "" : ", ", "vkalgo_load_", input.name, "(", shifted(index, offset), ")"});
                value += join({"k == ", shifted(tile_index, offset), " ? ", variable, ".", member, " : "});
            }
        };
        keep(hints.rows, row_members, row_loads, "i", "tile_row", "tile_i");
        const int first_column = number;
        keep(hints.columns, column_members, column_loads, "j", "tile_column", "tile_j");
        for (int member = first_column; member < number; ++member) {
            words.add(input.type, input.name + '_' + std::to_string(member));
        }
        accessors += join({type, " ", input.name, "(int k) { return ", value, "vkalgo_load_", input.name, "(k); }\n"});
    }
    return "int tile_i;\nint tile_j;\n" +
           kept_inputs("RowInputs", "tile_row", "load_row_inputs", "i", row_members, row_loads) +
           kept_inputs("ColumnInputs", "tile_column", "load_column_inputs", "j", column_members, column_loads) +
           words.code() + accessors;
}

std::string inputs(const RecurrenceHeader& header, const dp::SourceText& text, const ModuleKind& kind) {
    std::string code;
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const std::string& name = header.inputs[k].name;
        code += join({"layout(std430, set = 0, binding = VKALGO_FIRST_INPUT_BINDING + ", std::to_string(k),
                      ") readonly buffer vkalgo_input_", name, " { uint vkalgo_words_", name, "[]; };\n"});
        code += load_function(header.inputs[k]);
    }
    if (kind.tiles) {
        return code + tile_accessors(header, text);
    }
    for (const dp::InputDeclaration& input : header.inputs) {
        code += join({glsl_type(input.type), " ", input.name, "(int k) { return vkalgo_load_", input.name, "(k); }\n"});
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
    if (!header.has_cell) {
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
    }
    return code;
}

}  // namespace

std::vector<ModuleKind> module_kinds(const RecurrenceHeader& header) {
    std::vector<ModuleKind> kinds;
    const auto add = [&](const std::string& name, bool wide_too) -> ModuleKind& {
        ModuleKind kind;
        kind.name = name;
        kind.template_name = "dp/" + name + ".glsl";
        kind.check_reads = name == "stage";
        kind.tiles = name == "tile" || name == "walk_tiles";
        kinds.push_back(kind);
        if (wide_too) {
            kind.name += "-wide";
            kind.wide = true;
            kinds.push_back(kind);
        }
        return kinds.back();
    };
    const bool local = header.recurrence_class == dp::RecurrenceClass::local;
    add("answer", true);
    ModuleKind& record = add("record", false);
    record.template_name = "dp/stage.glsl";
    record.record = record.check_reads = true;
    if (header.reduce) {
        add("splits", true);
    }
    add("stage", true);
    if (local) {
        add("tile", true);
        for (ModuleKind kind : {kinds[kinds.size() - 2], kinds.back()}) {
            kind.name = kind.wide ? "tile-persistent-wide" : "tile-persistent";
            kind.persistent = true;
            kinds.push_back(kind);
        }
    }
    if (header.has_step) {
        add("walk", true);
        if (local) {
            add("walk_tiles", false);
        }
    }
    return kinds;
}

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
    const bool wide_integer = header.cell == Scalar::u64 || header.cell == Scalar::i64;
    define(text, "cell_t", glsl_type(header.cell));
    define(text, words.define, "1");
    define(text, "VKALGO_CELL_WORDS", std::to_string(dp::bytes_of(header.cell) / 4));
    define(text, "CELL_MAX", words.largest);
    define(text, "CELL_LOWEST", words.lowest);
    define(text, "VKALGO_INT64", wide_integer || kind.persistent ? "1" : "0");
    define(text, "VKALGO_FLOAT64", header.cell == Scalar::f64 ? "1" : "0");
    define(text, "VKALGO_PERSISTENT", kind.persistent ? "1" : "0");
    if (header.reduce && !header.has_cell) {
        define(text, "VKALGO_SHARED_REDUCTION", "1");
    }
    if (kind.wide) {
        define(text, "VKALGO_WIDE", "1");
    }
    if (kind.record) {
        define(text, "VKALGO_RECORD", "1");
    }
    if (kind.check_reads) {
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
    std::string code = prototypes(header, text) + regions(header) + inputs(header, text, kind);
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
